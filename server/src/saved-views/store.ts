import type { DayPeriod } from '@daftar/contract/periods';
import type { SavedViewForm, ViewList } from '@daftar/contract/saved-views';
import type { Caller } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

type Person = Pick<Caller, 'merchantId' | 'userId'>;

/** A saved view. */
export interface View {
  id: number;
  userId: number;
  list: ViewList;
  name: string;
  query: Record<string, string>;
  period: DayPeriod | null;
  isShared: boolean;
  savedBy: string;
}

const columns = (db: Db) => db`
  v.id, v.user_id as "userId", v.list, v.name, v.query, v.period, v.is_shared as "isShared",
  (select u.first_name || ' ' || u.last_name from users u
    where u.merchant_id = v.merchant_id and u.id = v.user_id) as "savedBy"`;

/** Lists a person's views of a list, and the shared ones, by name. */
export async function listViews(db: Db, who: Person, list: ViewList): Promise<View[]> {
  return db<View[]>`
    select ${columns(db)} from saved_views v
    where v.merchant_id = ${who.merchantId} and v.list = ${list} and (v.is_shared or v.user_id = ${who.userId})
    order by v.name_key, v.id`;
}

/** Finds a view available to a person: their own, or a shared one. */
export async function findView(db: Db, who: Person, id: number): Promise<View | null> {
  const [row] = await db<View[]>`
    select ${columns(db)} from saved_views v
    where v.merchant_id = ${who.merchantId} and v.id = ${id} and (v.is_shared or v.user_id = ${who.userId})`;
  return row ?? null;
}

/** Serialises saving views of a business, so that the limit on their number is exact. */
export async function lockViews(tx: Tx, { merchantId }: Person): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('saved-views', ${merchantId}::bigint))`;
}

/** Counts a person's own views, or the shared ones of the business. */
export async function countViews(tx: Tx, who: Person, isShared: boolean): Promise<number> {
  const whose = isShared ? tx`v.is_shared` : tx`not v.is_shared and v.user_id = ${who.userId}`;
  const [row] = await tx<{ n: number }[]>`
    select count(*)::int as n from saved_views v where v.merchant_id = ${who.merchantId} and ${whose}`;
  return row!.n;
}

/** Inserts a view. @returns its id; null when its name is taken */
export async function insertView(
  tx: Tx,
  who: Person,
  { list, name, query, period, is_shared: isShared }: SavedViewForm,
  now: Date,
): Promise<number | null> {
  const [row] = await tx<{ id: number }[]>`
    insert into saved_views (merchant_id, user_id, list, name, query, period, is_shared, created_at)
    values (${who.merchantId}, ${who.userId}, ${list}, ${name}, ${tx.json(query)}, ${period ?? null}, ${isShared}, ${now})
    on conflict do nothing returning id`;
  return row?.id ?? null;
}

/** Changes a view, once others are locked out. @returns false, without a change, when its name is taken */
export async function updateView(
  tx: Tx,
  who: Person,
  { id, list, userId, isShared, name, query, period }: View,
): Promise<boolean> {
  const whose = isShared ? tx`o.is_shared` : tx`not o.is_shared and o.user_id = ${userId}`;
  const updated = await tx`
    update saved_views v set name = ${name}, query = ${tx.json(query)}, period = ${period}
    where v.merchant_id = ${who.merchantId} and v.id = ${id}
      and not exists (select from saved_views o
                       where o.merchant_id = v.merchant_id and o.list = ${list} and o.id <> v.id
                         and o.name_key = search_key(${name}) and ${whose})`;
  return updated.count === 1;
}

/** Deletes a view. */
export async function deleteView(tx: Tx, who: Person, id: number): Promise<void> {
  await tx`delete from saved_views where merchant_id = ${who.merchantId} and id = ${id}`;
}
