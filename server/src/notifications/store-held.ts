import type { Tx } from '../platform/db/connect.ts';
import type { NotificationToSend } from './store.ts';

/** A person of a merchant who gets e-mails. */
export interface MailReader {
  merchantId: number;
  userId: number;
}

/** Holds a notification until a person's quiet hours are over. */
export async function hold(tx: Tx, { merchantId, userId }: MailReader, id: number): Promise<void> {
  await tx`
    insert into held_mails (merchant_id, user_id, notification_id) values (${merchantId}, ${userId}, ${id})
    on conflict do nothing`;
}

/** Returns whether a notification was held for a person, whether already sent or not. */
export async function wasHeld(tx: Tx, { merchantId, userId }: MailReader, id: number): Promise<boolean> {
  const rows = await tx`
    select from held_mails where merchant_id = ${merchantId} and user_id = ${userId} and notification_id = ${id}`;
  return rows.length > 0;
}

/** Locks the notifications held for a person and not sent, in order of their events. */
export async function lockHeld(tx: Tx, { merchantId, userId }: MailReader): Promise<NotificationToSend[]> {
  return tx<NotificationToSend[]>`
    select n.id, n.mode, n.kind, n.params, n.href, n.created_at as "createdAt", n.only_user_id as "onlyUserId",
           n.except_user_id as "exceptUserId"
      from held_mails h join notifications n on n.merchant_id = h.merchant_id and n.id = h.notification_id
     where h.merchant_id = ${merchantId} and h.user_id = ${userId} and h.sent_at is null
     order by n.id for update of h`;
}

/** Marks the held notifications as sent, and deletes those sent a week ago, because no job is retried for so long. */
export async function writeSent(tx: Tx, { merchantId, userId }: MailReader, now: Date): Promise<void> {
  await tx`
    update held_mails set sent_at = ${now}
     where merchant_id = ${merchantId} and user_id = ${userId} and sent_at is null`;
  await tx`
    delete from held_mails
     where merchant_id = ${merchantId} and user_id = ${userId} and sent_at < ${now}::timestamptz - interval '7 days'`;
}
