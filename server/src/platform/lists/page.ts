import type { CursorMeta, Meta } from '@daftar/contract/envelope';
import {
  COUNT_BOUND,
  type CursorPlace,
  cursorText,
  DEFAULT_PAGE_SIZE,
  type Paging,
} from '@daftar/contract/paging';
import type postgres from 'postgres';
import type { Db } from '../db/connect.ts';
import { metaOf } from '../http/reply.ts';

/** An SQL fragment with its parameters. */
export type Sql = postgres.Fragment;

/** A sortable column: the column of an index between its scope and the id. */
export interface SortColumn {
  expression: string;
  /** The index column between this one and the id, by which rows with equal values are ordered. */
  next?: string;
  /** Values are unique, so the index contains no id and ties need none. */
  unique?: boolean;
  /**
   * A column that the filters compare with a single value and that precedes this one in an index, where rows are
   * therefore in order.
   */
  under?: string | undefined;
}

/** The column of each condition, if set. */
const columnOf = new WeakMap<Sql, string>();

/** Sets the column of a condition, by its name in the sorts: when sorted by it, its index finds the matches. */
export function on(column: string, condition: Sql): Sql {
  columnOf.set(condition, column);
  return condition;
}

/** Conditions that can be checked on index entries, wherever the matches are. */
const answeredByIndex = new WeakSet<Sql>();

/** Marks a condition whose columns the sort's index contains, such as a name that is searched for a word. */
export function inIndex(condition: Sql): Sql {
  answeredByIndex.add(condition);
  return condition;
}

/** A list over one table, called `t` in every fragment; its primary key is (merchant_id, id). */
export interface ListSource {
  table: string;
  /** The table itself if `table` merges parts of it: the rows of a page are read from it by their keys. */
  base?: string;
  /** The scope of the index: merchant and mode, or a narrower set of rows. */
  scope: Sql;
  /** The filters given by the caller; the common case without any has its own plan. */
  filters: Sql[];
  sort: SortColumn;
  /**
   * A known bound of the sort column of every match, such as an earliest moment: a walk along its index starts there.
   */
  known?: Sql | undefined;
  /** The columns of the page's rows; must include `t.id`. */
  columns: Sql;
  /** The stored number of rows with these filters; they are counted if it is null. */
  kept?: Sql | undefined;
}

/** Limits of each strategy for a page of matches, after which the next one is tried. */
export interface Tiers {
  /** Maximum number of rows counted. */
  bound: number;
  /**
   * Matches collected before any are counted. For conditions on columns: none, because counting by their indexes is
   * faster. For conditions that the index contains: some. For text for which each row must be checked: as many as would
   * be counted, so that none is checked twice.
   */
  few: { inIndex: number; inRows: number };
  /** Number of matches up to which collecting all is cheaper than walking past the other rows. */
  sorted: number;
  /** Rows examined along the sort's index. */
  walk: number;
  /** Matches collected if the walk found too few. */
  many: number;
  /** Rows examined along the sort's index when too many match to be collected; after that all are collected. */
  further: number;
}

const TIERS: Tiers = {
  bound: COUNT_BOUND,
  few: { inIndex: 500, inRows: COUNT_BOUND },
  sorted: 3_000,
  walk: COUNT_BOUND,
  many: 10 * COUNT_BOUND,
  further: 10 * COUNT_BOUND,
};

/** The rows of one page, and the number of matches. */
export interface Page<Row> {
  rows: Row[];
  meta: Meta;
}

/**
 * Reads a page in one round trip: first its ids, by index only, then their rows, and the number of matches, counted up
 * to one past the bound. The rows are a subquery over the table alone, because columns may query other tables of their
 * merchant, which a cluster supports only in this form (docs/scale.md).
 */
