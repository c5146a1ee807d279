import { type OpsSettlementRow, opsMoney, type PaidForm } from '@daftar/contract/ops-money';
import type * as z from 'zod/mini';
import { call } from '../shared/call.ts';
import { act, useSavedList } from '../shared/query.ts';

/** The list's state in the address, its rows and their file. */
export const useSettlements = () =>
  useSavedList(opsMoney.settlements, opsMoney.exportSettlements, 'ops-settlements');

/**
 * Record the transfer of a settlement to the bank, with the bank's reference. `already_transferred`: also where the
 * transfer is stopped or the money was left on the balance.
 */
export const paySettlement = ({ merchant, id }: OpsSettlementRow, body: z.input<typeof PaidForm>) =>
  call(opsMoney.paySettlement, { params: { merchantId: merchant.id, id }, body });

/** Settle what is due now. @returns whether it succeeded */
export const runSettlements = () => act(() => call(opsMoney.runSettlements, { body: {} }));
