import type { Scope } from '../context.ts';
import type { Db } from '../db/connect.ts';
import type { Sql } from './page.ts';

/** The lists whose totals are stored in `list_totals`. */
export type KeptList = 'transactions' | 'customers' | 'refunds';

/**
 * SQL for the number of rows in a list, with one status or all, as maintained by the transactions that change them (ADR
 * 118). Null if nothing is stored yet.
 */
export const keptRows = (db: Db, scope: Scope, list: KeptList, status?: number): Sql => db`
  (select sum(k.rows)::bigint from list_totals k
    where k.merchant_id = ${scope.merchantId} and k.mode = ${scope.mode} and k.list = ${list}
      ${status === undefined ? db`` : db`and k.status = ${status}`})`;

/** SQL for a stored figure of one merchant and mode; null before the first row. @param column SQL of the table `s` */
export const keptFigure = (
  db: Db,
  scope: Scope,
  table: 'merchant_statistics' | 'store_statistics',
  column: string,
): Sql => db`
  (select ${db.unsafe(column)} from ${db.unsafe(table)} s
    where s.merchant_id = ${scope.merchantId} and s.mode = ${scope.mode})`;

/** Adds to the stored total of a list, in the transaction that adds the rows. Does not block other transactions. */
export async function addToTotal(
  db: Db,
  scope: Scope,
  list: KeptList,
  status: number,
  rows: number,
): Promise<void> {
  if (rows === 0) return;
  await db`select list_total_add(${scope.merchantId}, ${scope.mode}, ${list}, ${status}::smallint, ${rows})`;
}

/**
 * A statement that compares a stored total with the rows, for `ledger:check`.
 * @param counted a query of `merchant_id`, `mode`, `status` and their number `n`
 * @param elsewhere the same for totals stored in another table
 */
export const totalsThatDiffer = (
  db: Db,
  list: KeptList,
  counted: Sql,
  most: number,
  elsewhere: Sql = db`select null::bigint, null::mode, null::smallint, 0 where false`,
): Sql => db`
  select 'list_totals' as rule, merchant_id as "merchantId", concat_ws(' ', mode, ${list}::text, status) as subject,
         coalesce(c.n, 0)::text as expected, coalesce(k.n, 0)::text as actual
    from (${counted}) c
    full join (
      select merchant_id, mode, status, sum(rows)::bigint as n
        from (select merchant_id, mode, status, rows from list_totals where list = ${list} union all ${elsewhere}) kept
       group by 1, 2, 3) k
      using (merchant_id, mode, status)
   where coalesce(c.n, 0) <> coalesce(k.n, 0)
   order by 2, 3 limit ${most}`;
