import * as z from 'zod/mini';
import { CHARGEBACK_STATUS } from './chargebacks.ts';
import { defineEndpoints } from './endpoint.ts';
import { data, file, list } from './envelope.ts';
import { ExportFilters } from './exports.ts';
import { OwnFieldsReply, OwnFilters } from './integration-fields.ts';
import { PAYMENT_METHOD } from './lookups.ts';
import { Amount } from './money.ts';
import { Day, Hour, listQuery, statusCountOf, UpdatedSince } from './paging.ts';
import { PAYOUT_STATES } from './payouts.ts';
import { RefundRow } from './refunds.ts';
import { codeOf, IdParams, oneCode } from './text.ts';

export const TRANSACTION_STATUS = {
  pending: 0,
  success: 1,
  failed: 2,
  refunded: 3,
  canceled: 4,
  expired: 5,
} as const;
export type TransactionStatus = (typeof TRANSACTION_STATUS)[keyof typeof TRANSACTION_STATUS];

/** The number of transactions with each status. */
export const TransactionCount = statusCountOf(TRANSACTION_STATUS);

export const SETTLEMENT_STATUS = { settled: 1, unsettled: 2, pending: 3 } as const;
/** Values of `is_payout`. */
export const IS_PAYOUT = { payment: 0, payout: 1 } as const;

/** Irregularities of received money, which is booked, shown and refundable in any case. */
export const TRANSACTION_FLAGS = ['late', 'duplicate', 'over', 'partial', 'not-owed'] as const;
export type TransactionFlag = (typeof TRANSACTION_FLAGS)[number];

/**
 * Payments (not payouts) by result, as counted in the dashboard's figures: `paid` includes those refunded since;
 * `ended` are paid, failed or expired; `refunded` wholly or in part.
 */
export const PAYMENT_OUTCOMES = ['paid', 'ended', 'refunded'] as const;
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number];

export const TRANSACTION_SORTS = [
  'id',
  'created_at',
  'reference',
  'external_reference',
  'total_amount',
  'status',
  'payment_method',
  'updated_at',
] as const;

const Money = z.number();
const Moment = z.nullable(z.string());

/** The statuses of a payment that ended without money and bears no fee. A returned payout has the last of them. */
export const WITHOUT_MONEY: readonly number[] = [
  TRANSACTION_STATUS.failed,
  TRANSACTION_STATUS.canceled,
  TRANSACTION_STATUS.expired,
];

/** Returns whether a payment ended without money. */
export const broughtNothing = (row: { status: number; is_payout: number }): boolean =>
  row.is_payout !== 1 && WITHOUT_MONEY.includes(row.status);

export const TransactionRow = z.object({
  id: z.number(),
  reference: z.string(),
  external_reference: z.nullable(z.string()),
  source: z.object({
    name: z.string(),
    reference: z.nullable(z.string()),
    /** The merchant's own number of the link, invoice or order; null if it has none, and for a payout. */
    merchant_reference: z.nullable(z.string()),
  }),
  payment_method: z.object({ id: codeOf(PAYMENT_METHOD), name: z.string(), code: z.string() }),
  created_at: z.string(),
  updated_at: z.string(),
  status: codeOf(TRANSACTION_STATUS),
  total_amount: Money,
  currency: z.string(),
  /** The customer whose page lists this payment; id null if the payer is not a customer. */
  customer: z.object({ id: z.nullable(z.number()), name: z.string() }),
  is_payout: codeOf(IS_PAYOUT),
  /** The state of a payout, needed because `status` is Expired for a returned one as well. Null for a payment. */
  payout_state: z.nullable(z.enum(PAYOUT_STATES)),
  /** The id of the payout; null for a payment. */
  payout_id: z.nullable(z.number()),
  flags: z.array(z.enum(TRANSACTION_FLAGS)),
  settlement_status: codeOf(SETTLEMENT_STATUS),
  /** The amount that was or would have been charged to the payer, in EGP; for a payout, the amount paid out. */
  charged_amount: Money,
  /**
   * In EGP, of received money: the deductions, the merchant's share, and the amount refunded since. Zero for a payment
   * that failed, was canceled or expired ({@link broughtNothing}); for a pending one, the expected deductions.
   */
  fee: Money,
  vat: Money,
  net: Money,
  refunded_amount: Money,
});
export type TransactionRow = z.output<typeof TransactionRow>;

export const TimelineEvent = z.object({
  /** `created`, `succeeded`, `failed`, `canceled`, `expired`, `refunded`, `settled` … */
  kind: z.string(),
  at: z.string(),
  /** In pounds; null if the event moved no money. */
  amount: z.nullable(Money),
  /** A reference, or a reason in words. */
  detail: z.nullable(z.string()),
});