export async function readPage<Row extends { id: number }>(
  db: Db,
  paging: Paging,
  list: ListSource,
  tiers: Tiers = TIERS,
): Promise<Page<Row>> {
  if (paging.cursor) return readAfter(db, { ...paging, ...paging.cursor }, list, tiers);
  const base = db.unsafe(list.base ?? list.table);
  const order = orderBy(db, list.sort, paging.sortType);
  const isInOrder = list.filters.every((filter) => isHeld(list.sort, filter));
  const query = db<(Row & { matchedRows: number })[]>`
    with ${isInOrder ? pageInOrder(db, paging, list, order, tiers) : pageOfMatches(db, paging, list, tiers)}
    select counted.n as "matchedRows", r.* from counted left join (
      select ${list.columns}, row_number() over (order by ${order}) as place from ${base} t
       where ${list.scope} and (t.merchant_id, t.id) in (select merchant_id, id from page)) r on true
    order by r.place`;
  const rows = await (list.filters.length > 0 ? plannedForItsValues(query) : query);
  // A page without rows still has the row with the count.
  return { rows: rows.filter((row) => row.id !== null), meta: metaOf(paging, rows[0]?.matchedRows ?? 0) };
}

/**
 * Reads the rows after a position, by id or time of change: every row that was after it before is returned exactly
 * once, whatever is inserted meanwhile. Matches are not counted.
 */
async function readAfter<Row extends { id: number }>(
  db: Db,
  { pageSize, sortType, after, of, ...others }: Paging & { after: CursorPlace | null; of: string },
  asked: ListSource,
  tiers: Tiers,
): Promise<Page<Row>> {
  const { sort } = asked;
  const list =
    after === null ? asked : { ...asked, filters: [...asked.filters, behind(db, sort, sortType, after)] };
  // One more row shows whether there are further ones.
  const paging = { ...others, sortType, page: 1, pageSize: pageSize + 1 };
  const table = db.unsafe(list.table);
  const base = db.unsafe(list.base ?? list.table);
  const order = orderBy(db, sort, sortType);
  const isInOrder = list.filters.every((filter) => isHeld(sort, filter));
  const inOrder = db`
    page as (
      select t.merchant_id, t.id from ${table} t where ${allOf(db, list.scope, list.filters)}
      order by ${order} limit ${paging.pageSize})`;
  const micros = sort.unique
    ? db`null::bigint`
    : db`(extract(epoch from ${db.unsafe(sort.expression)}) * 1000000)::bigint`;
  const query = db<(Row & { changedMicros: number | null })[]>`
    with ${isInOrder ? inOrder : pageOfMatches(db, paging, list, tiers)}
    select ${micros} as "changedMicros", ${list.columns} from ${base} t
     where ${list.scope} and (t.merchant_id, t.id) in (select merchant_id, id from page)
    order by ${order}`;
  const found = await (list.filters.length > 0 ? plannedForItsValues(query) : query);
  const rows = found.slice(0, pageSize);
  const last = rows.at(-1);
  const meta: CursorMeta = {
    per_page: pageSize,
    next_cursor: found.length > pageSize && last ? cursorText(last, of) : null,
  };
  // Callers of pages read the numbers in `meta`; only API callers use cursors, and get the corresponding form.
  return { rows, meta: meta as unknown as Meta };
}

/** Condition for rows after a position, when sorted by id or time of change. */
function behind(db: Db, { expression }: SortColumn, type: Paging['sortType'], place: CursorPlace): Sql {
  const than = db.unsafe(type === 'asc' ? '>' : '<');
  if (place.changedMicros === null) return on(expression, db`t.id ${than} ${place.id}`);
  const moment = db`timestamptz 'epoch' + ${place.changedMicros}::bigint * interval '1 microsecond'`;
  return on(expression, db`(${db.unsafe(expression)}, t.id) ${than} (${moment}, ${place.id}::bigint)`);
}

/** Returns whether a list has more rows than a number. */
export async function hasMoreThan(db: Db, list: ListSource, most: number): Promise<boolean> {
  const [row] = await plannedForItsValues(db<{ n: number }[]>`
    select count(*)::int as n from (
      select 1 from ${db.unsafe(list.table)} t where ${allOf(db, list.scope, list.filters)} limit ${most + 1}) bounded`);
  return row!.n > most;
}

