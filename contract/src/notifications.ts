import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { done, events, nestedList } from './envelope.ts';
import type { Permission } from './permissions.ts';
import { Id } from './text.ts';

/** The portal asks again this often, and whenever the panel opens. */
export const NOTIFICATION_POLL_MILLISECONDS = 300_000;

export const NotificationItem = z.object({
  notificationId: z.number(),
  /** A sentence in the reader's language. */
  content: z.string(),
  created_at: z.string(),
  /** Where in the portal it leads, if anywhere. */
  href: z.nullable(z.string()),
});
export type NotificationItem = z.output<typeof NotificationItem>;

/** The nouns whose rows a stream tells of beside notifications, each with who hears of it: holders of any of these. */
export const CHANGE_READERS = {
  transactions: ['view-transactions-list', 'view-transaction-details'],
  'payment-links': ['view-pay-links-list', 'view-pay-link-details'],
  invoices: ['view-invoices-list', 'view-invoice-details'],
  orders: ['view-orders', 'view-order-details'],
} as const satisfies Record<string, readonly Permission[]>;
export type ChangedNoun = keyof typeof CHANGE_READERS;

/** What a stream says when the state of a noun's rows has changed: which noun, not which rows. */
export interface ChangeEvent {
  noun: ChangedNoun;
}

/** What a stream says of a notification; the list has its sentence. */
export interface NewsEvent {
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
   * Server-sent events: `notification` with a {@link NewsEvent} the moment one is committed, by whichever process;
   * `change` with a {@link ChangeEvent} when the state of a payment, link, invoice or order has changed; `resync` when
   * some may have been missed; comments as a heartbeat. It outlives the access token that opened it and
   * ends with the session.
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
