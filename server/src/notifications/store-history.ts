import type { NotificationCount } from '@daftar/contract/notifications';
import type { Caller } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { inScope, withinDays } from '../platform/lists/conditions.ts';
import { countByStatus } from '../platform/lists/counts.ts';
import { allOf, chosenOr, orderBy, type Page, readPage, type Sql } from '../platform/lists/page.ts';
import type { NotificationParams } from './content.ts';

/** Condition for rows of `t` for this person, or for everybody except others. */
export const isFor = (db: Db, { userId }: Caller): Sql => db`
  (t.only_user_id is null or t.only_user_id = ${userId}) and t.except_user_id is distinct from ${userId}`;

/** Condition for rows of `t` of some kinds. */
export const isOfKinds = (db: Db, kinds: readonly string[]): Sql => db`t.kind = any (${[...kinds]}::text[])`;

/** Selects the notification up to which this person has archived all; otherwise the given value. */
export const markOf = (
  db: Db,
  caller: Caller,
  column: 'notification_id' | 'written_at',
  otherwise: Sql,
): Sql => db`coalesce((
  select m.${db(column)} from notification_marks m
  where m.merchant_id = ${caller.merchantId} and m.user_id = ${caller.userId} and m.mode = ${caller.mode}), ${otherwise})`;

const isBeforeMark = (db: Db, caller: Caller): Sql =>
  db`t.id <= ${markOf(db, caller, 'notification_id', db`0`)}`;

const isArchivedAlone = (db: Db, caller: Caller): Sql => db`
  exists (
    select 1 from notification_archives a
    where a.merchant_id = ${caller.merchantId} and a.user_id = ${caller.userId} and a.notification_id = t.id)`;

/** Returns SQL for whether this person has archived a row of `t`. */
export const isArchived = (db: Db, caller: Caller): Sql => db`
  (${isBeforeMark(db, caller)} or ${isArchivedAlone(db, caller)})`;

/**
 * Condition that excludes rows of `t` before this person's mark, which are archived; with a day's margin for rows
 * written late.
 */
export const isNearMark = (db: Db, caller: Caller): Sql => db`
  t.created_at > ${markOf(db, caller, 'written_at', db`'-infinity'::timestamptz`)} - interval '1 day'`;

/** A notification as the history lists it. */
export interface HistoryRow {
  id: number;
  kind: string;
  params: NotificationParams;
  href: string | null;
  createdAt: Date;
  isArchived: boolean;
}

export interface HistoryFilters {
  state?: 'open' | 'archived' | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

type HistoryPaging = Parameters<typeof readPage>[1];
const SORT = { expression: 't.created_at' };

const columnsOf = (db: Db, caller: Caller): Sql => db`
  t.id, t.kind, t.params, t.href, t.created_at as "createdAt", ${isArchived(db, caller)} as "isArchived"`;

function filtersOf(db: Db, caller: Caller, { state, date_from: from, date_to: to }: HistoryFilters): Sql[] {
  const days = withinDays(db, from, to);
  if (state === undefined) return days;
  const archived = isArchived(db, caller);
  return [...days, state === 'archived' ? archived : db`not ${archived}`];
}

/**
 * Reads one page of the notifications that this person may see.
 * @param kinds the listed kinds
 * @param areAll whether these are all kinds: then most rows match, and the index by time alone is used
 */
export function listHistory(
  db: Db,
  caller: Caller,
  paging: HistoryPaging,
  kinds: readonly string[],
  areAll: boolean,
  filters: HistoryFilters,
): Promise<Page<HistoryRow>> {
  const scope = db`${inScope(db, caller)} and ${isFor(db, caller)}`;
  const ofKinds = isOfKinds(db, kinds);
  return readPage<HistoryRow>(db, paging, {
    table: 'notifications',
    scope: areAll ? db`${scope} and ${ofKinds}` : scope,
    filters: [...(areAll ? [] : [ofKinds]), ...filtersOf(db, caller, filters)],
    sort: SORT,
    columns: columnsOf(db, caller),
  });
}

/** Reads the chosen notifications, or all that match the filters, of the kinds that this person may see, with times in Cairo time. */
export function exportHistory(
  db: Tx,
  caller: Caller,
  paging: HistoryPaging,
  kinds: readonly string[],
  { ids, ...filters }: HistoryFilters & { ids?: readonly number[] | undefined },
) {
  const scope = db`${inScope(db, caller)} and ${isFor(db, caller)} and ${isOfKinds(db, kinds)}`;
  return db<(HistoryRow & { writtenOn: string })[]>`
    select ${columnsOf(db, caller)}, to_char(t.created_at at time zone 'Africa/Cairo', 'YYYY-MM-DD HH24:MI') as "writtenOn"
      from notifications t where ${allOf(
        db,
        scope,
        chosenOr(db, ids, () => filtersOf(db, caller, filters)),
      )}
     order by ${orderBy(db, SORT, paging.sortType)}`;
}

/**
 * Counts by state the notifications that this person may see. Old rows are all archived by the mark and new ones are
 * not, so each count reads few rows besides those that it counts.
 * @param kinds the counted kinds
 * @param areAll whether these are all kinds: then most rows match, and the index by time alone is used
 */
export function countHistory(
  db: Db,
  caller: Caller,
  kinds: readonly string[],
  areAll: boolean,
): Promise<NotificationCount[]> {
  const scope = db`${inScope(db, caller)} and ${isFor(db, caller)}`;
  const ofKinds = areAll ? [] : [isOfKinds(db, kinds)];
  const [before, alone] = [isBeforeMark(db, caller), isArchivedAlone(db, caller)];
  const near = isNearMark(db, caller);
  return countByStatus(db, 'notifications', scope, [
    { status: 'open', sets: [[...ofKinds, near, db`not (${before} or ${alone})`]] },
    {
      status: 'archived',
      sets: [
        [...ofKinds, before],
        [...ofKinds, near, db`not ${before} and ${alone}`],
      ],
    },
  ]);
}

const MERCHANTS_AT_ONCE = 20;
const ROWS_OF_A_MERCHANT = 200;

/**
 * Deletes the oldest notifications of some merchants that have any from before a moment. It finds them by id, which
 * rises with time, because an index by time would cost each payment more than it saves here.
 * @returns how many.
 */
export async function deleteOld(db: Db, before: Date): Promise<number> {
  // Every merchant has exactly one first role, which a distributed database stores on the same node as its
  // notifications.
  const merchants = await db<{ id: number }[]>`
    select r.merchant_id as id from roles r
     where r.is_first and (
       select n.created_at from notifications n where n.merchant_id = r.merchant_id order by n.id limit 1) < ${before}
     limit ${MERCHANTS_AT_ONCE}`;
  let deleted = 0;
  for (const { id } of merchants) {
    const { count } = await db`
      delete from notifications
       where merchant_id = ${id} and created_at < ${before} and id in (
         select n.id from notifications n where n.merchant_id = ${id} order by n.id limit ${ROWS_OF_A_MERCHANT})`;
    deleted += count;
  }
  return deleted;
}
