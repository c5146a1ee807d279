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
  /** The portal path to open; null if there is none. */
  href: z.nullable(z.string()),
});
export type NotificationItem = z.output<typeof NotificationItem>;

/** Topics of notifications, in the order of the settings screen. */
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

/** The account and its security: nobody can switch these notifications off, and quiet hours do not delay them. */
export const ALWAYS_TOLD: NotificationTopic = 'account';

/** Channels by which a notification reaches a person. */
export const NOTIFICATION_CHANNELS = ['bell', 'mail', 'push'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];
export type Channels = Readonly<Record<NotificationChannel, boolean>>;

const Topic = z.enum(NOTIFICATION_TOPICS, { error: 'Invalid' });
const Hour = z.int({ error: 'Invalid' }).check(z.minimum(0), z.maximum(23));

/** Hours in Cairo time, from the first up to, but not including, the second; over midnight if the second is smaller. */
const QuietHours = z
  .object({ from: Hour, until: Hour })
  .check(z.refine(({ from, until }) => from !== until, { error: 'Invalid', path: ['until'] }));
export type QuietHours = z.output<typeof QuietHours>;

export const PreferencesForm = z.object({
  /** Absent topics keep their settings. */
  topics: z
    .array(
      z.object({
        topic: Topic.check(z.refine((topic) => topic !== ALWAYS_TOLD, { error: 'Invalid' })),
        bell: z.boolean(),
        mail: z.boolean(),
        /** Absent keeps the setting. */
        push: z.optional(z.boolean()),
      }),
    )
    .check(
      z.maxLength(NOTIFICATION_TOPICS.length),
      z.refine((all) => new Set(all.map(({ topic }) => topic)).size === all.length, { error: 'Invalid' }),
    ),
  /** Null switches quiet hours off. */
  quiet_hours: z.nullable(QuietHours),
});
export type PreferencesForm = z.output<typeof PreferencesForm>;

export const Preferences = z.object({
  /** Only topics about which the caller may be notified. */
  topics: z.array(
    z.object({
      topic: Topic,
      bell: z.boolean(),
      mail: z.boolean(),
      push: z.boolean(),
      /** True: the setting cannot be changed. */
      is_fixed: z.boolean(),
    }),
  ),
  quiet_hours: z.nullable(z.object({ from: z.number(), until: z.number() })),
  /** True: the caller's profile allows notifications by e-mail. */
  receives_mail: z.boolean(),
});
export type Preferences = z.output<typeof Preferences>;

/** Whether the reader has archived a notification. */
export const NOTIFICATION_STATES = ['open', 'archived'] as const;

/** The number of notifications in each state. */
export const NotificationCount = z.object({ ...StatusCount.shape, status: z.enum(NOTIFICATION_STATES) });
export type NotificationCount = z.output<typeof NotificationCount>;

export const NotificationRow = z.object({
  ...NotificationItem.shape,
  topic: Topic,
  is_archived: z.boolean(),
});
export type NotificationRow = z.output<typeof NotificationRow>;

/**
 * The nouns whose changes a stream announces in addition to notifications, with the permissions of which a listener
 * needs any one.
 */
export const CHANGE_READERS = {
  transactions: ['view-transactions-list', 'view-transaction-details'],
  // People who create links wait at the till for their payment.
  'payment-links': ['view-pay-links-list', 'view-pay-link-details', 'create-pay-link'],
  invoices: ['view-invoices-list', 'view-invoice-details'],
  orders: ['view-orders', 'view-order-details'],
  tickets: ['tickets-list', 'view-ticket'],
} as const satisfies Record<string, readonly Permission[]>;
export type ChangedNoun = keyof typeof CHANGE_READERS;

/** Announces that rows of a noun changed their state, without naming the rows. */
export interface ChangeEvent {
  noun: ChangedNoun;
}

/** Announces a notification; the list has its text. */
export interface NotificationEvent {
  notificationId: number;
  /** `payment-received`, `settlement-made` … */
  kind: string;
}

/**
 * The first event of a stream. Afterwards the stream repeats the last announcement of each kind, so that none from this
 * many milliseconds before is missed.
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
   * Server-sent events: first `opened` with an {@link OpenedEvent}; `notification` with a {@link NotificationEvent} as
   * soon as any process commits one; `change` with a {@link ChangeEvent} when a payment, link, invoice or order changes
   * its state; `resync` when some may have been missed; comments as a heartbeat. The stream outlives the access token
   * that opened it and ends with the session.
   */
  stream: {
    method: 'GET',
    path: '/merchant/notifications/stream',
    base: 'mode',
    access: 'signed-in',
    whenNotLive: true,
    reply: events,
  },
  /** Lists every notification that the caller may see, archived or not, whatever the caller chose for the bell. */
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
  /**
   * Exports the chosen notifications, or those that match the filters, limited to what the caller may see, in the
   * caller's language.
   */
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
  /** Counts those that the caller has and has not archived, at most 10,000 each; beyond that, `more` is true. */
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
  /** Archives a notification and all earlier ones, for the caller only; later ones stay. */
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
  /** Saves the caller's channels per topic. */
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
