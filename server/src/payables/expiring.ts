import { COUNT_BOUND, type StatusCount } from '@daftar/contract/paging';
import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { inScope } from '../platform/lists/conditions.ts';
import { countByStatus as countRows } from '../platform/lists/counts.ts';
import { on, type Sql } from '../platform/lists/page.ts';
import { keptFigure } from '../platform/lists/totals.ts';

/**
 * Links or invoices, which expire at a time (`due_at`). A job records that later, so a row stored as open after its
 * due time counts as expired.
 */
export interface Expiring {
  table: 'payment_links' | 'invoices';
  /** The stored statuses: while a row can be paid, after its due time, and otherwise. */
  statuses: { open: number; expired: number; ended: readonly number[] };
  /** Columns of `merchant_statistics`: the number of all rows, and of some statuses. At most one status has none. */
  figures: { all: string; byStatus: Readonly<Record<number, string>> };
  /** The function that records expired rows. */
  expire: 'expire_links' | 'expire_invoices';
}

const EXPIRY_BATCH = 500;

/** Tells whether all rows past their due time are stored as expired, so that the status column and its index are exact. */
type WrittenDown = { isWrittenDown: boolean };

/** SQL for the rows that have a status at a moment, in a form that an index supports. */
export function withStatus(
  db: Db,
  { statuses: { open, expired } }: Expiring,
  status: number | undefined,
  now: Date,
  { isWrittenDown, sortBy }: WrittenDown & { sortBy: string },
): Sql[] {
  if (status === undefined) return [];
  const isOpen = db`t.status = ${db.unsafe(String(open))}`;
  if (status === open) {
    // States the lower bound even where it is redundant, for the index scan by due date.
    const isAhead = !isWrittenDown || sortBy === 'due_date' ? [on('t.due_at', db`t.due_at > ${now}`)] : [];
    return [on('t.status', isOpen), ...isAhead];
  }
  if (status === expired && !isWrittenDown)
    return [db`(t.status = ${db.unsafe(String(expired))} or (${isOpen} and t.due_at <= ${now}))`];
  return [on('t.status', db`t.status = ${status}`)];
}

/** Returns SQL for the stored number of rows with a stored status, or of all. */
function storedNumber(db: Db, scope: Scope, { figures }: Expiring, status: number | undefined): Sql {
  const rest = [figures.all, ...Object.values(figures.byStatus)].map((column) => `s.${column}`).join(' - ');
  const column = status === undefined ? figures.all : figures.byStatus[status];
  return keptFigure(db, scope, 'merchant_statistics', column === undefined ? rest : `s.${column}`);
}

/**
 * Returns SQL for the number of rows with a status at a moment, or of all; undefined where it would have to be
 * counted.
 */
export const keptNumber = (
  db: Db,
  scope: Scope,
  kind: Expiring,
  status: number | undefined,
  { isWrittenDown }: WrittenDown,
): Sql | undefined =>
  status === undefined || isWrittenDown ? storedNumber(db, scope, kind, status) : undefined;

/** SQL for the open rows that are past their due time. */
const isDue = (db: Db, { statuses }: Expiring, now: Date) =>
  db`t.status = ${db.unsafe(String(statuses.open))} and t.due_at <= ${now}`;

/** SQL for the number of rows past their due time that are still stored as open, at most `bound`. */
const dueNumber = (db: Db, scope: Scope, kind: Expiring, now: Date, bound: number) => db`(
  select count(*)::int from (
    select 1 from ${db.unsafe(kind.table)} t where ${inScope(db, scope)} and ${isDue(db, kind, now)}
    limit ${bound}) bounded)`;

/** Counts a merchant's rows by status at a moment, whether or not expiry is recorded. */
export function countByStatus(db: Db, scope: Scope, kind: Expiring, now: Date): Promise<StatusCount[]> {
  const { open, expired, ended } = kind.statuses;
  const isStored = (status: number) => db`t.status = ${status}`;
  const stored = (status: number) => storedNumber(db, scope, kind, status);
  // Few rows have an unrecorded expiry, unless no job has run for long; then all are counted.
  const due = db`nullif(${dueNumber(db, scope, kind, now, COUNT_BOUND + 1)}, ${COUNT_BOUND + 1})`;
  return countRows(db, kind.table, inScope(db, scope), [
    {
      status: open,
      sets: [[isStored(open), db`t.due_at > ${now}`]],
      kept: db`${stored(open)} - ${due}`,
    },
    {
      status: expired,
      sets: [[isStored(expired)], [isDue(db, kind, now)]],
      kept: db`${stored(expired)} + ${due}`,
    },
    ...ended.map((status) => ({ status, sets: [[isStored(status)]], kept: stored(status) })),
  ]);
}

/** Counts rows past their due time that are still stored as open, up to `bound`. */
export async function countDue(
  db: Db,
  scope: Scope,
  kind: Expiring,
  now: Date,
  bound: number,
): Promise<number> {
  const [row] = await db<{ count: number }[]>`select ${dueNumber(db, scope, kind, now, bound)} as count`;
  return row!.count;
}

/**
 * Marks the merchant's due rows as expired, so that sorting and filtering by status are right.
 * @returns whether all are marked: locked ones are skipped.
 */
export async function writeDownExpiry(db: Db, scope: Scope, kind: Expiring, now: Date): Promise<boolean> {
  for (let round = 0; round < 20; round += 1) {
    const [row] = await db<{ count: number }[]>`
      select ${db.unsafe(kind.expire)} (${now}, ${scope.merchantId}, ${scope.mode}, ${EXPIRY_BATCH}) as count`;
    if ((row?.count ?? 0) < EXPIRY_BATCH) break;
  }
  return (await countDue(db, scope, kind, now, 1)) === 0;
}

/**
 * Records expiry for a list that is filtered or sorted by status; other lists compute it as they read.
 * @returns whether all due rows are marked as expired
 */
export async function writeDownFor(
  db: Db,
  scope: Scope,
  kind: Expiring,
  { paging, filters }: { paging: { sortBy: string }; filters: { status?: number | undefined } },
  now: Date,
): Promise<boolean> {
  const asksStatus = paging.sortBy === 'status' || filters.status !== undefined;
  return asksStatus && (await writeDownExpiry(db, scope, kind, now));
}
