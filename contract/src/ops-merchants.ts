import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, file, list } from './envelope.ts';
import { exportQuery } from './exports.ts';
import { PAYMENT_METHOD_IDS, PaymentMethodItem } from './lookups.ts';
import { Amount, Percentage } from './money.ts';
import { count } from './numbers.ts';
import { Day, listQuery } from './paging.ts';
import { IdParams, oneOf, optionalParagraphs, paragraphs } from './text.ts';

export const SETTLEMENT_SCHEDULES = ['daily', 'weekly', 'monthly'] as const;
export type SettlementSchedule = (typeof SETTLEMENT_SCHEDULES)[number];
/** Sunday to Thursday, the working days of banks. */
export const WEEKLY_DAYS = [0, 1, 2, 3, 4] as const;
export const MONTHLY_DAYS_MOST = 28;

export const OpsMerchantRow = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  mobile: z.string(),
  status: z.number(),
  business_type: z.nullable(z.string()),
  created_at: z.string(),
  is_held: z.boolean(),
});
export type OpsMerchantRow = z.output<typeof OpsMerchantRow>;

export const MerchantRate = z.object({
  payment_method: PaymentMethodItem,
  /** Percent of the charge, plus a fixed part in pounds. */
  rate: z.number(),
  fixed: z.number(),
  /** True: the provider's default rate, because no other was agreed. */
  is_usual: z.boolean(),
});

const Balance = z.object({ pending: z.number(), available: z.number(), reserve: z.number() });

export const OpsMerchant = z.object({
  ...OpsMerchantRow.shape,
  /** The reason for the rejection or suspension; the merchant sees only that of a rejection. */
  status_reason: z.nullable(z.string()),
  /** The explanation of its suspension shown to the merchant. */
  merchant_reason: z.nullable(z.string()),
  owner: z.object({
    name: z.string(),
    email: z.string(),
    mobile: z.string(),
    /** Since when two-step sign-in is on. */
    two_step_since: z.nullable(z.string()),
  }),
  /** True: it has sent an activation request at some time. */
  has_documents: z.boolean(),
  /** True: the address list applies to people as well as keys. */
  is_portal_restricted: z.boolean(),
  rates: z.array(MerchantRate),
  /** The default rate for methods without their own. */
  usual_rate: z.object({ rate: z.number(), fixed: z.number() }),
  settlement: z.object({
    schedule: z.enum(SETTLEMENT_SCHEDULES),
    /** Day of the week (0 Sunday) or of the month; null for daily settlement. */
    day: z.nullable(z.number()),
    held_at: z.nullable(z.string()),
    hold_reason: z.nullable(z.string()),
    /** When the receiving account's cooling-off period ends; null when there is none. */
    rests_until: z.nullable(z.string()),
  }),
  balances: z.object({ live: Balance, test: Balance }),
});
export type OpsMerchant = z.output<typeof OpsMerchant>;

export const ReasonForm = z.object({ reason: paragraphs(500) });

/** The reason for a suspension, visible only to operators, and the explanation for the merchant. */
export const SuspendForm = z.object({ reason: paragraphs(500), merchant_reason: optionalParagraphs(500) });

const OwnRate = z.object({ payment_method_id: oneOf(PAYMENT_METHOD_IDS), rate: Percentage, fixed: Amount });

export const RatesForm = z.object({
  /** The merchant's own rates as last read; if they have changed since, nothing is saved (409). */
  was: z.array(OwnRate),
  reason: paragraphs(500),
  /** The merchant's own rates; other methods have the default rate. */
  rates: z.array(OwnRate).check(
    z.refine((rates) => new Set(rates.map((rate) => rate.payment_method_id)).size === rates.length, {
      error: 'Invalid',
    }),
  ),
});

const wholeDay = z.optional(z.nullable(count({ least: 0, most: MONTHLY_DAYS_MOST, error: 'Invalid' })));

const fitsSchedule = (schedule: SettlementSchedule, day: number | null) => {
  if (schedule === 'daily') return true;
  if (day === null) return false;
  return schedule === 'weekly' ? day >= 0 && day <= 4 : day >= 1 && day <= MONTHLY_DAYS_MOST;
};

