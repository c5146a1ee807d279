import { toPounds } from '@daftar/contract/money';
import type { OpsSettlementRow } from '@daftar/contract/ops-money';
import type { Paging } from '@daftar/contract/paging';
import { findTyped } from '../../ops-lists/find.ts';
import { at, egp, merchantCells, momentCells, opsList } from '../../ops-lists/list.ts';
import { commonOf, momentOf } from './rows.ts';
import {
  type CrossMerchantSettlement,
  type SettlementFilters,
  settlementSource,
} from './store-settlements.ts';

const stateOf = (row: OpsSettlementRow) => {
  if (row.paid_at) return 'paid';
  return row.bank_amount > 0 ? 'unpaid' : 'balance';
};

/** Settlements of all merchants. */
export const settlements = opsList<
  Paging<'created_at' | 'amount'>,
  SettlementFilters,
  CrossMerchantSettlement,
  OpsSettlementRow
>({
  what: 'settlements',
  find: async ({ db }, paging, filters) => {
    const found = await findTyped(db, filters.q, filters, 'STL');
    return (through) => settlementSource(through, paging, filters, found);
  },
  wireOf: (row) => ({
    ...commonOf(row),
    reference: row.reference,
    amount: toPounds(row.amountPiastres),
    bank_amount: toPounds(row.bankPiastres),
    maybe_transferred: row.maybeTransferred,
    bank_account: row.bankAccount,
    stopped: row.stopped,
    total_transactions: row.totalTransactions,
    paid_at: momentOf(row.paidAt),
    bank_reference: row.bankReference,
  }),
  cells: (say) => ({
    reference: (row) => row.reference,
    ...merchantCells,
    amount: (row) => egp(row.amount),
    bankAmount: (row) => egp(row.bank_amount),
    payments: (row) => row.total_transactions,
    status: (row) => say(`ops.settlementState.${stateOf(row)}`),
    stopped: (row) => (row.stopped ? say(`ops.settlementStopped.${row.stopped}`) : ''),
    bank: (row) => row.bank_account?.bank ?? '',
    accountName: (row) => row.bank_account?.name ?? '',
    latinName: (row) => row.bank_account?.latin_name ?? '',
    town: (row) => row.bank_account?.town ?? '',
    accountNumber: (row) => row.bank_account?.number ?? '',
    iban: (row) => row.bank_account?.iban ?? '',
    paid: (row) => at(row.paid_at),
    bankReference: (row) => row.bank_reference ?? '',
    ...momentCells(say),
  }),
});
