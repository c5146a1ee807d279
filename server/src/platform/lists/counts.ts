import { COUNT_BOUND, type StatusCount } from '@daftar/contract/paging';
import type { Db } from '../db/connect.ts';
import { allOf, plannedForItsValues, type Sql } from './page.ts';

/** A status of a list's rows: sets of rows that do not overlap, each found by an index. */
export interface StatusRows {
  status: number;
  sets: readonly (readonly Sql[])[];
}

/**
 * Counts the rows of each status in one round trip, at most one past the bound each: however many rows there are, no more
 * index entries are read.
 */
export async function countByStatus(
  db: Db,
  table: string,
  scope: Sql,
  statuses: readonly StatusRows[],
  bound = COUNT_BOUND,
): Promise<StatusCount[]> {
  const counted = (set: readonly Sql[]) => db`
    (select count(*)::int from (
      select 1 from ${db.unsafe(table)} t where ${allOf(db, scope, set)} limit ${bound + 1}) bounded)`;
  const lines = statuses.map(({ status, sets }) => {
    const sum = sets.map(counted).reduce((sofar, one) => db`${sofar} + ${one}`);
    return db`select ${status}::int as status, ${sum} as n`;
  });
  const rows = await plannedForItsValues(
    db<{ status: number; n: number }[]>`${lines.reduce((sofar, line) => db`${sofar} union all ${line}`)}`,
  );
  return rows.map(({ status, n }) => ({ status, total: Math.min(n, bound), more: n > bound }));
}
