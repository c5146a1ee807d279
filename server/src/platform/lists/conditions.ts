import type { Scope } from '../context.ts';
import type { Db } from '../db/connect.ts';
import { cairoRange, nextDay } from '../time/cairo.ts';
import { on, type Sql } from './page.ts';

/** Condition for the rows of one merchant and mode in the table `t`. */
export const inScope = (db: Db, scope: Scope): Sql =>
  db`t.merchant_id = ${scope.merchantId} and t.mode = ${scope.mode}`;

/**
 * Condition for rows whose moment lies in the Cairo days `from` to `to` (`YYYY-MM-DD`, both included); a missing end is
 * open.
 */
export function withinDays(
  db: Db,
  from: string | undefined,
  to: string | undefined,
  column = 't.created_at',
): Sql[] {
  if (from === undefined && to === undefined) return [];
  const range = cairoRange(from, to);
  const moment = db.unsafe(column);
  return [
    ...(range.from ? [on(column, db`${moment} >= ${range.from}`)] : []),
    ...(range.before ? [on(column, db`${moment} < ${range.before}`)] : []),
  ];
}

/** Condition for rows of one hour, given by its start; none without an hour. */
export function withinHour(db: Db, hour: string | undefined): Sql[] {
  if (!hour) return [];
  const begins = new Date(hour);
  const ends = new Date(begins.getTime() + 3_600_000);
  return [on('t.created_at', db`t.created_at >= ${begins} and t.created_at < ${ends}`)];
}

/** Condition for rows that were created or changed since a moment; none without a moment. */
export const changedSince = (db: Db, moment: string | undefined, column = 't.updated_at'): Sql[] =>
  moment ? [on(column, db`${db.unsafe(column)} >= ${new Date(moment)}`)] : [];

/** Condition for rows due on a UTC day (`YYYY-MM-DD`), as the API formats due dates; none without a day. */
export function dueOn(db: Db, day: string | undefined): Sql[] {
  if (!day) return [];
  const start = (of: string) => new Date(`${of}T00:00:00Z`);
  return [on('t.due_at', db`t.due_at >= ${start(day)} and t.due_at < ${start(nextDay(day))}`)];
}
