import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { done, events, nestedList } from './envelope.ts';
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

/**
 * The nouns whose changes a stream announces besides notifications, with the permissions of which a listener needs any.
 */
export const CHANGE_READERS = {
  transactions: ['view-transactions-list', 'view-transaction-details'],
  // Who makes links waits for them to be paid at the till.
  'payment-links': ['view-pay-links-list', 'view-pay-link-details', 'create-pay-link'],
  invoices: ['view-invoices-list', 'view-invoice-details'],
  orders: ['view-orders', 'view-order-details'],
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
   * Server-sent events: `notification` with a {@link NotificationEvent} as soon as one is committed by any process; `change`
   * with a {@link ChangeEvent} when a payment, link, invoice or order changed its state; `resync` when some may have
   * been missed; comments as a heartbeat. The stream outlives the access token that opened it and ends with the
   * session.
   */
  stream: {
    method: 'GET',
    path: '/merchant/notifications/stream',
    base: 'mode',
    access: 'signed-in',
    whenNotLive: true,
    reply: events,
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
