import type { Caller, Mode, Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import type { Locale } from '../platform/i18n/translate.ts';
import { inScope } from '../platform/lists/conditions.ts';
import type { NotificationParams } from './content.ts';
import { isArchived, isFor, isNearMark, isOfKinds } from './store-history.ts';

/** Maximum time until a notification being written is visible to others. */
const LONGEST_WRITE_MILLISECONDS = 10 * 60_000;

export interface NotificationRow {
  id: number;
  kind: string;
  params: NotificationParams;
  href: string | null;
  createdAt: Date;
}

/** Lists the newest that this user may see and has not archived. */
export async function listOpen(
  db: Db,
  caller: Caller,
  visible: readonly string[],
  limit: number,
): Promise<NotificationRow[]> {
  return db<NotificationRow[]>`
    select t.id, t.kind, t.params, t.href, t.created_at as "createdAt" from notifications t
    where ${inScope(db, caller)} and ${isFor(db, caller)} and ${isOfKinds(db, visible)}
      and not ${isArchived(db, caller)}
      and ${isNearMark(db, caller)}
    order by t.created_at desc, t.id desc limit ${limit}`;
}

/** Archives a notification for this user; repeating is no error. @returns whether the merchant has it in this mode. */
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

/**
 * Archives a notification and all earlier ones for this user. Those of the last minutes are archived one by one,
 * because another one with a lower id may still become visible that nobody has seen.
 * @returns whether the merchant has it in this mode.
 */
export async function archiveUpTo(db: Db, caller: Caller, id: number, now: Date): Promise<boolean> {
  const settled = new Date(now.getTime() - LONGEST_WRITE_MILLISECONDS);
  const found = await db`select from notifications t where ${inScope(db, caller)} and t.id = ${id}`;
  if (found.length === 0) return false;
  const [mark] = await db<{ id: number; createdAt: Date }[]>`
    select t.id, t.created_at as "createdAt" from notifications t
     where ${inScope(db, caller)} and t.id <= ${id} and t.created_at <= ${settled} order by t.id desc limit 1`;
  if (mark)
    await db`
      insert into notification_marks (merchant_id, user_id, mode, notification_id, written_at)
      values (${caller.merchantId}, ${caller.userId}, ${caller.mode}, ${mark.id}, ${mark.createdAt})
      on conflict (merchant_id, user_id, mode) do update
        set notification_id = excluded.notification_id, written_at = excluded.written_at
        where notification_marks.notification_id < excluded.notification_id`;
  await db`
    insert into notification_archives (merchant_id, notification_id, user_id, archived_at)
    select t.merchant_id, t.id, ${caller.userId}, ${now} from notifications t
     where ${inScope(db, caller)} and t.id <= ${id} and t.created_at > ${settled} and ${isFor(db, caller)}
    on conflict do nothing`;
  return true;
}

/** Stores a notification for everybody who may see it, for one person, or for all but one. @returns its id. */
export async function insertNotification(
  db: Db,
  scope: Scope,
  notification: {
    kind: string;
    params: NotificationParams;
    href: string | null;
    onlyUserId: number | null;
    exceptUserId: number | null;
    now: Date;
  },
): Promise<number> {
  const { kind, params, href, onlyUserId, exceptUserId, now } = notification;
  const [row] = await db<{ id: number }[]>`
    insert into notifications (merchant_id, mode, kind, params, href, only_user_id, except_user_id, created_at)
    values (${scope.merchantId}, ${scope.mode}, ${kind}, ${db.json(params as never)}, ${href}, ${onlyUserId},
            ${exceptUserId}, ${now})
    returning id`;
  return row!.id;
}

/** Returns whether anybody of a merchant has a device, so that most merchants cost one lookup. */
export async function hasDevices(db: Db, merchantId: number): Promise<boolean> {
  const rows = await db`select from push_devices where merchant_id = ${merchantId} limit 1`;
  return rows.length > 0;
}

/** A notification to be sent. */
export interface NotificationToSend extends NotificationRow {
  mode: Mode;
  onlyUserId: number | null;
  exceptUserId: number | null;
}

/** Finds a notification to be sent. */
export async function findNotification(
  db: Db,
  merchantId: number,
  id: number,
): Promise<NotificationToSend | undefined> {
  const [row] = await db<NotificationToSend[]>`
    select id, mode, kind, params, href, created_at as "createdAt", only_user_id as "onlyUserId",
           except_user_id as "exceptUserId"
      from notifications where merchant_id = ${merchantId} and id = ${id}`;
  return row;
}

/** A person who may get a notification. */
export interface Reader {
  id: number;
  email: string;
  locale: Locale;
}

/** Lists the active people of a merchant who have joined and hold any of these permissions (null: all of them). */
export async function listReaders(
  db: Db,
  { merchantId }: Pick<Scope, 'merchantId'>,
  anyOf: readonly string[] | null,
): Promise<Reader[]> {
  return db<Reader[]>`
    select u.id, u.email, u.locale from users u
      join roles r on r.merchant_id = u.merchant_id and r.id = u.role_id
     where u.merchant_id = ${merchantId} and u.is_active and u.joined_at is not null
       and (${anyOf === null} or r.is_first or r.permissions && ${[...(anyOf ?? [])]}::text[])
     order by u.id`;
}

/** Lists the owners who can sign in, without those who never accepted their invitation. */
export async function listOwners(
  db: Db,
  scope: Pick<Scope, 'merchantId'>,
): Promise<{ email: string; locale: Locale }[]> {
  return db<{ email: string; locale: Locale }[]>`
    select u.email, u.locale from users u join roles r on r.merchant_id = u.merchant_id and r.id = u.role_id
     where u.merchant_id = ${scope.merchantId} and u.is_active and u.joined_at is not null and r.is_first
     order by u.id`;
}

/** Returns the name of a business, because a reader may belong to several. */
export async function businessOf(db: Db, { merchantId }: Pick<Caller, 'merchantId'>): Promise<string> {
  const [row] = await db<
    { name: string }[]
  >`select business_name as name from merchants where id = ${merchantId}`;
  return row?.name ?? '';
}

/** Returns the caller's display name. */
export async function nameOf(db: Db, caller: Pick<Caller, 'merchantId' | 'userId'>): Promise<string> {
  const [row] = await db<{ name: string }[]>`
    select concat_ws(' ', first_name, last_name) as name from users
     where merchant_id = ${caller.merchantId} and id = ${caller.userId}`;
  return row?.name ?? '';
}
