import type { App } from '../context.ts';
import { classifyDbError } from '../db/errors.ts';
import type { Sql } from '../lists/page.ts';

/** Rows per statement: a few hundredths of a second, so that nobody waits long and no timeout applies. */
const ROWS = 2_000;
/** The time of one run; the next run continues. */
const MILLISECONDS = 5 * 60_000;

/**
 * Calls `step` until it finds less than a full batch, the time is over, or the process is about to exit. Each call is
 * one short statement or transaction of at most `rows` rows.
 * @returns the number of rows processed.
 */
export async function inBatches(
  app: Pick<App, 'ending'>,
  step: (rows: number) => Promise<number>,
  { rows = ROWS, milliseconds = MILLISECONDS } = {},
): Promise<number> {
  const began = performance.now();
  let total = 0;
  for (;;) {
    const count = await step(rows);
    total += count;
    if (count < rows || app.ending?.aborted || performance.now() - began > milliseconds) return total;
  }
}

/** A table whose rows are deleted some time after a moment stored in them. */
interface Perishable {
  table: string;
  /** The columns of its primary key. */
  key: readonly string[];
  /** The column with that moment; an index starts with it. */
  moment: string;
  /** Only rows of this mode; the index has no others. */
  mode?: 'test';
  /** A further condition on a row, `o`. */
  also?: Sql;
}

/**
 * Deletes the rows whose moment is before `before`, in batches (see {@link inBatches}). Their keys are selected first,
 * without locks, because a cluster locks rows of one merchant at a time only.
 * @returns the number of deleted rows.
 */
export function deleteBefore(
  app: Pick<App, 'db' | 'ending'>,
  { table, key, moment, mode, also }: Perishable,
  before: Date,
  share?: { rows?: number; milliseconds?: number },
): Promise<number> {
  const { db } = app;
  const columns = [...new Set([...key, moment])];
  // A literal instead of a parameter: for an unknown value PostgreSQL plans a full scan.
  const old = (rows: number) => db`
    select ${db(columns as string[])} from ${db(table)} o
     where ${db(moment)} < ${before} ${mode ? db`and mode = 'test'` : db``} ${also ? db`and ${also}` : db``}
     order by ${db(moment)} limit ${db.unsafe(String(rows))}`;
  const isSame = db.unsafe(columns.map((column) => `t.${column} = old.${column}`).join(' and '));
  return inBatches(
    app,
    async (rows) => {
      const { count } = await db`
        with old as materialized (${old(rows)})
        delete from ${db(table)} t using old where ${isSame}`;
      return count;
    },
    share,
  );
}

/** Some of a job's due items failed; the others were processed. */
export class PartlyFailed extends Error {}

const DUE_BATCH = 200;
/** Maximum number of rounds in a run, whatever remains due. */
const ROUNDS = 500;

/**
 * Processes due items separately: one that fails is logged and counted, and does not stop the others.
 * @param find a batch of due items in a fixed order, from the `offset`th on; failed items stay due and are skipped.
 * @param work processes one; `false` means that it may still be due, and is not a failure.
 * @returns the number of items found.
 * @throws PartlyFailed at the end, so that the job shows the failure; at once if the database is down.
 */
export async function eachDue<Due>(
  app: Pick<App, 'log' | 'ending'>,
  what: string,
  find: (limit: number, offset: number) => Promise<readonly Due[]>,
  work: (due: Due) => Promise<unknown>,
): Promise<number> {
  let found = 0;
  let staying = 0;
  let failed = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const due = await find(DUE_BATCH, staying);
    found += due.length;
    for (const each of due) {
      try {
        if ((await work(each)) === false) staying += 1;
      } catch (error) {
        if (classifyDbError(error).kind === 'unavailable') throw error;
        staying += 1;
        failed += 1;
        app.log.error({ err: error, due: each }, `${what}: one of them failed`);
      }
    }
    if (due.length < DUE_BATCH || app.ending?.aborted) break;
  }
  if (failed > 0) throw new PartlyFailed(`${what}: ${failed} of ${found} failed`);
  return found;
}
