import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { done, events, nestedList } from './envelope.ts';
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
   * `resync` when some may have been missed; comments as a heartbeat. It outlives the access token that opened it and
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
