import { HOURS_KEPT_DAYS } from '@daftar/contract/dashboard';
import type { App } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { patiently } from '../platform/db/long-work.ts';
import type { JobHandlers, Schedule } from '../platform/jobs/worker.ts';
import { cairoDay, nextDay, startOfCairoDay } from '../platform/time/cairo.ts';
import * as sums from './store-sums.ts';

/** How long after midnight a payment of the day before may still be written. */
const LATE_MILLISECONDS = 3_600_000;
/** Maximum duration of one run; the next run continues. */
const RUN_MILLISECONDS = 4 * 60_000;

/**
 * Updates the figures of payments: sums up today, days not summed up yet, and changes of earlier days; for the newest
 * days the hours too. Deletes older hours. Running it again changes nothing.
 */
export async function sumUpPayments(app: App): Promise<void> {
  const began = performance.now();
  const now = app.clock.now();
  const today = cairoDay(now);
  const hoursFrom = nextDay(today, 1 - HOURS_KEPT_DAYS);
  const isOver = () => app.ending?.aborted === true || performance.now() - began > RUN_MILLISECONDS;
  const start = await inTransaction(app.pool, async (tx) => {
    // Read before the rows, so that the next run finds payments booked meanwhile.
    const seenAt = await sums.readNow(tx);
    return { ...(await sums.lockState(tx, today)), seenAt };
  });
  for (let day = start.nextDay; day <= today; day = nextDay(day)) {
    if (isOver()) return;
    await patiently(app.pool, async (tx) => {
      await sums.lockState(tx, today);
      await sums.sumUp(tx, day, hoursFrom);
      await sums.addUp(tx, day);
      await sums.addUpMonth(tx, day);
      if (startOfCairoDay(nextDay(day)).getTime() + LATE_MILLISECONDS <= now.getTime())
        await sums.closeDay(tx, day);
    });
  }
  await patiently(app.pool, async (tx) => {
    const changed = await sums.listChanged(tx, await sums.lockState(tx, today));
    const months = new Map<string, { day: string; merchantId: number }>();
    for (const { day, merchantId } of changed) {
      await sums.sumUp(tx, day, hoursFrom, merchantId);
      months.set(`${day.slice(0, 7)} ${merchantId}`, { day, merchantId });
    }
    for (const day of new Set(changed.map((each) => each.day))) await sums.addUp(tx, day);
    for (const { day, merchantId } of months.values()) await sums.addUpMonth(tx, day, merchantId);
    await sums.pruneHours(tx, hoursFrom);
    await sums.closeRun(tx, start.seenAt, now);
  });
}

export const overviewJobs: JobHandlers = { 'sum-up-payments': sumUpPayments };

export const overviewSchedules: readonly Schedule[] = [{ job: 'sum-up-payments', cron: '*/5 * * * *' }];
