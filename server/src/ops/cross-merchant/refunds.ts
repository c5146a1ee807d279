import { toPounds } from '@daftar/contract/money';
import type { OpsRefundRow } from '@daftar/contract/ops-money';
import type { Paging } from '@daftar/contract/paging';
import { methodItem } from '../../lookups/service.ts';
import { findTyped } from '../../ops-lists/find.ts';
import { at, egp, merchantCells, momentCells, opsList } from '../../ops-lists/list.ts';
import { translate } from '../../platform/i18n/translate.ts';
import { commonOf, momentOf } from './rows.ts';
import { type CrossMerchantRefund, type RefundFilters, refundSource } from './store-refunds.ts';

/** Refunds of all merchants, except requests that wait for a merchant's own approval. */
export const refunds = opsList<
  Paging<'created_at' | 'amount'>,
  RefundFilters,
  CrossMerchantRefund,
  OpsRefundRow
>({
  what: 'refunds',
  find: async ({ db }, paging, filters) => {
    const found = await findTyped(db, filters.q, filters);
    return (through) => refundSource(through, paging, filters, found);
  },
  wireOf: (row, locale) => ({
    ...commonOf(row),
    transaction_id: row.transactionId,
    reference: row.reference,
    payment_method: methodItem(locale, row.method),
    amount: toPounds(row.amountPiastres),
    state: row.state,
    customer: row.customer,
    account: row.accountId === null ? null : { id: row.accountId, name: row.accountName ?? '' },
    refund_key: row.refundKey,
    processor_refund_id: row.processorRefundId,
    reason: row.reason,
    failure_reason:
      row.failureReason === null ? null : translate(locale, `refunds.reason.${row.failureReason}`),
    explanation: row.explanation,
    waits_for_operator: row.waitsForOperator,
    finished_at: momentOf(row.finishedAt),
    reversed_at: momentOf(row.reversedAt),
  }),
  cells: (say) => ({
    reference: (row) => row.reference,
    ...merchantCells,
    payer: (row) => row.customer.name,
    email: (row) => row.customer.email,
    mobile: (row) => row.customer.mobile,
    method: (row) => row.payment_method.name,
    amount: (row) => egp(row.amount),
    status: (row) => say(`refundState.${row.state}`),
    reason: (row) => row.reason,
    error: (row) => row.failure_reason ?? '',
    theirWords: (row) => row.explanation ?? '',
    processor: (row) => row.account?.name ?? '',
    refundKey: (row) => row.refund_key,
    refundId: (row) => row.processor_refund_id ?? '',
    finished: (row) => at(row.finished_at),
    cameBack: (row) => at(row.reversed_at),
    ...momentCells(say),
  }),
});
