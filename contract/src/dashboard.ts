import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data } from './envelope.ts';
import { Day } from './paging.ts';
import { PAYOUT_STATES } from './payouts.ts';
import { isForward, isShort } from './periods.ts';
import { codeOf } from './text.ts';
import { IS_PAYOUT, TRANSACTION_STATUS } from './transactions.ts';

export const LatestTransaction = z.object({
  id: z.number(),
  reference: z.string(),
  total_amount: z.number(),
  currency: z.string(),
  value: z.number(),
  status: codeOf(TRANSACTION_STATUS),
  is_payout: codeOf(IS_PAYOUT),
  /** Null for a payment. */
  payout_state: z.nullable(z.enum(PAYOUT_STATES)),
  payout_id: z.nullable(z.number()),
  transaction_date: z.string(),
});

export const DashboardStatistics = z.object({
  /** Balances are null for callers without `view-balances`. */
  total_balance: z.nullable(z.number()),
  available_balance: z.nullable(z.number()),
  pending_balance: z.nullable(z.number()),
  chargeback_balance: z.nullable(z.number()),
  /** Held back from settlements for some days (`/merchant/reserve`); not part of the other balances. */
  reserve_balance: z.nullable(z.number()),
  total_share_links: z.number(),
  active_share_links: z.number(),
  expired_share_links: z.number(),
  total_invoices: z.number(),
  paid_invoices: z.number(),
  unpaid_invoices: z.number(),
  /** Empty for callers without `view-transactions-list`. */
  latest_transactions: z.array(LatestTransaction),
});
export type DashboardStatistics = z.output<typeof DashboardStatistics>;

export const PaymentMethodCount = z.object({ payment_method: z.string(), total_transactions: z.number() });

export const DASHBOARD_PERIODS = ['this-month', 'last-7-days', 'previous-month'] as const;
export type DashboardPeriod = (typeof DASHBOARD_PERIODS)[number];

/**
 * The time span of one bar of the chart. Weeks are counted from the first day of the period; months are calendar
 * months; hours are those of one day, which has 23 or 25 in Cairo when the clock changes.
 */
export const SALES_STEPS = ['hour', 'day', 'week', 'month'] as const;
export type SalesStep = (typeof SALES_STEPS)[number];

/** Number of Cairo days, including today, for which hourly figures are kept; each is compared with the day before. */
export const HOURS_KEPT_DAYS = 8;

/** Figures of the payments that began in a period, including their later results. Amounts are in EGP. */
export const SalesFigures = z.object({
  paid: z.number(),
  /** Failed or expired; payments canceled by the payer are not counted. */
  failed: z.number(),
  /** The sum charged to payers. */
  sales: z.number(),
  /** Fees including their VAT. */
  fees: z.number(),
  refunded: z.number(),
});
export type SalesFigures = z.output<typeof SalesFigures>;

/** Days, both included, or the start of one hour of a day. */
const SalesSpan = { date_from: z.string(), date_to: z.string(), hour: z.nullable(z.string()) };

const SalesStepFigures = z.object({
  ...SalesSpan,
  figures: SalesFigures,
  /** The corresponding part of the previous period; null for an hour that the previous day did not have. */
  before: z.nullable(z.object({ ...SalesSpan, figures: SalesFigures })),
});
export type SalesStepFigures = z.output<typeof SalesStepFigures>;

export const Sales = z.object({
  /** Figures include everything up to this time; null while the first figures are being calculated. */
  as_of: z.nullable(z.string()),
  totals: SalesFigures,
  /** Figures of the same number of days before. */
  before: SalesFigures,
  /** The whole period, in order. */
  steps: z.array(SalesStepFigures),
});
export type Sales = z.output<typeof Sales>;

/** Tasks that wait for people at the merchant, in the order of the screen. */
export const TASK_KINDS = [
  'chargebacks',
  'approvals',
  'payouts',
  'tickets',
  'documents',
  'rejected',
  'activate',
  'overdue-invoices',
  'unpaid-invoices',
] as const;
export type TaskKind = (typeof TASK_KINDS)[number];
/** Upper limit of the count. */
export const TASK_BOUND = 1000;
/** Days for which a failed payout is shown. */
export const FAILED_PAYOUT_DAYS = 14;

export const Task = z.object({
  kind: z.enum(TASK_KINDS),
  count: z.number(),
  /** For `payouts`: the transaction of the newest one; null for other kinds. */
  transaction_id: z.nullable(z.number()),
});
export type Task = z.output<typeof Task>;

export const dashboard = defineEndpoints({
  statistics: {
    method: 'GET',
    path: '/merchant/statistics',
    reads: 'standby',
    base: 'mode',
    access: 'signed-in',
    keys: 'secret',
    reply: data(DashboardStatistics),
  },
  paymentMethods: {
    method: 'GET',
    path: '/merchant/statistics/payment_methods',
    reads: 'standby',
    base: 'mode',
    access: 'signed-in',
    keys: 'secret',
    query: z
      .object({ date_from: z.optional(Day), date_to: z.optional(Day) })
      .check(
        z.refine(
          (range: { date_from?: string | undefined; date_to?: string | undefined }) =>
            !range.date_from || !range.date_to || range.date_from <= range.date_to,
          { error: 'RangeReversed', path: ['date_to'] },
        ),
      ),
    /** Payments with the status Success or Refunded count; empty for callers without `view-transactions-list`. */
    reply: data(z.array(PaymentMethodCount)),
  },
  /** Reads figures that are updated as payments change, at most some minutes late: see `as_of`. */
  sales: {
    method: 'GET',
    path: '/merchant/statistics/sales',
    reads: 'standby',
    base: 'mode',
    access: 'view-transactions-list',
    keys: 'secret',
    query: z
      .object({ date_from: Day, date_to: Day, step: z.optional(z.enum(SALES_STEPS, { error: 'Invalid' })) })
      .check(
        isForward,
        isShort,
        z.refine(({ step, date_from, date_to }) => step !== 'hour' || date_from === date_to, {
          error: 'HoursOfOneDay',
          path: ['step'],
        }),
      ),
    reply: data(Sales),
  },
  /** Counts the tasks that the caller's permissions allow them to see; kinds without any are omitted. */
  tasks: {
    method: 'GET',
    path: '/merchant/statistics/tasks',
    reads: 'standby',
    base: 'mode',
    access: 'signed-in',
    reply: data(z.array(Task)),
  },
});
