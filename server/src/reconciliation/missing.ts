import type { App } from '../platform/context.ts';
import { type PatientTx, patiently } from '../platform/db/long-work.ts';
import type { JobHandlers, Schedule } from '../platform/jobs/worker.ts';
import { cairoDay, nextDay } from '../platform/time/cairo.ts';
import { workingDaysBefore } from './days.ts';
import { findUnpaid, matchAfterImport } from './statements/link.ts';
import { compactOpen } from './store-breaks.ts';
import * as store from './store-missing.ts';

/** How far back holidays are read, in days; longer than the longest lag. */
const LOOKED_BACK_DAYS = 120;

/** Opens breaks for items that should be in an account's files by now, and are not. @returns how many */
export async function findMissing(
  app: App,
  tx: PatientTx,
  { accountId, lagDays }: { accountId: number; lagDays: number },
) {
  const now = app.clock.now();
  const today = cairoDay(now);
  const holidays = await store.holidaysFrom(tx, nextDay(today, -LOOKED_BACK_DAYS));
  const until = nextDay(workingDaysBefore(today, lagDays, holidays), -1);
  return store.openMissing(tx, accountId, until, now);
}

/** Job: checks each account with imported files, and batches that no bank has paid. */
async function findAllMissing(app: App): Promise<void> {
  for (const account of await store.listCovered(app.pool))
    await patiently(app.pool, (tx) => findMissing(app, tx, account));
  await findUnpaid(app);
  await compactOpen(app.pool);
}

export const reconciliationJobs: JobHandlers = {
  'reconcile-missing': findAllMissing,
  'match-bank-lines': matchAfterImport,
};

/** Every morning, Cairo time. */
export const reconciliationSchedules: readonly Schedule[] = [
  { job: 'reconcile-missing', cron: '10 4 * * *' },
];
