/** Reports by mail: their content, schedule and recipients. */
import * as z from 'zod/mini';
import { REPORT_ACCESS } from './access.ts';
import { approvals } from './approvals.ts';
import { audit } from './audit.ts';
import { categories } from './categories.ts';
import { chargebacks } from './chargebacks.ts';
import { customers } from './customers.ts';
import { defineEndpoints } from './endpoint.ts';
import { Created, data, done, file } from './envelope.ts';
import { events } from './events.ts';
import { feeInvoices } from './fee-invoices.ts';
import { invoices } from './invoices.ts';
import { ViewQuery } from './list-view.ts';
import { orders } from './orders.ts';
import { Day } from './paging.ts';
import { paymentLinks } from './payment-links.ts';
import { payouts } from './payouts.ts';
import { DAY_PERIODS } from './periods.ts';
import type { Permission } from './permissions.ts';
import { personName } from './person-name.ts';
import { products } from './products.ts';
import { requestLog } from './request-log.ts';
import { isQueryOf, VIEW_LISTS } from './saved-views.ts';
import { settlements } from './settlements.ts';
import { stepUpFields } from './step-up.ts';
import { email, Id, IdParams, Switch } from './text.ts';
import { tickets } from './tickets.ts';
import { transactions } from './transactions.ts';
import { webhooks } from './webhooks.ts';

