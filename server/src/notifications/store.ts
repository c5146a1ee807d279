import type { Caller, Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import type { NotificationParams } from './content.ts';

export interface NotificationRow {
  id: number;
  kind: string;
  params: NotificationParams;
  href: string | null;
  createdAt: Date;
}

/** The newest that this user has not archived, newest first. */
export async function listOpen(db: Db, caller: Caller, limit: number): Promise<NotificationRow[]> {
  return db<NotificationRow[]>`
    select n.id, n.kind, n.params, n.href, n.created_at as "createdAt" from notifications n
    where n.merchant_id = ${caller.merchantId} and n.mode = ${caller.mode}
      and not exists (
        select 1 from notification_archives a
        where a.merchant_id = n.merchant_id and a.user_id = ${caller.userId} and a.notification_id = n.id)
    order by n.id desc limit ${limit}`;
}

/** Archives one for this user; again is no error. @returns whether the merchant has it in this mode. */
export async function archive(db: Db, caller: Caller, id: number, now: Date): Promise<boolean> {
  const rows = await db`
    with found as (
      select merchant_id, id from notifications
      where merchant_id = ${caller.merchantId} and mode = ${caller.mode} and id = ${id}
    ), archived as (
      insert into notification_archives (merchant_id, notification_id, user_id, archived_at)
      select merchant_id, id, ${caller.userId}, ${now} from found on conflict do nothing
    )
    select 1 from found`;
  return rows.length > 0;
}

export async function insertNotification(
  db: Db,
  scope: Scope,
  notification: { kind: string; params: NotificationParams; href: string | null; now: Date },
): Promise<void> {
  await db`
    insert into notifications (merchant_id, mode, kind, params, href, created_at)
    values (${scope.merchantId}, ${scope.mode}, ${notification.kind}, ${db.json(notification.params as never)},
            ${notification.href}, ${notification.now})`;
}
