import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, events, file, list, nestedList } from './envelope.ts';
import { ExportFilters } from './exports.ts';
import { Day, listQuery, StatusCount } from './paging.ts';
import type { Permission } from './permissions.ts';
import { Id } from './text.ts';

/** The portal's polling interval; it also polls whenever the panel opens. */
export const NOTIFICATION_POLL_MILLISECONDS = 300_000;

export const NotificationItem = z.object({
  notificationId: z.number(),
  /** A sentence in the reader's language. */
  content: z.string(),
  created_at: z.string(),
  /** The portal's path that it leads to, if any. */
  href: z.nullable(z.string()),
});
export type NotificationItem = z.output<typeof NotificationItem>;

/** What notifications are about, in the order in which people choose how they hear of it. */
export const NOTIFICATION_TOPICS = [
  'account',
  'payments',
  'limits',
  'refunds',
  'chargebacks',
  'settlements',
  'payouts',
  'fees',
  'approvals',
  'orders',
  'tickets',
  'reports',
] as const;
export type NotificationTopic = (typeof NOTIFICATION_TOPICS)[number];

/** The account and its security: nobody can switch that off, and quiet hours do not hold it. */
export const ALWAYS_TOLD: NotificationTopic = 'account';

/** Ways in which a notification reaches a person. */
export const NOTIFICATION_CHANNELS = ['bell', 'mail', 'push'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];
export type Channels = Readonly<Record<NotificationChannel, boolean>>;

const Topic = z.enum(NOTIFICATION_TOPICS, { error: 'Invalid' });
const Hour = z.int({ error: 'Invalid' }).check(z.minimum(0), z.maximum(23));

/** Hours of Cairo's clock, from the first up to the second; over midnight when the second is smaller. */
const QuietHours = z
  .object({ from: Hour, until: Hour })
  .check(z.refine(({ from, until }) => from !== until, { error: 'Invalid', path: ['until'] }));
export type QuietHours = z.output<typeof QuietHours>;

export const PreferencesForm = z.object({
  /** Topics that are left out stay as they are. */
  topics: z
    .array(
      z.object({
        topic: Topic.check(z.refine((topic) => topic !== ALWAYS_TOLD, { error: 'Invalid' })),
        bell: z.boolean(),
        mail: z.boolean(),
        /** Absent keeps it. */
        push: z.optional(z.boolean()),
      }),
    )
    .check(
      z.maxLength(NOTIFICATION_TOPICS.length),
      z.refine((all) => new Set(all.map(({ topic }) => topic)).size === all.length, { error: 'Invalid' }),
    ),
  /** Null: none. */
  quiet_hours: z.nullable(QuietHours),
});
export type PreferencesForm = z.output<typeof PreferencesForm>;

export const Preferences = z.object({
  /** Only what the caller may be told of. */
  topics: z.array(
    z.object({
      topic: Topic,
      bell: z.boolean(),
      mail: z.boolean(),
      push: z.boolean(),
      /** Cannot be changed. */
      is_fixed: z.boolean(),
    }),
  ),
  quiet_hours: z.nullable(z.object({ from: z.number(), until: z.number() })),
  /** Whether the caller's profile says that notifications come by e-mail at all. */
  receives_mail: z.boolean(),
});
export type Preferences = z.output<typeof Preferences>;

/** Whether the reader has archived a notification. */
export const NOTIFICATION_STATES = ['open', 'archived'] as const;

/** How many notifications are in a state. */
export const NotificationCount = z.object({ ...StatusCount.shape, status: z.enum(NOTIFICATION_STATES) });
export type NotificationCount = z.output<typeof NotificationCount>;

export const NotificationRow = z.object({
  ...NotificationItem.shape,
  topic: Topic,
  is_archived: z.boolean(),
});
export type NotificationRow = z.output<typeof NotificationRow>;

/**
 * The nouns whose changes a stream announces besides notifications, with the permissions of which a listener needs any.
 */
export const CHANGE_READERS = {
  transactions: ['view-transactions-list', 'view-transaction-details'],
  // Who makes links waits for them to be paid at the till.
  'payment-links': ['view-pay-links-list', 'view-pay-link-details', 'create-pay-link'],
  invoices: ['view-invoices-list', 'view-invoice-details'],
  orders: ['view-orders', 'view-order-details'],
  tickets: ['tickets-list', 'view-ticket'],
} as const satisfies Record<string, readonly Permission[]>;
export type ChangedNoun = keyof typeof CHANGE_READERS;

