import type { App } from '../context.ts';
import { classifyDbError } from '../db/errors.ts';

/** Rows that one statement takes: a few hundredths of a second, so that nobody waits for it and no limit ends it. */
const ROWS = 2_000;
/** The share of one run; what is left is taken by the next. */
const MILLISECONDS = 5 * 60_000;

/**
 * Calls `step` until it finds less than a whole batch, its share of time is used, or the process is about to end. Each call is
 * one short statement or transaction that takes no more than `rows` rows.
 * @returns how many rows were taken.
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

/** Rows of a table that are kept until a moment of theirs is so long ago. */
interface Perishable {
  table: string;
  /** The columns of its primary key, or `ctid` for a table without one that is never in parts. */
  key: readonly string[];
  /** The column with the moment; an index begins with it. */
  moment: string;
}

/**
 * Deletes the rows whose moment is before `before`, however many there are, in batches (see {@link inBatches}). Rows that
 * somebody has locked are left for the next run. @returns how many.
 */
export function forgetBefore(
  app: Pick<App, 'db' | 'ending'>,
  { table, key, moment }: Perishable,
  before: Date,
  share?: { rows?: number; milliseconds?: number },
): Promise<number> {
  const { db } = app;
  // Written out, not sent as a parameter: for a number it does not know PostgreSQL plans to read the whole table.
  const old = (rows: number) => db`
    select ${db(key as string[])} from ${db(table)} where ${db(moment)} < ${before}
     order by ${db(moment)} limit ${db.unsafe(String(rows))} for update skip locked`;
  return inBatches(
    app,
    async (rows) => {
      const { count } =
        key[0] === 'ctid'
          ? await db`delete from ${db(table)} where ctid = any (array(${old(rows)}))`
          : await db`delete from ${db(table)} where (${db(key as string[])}) in (${old(rows)})`;
      return count;
    },
    share,
  );
}

/** Some of what a job found due could not be done; the rest was. */
export class PartlyFailed extends Error {}

const DUE_BATCH = 200;
/** A run ends, whatever stays due. */
const ROUNDS = 500;

/**
 * Does what is due, each apart: one that fails is logged and counted, and keeps none of the others waiting.
 *
 * @param find a batch of what is due in a fixed order, from the `offset`th on: what failed stays due, and is passed over.
 * @param work of one; `false` says that it may still be due, and is no failure.
 * @returns how many were found. @throws PartlyFailed at the end, so that the job shows that something is wrong; at once when
 *   the database is away.
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