/** The takings of a day, the statement of account of a week or a month, or a saved view of a list. */
export const REPORT_KINDS = ['takings', 'week', 'month', 'view'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

type Listed = (typeof REPORT_ACCESS)[number] | 'view-customers-list' | 'view-settlements';

/**
 * Lists whose files can be mailed, by their export calls. Notifications are excluded: they are personal and mailed one
 * by one.
 */
export const REPORT_LISTS = {
  transactions: transactions.exportCsv,
  'payment-links': paymentLinks.exportCsv,
  invoices: invoices.exportCsv,
  chargebacks: chargebacks.exportCsv,
  customers: customers.exportCsv,
  orders: orders.exportCsv,
  products: products.exportCsv,
  tickets: tickets.exportCsv,
  settlements: settlements.exportCsv,
  payouts: payouts.exportCsv,
  categories: categories.exportCsv,
  approvals: approvals.exportCsv,
  audit: audit.exportCsv,
  'fee-invoices': feeInvoices.exportCsv,
  webhooks: webhooks.exportCsv,
  events: events.exportCsv,
  'request-log': requestLog.exportCsv,
} as const satisfies Partial<Record<keyof typeof VIEW_LISTS, { access: Listed | readonly Listed[] }>>;
export type ReportList = keyof typeof REPORT_LISTS;
const LISTS = Object.keys(REPORT_LISTS) as ReportList[];

export const REPORT_RHYTHMS = ['day', 'week', 'month'] as const;
export type ReportRhythm = (typeof REPORT_RHYTHMS)[number];
export const REPORT_FORMATS = ['pdf', 'csv', 'xlsx'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Maximum number of reports of a business in each mode, and of members that receive one. */
export const REPORTS_MAXIMUM = 50;
export const REPORT_MEMBERS_MAXIMUM = 20;
/** Maximum number of addresses outside the business. */
export const REPORT_ADDRESSES_MAXIMUM = 5;
/** Maximum size of an attachment; larger files are downloaded from the portal. */
export const REPORT_ATTACHED_BYTES = 1024 * 1024;
/** Days for which a file can be downloaded from the portal. */
export const REPORT_FILE_DAYS = 7;
/** Days within which an address must confirm that it wants a report. */
export const REPORT_CONFIRM_DAYS = 7;

/** The last day that every month has. */
const MONTH_DAY_MAXIMUM = 28;

/** Returns the permissions that a person needs to create a report: any one of each entry. */
function needsOf(kind: ReportKind, list: ReportList | null): readonly (Permission | readonly Permission[])[] {
  if (kind === 'week' || kind === 'month') return ['export-settlements', 'view-balances'];
  const of = kind === 'takings' ? 'transactions' : list;
  return of === null ? [] : [VIEW_LISTS[of].access, REPORT_LISTS[of].access];
}

/** Returns whether a person with the given permissions may create a report. */
export const mayReport = (
  kind: ReportKind,
  list: ReportList | null,
  holds: (permission: Permission) => boolean,
): boolean => needsOf(kind, list).every((anyOf) => [anyOf].flat().some(holds));

/** Returns the date filters of a list, which a view's period replaces; null for a list without any. */
export function daysOfList(list: ReportList): readonly [from: string, to: string] | null {
  const { filters } = VIEW_LISTS[list].query.list;
  const from = ['date_from', 'created_from'].find((name) => filters.includes(name));
  return from === undefined ? null : [from, from.replace('from', 'to')];
}

/** The schedule of each kind; null for a view, whose schedule can be chosen. */
export const RHYTHM_OF: Readonly<Record<ReportKind, ReportRhythm | null>> = {
  takings: 'day',
  week: 'week',
  month: 'month',
  view: null,
};

const whole = (least: number, most: number) =>
  z.int({ error: 'Invalid' }).check(z.minimum(least), z.maximum(most));

export const ReportForm = z
  .object({
    /** Appears in mails to people outside the business. */
    name: personName(60),
    kind: z.enum(REPORT_KINDS, { error: 'Invalid' }),
    /** For a view: its list and query. The report keeps a copy, whatever happens to the view. */
    list: z.optional(z.nullable(z.enum(LISTS, { error: 'Invalid' }))),
    query: z.optional(ViewQuery),
    period: z.optional(z.nullable(z.enum(DAY_PERIODS, { error: 'Invalid' }))),
    format: z.enum(REPORT_FORMATS, { error: 'Invalid' }),
    language: z.enum(['en', 'ar'], { error: 'Invalid' }),
    rhythm: z.enum(REPORT_RHYTHMS, { error: 'Invalid' }),
    /** Hour in Cairo time. */
    hour: whole(0, 23),
    /** 0 is Sunday. */
    weekday: z.optional(z.nullable(whole(0, 6))),
    month_day: z.optional(z.nullable(whole(1, MONTH_DAY_MAXIMUM))),
    /** Ids of people in the business. */
    members: z.array(Id).check(z.maxLength(REPORT_MEMBERS_MAXIMUM)),
    /** Addresses of people outside: an owner approves each address, which must then confirm. */
    addresses: z.array(email()).check(z.maxLength(REPORT_ADDRESSES_MAXIMUM)),
  })
  .check(
    z.refine(({ kind, rhythm }) => (RHYTHM_OF[kind] ?? rhythm) === rhythm, {
      error: 'Invalid',
      path: ['rhythm'],
    }),
    z.refine(({ rhythm, weekday }) => rhythm !== 'week' || weekday != null, {
      error: 'Required',
      path: ['weekday'],
    }),
    z.refine(({ rhythm, month_day }) => rhythm !== 'month' || month_day != null, {
      error: 'Required',
      path: ['month_day'],
    }),
    z.refine(({ kind, format }) => format !== 'pdf' || kind === 'week' || kind === 'month', {
      error: 'Invalid',
      path: ['format'],
    }),
    z.refine(({ kind, list }) => kind !== 'view' || list != null, { error: 'Required', path: ['list'] }),
    z.refine(({ kind, list, query = {} }) => kind !== 'view' || !list || isQueryOf(list, query), {
      error: 'Invalid',
      path: ['query'],
    }),
    z.refine(({ list, period }) => !period || !list || daysOfList(list) !== null, {
      error: 'Invalid',
      path: ['period'],
    }),
    z.refine(({ members, addresses }) => members.length + addresses.length > 0, {
      error: 'Required',
      path: ['members'],
    }),
  );
export type ReportForm = z.output<typeof ReportForm>;

/**
 * The state of a recipient: receives it, waits for an owner's approval or its own confirmation, or has unsubscribed.
 */
export const RECIPIENT_STATES = ['active', 'waiting-owner', 'waiting-address', 'unsubscribed'] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

export const ReportRecipient = z.object({
  id: z.number(),
  /** Null for a person outside. */
  user_id: z.nullable(z.number()),
  name: z.string(),
  email: z.string(),
  state: z.enum(RECIPIENT_STATES),
});

/** The reason why a report is no longer sent: its creator has left, or may no longer export its file. */
export const REPORT_STOPS = ['left', 'permission'] as const;
export type ReportStop = (typeof REPORT_STOPS)[number];

export const Report = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(REPORT_KINDS),
  list: z.nullable(z.enum(LISTS)),
  query: z.record(z.string(), z.string()),
  period: z.nullable(z.enum(DAY_PERIODS)),
  format: z.enum(REPORT_FORMATS),
  language: z.enum(['en', 'ar']),
  rhythm: z.enum(REPORT_RHYTHMS),
  hour: z.number(),
  weekday: z.nullable(z.number()),
  month_day: z.nullable(z.number()),
  is_paused: z.boolean(),
  stopped: z.nullable(z.enum(REPORT_STOPS)),
  /** Incremented when its content changes; an approval names it. */
  version: z.number(),
  /** Null while it is paused or stopped. */
  next_at: z.nullable(z.string()),
  last_sent_at: z.nullable(z.string()),
  made_by: z.string(),
  is_mine: z.boolean(),
  recipients: z.array(ReportRecipient),
});
export type Report = z.output<typeof Report>;

