import { type OpsPayoutRow, opsMoney, type ReturnPayoutForm } from '@daftar/contract/ops-money';
import type * as z from 'zod/mini';
import { call } from '../shared/call.ts';
import { act, useSavedList } from '../shared/query.ts';

/** The list's state in the address, its rows and their file. */
export const usePayouts = () => useSavedList(opsMoney.payouts, opsMoney.exportPayouts, 'ops-payouts');

const refOf = ({ merchant, id }: OpsPayoutRow) => ({ merchantId: merchant.id, id });

/** Record that the merchant collected the money. @returns whether it succeeded */
export const handOverPayout = (row: OpsPayoutRow) =>
  act(() => call(opsMoney.handOverPayout, { params: refOf(row) }));

/** Ask a second operator to give the amount back to the merchant's balance, with the reason that the merchant then reads. */
export const returnPayout = (row: OpsPayoutRow, body: z.input<typeof ReturnPayoutForm>) =>
  call(opsMoney.returnPayout, { params: refOf(row), body });
