/** The console's lists with their filters and orders, for `plans.test.ts`. */
import { dueList } from '../bank-transfers/lists.ts';
import { expiries } from '../document-expiry/service.ts';
import { activationRequests } from '../kyc/queue.ts';
import type { App, Operator } from '../platform/context.ts';
import { reserveItems } from '../reserve/items.ts';
import { entries } from '../risk/entries.ts';
import { reviews } from '../risk/reviews.ts';
import { hits } from '../screening/service.ts';
import { chargebacks } from './cross-merchant/chargebacks.ts';
import { payouts } from './cross-merchant/payouts.ts';
import { refunds } from './cross-merchant/refunds.ts';
import { settlements } from './cross-merchant/settlements.ts';
import { transactions } from './cross-merchant/transactions.ts';
import { allMerchants } from './merchants/service.ts';
import { audit, failedDeliveries, failedMessages } from './platform/lists.ts';

/** Facts about the test rows, for use in filters. */
export interface Facts {
  /** The merchant with many rows. */
  largest: number;
  /** One payment among all. */
  paymentId: number;
  /** The beginning of a chargeback's reference that matches few. */
  disputed: string;
}

export interface PlannedList {
  name: string;
  sorts: readonly string[];
  list: {
    // Each list has its own type of filters and paging; the tests pass the values below.
    page(app: App, operator: Operator, paging: never, filters: never): Promise<{ meta: { total: number } }>;
  };
  /** Filters that match many rows and few rows, also of the largest merchant. */
  filters: (facts: Facts) => object[];
  /** The unfiltered list is small enough to be sorted. */
  isFew?: true;
}

