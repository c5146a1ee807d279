import * as z from 'zod/mini';
import { AuditChange } from './audit.ts';
import { defineEndpoints } from './endpoint.ts';
import { data, done, file, list } from './envelope.ts';
import { exportQuery } from './exports.ts';
import { readScaled, scaledOf } from './numbers.ts';
import { Day, listQuery } from './paging.ts';
import { Id, IdParams, Switch, text } from './text.ts';

/** The format of rates: the decimals are those of `RATE_SCALE`. */
const RATE_DIGITS = { decimals: 6, digits: 5 };

/** Reads a typed rate like the API, × 1,000,000. Returns null for an invalid one. */
export const readRate = (typed: string): number | null =>
  readScaled(typed, RATE_DIGITS.decimals, RATE_DIGITS.digits);

/** Pounds per unit, above zero, at most six decimals → × 1,000,000. */
const Rate = z.pipe(
  z.union([z.number(), z.string()]),
  z.transform((value: number | string, ctx) =>
    scaledOf(value, ctx, { ...RATE_DIGITS, least: 1, error: 'InvalidRate' }),
  ),
);

const Moment = z.string().check(
  z.refine((value: string) => /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value)), {
    error: 'InvalidDate',
  }),
);

export const ExchangeRateForm = z.object({
  currency: z.enum(['USD'], { error: 'Invalid' }),
  rate: Rate,
  /** When it takes effect; now by default. */
  effective_from: z.optional(z.nullable(Moment)),
  /** Confirms a rate that is far from the current one. */
  confirmed: z.optional(Switch),
});

export const ExchangeRate = z.object({
  currency: z.string(),
  /** Pounds per unit. */
  rate: z.number(),
  effective_from: z.string(),
  state: z.enum(['past', 'current', 'future']),
});
export type ExchangeRate = z.output<typeof ExchangeRate>;

export const BankHoliday = z.object({ day: z.string(), name_en: z.string(), name_ar: z.string() });
export type BankHoliday = z.output<typeof BankHoliday>;
export const BankHolidayForm = z.object({ day: Day, name_en: text(100), name_ar: text(100) });

export const FailedJob = z.object({
  id: z.number(),
  task: z.string(),
  /** The merchant; null if it belongs to none. */
  merchant_id: z.nullable(z.number()),
  attempts: z.number(),
  max_attempts: z.number(),
  last_error: z.string(),
  /** The time of the next attempt; null if there is none. */
  next_try_at: z.nullable(z.string()),
  created_at: z.string(),
});
export type FailedJob = z.output<typeof FailedJob>;

export const FailedMessage = z.object({
  id: z.number(),
  merchant_id: z.number(),
  channel: z.enum(['email', 'sms']),
  recipient: z.string(),
  subject: z.string(),
  last_error: z.string(),
  created_at: z.string(),
});
export type FailedMessage = z.output<typeof FailedMessage>;

export const FailedDelivery = z.object({
  id: z.number(),
  merchant: z.object({ id: z.number(), name: z.string() }),
  mode: z.enum(['live', 'test']),
  /** The event type: `payment.succeeded`. */
  type: z.string(),
  attempts: z.number(),
  /** The last HTTP status of the merchant's server; null if it did not answer. */
  last_status: z.nullable(z.number()),
  created_at: z.string(),
});
export type FailedDelivery = z.output<typeof FailedDelivery>;

export const AuditRow = z.object({
  id: z.number(),
  at: z.string(),
  /** Null if it belongs to no merchant. */
  merchant: z.nullable(z.object({ id: z.number(), name: z.string() })),
  mode: z.nullable(z.string()),
  actor: z.string(),
  address: z.nullable(z.string()),
  action: z.string(),
  /** In the language of the request. */
  action_name: z.string(),
  /** `payout:17`; empty if there is none. */
  subject: z.string(),
  changes: z.array(AuditChange),
});
export type AuditRow = z.output<typeof AuditRow>;

const Typed = z.optional(z.string().check(z.maxLength(255)));
const DAYS = { date_from: z.optional(Day), date_to: z.optional(Day) };
const RANGES = [['date_from', 'date_to']] as const;

/** Filters and sorting of the lists. */
const LISTS = {
  /** `q`: part of the task or of the error. */
  failedJobs: { dialect: 'snake', sort: ['created_at', 'task', 'attempts'], filters: { q: Typed } },
  /** `q`: part of the recipient, subject or error. */
  failedMessages: {
    dialect: 'snake',
    sort: ['created_at', 'recipient'],
    filters: { q: Typed, merchant_id: z.optional(Id), ...DAYS },
    ranges: RANGES,
  },
  /** `q`: part of the event type. */
  failedDeliveries: {
    dialect: 'snake',
    sort: ['created_at', 'type'],
    filters: { q: Typed, merchant_id: z.optional(Id), ...DAYS },
    ranges: RANGES,
  },
  audit: {
    dialect: 'snake',
    sort: ['created_at', 'actor', 'action'],
    filters: {
      /** A reference (`TRX-…`, `INV-…`, `TKT-…` …), a subject (`payout:17`) or an actor. */
      q: Typed,
      merchant_id: z.optional(Id),
      /** The exact actor: an e-mail, `system`. */
      actor: z.optional(z.string().check(z.maxLength(254))),
      /** The exact action: `payout.handed-over`. */
      action: z.optional(z.string().check(z.maxLength(64))),
      ...DAYS,
    },
    ranges: RANGES,
  },
} as const;