/** Reads the rows of a list in its order, without pages, for a file. */
export function everyRow<Row extends object>(
  db: Db,
  sortType: Paging['sortType'],
  list: ListSource,
  most: number,
): postgres.PendingQuery<Row[]> {
  return db<Row[]>`
    select ${list.columns} from ${db.unsafe(list.table)} t where ${allOf(db, list.scope, list.filters)}
    order by ${orderBy(db, list.sort, sortType)} limit ${most}`;
}

/** Returns whether the sort's index can start and end at this filter's values. */
function isHeld({ expression, under }: SortColumn, filter: Sql): boolean {
  const column = columnOf.get(filter);
  return column !== undefined && (column === expression || column === under);
}

/** Without filters, or with filters that the sort's index supports: reads along it, and counts along any index. */
function pageInOrder(db: Db, paging: Paging, list: ListSource, order: Sql, { bound }: Tiers): Sql {
  const where = allOf(db, list.scope, list.filters);
  return db`
    counted as (
      select ${boundedCount(db, list, where, bound)} as n
    ), page as (
      select t.merchant_id, t.id from ${db.unsafe(list.table)} t where ${where}
      order by ${order} ${window(db, paging)}
    )`;
}

/** Returns the number of matches: as stored, or counted up to one past the bound. */
function boundedCount(db: Db, { table, kept }: ListSource, where: Sql, bound: number): Sql {
  const most = inText(db, bound + 1);
  const counted = db`(
    select count(*) from (select 1 from ${db.unsafe(table)} t where ${where} limit ${most}) bounded)`;
  return kept ? db`least(coalesce(${kept}, ${counted}), ${most})::int` : db`${counted}::int`;
}

/** A limit that collects nothing: even a single match could be at the end of a long scan. */
const NONE = -1;

/** Returns the number of matches collected first; see {@link Tiers}. */
function fewOf({ filters }: ListSource, { few }: Tiers): number {
  const others = filters.filter((filter) => !columnOf.has(filter));
  if (others.length === 0) return NONE;
  return others.every((filter) => answeredByIndex.has(filter)) ? few.inIndex : few.inRows;
}

/**
 * With other filters there are several strategies, cheapest first; each starts only if the previous ones did not
 * produce the page:
 * - if few rows match, they are collected through any index and sorted;
 * - the sort's index is walked up to a limit, starting where the filters that it supports start: evenly spread matches
 * are found soon;
 * - the matches are collected unless there are very many: for example the payments of a past day, by id;
 * - the walk continues to a higher limit: for example for the payments of a year without its first days;
 * - all matches are collected: the slowest strategy, but it reads no other rows.
 */
