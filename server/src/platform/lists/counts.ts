import { COUNT_BOUND } from '@daftar/contract/paging';
import type { Db } from '../db/connect.ts';
import { allOf, plannedForItsValues, type Sql } from './page.ts';

/** A status of a list's rows: sets of rows that do not overlap, each found by an index. */
export interface StatusRows<Status extends number | string> {
  status: Status;
  sets: readonly (readonly Sql[])[];
  /** Their number, where it is kept; they are counted where it is null. */
  kept?: Sql | undefined;
}

/**
 * Counts the rows of each status in one round trip, at most one past the bound each: however many rows there are, no more
 * index entries are read. A number that is kept is read instead.
 */
export async function countByStatus<Status extends number | string>(
  db: Db,
  table: string,
  scope: Sql,
  statuses: readonly StatusRows<Status>[],
  bound = COUNT_BOUND,
): Promise<{ status: Status; total: number; more: boolean }[]> {
  const counted = (set: readonly Sql[]) => db`
    (select count(*)::int from (
      select 1 from ${db.unsafe(table)} t where ${allOf(db, scope, set)} limit ${bound + 1}) bounded)`;
  const lines = statuses.map(({ sets, kept }, place) => {
    const sum = sets.map(counted).reduce((sofar, one) => db`${sofar} + ${one}`);
    const n = kept ? db`least(coalesce(${kept}, ${sum}), ${bound + 1})::int` : sum;
    return db`select ${place}::int as place, ${n} as n`;
  });
  const rows = await plannedForItsValues(
    db<{ place: number; n: number }[]>`
      ${lines.reduce((sofar, line) => db`${sofar} union all ${line}`)} order by place`,
  );
  return rows.map(({ place, n }) => ({
    status: statuses[place]!.status,
    total: Math.min(n, bound),
    more: n > bound,
  }));
}