const MessageParams = z.object({ merchantId: Id, id: Id });
const DayParams = z.object({ day: Day });

/** Settings for all merchants, failed deliveries and jobs, and the audit log. */
export const opsPlatform = defineEndpoints({
  exchangeRates: {
    method: 'GET',
    path: '/ops/exchange-rates',
    base: 'fixed',
    access: 'ops:reference-data',
    /** The last hundred, newest first. */
    reply: data(z.array(ExchangeRate)),
  },
  addExchangeRate: {
    method: 'POST',
    path: '/ops/exchange-rates',
    base: 'fixed',
    access: 'ops:reference-data',
    body: ExchangeRateForm,
    reply: done,
  },
  bankHolidays: {
    method: 'GET',
    path: '/ops/bank-holidays',
    base: 'fixed',
    access: 'ops:reference-data',
    /** Holidays of this year and later. */
    reply: data(z.array(BankHoliday)),
  },
  saveBankHoliday: {
    method: 'POST',
    path: '/ops/bank-holidays',
    base: 'fixed',
    access: 'ops:reference-data',
    body: BankHolidayForm,
    reply: done,
  },
  removeBankHoliday: {
    method: 'DELETE',
    path: '/ops/bank-holidays/:day',
    base: 'fixed',
    access: 'ops:reference-data',
    params: DayParams,
    reply: done,
  },
  failedJobs: {
    method: 'GET',
    path: '/ops/failures/jobs',
    base: 'fixed',
    access: 'ops:failures',
    query: listQuery(LISTS.failedJobs),
    reply: list(FailedJob),
  },
  /** Exports the rows of the list, at most 100,000. */
  exportFailedJobs: {
    method: 'GET',
    path: '/ops/failures/jobs/export',
    base: 'fixed',
    access: 'ops:failures',
    query: exportQuery(LISTS.failedJobs),
    reply: file,
  },
  retryJob: {
    method: 'POST',
    path: '/ops/failures/jobs/:id/retry',
    base: 'fixed',
    access: 'ops:failures',
    params: IdParams,
    reply: done,
  },
  failedMessages: {
    method: 'GET',
    path: '/ops/failures/messages',
    base: 'fixed',
    access: 'ops:failures',
    query: listQuery(LISTS.failedMessages),
    reply: list(FailedMessage),
  },
  /** Exports the rows of the list, at most 100,000. */
  exportFailedMessages: {
    method: 'GET',
    path: '/ops/failures/messages/export',
    base: 'fixed',
    access: 'ops:failures',
    query: exportQuery(LISTS.failedMessages),
    reply: file,
  },
  retryMessage: {
    method: 'POST',
    path: '/ops/failures/messages/:merchantId/:id/retry',
    base: 'fixed',
    access: 'ops:failures',
    params: MessageParams,
    reply: done,
  },
  /** Lists webhooks that failed for good. */
  failedDeliveries: {
    method: 'GET',
    path: '/ops/failures/webhooks',
    base: 'fixed',
    access: 'ops:failures',
    query: listQuery(LISTS.failedDeliveries),
    reply: list(FailedDelivery),
  },
  /** Exports the rows of the list, at most 100,000. */
  exportFailedDeliveries: {
    method: 'GET',
    path: '/ops/failures/webhooks/export',
    base: 'fixed',
    access: 'ops:failures',
    query: exportQuery(LISTS.failedDeliveries),
    reply: file,
  },
  retryDelivery: {
    method: 'POST',
    path: '/ops/failures/webhooks/:merchantId/:id/retry',
    base: 'fixed',
    access: 'ops:failures',
    params: MessageParams,
    reply: done,
  },
  audit: {
    method: 'GET',
    path: '/ops/audit',
    base: 'fixed',
    access: 'ops:audit',
    query: listQuery(LISTS.audit),
    reply: list(AuditRow),
  },
  /** Exports the rows of the list, at most 100,000. */
  exportAudit: {
    method: 'GET',
    path: '/ops/audit/export',
    base: 'fixed',
    access: 'ops:audit',
    query: exportQuery(LISTS.audit),
    reply: file,
  },
  /** Lists every action that the log can contain, with its name in the language of the request. */
  auditActions: {
    method: 'GET',
    path: '/ops/audit/actions',
    base: 'fixed',
    access: 'ops:audit',
    reply: data(z.array(z.object({ action: z.string(), name: z.string() }))),
  },
});