const days = { date_from: '2026-06-01', date_to: '2026-06-02' };
export const lists: readonly PlannedList[] = [
  {
    name: 'merchants',
    sorts: ['created_at', 'name'],
    list: allMerchants,
    filters: () => [{ q: 'abcd' }, { q: '00001234' }, { q: 'shop' }, { status: 4 }, { status: 1, q: 'shop' }],
  },
  {
    name: 'transactions',
    sorts: ['created_at', 'amount'],
    list: transactions,
    filters: ({ disputed, largest, paymentId }) => [
      { reference: 'trx-a' },
      { q: 'trx-a' },
      { q: disputed },
      { q: 'abcd' },
      { q: '1,234' },
      { q: '1234', merchant_id: largest },
      { q: '0100000' },
      { q: String(600_000_000_000 + paymentId) },
      { q: `R${String(paymentId).padStart(19, '0')}` },
      { payer: 'abcd' },
      { payer: 'payer' },
      { status: 5 },
      { payment_method_id: 3 },
      { amount_from: 123_400, amount_to: 123_400 },
      { merchant_id: largest },
      { merchant_id: largest, ...days },
      days,
    ],
  },
  {
    name: 'refunds',
    sorts: ['created_at', 'amount'],
    list: refunds,
    filters: ({ largest, paymentId }) => [
      { q: 'trx-abc' },
      { q: 'abcd' },
      { q: '1,234' },
      { q: '0100000' },
      { q: String(600_000_000_000 + paymentId) },
      { q: `RFD-${paymentId}` },
      { state: 'failed' },
      { state: 'succeeded' },
      { payment_method_id: 3 },
      { state: 'failed', payment_method_id: 3 },
      { merchant_id: largest },
      { merchant_id: largest, q: 'abcd' },
      { merchant_id: largest, state: 'failed' },
      days,
    ],
  },
  {
    name: 'chargebacks',
    sorts: ['created_at', 'due_date', 'amount'],
    list: chargebacks,
    filters: ({ largest }) => [
      { reference: 'chb-a' },
      { q: 'chb-a' },
      { q: 'CASE-A1' },
      { q: '1,234' },
      { q: 'customer' },
      { case_id: 'case-a1' },
      { status: 0 },
      { status: 2 },
      { merchant_id: largest },
      days,
    ],
  },
  {
    name: 'payouts',
    sorts: ['created_at', 'amount'],
    list: payouts,
    filters: ({ largest }) => [
      { code: 'pay-a' },
      { q: 'pay-a' },
      { q: '1,234' },
      { state: 'requested' },
      { state: 'handed-over' },
      { merchant_id: largest },
      days,
    ],
  },
  {
    name: 'settlements',
    sorts: ['created_at', 'amount'],
    list: settlements,
    filters: ({ largest }) => [
      { reference: 'stl-a' },
      { q: 'stl-a' },
      { q: '1,234' },
      { q: 'CIB-12' },
      { state: 'paid' },
      { state: 'unpaid' },
      { state: 'balance' },
      { state: 'unpaid', merchant_id: largest },
      { merchant_id: largest },
      days,
    ],
  },
  {
    name: 'what is held as reserve',
    sorts: ['release_on', 'amount'],
    list: reserveItems,
    filters: ({ largest }) => [
      { q: 'stl-abc' },
      { q: '123.45' },
      { q: 'shop ab' },
      { state: 'held' },
      { state: 'released' },
      { state: 'used' },
      { state: 'held', merchant_id: largest },
      { merchant_id: largest },
      { merchant_id: largest, q: 'stl-abc' },
      { date_from: '2026-08-01', date_to: '2026-08-02' },
    ],
  },
  {
    name: 'transfers due',
    sorts: ['created_at', 'amount'],
    isFew: true,
    list: dueList,
    filters: () => [{ q: 'stl-a' }, { q: '1,241' }, { state: 'unwritable' }, { kind: 'settlement' }, days],
  },
  {
    name: 'the audit log',
    sorts: ['created_at', 'actor', 'action'],
    list: audit,
    filters: ({ largest }) => [
      { actor: 'person7@example.com' },
      { q: 'person7@example.com' },
      { q: 'Person7@example.com', date_from: '2026-01-01' },
      { q: 'transaction:77' },
      { q: 'TRX' },
      { q: 'trx-ab' },
      { action: 'payout.request' },
      { action: 'invoice.create' },
      { merchant_id: largest },
      { merchant_id: largest, action: 'payout.request' },
      days,
    ],
  },
  {
    name: 'messages that failed',
    sorts: ['created_at', 'recipient'],
    isFew: true,
    list: failedMessages,
    filters: ({ largest }) => [{ merchant_id: largest }, days],
  },
  {
    name: 'webhooks that were given up',
    sorts: ['created_at', 'type'],
    list: failedDeliveries,
    filters: ({ largest }) => [{ q: 'payment.' }, { merchant_id: largest }],
  },
  {
    name: 'entries of risk lists',
    sorts: ['created_at', 'expires_at'],
    list: entries,
    filters: () => [
      { q: '004321' },
      { q: 'abcd' },
      { q: 'fraud' },
      { list: 'trusted' },
      { kind: 'bin' },
      { list: 'blocked', q: 'abcd' },
      days,
    ],
  },
  {
    name: 'payments to review',
    sorts: ['waiting_since', 'amount'],
    list: reviews,
    filters: ({ largest }) => [
      { q: 'payer' },
      { state: 'approved' },
      ...['trx-abc', 'abcd', '1,234'].map((q) => ({ state: 'approved', q })),
      { mode: 'live' },
      { merchant_id: largest },
      days,
    ],
  },
  {
    name: 'screening hits',
    sorts: ['found_at', 'score'],
    list: hits,
    filters: ({ largest }) => [
      { q: 'abcd' },
      { q: 'QDi.4321' },
      { q: 'listed' },
      { state: 'false', q: 'abcd' },
      { part: 'account' },
      { merchant_id: largest },
      days,
    ],
  },
  {
    name: 'activation requests',
    sorts: ['submitted_at'],
    isFew: true,
    list: activationRequests,
    filters: () => [
      { q: 'shop' },
      { state: 'approved' },
      { business_type: 2 },
      { late: 1 },
      { state: 'approved', q: 'abcd' },
      days,
    ],
  },
  {
    name: 'documents that expire',
    sorts: ['expires_on'],
    list: expiries,
    filters: ({ largest }) => [
      { q: 'abcd' },
      { q: 'shop ab' },
      { kind: 'tax_card' },
      ...['valid', 'soon', 'expired', 'held'].map((state) => ({ state })),
      { is_expired: 'yes' },
      { merchant_id: largest },
      { date_from: '2026-06-20', date_to: '2026-06-21' },
    ],
  },
];
