import type { OpsSavedView, OpsSavedViewForm, OpsViewList } from '@daftar/contract/ops-saved-views';
import type { Operator } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/connect.ts';

type Who = Pick<Operator, 'operatorId'>;

/** A saved view. */
export interface View extends Pick<OpsSavedView, 'id' | 'name' | 'query' | 'period' | 'columns'> {
  operatorId: number;
  list: OpsViewList;
  isShared: boolean;
  savedBy: string;
}

const columns = (db: Db) => db`
  v.id, v.operator_id as "operatorId", v.list, v.name, v.query, v.period, v.columns, v.is_shared as "isShared",
  (select o.email from operators o where o.id = v.operator_id) as "savedBy"`;

/** Lists an operator's views of a list and, with `withShared`, the shared ones, by name. */
export async function listViews(db: Db, who: Who, list: OpsViewList, withShared: boolean): Promise<View[]> {
  return db<View[]>`
    select ${columns(db)} from operator_views v
    where v.list = ${list} and case when v.is_shared then ${withShared} else v.operator_id = ${who.operatorId} end
    order by v.name_key, v.id`;
}

/** Finds a view that an operator can see: their own, or a shared one. */
export async function findView(db: Db, who: Who, id: number): Promise<View | null> {
  const [row] = await db<View[]>`
    select ${columns(db)} from operator_views v
    where v.id = ${id} and (v.is_shared or v.operator_id = ${who.operatorId})`;
  return row ?? null;
}

/** Waits for other calls that change views, so that the limit on their number is exact. */
export async function lockViews(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('operator-views', 0))`;
}

/** Counts an operator's own views, or the shared ones. */
export async function countViews(tx: Tx, who: Who, isShared: boolean): Promise<number> {
  const whose = isShared ? tx`v.is_shared` : tx`not v.is_shared and v.operator_id = ${who.operatorId}`;
  const [row] = await tx<{ n: number }[]>`select count(*)::int as n from operator_views v where ${whose}`;
  return row!.n;
}

/** Saves a view. @returns its id; null when its name is taken */
export async function insertView(
  tx: Tx,
  who: Who,
  { list, name, query, period, columns, is_shared: isShared }: OpsSavedViewForm,
  now: Date,
): Promise<number | null> {
  const [row] = await tx<{ id: number }[]>`
    insert into operator_views (operator_id, list, name, query, period, columns, is_shared, created_at)
    values (${who.operatorId}, ${list}, ${name}, ${tx.json(query)}, ${period ?? null}, ${columns ?? null}, ${isShared},
            ${now})
    on conflict do nothing returning id`;
  return row?.id ?? null;
}

/** Renames a view, once others are locked out. @returns false, without a change, when the name is taken */
export async function renameView(tx: Tx, view: View, name: string): Promise<boolean> {
  const { id, list, operatorId, isShared } = view;
  const whose = isShared ? tx`o.is_shared` : tx`not o.is_shared and o.operator_id = ${operatorId}`;
  const renamed = await tx`
    update operator_views v set name = ${name}
    where v.id = ${id}
      and not exists (select from operator_views o
                       where o.list = ${list} and o.id <> v.id and o.name_key = search_key(${name}) and ${whose})`;
  return renamed.count === 1;
}

/** Removes a view. */
export async function deleteView(tx: Tx, { id }: View): Promise<void> {
  await tx`delete from operator_views where id = ${id}`;
}
