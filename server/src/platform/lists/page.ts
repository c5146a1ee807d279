import type { Meta } from '@daftar/contract/envelope';
import { COUNT_BOUND, type Paging } from '@daftar/contract/paging';
import type postgres from 'postgres';
import type { Db } from '../db/connect.ts';
import { metaOf } from '../http/reply.ts';

/** A piece of SQL with its parameters. */
export type Sql = postgres.Fragment;

/** One column that a list sorts by: exactly what an index of the table holds between its scope and the id. */
export interface SortColumn {
  expression: string;
  /** No two rows share a value, so the index carries no id and ties need none. */
  unique?: boolean;
}

/** A list over one table, called `t` in every piece; its primary key is (merchant_id, id). */
export interface ListSource {
  table: string;
  /** The scope of the index: merchant and mode, or whatever narrower set of rows is listed. */
  scope: Sql;
  /** Each filter that the caller gave; none given is the common case and keeps its plan. */
  filters: Sql[];
  sort: SortColumn;
  /** What is read of the rows of the page alone; must include `t.id`. */
  columns: Sql;
}

/** Rows of one page and what the wire says about pages. */
export interface Page<Row> {
  rows: Row[];
  meta: Meta;
}

/**
 * Reads a page in one round trip: first the ids of the page, by index alone, then just those rows; and how many match,
 * counted no further than one past the bound. What it costs does not grow with the table.
 */
export async function readPage<Row extends { id: number }>(
  db: Db,
  paging: Paging,
  list: ListSource,
): Promise<Page<Row>> {
  const table = db.unsafe(list.table);
  const order = orderBy(db, list.sort, paging.sortType);
  const isFiltered = list.filters.length > 0;
  const query = db<(Row & { matchedRows: number })[]>`
    with ${isFiltered ? pageOfMatches(db, paging, list) : pageOfAll(db, paging, list)}
    select counted.n as "matchedRows", ${list.columns}
    from counted left join (page join ${table} t using (merchant_id, id)) on true
    order by ${order}`;
  const rows = await (isFiltered ? plannedForItsValues(query) : query);
  // A page without rows still has the row of the count.
  return { rows: rows.filter((row) => row.id !== null), meta: metaOf(paging, rows[0]?.matchedRows ?? 0) };
}

/** Without filters: along the index of the column, and along any index to count. */
function pageOfAll(db: Db, paging: Paging, list: ListSource): Sql {
  const table = db.unsafe(list.table);
  return db`
    counted as (
      select count(*)::int as n from (
        select 1 from ${table} t where ${list.scope} limit ${COUNT_BOUND + 1}) bounded
    ), page as (
      select t.merchant_id, t.id from ${table} t where ${list.scope}
      order by ${orderBy(db, list.sort, paging.sortType)} ${window(db, paging)}
    )`;
}

/**
 * With filters: as long as no more match than are counted, those are collected by whatever index finds them, and
 * sorted. Walking the column's index instead would pass every row before the first match: all of them, when what is
 * asked for lies at the other end (pending payments, oldest first). Where more match, the walk meets them soon.
 */
function pageOfMatches(db: Db, paging: Paging, list: ListSource): Sql {
  const table = db.unsafe(list.table);
  const where = allOf(db, list.scope, list.filters);
  const collected = db.unsafe(`sort_key ${paging.sortType}, id ${paging.sortType}`);
  return db`
    matched as materialized (
      select t.merchant_id, t.id, ${db.unsafe(list.sort.expression)} as sort_key
      from ${table} t where ${where} limit ${COUNT_BOUND + 1}
    ), counted as (
      select count(*)::int as n from matched
    ), page as (
      (select merchant_id, id from matched where (select n from counted) <= ${COUNT_BOUND}
       order by ${collected} ${window(db, paging)})
      union all
      (select t.merchant_id, t.id from ${table} t where ${where} and (select n from counted) > ${COUNT_BOUND}
       order by ${orderBy(db, list.sort, paging.sortType)} ${window(db, paging)})
    )`;
}

const window = (db: Db, { page, pageSize }: Paging) => db`limit ${pageSize} offset ${(page - 1) * pageSize}`;

/** A scope and every filter within it. */
export function allOf(db: Db, scope: Sql, filters: readonly Sql[]): Sql {
  return filters.reduce((sofar, filter) => db`${sofar} and ${filter}`, scope);
}

/** Which rows a list's file has: those chosen, wherever they are in the list, else those of the filters. */
export function chosenOr(db: Db, ids: readonly number[] | undefined, filters: () => Sql[]): Sql[] {
  return ids === undefined ? filters() : [db`t.id = any(${[...ids]}::bigint[])`];
}

/** `order by` of a list: its column, then the id in the same direction. */
export function orderBy(db: Db, sort: SortColumn, type: 'asc' | 'desc'): Sql {
  const column = db.unsafe(`${sort.expression} ${type}`);
  return sort.unique ? column : db`${column}, ${db.unsafe(`t.id ${type}`)}`;
}

/**
 * Has PostgreSQL plan a query for its own values each time. A plan kept for "any status" or "any name" is right for
 * most and reads a whole merchant for the rest; and a pattern not known while planning cannot use its index.
 */
export function plannedForItsValues<Q extends Sql>(query: Q): Q {
  (query as unknown as { options: { prepare?: boolean } }).options.prepare = false;
  return query;
}
