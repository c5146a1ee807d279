import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data } from './envelope.ts';
import { PAYMENT_METHOD_IDS, PaymentMethodItem } from './lookups.ts';
import { Day } from './paging.ts';
import { isForward, isShort } from './periods.ts';
import { Id, oneOf } from './text.ts';

const Mode = z.enum(['live', 'test'], { error: 'Invalid' });

/** Merchants in the table, those with the largest volume first. */
export const OVERVIEW_MERCHANTS = 20;

/** Figures of the payments that began in a period, with what came of them later. Amounts are in EGP. */
export const PaymentFigures = z.object({
  paid: z.number(),
  /** Failed or expired; what the payer canceled is neither. */
  failed: z.number(),
  /** No outcome yet. */
  open: z.number(),
  /** What payers were charged. */
  volume: z.number(),
  fees: z.number(),
  vat: z.number(),
  /** What processors charged us of these payments. */
  costs: z.number(),
  refunded: z.number(),
  chargebacks: z.number(),
  lost_chargebacks: z.number(),
  lost_amount: z.number(),
});
export type PaymentFigures = z.output<typeof PaymentFigures>;

/** Chargebacks for each payment that succeeded; null without any. */
export const chargebackRate = ({ paid, chargebacks }: Pick<PaymentFigures, 'paid' | 'chargebacks'>) =>
  paid === 0 ? null : chargebacks / paid;

const PERIOD = {
  mode: z.optional(Mode),
  date_from: Day,
  date_to: Day,
  payment_method_id: z.optional(oneOf(PAYMENT_METHOD_IDS)),
  /** 0: made at no account, such as in the sandbox. */
  account_id: z.optional(z.union([oneOf([0]), Id], { error: 'Invalid' })),
};
export const Overview = z.object({
  /** Everything until then is counted; null while the first figures are being summed up. */
  as_of: z.nullable(z.string()),
  totals: PaymentFigures,
  /** Of as many days before. */
  before: PaymentFigures,
  /** Costs of no payment that were booked in the period, such as a processor's monthly fee; 0 of one payment method. */
  other_costs: z.number(),
  /** Each day of the period, with the day of the period before that is as far into it. */
  days: z.array(z.object({ day: z.string(), figures: PaymentFigures, before: PaymentFigures })),
  methods: z.array(z.object({ method: PaymentMethodItem, figures: PaymentFigures })),
  /** Id 0, without a name: made at no account. */
  accounts: z.array(
    z.object({ account: z.object({ id: z.number(), name: z.string() }), figures: PaymentFigures }),
  ),
});
export type Overview = z.output<typeof Overview>;

export const OverviewMerchant = z.object({
  merchant: z.object({ id: z.number(), name: z.string() }),
  figures: PaymentFigures,
});
export type OverviewMerchant = z.output<typeof OverviewMerchant>;

/** What waits for an operator, in the order of the screen. */
export const WAITING_KINDS = [
  'kyc',
  'screening',
  'reviews',
  'approvals',
  'tickets',
  'overdue',
  'refunds',
  'discrepancies',
  'breaks',
  'batches',
  'payouts',
  'settlements',
  'transfers',
  'unanswered',
  'chargebacks',
  'documents',
  'failures',
] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];
/** With which filters the lists of a kind show what is counted. Of `failures` it is that of three lists. */
export const WAITING_FILTERS = {
  kyc: {},
  screening: {},
  reviews: { mode: 'live' },
  approvals: { state: 'waiting', to_decide: 'yes' },
  tickets: {},
  overdue: { overdue: '1' },
  refunds: {},
  discrepancies: {},
  breaks: {},
  batches: { is_received: 'yes' },
  payouts: { mode: 'live', state: 'requested' },
  settlements: { mode: 'live', state: 'unpaid' },
  transfers: { state: 'draft' },
  unanswered: { mode: 'live' },
  chargebacks: { mode: 'live', status: '0' },
  documents: { is_expired: 'yes' },
  failures: {},
} as const satisfies Record<WaitingKind, Record<string, string>>;
/** No more are counted. */
export const WAITING_BOUND = 1000;

/** Figures of all merchants' payments, and what waits for the operator. */
export const opsOverview = defineEndpoints({
  figures: {
    method: 'GET',
    path: '/ops/overview',
    reads: 'standby',
    base: 'fixed',
    access: 'ops:transactions',
    query: z.object({ ...PERIOD, merchant_id: z.optional(Id) }).check(isForward, isShort),
    reply: data(Overview),
  },
  merchants: {
    method: 'GET',
    path: '/ops/overview/merchants',
    reads: 'standby',
    base: 'fixed',
    access: 'ops:transactions',
    query: z
      .object({
        ...PERIOD,
        /** Part of the name; Arabic-aware. */ q: z.optional(z.string().check(z.maxLength(255))),
      })
      .check(isForward, isShort),
    reply: data(z.array(OverviewMerchant)),
  },
  /** Counts of what the caller may look at, in live mode, up to {@link WAITING_BOUND}. */
  waiting: {
    method: 'GET',
    path: '/ops/overview/waiting',
    reads: 'standby',
    base: 'fixed',
    access: 'operator',
    reply: data(z.array(z.object({ kind: z.enum(WAITING_KINDS), count: z.number() }))),
  },
});
