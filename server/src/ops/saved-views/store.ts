import type { OpsSavedView, OpsSavedViewForm, OpsViewList } from '@daftar/contract/ops-saved-views';
import type { Operator } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/connect.ts';

type Who = Pick<Operator, 'operatorId'>;

/** Lists an operator's views of a list, by name. */
export async function listViews(db: Db, who: Who, list: OpsViewList): Promise<OpsSavedView[]> {
  return db<OpsSavedView[]>`
    select v.id, v.name, v.query, v.period, v.columns from operator_views v
    where v.operator_id = ${who.operatorId} and v.list = ${list} order by v.name_key`;
}

/** Waits for other calls that change the operator's views, so that the number that may be kept is exact. */
export async function lockViews(tx: Tx, { operatorId }: Who): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('operator-views', ${operatorId}::bigint))`;
}

/** Counts an operator's views. */
export async function countViews(tx: Tx, who: Who): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select count(*)::int as n from operator_views v where v.operator_id = ${who.operatorId}`;
  return row!.n;
}

/** Keeps a view. @returns its id; null when its name is taken */
export async function insertView(
  tx: Tx,
  who: Who,
  { list, name, query, period, columns }: OpsSavedViewForm,
  now: Date,
): Promise<number | null> {
  const [row] = await tx<{ id: number }[]>`
    insert into operator_views (operator_id, list, name, query, period, columns, created_at)
    values (${who.operatorId}, ${list}, ${name}, ${tx.json(query)}, ${period ?? null}, ${columns ?? null}, ${now})
    on conflict do nothing returning id`;
  return row?.id ?? null;
}

/** Finds the list that an operator's view is of. @returns null when they have no such view */
export async function findList(tx: Tx, who: Who, id: number): Promise<OpsViewList | null> {
  const [row] = await tx<{ list: OpsViewList }[]>`
    select v.list from operator_views v where v.operator_id = ${who.operatorId} and v.id = ${id}`;
  return row?.list ?? null;
}

/** Gives a view of a list another name, once others are locked out. @returns false, without a change, when it is taken */
export async function renameView(
  tx: Tx,
  who: Who,
  { id, list, name }: { id: number; list: OpsViewList; name: string },
): Promise<boolean> {
  const renamed = await tx`
    update operator_views v set name = ${name}
    where v.operator_id = ${who.operatorId} and v.id = ${id}
      and not exists (select from operator_views o
                       where o.operator_id = v.operator_id and o.list = ${list} and o.id <> v.id
                         and o.name_key = search_key(${name}))`;
  return renamed.count === 1;
}

/** Removes a view. @returns whether the operator had it */
export async function deleteView(db: Db, who: Who, id: number): Promise<boolean> {
  const deleted = await db`delete from operator_views where operator_id = ${who.operatorId} and id = ${id}`;
  return deleted.count === 1;
}