/** The settlement schedule; the day is of the week or of the month. */
export const ScheduleForm = z.pipe(
  z.object({ schedule: z.enum(SETTLEMENT_SCHEDULES, { error: 'Invalid' }), day: wholeDay }),
  z.transform(({ schedule, day: given }, ctx): { schedule: SettlementSchedule; day: number | null } => {
    const day = schedule === 'daily' ? null : (given ?? null);
    if (!fitsSchedule(schedule, day)) {
      const message = day === null ? 'Required' : 'Invalid';
      ctx.issues.push({ code: 'custom', message, input: given, path: ['day'] });
    }
    return { schedule, day };
  }),
);

/** Filters and sorting of the list. */
const LIST = {
  dialect: 'snake',
  sort: ['created_at', 'name'],
  filters: {
    /** Part of the name, e-mail or mobile; Arabic-aware. An integer also finds the merchant with that id. */
    q: z.optional(z.string().check(z.maxLength(255))),
    status: z.optional(oneOf([0, 1, 2, 3, 4])),
    date_from: z.optional(Day),
    date_to: z.optional(Day),
  },
  ranges: [['date_from', 'date_to']],
} as const;

/** Merchants, for the provider's staff. */
export const opsMerchants = defineEndpoints({
  list: {
    method: 'GET',
    path: '/ops/merchants',
    base: 'fixed',
    access: 'ops:merchants',
    query: listQuery(LIST),
    reply: list(OpsMerchantRow),
  },
  /** Exports the rows of the list, at most 100,000. */
  export: {
    method: 'GET',
    path: '/ops/merchants/export',
    base: 'fixed',
    access: 'ops:merchants',
    query: exportQuery(LIST),
    reply: file,
  },
  details: {
    method: 'GET',
    path: '/ops/merchants/:id',
    base: 'fixed',
    access: 'ops:merchants',
    params: IdParams,
    reply: data(OpsMerchant),
  },
  /** Suspends a merchant: from its next call on it can read everything but move no money. */
  suspend: {
    method: 'POST',
    path: '/ops/merchants/:id/suspend',
    base: 'fixed',
    access: 'ops:moderate',
    params: IdParams,
    body: SuspendForm,
    reply: done,
  },
  /** Requests a second operator's approval to restore the status before the suspension. */
  resume: {
    method: 'POST',
    path: '/ops/merchants/:id/resume',
    base: 'fixed',
    access: 'ops:moderate',
    params: IdParams,
    body: ReasonForm,
    reply: done,
  },
  /** For an owner who lost both authenticator and recovery codes: the password alone then signs in. */
  liftTwoStep: {
    method: 'POST',
    path: '/ops/merchants/:id/lift-two-step',
    base: 'fixed',
    access: 'ops:recover',
    params: IdParams,
    body: ReasonForm,
    reply: done,
  },
  /** For a merchant locked out by its own address list, which then applies only to API keys. */
  liftAddresses: {
    method: 'POST',
    path: '/ops/merchants/:id/lift-addresses',
    base: 'fixed',
    access: 'ops:recover',
    params: IdParams,
    body: ReasonForm,
    reply: done,
  },
  /** Requests a second operator's approval of other rates for future payments. */
  saveRates: {
    method: 'PUT',
    path: '/ops/merchants/:id/rates',
    base: 'fixed',
    access: 'ops:terms',
    params: IdParams,
    body: RatesForm,
    reply: done,
  },
  /** Applies to future payments; captured ones keep their expected day. */
  saveSchedule: {
    method: 'PUT',
    path: '/ops/merchants/:id/settlement-schedule',
    base: 'fixed',
    access: 'ops:terms',
    params: IdParams,
    body: ScheduleForm,
    reply: done,
  },
  /** Holds the merchant's settlements until released. */
  hold: {
    method: 'POST',
    path: '/ops/merchants/:id/settlement-hold',
    base: 'fixed',
    access: 'ops:settlements',
    params: IdParams,
    body: ReasonForm,
    reply: done,
  },
  /** Requests a second operator's approval to release the merchant's settlements. */
  release: {
    method: 'POST',
    path: '/ops/merchants/:id/settlement-release',
    base: 'fixed',
    access: 'ops:settlements',
    params: IdParams,
    body: ReasonForm,
    reply: done,
  },
});