export const TransactionDetails = z.object({
  ...TransactionRow.shape,
  /** The kiosk or InstaPay code given to the payer. */
  reference_code: z.nullable(z.string()),
  /** The amount requested by the merchant. */
  subtotal: Money,
  to_be_settled: Money,
  /** `M` merchant, `C` customer. */
  fees_on: z.enum(['M', 'C']),
  /** The day the money is expected in the bank, `YYYY-MM-DD`; null until captured. */
  expected_settlement_date: z.nullable(z.string()),
  settlement_reference: z.nullable(z.string()),
  /** The bank account that its settlement was paid to, as `CIB ****0002`; null if it went to the available balance. */
  settlement_bank_account: z.nullable(z.string()),
  /** The bank reference of that transfer, once recorded. */
  settlement_bank_reference: z.nullable(z.string()),
  paid_at: Moment,
  failure_reason: z.nullable(z.string()),
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  /** Kind and id of the payable in the portal. */
  payable: z.nullable(
    z.object({
      kind: z.enum(['payment-link', 'invoice', 'order']),
      id: z.number(),
      ...OwnFieldsReply,
    }),
  ),
  merchant: z.object({
    name: z.string(),
    business_type: z.nullable(z.string()),
    business_email: z.string(),
    merchant_id: z.number(),
    /** In percent, as agreed when the payment was started; null for a payout, which has no fee. */
    mdr: z.nullable(z.number()),
    /** The fixed part of the fee in pounds, as agreed at that time. */
    fixed_fee: z.nullable(Money),
  }),
  customer: z.object({
    id: z.nullable(z.number()),
    name: z.string(),
    email: z.string(),
    mobile: z.string(),
    address: z.string(),
  }),
  timeline: z.array(TimelineEvent),
  /** The refunds, newest first. */
  refunds: z.optional(z.array(RefundRow)),
  /** True: the provider reviews it before its money is settled. */
  is_reviewed: z.optional(z.boolean()),
  /** The refundable amount, in pounds. */
  refundable_amount: z.optional(Money),
  /** The disputed amount, open or lost, in pounds. */
  disputed_amount: z.optional(Money),
  /** The amount that can still be disputed: the rest of the amount charged to the payer, in pounds. */
  disputable_amount: z.optional(Money),
  /** Its newest chargeback; null if there is none. */
  dispute: z.optional(
    z.nullable(
      z.object({
        id: z.number(),
        reference: z.string(),
        status: codeOf(CHARGEBACK_STATUS),
        amount: Money,
        due_date: z.string(),
      }),
    ),
  ),
});
export type TransactionDetails = z.output<typeof TransactionDetails>;

const filters = {
  reference: z.optional(z.string().check(z.maxLength(64))),
  external_reference: z.optional(z.string().check(z.maxLength(64))),
  /** The merchant's own number of the paid link, invoice or order; exact match. */
  merchant_reference: OwnFilters.merchant_reference,
  status: z.optional(oneCode(TRANSACTION_STATUS)),
  /** Payments counted in a figure of the dashboard. */
  payments: z.optional(z.enum(PAYMENT_OUTCOMES, { error: 'Invalid' })),
  date_from: z.optional(Day),
  date_to: z.optional(Day),
  /** One hour, such as that of a bar on the dashboard. */
  hour: z.optional(Hour),
  payment_method_id: z.optional(oneCode(PAYMENT_METHOD)),
  amount_from: z.optional(Amount),
  amount_to: z.optional(Amount),
  updated_since: UpdatedSince,
};

const listOptions = {
  dialect: 'snake',
  sort: TRANSACTION_SORTS,
  defaultType: 'asc',
  ranges: [
    ['date_from', 'date_to'],
    ['amount_from', 'amount_to'],
  ],
} as const;
const TransactionListQuery = listQuery({ ...listOptions, filters, byCursor: 'transactions' });
const TransactionExportQuery = listQuery({
  ...listOptions,
  filters: { ...filters, ...ExportFilters },
});

export const transactions = defineEndpoints({
  list: {
    method: 'GET',
    path: '/merchant/transactions',
    base: 'mode',
    access: 'view-transactions-list',
    query: TransactionListQuery,
    reply: list(TransactionRow),
  },
  /** Counts those of each status, at most 10,000 each; beyond that, `more` is true. */
  counts: {
    method: 'GET',
    path: '/merchant/transactions/counts',
    reads: 'standby',
    base: 'mode',
    access: 'view-transactions-list',
    reply: data(z.array(TransactionCount)),
  },
  details: {
    method: 'GET',
    path: '/merchant/transactions/:id',
    base: 'mode',
    access: 'view-transaction-details',
    params: IdParams,
    reply: data(TransactionDetails),
  },
  /** Exports the chosen transactions, or the rows that match the filters. */
  exportCsv: {
    method: 'GET',
    path: '/merchant/transactions/exportCsv',
    base: 'mode',
    access: 'export-transactions',
    query: TransactionExportQuery,
    reply: file,
  },
});