export const Reports = z.object({
  /** The caller's own reports; for people who manage the team, everybody's. */
  reports: z.array(Report),
  /** True: the caller is an owner, who approves addresses outside. */
  may_approve: z.boolean(),
  /** People who can be chosen. */
  members: z.array(z.object({ id: z.number(), name: z.string(), is_me: z.boolean() })),
});
export type Reports = z.output<typeof Reports>;

const RecipientParams = z.object({ id: Id, recipientId: Id });

export const reports = defineEndpoints({
  list: {
    method: 'GET',
    path: '/merchant/reports',
    base: 'mode',
    access: REPORT_ACCESS,
    keys: 'none',
    reply: data(Reports),
  },
  create: {
    method: 'POST',
    path: '/merchant/reports/create',
    base: 'mode',
    access: REPORT_ACCESS,
    keys: 'none',
    idempotent: true,
    body: ReportForm,
    reply: data(Created),
  },
  /** Changes one of the caller's own reports. */
  update: {
    method: 'PUT',
    path: '/merchant/reports/:id',
    base: 'mode',
    access: REPORT_ACCESS,
    keys: 'none',
    params: IdParams,
    body: ReportForm,
    reply: done,
  },
  /** Pauses a report, or resumes it at its next time. */
  pause: {
    method: 'POST',
    path: '/merchant/reports/:id/pause',
    base: 'mode',
    access: REPORT_ACCESS,
    keys: 'none',
    params: IdParams,
    body: z.object({ is_paused: Switch }),
    reply: done,
  },
  delete: {
    method: 'DELETE',
    path: '/merchant/reports/:id',
    base: 'mode',
    access: REPORT_ACCESS,
    keys: 'none',
    params: IdParams,
    reply: done,
  },
  /** Sends the latest report to the caller only, as a preview. */
  test: {
    method: 'POST',
    path: '/merchant/reports/:id/test',
    base: 'mode',
    access: REPORT_ACCESS,
    keys: 'none',
    params: IdParams,
    reply: done,
  },
  /** Approves an address outside, as an owner; the address is then asked to confirm. */
  approve: {
    method: 'POST',
    path: '/merchant/reports/:id/recipients/:recipientId/approve',
    base: 'mode',
    access: REPORT_ACCESS,
    keys: 'none',
    rateLimit: 'credentials',
    params: RecipientParams,
    /** `version`: that of the report which the owner has read, 1 if absent. 409 if it has changed since. */
    body: z.object({ version: z.optional(Id), ...stepUpFields }),
    stepUp: 'always',
    reply: done,
  },
  /** Returns the file of a sent report to its recipients in the business, for {@link REPORT_FILE_DAYS} days. */
  file: {
    method: 'GET',
    path: '/merchant/reports/:id/runs/:day/file',
    base: 'mode',
    access: 'signed-in',
    keys: 'none',
    params: z.object({
      id: Id,
      day: Day,
    }),
    reply: file,
  },
});
