import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data } from './envelope.ts';
import { Day } from './paging.ts';
import { PAYOUT_STATES } from './payouts.ts';

export const LatestTransaction = z.object({
  id: z.number(),
  reference: z.string(),
  total_amount: z.number(),
  currency: z.string(),
  value: z.number(),
  status: z.number(),
  is_payout: z.number(),
  /** Null for a payment. */
  payout_state: z.nullable(z.enum(PAYOUT_STATES)),
  transaction_date: z.string(),
});

export const DashboardStatistics = z.object({
  total_balance: z.number(),
  available_balance: z.number(),
  pending_balance: z.number(),
  chargeback_balance: z.number(),
  /** Held of settlements for some days (`/merchant/reserve`); in none of the other balances. */
  reserve_balance: z.number(),
  total_share_links: z.number(),
  active_share_links: z.number(),
  expired_share_links: z.number(),
  total_invoices: z.number(),
  paid_invoices: z.number(),
  unpaid_invoices: z.number(),
  latest_transactions: z.array(LatestTransaction),
});
export type DashboardStatistics = z.output<typeof DashboardStatistics>;

export const PaymentMethodCount = z.object({ payment_method: z.string(), total_transactions: z.number() });

export const DASHBOARD_PERIODS = ['this-month', 'last-7-days', 'previous-month'] as const;
export type DashboardPeriod = (typeof DASHBOARD_PERIODS)[number];

export const dashboard = defineEndpoints({
  statistics: {
    method: 'GET',
    path: '/merchant/statistics',
    base: 'mode',
    access: 'signed-in',
    keys: 'secret',
    reply: data(DashboardStatistics),
  },
  paymentMethods: {
    method: 'GET',
    path: '/merchant/statistics/payment_methods',
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
    /** Payments with the status Success or Refunded count. */
    reply: data(z.array(PaymentMethodCount)),
  },
});
