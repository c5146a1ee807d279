import { COUNT_BOUND } from '@daftar/contract/paging';
import type { Db } from '../db/connect.ts';
import { allOf, plannedForItsValues, type Sql } from './page.ts';

/** The rows of a list with a status: sets that do not overlap, each found by an index. */
export interface StatusRows<Status extends number | string> {
  status: Status;
  sets: readonly (readonly Sql[])[];
  /** The stored number of rows; they are counted if it is null. */
  kept?: Sql | undefined;
}

/**
 * Counts the rows of each status in one round trip, up to one past the bound each, so that no more index entries are
 * read however many rows there are. A stored number is read instead.
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
