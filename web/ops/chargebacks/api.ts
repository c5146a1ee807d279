import {
  type ChargebackDecision,
  type MoveChargebackForm,
  type OpsChargebackRow,
  opsMoney,
  type TakeBackForm,
} from '@daftar/contract/ops-money';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { addressOf } from '../../shared/wire.ts';
import { call } from '../shared/call.ts';
import { queryOf, useSavedList } from '../shared/query.ts';

/** The list's state in the address, its rows and their file. */
export const useChargebacks = () =>
  useSavedList(opsMoney.chargebacks, opsMoney.exportChargebacks, 'ops-chargebacks');

/** What an operator enters to decide; the answer that was read comes from the row. */
type Decision = Omit<z.input<typeof ChargebackDecision>, 'answered_at'>;

/** Decide for the payer, on the answer that was read. */
export const applyChargeback = ({ merchant, id, answered_at }: OpsChargebackRow, body: Decision) =>
  call(opsMoney.applyChargeback, {
    params: { merchantId: merchant.id, id },
    body: { ...body, answered_at },
  });

/** Ask a second operator to decide for the merchant, on the answer that was read. */
export const askWon = ({ merchant, id, answered_at }: OpsChargebackRow, body: Decision) =>
  call(opsMoney.withdrawChargeback, {
    params: { merchantId: merchant.id, id },
    body: { ...body, answered_at },
  });

/** Take a case to a later stage. */
export const moveChargeback = (
  { merchant, id }: OpsChargebackRow,
  body: z.input<typeof MoveChargebackForm>,
) => call(opsMoney.moveChargeback, { params: { merchantId: merchant.id, id }, body });

/** Take back a decision that was made by mistake. */
export const takeDecisionBack = ({ merchant, id }: OpsChargebackRow, body: z.input<typeof TakeBackForm>) =>
  call(opsMoney.takeBackChargeback, { params: { merchantId: merchant.id, id }, body });

/** Which chargeback. */
interface ChargebackRef {
  merchantId: number;
  id: number;
}

/** The files of the merchant's response. */
export const useEvidence = (params: ChargebackRef) => useQuery(queryOf(opsMoney.evidence, { params }));

/** The address of a file of the response. */
export const evidenceAddress = (params: ChargebackRef, filePath: string) =>
  addressOf(opsMoney.evidenceFile, { params: { ...params, filePath } }, true);
