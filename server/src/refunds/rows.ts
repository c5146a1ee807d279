/** Rows of the API for refunds and for requests that may become refunds. */
import type { ApprovalRow } from '@daftar/contract/approvals';
import { maskIban } from '@daftar/contract/egypt';
import { toPounds } from '@daftar/contract/money';
import type { ListedRefund as ListedRow, RefundRow } from '@daftar/contract/refunds';
import { ownOf } from '../integration-fields/fields.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import type { RefundToSend } from './store.ts';
import type { ListedRefund, RefundOfMerchant } from './store-list.ts';

/** Returns the webhook data of a refund. */
export const eventData = (refund: RefundToSend, state: 'succeeded' | 'failed' | 'reversed') => ({
  id: refund.id,
  state,
  transaction_id: refund.transactionId,
  transaction_reference: refund.reference,
  amount: toPounds(refund.amountPiastres),
  currency: 'EGP' as const,
  ...ownOf(refund),
});

/** Returns the row of a refund in any state. */
export function refundRow(locale: Locale, row: ListedRefund): RefundRow {
  return {
    id: row.id,
    approval_id: row.approvalId,
    amount: toPounds(row.amountPiastres),
    state: row.state,
    reason: row.reason,
    failure_reason:
      row.failureReason === null ? null : translate(locale, `refunds.reason.${row.failureReason}`),
    pending_reason: row.waitsForAnother ? translate(locale, 'refunds.waitsForAnother') : null,
    requested_by: row.requestedBy,
    approved_by: row.approvedBy,
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
    reversed_at: row.reversedAt?.toISOString() ?? null,
    bank_account:
      row.iban === '' && row.bankName === '' && row.accountName === ''
        ? null
        : { account_name: row.accountName, bank_name: row.bankName, iban: maskIban(row.iban) },
    ...ownOf(row),
  };
}

/** Returns the row of a refund in the list of all payments' refunds. */
export const rowOfMerchant = (locale: Locale, row: RefundOfMerchant): ListedRow => ({
  ...refundRow(locale, row),
  id: row.id,
  transaction_id: row.transactionId,
  transaction_reference: row.transactionReference,
  updated_at: row.updatedAt.toISOString(),
});

/** Returns the row of a request that is pending, declined, withdrawn or expired. */
export function requestRow(locale: Locale, row: ApprovalRow): RefundRow {
  const { state, decline_reason: reason } = row;
  const why = () => {
    if (state === 'waiting') return null;
    return state === 'declined' && reason !== ''
      ? translate(locale, { key: 'refunds.reason.declined', params: { reason } })
      : translate(locale, `refunds.reason.${state}`);
  };
  return {
    id: null,
    approval_id: row.id,
    amount: row.amount,
    state: state === 'waiting' ? 'waiting' : 'canceled',
    reason: row.reason,
    failure_reason: why(),
    pending_reason: null,
    requested_by: row.requested_by,
    approved_by: null,
    created_at: row.created_at,
    finished_at: row.decided_at,
    reversed_at: null,
    bank_account: row.bank_account,
    merchant_reference: row.merchant_reference,
    metadata: row.metadata,
  };
}
