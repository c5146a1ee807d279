/** Measurements of the product, and the state of each component by minute. */

import type { PaymentMethodId } from '@daftar/contract/lookups';
import type { StatusComponent } from '@daftar/contract/status';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { Counted, DayMinutes, MeasuredState } from './rules.ts';

/** Adds a process's counts of a minute. */
export async function addCounts(
  db: Db,
  minute: Date,
  counts: ReadonlyMap<StatusComponent, Counted>,
): Promise<void> {
  const rows = [...counts].map(([what, { total, failed }]) => ({ minute, what, total, failed }));
  if (rows.length === 0) return;
  await db`
    insert into status_counts ${db(rows)}
    on conflict (minute, what) do update
       set total = status_counts.total + excluded.total, failed = status_counts.failed + excluded.failed`;
}

/** Locks the clock for one measurement; null while another process has it. `measuredAt` is null before the first. */
export async function takeClock(tx: Tx): Promise<{ measuredAt: Date | null } | null> {
  const [row] = await tx<{ measuredAt: Date | null }[]>`
    select measured_at as "measuredAt" from status_clock for update skip locked`;
  return row ?? null;
}

export async function setClock(tx: Tx, now: Date): Promise<void> {
  await tx`update status_clock set measured_at = ${now}`;
}

/** Reads the counts from a minute on, by component; deletes older counts. */
export async function readCounts(tx: Tx, from: Date): Promise<Map<StatusComponent, Counted>> {
  await tx`delete from status_counts where minute < ${from}`;
  const rows = await tx<(Counted & { what: StatusComponent })[]>`
    select what, sum(total)::bigint as total, sum(failed)::bigint as failed from status_counts group by what`;
  return new Map(rows.map(({ what, total, failed }) => [what, { total, failed }]));
}

/**
 * Reads live payments of whole days before `day` from the stored sums: all decided ones, and failed ones, by method.
 */
export async function readNormal(db: Db, day: string, days: number): Promise<Map<PaymentMethodId, Counted>> {
  const rows = await db<(Counted & { method: PaymentMethodId })[]>`
    select payment_method as method, sum(paid_count + failed_count)::bigint as total,
           sum(failed_count)::bigint as failed
      from payment_totals
     where mode = 'live' and day >= ${day}::date - ${days}::integer and day < ${day}::date
     group by 1`;
  return new Map(rows.map(({ method, total, failed }) => [method, { total, failed }]));
}

/** Writes the state of each component; others are no longer shown. */
export async function writeNow(
  tx: Tx,
  states: ReadonlyMap<StatusComponent, MeasuredState>,
  now: Date,
): Promise<void> {
  await tx`delete from status_now where component <> all(${[...states.keys()]})`;
  const rows = [...states].map(([component, measured]) => ({ component, measured, since: now }));
  await tx`
    insert into status_now ${tx(rows)}
    on conflict (component) do update
       set measured = excluded.measured,
           since = case when status_now.measured = excluded.measured then status_now.since else excluded.since end`;
}

/** Adds minutes of a day to components. */
export async function addMinutes(
  tx: Tx,
  day: string,
  minutes: readonly { component: StatusComponent; state: MeasuredState; minutes: number }[],
): Promise<void> {
  const none: DayMinutes = { operational: 0, degraded: 0, partial: 0, outage: 0 };
  const rows = minutes.map(({ component, state, minutes: n }) => ({ day, component, ...none, [state]: n }));
  await tx`
    insert into status_days ${tx(rows)}
    on conflict (day, component) do update
       set operational = status_days.operational + excluded.operational,
           degraded = status_days.degraded + excluded.degraded,
           partial = status_days.partial + excluded.partial,
           outage = status_days.outage + excluded.outage`;
}

/** Deletes the days before one. */
export async function deleteDays(tx: Tx, before: string): Promise<void> {
  await tx`delete from status_days where day < ${before}`;
}
