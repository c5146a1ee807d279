import { toPounds } from '@daftar/contract/money';
import type { OpsTransactionRow, OpsUnansweredRow } from '@daftar/contract/ops-money';
import type { Paging } from '@daftar/contract/paging';
import { methodItem } from '../../lookups/service.ts';
import { findTyped } from '../../ops-lists/find.ts';
import { at, egp, merchantCells, momentCells, opsList } from '../../ops-lists/list.ts';
import { commonOf } from './rows.ts';
import type { CrossMerchantFilters } from './store-common.ts';
import {
  type CrossMerchantTransaction,
  type CrossMerchantUnanswered,
  type TransactionFilters,
  transactionSource,
  unansweredSource,
} from './store-transactions.ts';

/** Payments and payouts of all merchants. */
export const transactions = opsList<
  Paging<'created_at' | 'amount'>,
  TransactionFilters,
  CrossMerchantTransaction,
  OpsTransactionRow
>({
  what: 'transactions',
  find: async ({ db }, paging, filters) => {
    const found = await findTyped(db, filters.q, filters, 'TRX');
    return (through) => transactionSource(through, paging, filters, found);
  },
  wireOf: (row, locale) => ({
    ...commonOf(row),
    reference: row.reference,
    payment_method: methodItem(locale, row.method),
    status: row.status,
    amount: toPounds(row.amountPiastres),
    customer: { name: row.customerName, email: row.customerEmail, mobile: row.customerMobile },
    is_payout: row.isPayout,
    payout_state: row.payoutState,
  }),
  cells: (say) => ({
    reference: (row) => row.reference,
    ...merchantCells,
    payer: (row) => row.customer.name,
    email: (row) => row.customer.email,
    mobile: (row) => row.customer.mobile,
    method: (row) => row.payment_method.name,
    amount: (row) => egp(row.is_payout ? -row.amount : row.amount),
    status: (row) =>
      say(row.payout_state ? `payoutState.${row.payout_state}` : `transactionStatus.${row.status}`),
    ...momentCells(say),
  }),
});

/** Payments of all merchants whose processor never reported an outcome. */
export const unanswered = opsList<
  Paging<'created_at'>,
  CrossMerchantFilters,
  CrossMerchantUnanswered,
  OpsUnansweredRow
>({
  what: 'unanswered-payments',
  find: async ({ db }, _, filters) => {
    const found = await findTyped(db, filters.q, filters);
    return (through) => unansweredSource(through, filters, found);
  },
  wireOf: (row, locale) => ({
    ...commonOf(row),
    transaction_id: row.transactionId,
    reference: row.reference,
    payment_method: methodItem(locale, row.method),
    amount: toPounds(row.amountPiastres),
    processor: row.processor,
    asked_at: row.askedAt.toISOString(),
    unknown_status: row.unknownWord,
  }),
  cells: (say) => ({
    reference: (row) => row.reference,
    ...merchantCells,
    method: (row) => row.payment_method.name,
    amount: (row) => egp(row.amount),
    processor: (row) => row.processor,
    asked: (row) => at(row.asked_at),
    unknownStatus: (row) => row.unknown_status ?? '',
    ...momentCells(say),
  }),
});