function pageOfMatches(db: Db, paging: Paging, list: ListSource, tiers: Tiers): Sql {
  const table = db.unsafe(list.table);
  const where = allOf(db, list.scope, list.filters);
  const order = orderBy(db, list.sort, paging.sortType);
  const here = window(db, paging);
  const { expression, next } = list.sort;
  const sortKey = db.unsafe(`${expression} as sort_key, ${next ?? 'null::int'} as next_key`);
  const collect = (most: number) => db`
    select t.merchant_id, t.id, ${sortKey} from ${table} t where ${where} limit ${most + 1}`;
  const collected = db.unsafe(
    `sort_key ${paging.sortType}, ${next ? `next_key ${paging.sortType}, ` : ''}id ${paging.sortType}`,
  );
  const inOrder = list.filters.filter((filter) => isHeld(list.sort, filter));
  const known = list.known ? [...inOrder, list.known] : inOrder;
  const walk = (most: number, isWanted: Sql) => db`
    select w.merchant_id, w.id from (
      select t.merchant_id, t.id, (${conjunction(db, list.filters)}) as fits from ${table} t
      where ${allOf(db, list.scope, known)} order by ${order} limit ${most}) w
    where w.fits and ${isWanted} ${here}`;
  const few = fewOf(list, tiers);
  const isFew = db`((select n from tally) <= ${few})`;
  const isFull = (way: string) => db`(select count(*) from ${db.unsafe(way)}) = ${paging.pageSize}`;
  // Rows past the bound were not counted and may exist.
  const isThere = db`(select n from counted) > ${Math.min((paging.page - 1) * paging.pageSize, tiers.bound)}`;
  const areMany = db`(select count(*) from many) > ${tiers.many}`;
  return db`
    few as materialized (${collect(few)}),
    tally as materialized (select count(*) as n from few),
    counted as materialized (
      select case when ${isFew} or ${few >= tiers.bound} then (select n from tally)
                  else ${boundedCount(db, list, where, tiers.bound)} end::int as n
    ), walked as materialized (
      ${walk(tiers.walk, db`not ${isFew} and (select n from counted) > ${tiers.sorted}`)}
    ), many as materialized (
      select * from (${collect(tiers.many)}) m where not ${isFew} and not ${isFull('walked')} and ${isThere}
    ), further as materialized (
      ${walk(tiers.further, areMany)}
    ), page as (
      (select merchant_id, id from few where ${isFew} order by ${collected} ${here})
      union all
      (select merchant_id, id from walked where ${isFull('walked')})
      union all
      (select merchant_id, id from many where not ${areMany} order by ${collected} ${here})
      union all
      (select merchant_id, id from further where ${isFull('further')})
      union all
      (select merchant_id, id from (
         select t.merchant_id, t.id, ${sortKey} from ${table} t where ${where} offset 0) every_one
       where ${areMany} and not ${isFull('further')} order by ${collected} ${here})
    )`;
}

/**
 * The row range of a page. For a list's first page of default size, it is part of the statement's text, so that
 * PostgreSQL keeps a plan for it. A parameter could have any value, so every read would be planned again, which takes
 * longer than the read. Other sizes stay parameters, because each would be a further statement that connections keep.
 */
const window = (db: Db, { page, pageSize }: Paging) =>
  page === 1 && pageSize === DEFAULT_PAGE_SIZE
    ? db`limit ${inText(db, pageSize)}`
    : db`limit ${pageSize} offset ${(page - 1) * pageSize}`;

/** Inserts a trusted number into a statement's text. */
export const inText = (db: Db, number: number) => db.unsafe(String(number));

/** Returns a scope combined with all filters. */
export function allOf(db: Db, scope: Sql, filters: readonly Sql[]): Sql {
  return conjunction(db, [scope, ...filters]);
}

const conjunction = (db: Db, conditions: readonly Sql[]): Sql =>
  conditions.reduce((sofar, condition) => db`${sofar} and ${condition}`);

/** Returns the conditions of a list's export: the chosen rows, or those that match the filters. */
export function chosenOr(db: Db, ids: readonly number[] | undefined, filters: () => Sql[]): Sql[] {
  return ids === undefined ? filters() : [db`t.id = any(${[...ids]}::bigint[])`];
}

/** `order by` of a list: its column, then the id in the same direction. */
export function orderBy(db: Db, sort: SortColumn, type: 'asc' | 'desc'): Sql {
  const columns = [sort.expression, ...(sort.next ? [sort.next] : []), ...(sort.unique ? [] : ['t.id'])];
  return db.unsafe(columns.map((column) => `${column} ${type}`).join(', '));
}

/**
 * Makes PostgreSQL plan a query for its actual values. A cached generic plan for "any status" or "any name" suits most
 * merchants but reads all rows of some, and a pattern unknown at planning time cannot use its index.
 */
export function plannedForItsValues<Q extends Sql>(query: Q): Q {
  (query as unknown as { options: { prepare?: boolean } }).options.prepare = false;
  return query;
}