/** Announces that a noun's rows changed their state: which noun, not which rows. */
export interface ChangeEvent {
  noun: ChangedNoun;
}

/** Announces a notification; the list has its sentence. */
export interface NotificationEvent {
  notificationId: number;
  /** `payment-received`, `settlement-made` … */
  kind: string;
}

/**
 * A stream begins with it, and then repeats the last announcement of each kind: none of so many milliseconds before was
 * missed.
 */
export interface OpenedEvent {
  repeatedMilliseconds: number;
}

const filters = {
  topic: z.optional(Topic),
  state: z.optional(z.enum(NOTIFICATION_STATES, { error: 'Invalid' })),
  date_from: z.optional(Day),
  date_to: z.optional(Day),
};
const LIST = { dialect: 'snake', sort: ['created_at'], ranges: [['date_from', 'date_to']] } as const;

export const notifications = defineEndpoints({
  list: {
    method: 'GET',
    path: '/merchant/notifications',
    base: 'mode',
    access: 'signed-in',
    keys: 'none',
    whenNotLive: true,
    reply: nestedList(NotificationItem),
  },
  /**
   * Server-sent events: `opened` with an {@link OpenedEvent} at first; `notification` with a {@link NotificationEvent} as
   * soon as one is committed by any process; `change` with a {@link ChangeEvent} when a payment, link, invoice or order
   * changed its state; `resync` when some may have been missed; comments as a heartbeat. The stream outlives the access
   * token that opened it and ends with the session.
   */
  stream: {
    method: 'GET',
    path: '/merchant/notifications/stream',
    base: 'mode',
    access: 'signed-in',
    whenNotLive: true,
    reply: events,
  },
  /** Every notification that the caller may see, archived or not, whatever they chose for the bell. */
  history: {
    method: 'GET',
    path: '/merchant/notifications/history',
    base: 'mode',
    access: 'signed-in',
    keys: 'none',
    whenNotLive: true,
    query: listQuery({ ...LIST, filters }),
    reply: list(NotificationRow),
  },
  /** Exports the chosen notifications, or those that match the filters, of what the caller may see, in their language. */
  exportCsv: {
    method: 'GET',
    path: '/merchant/notifications/history/exportCsv',
    base: 'mode',
    access: 'signed-in',
    keys: 'none',
    whenNotLive: true,
    query: listQuery({ ...LIST, filters: { ...filters, ...ExportFilters } }),
    reply: file,
  },
  /** How many of them the caller has archived and not, at most 10,000 each: beyond, `more` is true. */
  historyCounts: {
    method: 'GET',
    path: '/merchant/notifications/history/counts',
    reads: 'standby',
    base: 'mode',
    access: 'signed-in',
    keys: 'none',
    whenNotLive: true,
    reply: data(z.array(NotificationCount)),
  },
  /** Archives a notification and all earlier ones, for the caller only: what came after it was read stays. */
  archiveAll: {
    method: 'POST',
    path: '/merchant/notifications/archive-all',
    base: 'mode',
    access: 'signed-in',
    keys: 'none',
    whenNotLive: true,
    whenSuspended: true,
    body: z.object({ up_to: Id }),
    reply: done,
  },
  preferences: {
    method: 'GET',
    path: '/merchant/notification-preferences',
    base: 'fixed',
    access: 'signed-in',
    whenNotLive: true,
    reply: data(Preferences),
  },
  /** Saves how the caller hears of what. */
  savePreferences: {
    method: 'PUT',
    path: '/merchant/notification-preferences',
    base: 'fixed',
    access: 'signed-in',
    whenNotLive: true,
    whenSuspended: true,
    body: PreferencesForm,
    reply: done,
  },
  archive: {
    method: 'POST',
    path: '/merchant/notifications/:notificationId',
    base: 'mode',
    access: 'signed-in',
    keys: 'none',
    whenNotLive: true,
    params: z.object({ notificationId: Id }),
    reply: done,
  },
});
