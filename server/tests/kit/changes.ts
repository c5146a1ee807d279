/** For tests of code that moves money: exactly which rows an action writes. */
import type { Db, Sql, Tx } from '../../src/platform/db/connect.ts';

/**
 * Changed rows by table and id (`orders 7`): each changed column as [before, after], times in ISO; `{}` for a row that was
 * written without a difference; `'new'` for an inserted row, `'gone'` for a deleted one.
 */
export type Changes = Record<string, Record<string, [unknown, unknown]> | 'new' | 'gone'>;

type Row = Record<string, unknown>;

/** `2026-06-15T09:00:00+00:00`, the format of times in JSON. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/;
const readable = (value: unknown) =>
  typeof value === 'string' && TIME.test(value) ? new Date(value).toISOString() : value;

/** Returns every row of the tables with its ctid, which changes even on an update without a difference. */
async function rowsOfAll(db: Db, tables: readonly string[]): Promise<Map<string, { at: string; row: Row }>> {
  const parts = tables.map(
    (table) => `select '${table} ' || r.id as name, r.ctid::text as at, to_jsonb(r) as row from ${table} r`,
  );
  const rows = await db.unsafe<{ name: string; at: string; row: Row }[]>(parts.join(' union all '));
  return new Map(rows.map(({ name, at, row }) => [name, { at, row }]));
}

/** Returns what an action changes in tables with an id, for every merchant. */
export async function changesOf(
  db: Db,
  tables: readonly string[],
  act: () => Promise<unknown>,
): Promise<Changes> {
  const before = await rowsOfAll(db, tables);
  await act();
  const after = await rowsOfAll(db, tables);
  const changes: Changes = {};
  for (const name of before.keys()) if (!after.has(name)) changes[name] = 'gone';
  for (const [name, { at, row }] of after) {
    const was = before.get(name);
    if (was?.at === at) continue;
    const columns = Object.keys(row).filter(
      (column) => JSON.stringify(was?.row[column]) !== JSON.stringify(row[column]),
    );
    changes[name] = was
      ? Object.fromEntries(
          columns.map((column) => [column, [readable(was.row[column]), readable(row[column])]]),
        )
      : 'new';
  }
  return changes;
}

/** Runs `act` in a transaction and rolls it back, so that many cases start from one state. */
export async function takenBack<T>(sql: Sql, act: (tx: Tx) => Promise<T>): Promise<T> {
  const back = new Error('taken back');
  let answer: { value: T } | undefined;
  await sql
    .begin(async (tx) => {
      answer = { value: await act(tx) };
      throw back;
    })
    .catch((error: unknown) => {
      if (error !== back) throw error;
    });
  return answer!.value;
}
