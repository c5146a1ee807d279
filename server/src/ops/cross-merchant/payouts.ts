import { toPounds } from '@daftar/contract/money';
import type { OpsPayoutRow } from '@daftar/contract/ops-money';
import type { Paging } from '@daftar/contract/paging';
import { findTyped } from '../../ops-lists/find.ts';
import { at, egp, merchantCells, momentCells, opsList } from '../../ops-lists/list.ts';
import { commonOf, momentOf } from './rows.ts';
import { type CrossMerchantPayout, type PayoutFilters, payoutSource } from './store-payouts.ts';

/** Payouts of all merchants. */
export const payouts = opsList<
  Paging<'created_at' | 'amount'>,
  PayoutFilters,
  CrossMerchantPayout,
  OpsPayoutRow
>({
  what: 'payouts',
  find: async ({ db }, paging, filters) => {
    const found = await findTyped(db, filters.q, filters, 'PAY');
    return (through) => payoutSource(through, paging, filters, found);
  },
  wireOf: (row) => ({
    ...commonOf(row),
    code: row.code,
    amount: toPounds(row.amountPiastres),
    state: row.state,
    reason: row.reason,
    transaction_id: row.transactionId,
    bank_account: row.bankAccount,
    expires_at: momentOf(row.expiresAt),
    finished_at: momentOf(row.finishedAt),
  }),
  cells: (say) => ({
    code: (row) => row.code,
    ...merchantCells,
    amount: (row) => egp(row.amount),
    status: (row) => say(`payoutState.${row.state}`),
    reason: (row) => row.reason,
    bank: (row) => row.bank_account?.bank ?? '',
    accountName: (row) => row.bank_account?.name ?? '',
    latinName: (row) => row.bank_account?.latin_name ?? '',
    town: (row) => row.bank_account?.town ?? '',
    accountNumber: (row) => row.bank_account?.number ?? '',
    iban: (row) => row.bank_account?.iban ?? '',
    expires: (row) => at(row.expires_at),
    finished: (row) => at(row.finished_at),
    ...momentCells(say),
  }),
});
