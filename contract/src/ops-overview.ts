import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data } from './envelope.ts';
import { PAYMENT_METHOD_IDS, PaymentMethodItem } from './lookups.ts';
import { Day } from './paging.ts';
import { isForward, isShort } from './periods.ts';
import { Id, oneOf } from './text.ts';

const Mode = z.enum(['live', 'test'], { error: 'Invalid' });

/** Maximum number of merchants in the table, those with the largest volume first. */
export const OVERVIEW_MERCHANTS = 20;

/** Figures of the payments that began in a period, including their later results. Amounts are in EGP. */
export const PaymentFigures = z.object({
  paid: z.number(),
  /** Failed or expired; payments canceled by the payer are not counted. */
  failed: z.number(),
  /** Without a result yet. */
  open: z.number(),
  /** The sum charged to payers. */
  volume: z.number(),
  fees: z.number(),
  vat: z.number(),
  /** Costs that processors charged for these payments. */
  costs: z.number(),
  refunded: z.number(),
  chargebacks: z.number(),
  lost_chargebacks: z.number(),
  lost_amount: z.number(),
});
export type PaymentFigures = z.output<typeof PaymentFigures>;

/** Returns the number of chargebacks per successful payment; null if no payment succeeded. */
export const chargebackRate = ({ paid, chargebacks }: Pick<PaymentFigures, 'paid' | 'chargebacks'>) =>
  paid === 0 ? null : chargebacks / paid;

const PERIOD = {
  mode: z.optional(Mode),
  date_from: Day,
  date_to: Day,
  payment_method_id: z.optional(oneOf(PAYMENT_METHOD_IDS)),
  /** 0: payments without an account, such as in the sandbox. */
  account_id: z.optional(z.union([oneOf([0]), Id], { error: 'Invalid' })),
};
export const Overview = z.object({
  /** Figures include everything up to this time; null while the first figures are being calculated. */
  as_of: z.nullable(z.string()),
  totals: PaymentFigures,
  /** Figures of the same number of days before. */
  before: PaymentFigures,
  /**
   * Costs booked in the period that belong to no payment, such as a processor's monthly fee; 0 if filtered by one
   * payment method.
   */
  other_costs: z.number(),
  /** Each day of the period, with the corresponding day of the previous period. */
  days: z.array(z.object({ day: z.string(), figures: PaymentFigures, before: PaymentFigures })),
  methods: z.array(z.object({ method: PaymentMethodItem, figures: PaymentFigures })),
  /** Id 0, without a name: payments without an account. */
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

/** Tasks that wait for an operator, in the order of the screen. */
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
/** The filters with which the list of a kind shows what is counted; those of `failures` apply to three lists. */
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
/** Upper limit of the count. */
export const WAITING_BOUND = 1000;

/** Figures of all merchants' payments, and tasks that wait for the operator. */
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
  /** Counts the tasks that the caller may see, in live mode, up to {@link WAITING_BOUND}. */
  waiting: {
    method: 'GET',
    path: '/ops/overview/waiting',
    reads: 'standby',
    base: 'fixed',
    access: 'operator',
    reply: data(z.array(z.object({ kind: z.enum(WAITING_KINDS), count: z.number() }))),
  },
});
