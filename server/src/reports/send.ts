import { REPORT_FILE_DAYS } from '@daftar/contract/reports';
import { notify } from '../notifications/service.ts';
import type { App } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { eachDue } from '../platform/jobs/batches.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import type { JobHandlers, Schedule as JobSchedule } from '../platform/jobs/worker.ts';
import { cairoDay } from '../platform/time/cairo.ts';
import { NotCountedYet } from './errors.ts';
import { type Made, mailReport } from './mails.ts';
import { callerOf, coveredDays, figuresOf, mailedFileOf } from './produce.ts';
import { latestDay, missedTimes, nextTime } from './rules.ts';
import * as store from './store.ts';
import { listRecipients } from './store-recipients.ts';

/** Maximum number of missed reports, while no worker ran, that are made up for. */
const MADE_UP_FOR = 7;
const WAIT_FOR_FIGURES_MILLISECONDS = 5 * 60_000;

/** Job handlers by job name. */
export const reportJobs: JobHandlers = {
  'plan-reports': planReports,
  'send-report': sendReport,
  'send-report-test': sendTest,
};

export const reportSchedules: readonly JobSchedule[] = [{ job: 'plan-reports', cron: '* * * * *' }];

type Ref = { merchantId: number; id: number };

/** How long a file that is sent now can be downloaded. */
const fileUntil = (app: App) => new Date(app.clock.now().getTime() + REPORT_FILE_DAYS * 86_400_000);

/** Plans due reports: for each missed day a single run, and a job that sends it. */
export async function planReports(app: App): Promise<void> {
  const now = app.clock.now();
  await eachDue(
    app,
    'reports that are due',
    (limit, offset) => store.listDue(app.db, now, limit, offset),
    (ref) =>
      transaction(app.db, async (tx) => {
        const report = await store.lockReport(tx, ref);
        // Another worker has planned it first.
        if (!report?.nextAt || report.nextAt > now) return;
        for (const dueAt of missedTimes(report, report.nextAt, now, MADE_UP_FOR)) {
          const day = cairoDay(dueAt);
          if (await store.planRun(tx, ref, { day, dueAt })) await addJob(tx, 'send-report', { ...ref, day });
        }
        await store.writeState(tx, ref, { ...report, nextAt: nextTime(report, now) });
      }),
  );
}

/**
 * Makes the report of a day with its maker's permissions; null when they are no longer sufficient, which stops the
 * report.
 */
async function make(app: App, report: store.ReportRow, day: string): Promise<Made | null> {
  const maker = await store.getMaker(app.db, report);
  const caller = callerOf(report, maker);
  if (typeof caller === 'string') {
    await stop(app, report, caller);
    return null;
  }
  const { paid, figures } = await figuresOf(app, caller, report, day);
  const file = await mailedFileOf(app, caller, report, day);
  return { day, days: coveredDays(report, day), paid, figures, file, merchant: maker.merchant };
}

/** Stops a report and notifies about it, once. */
async function stop(app: App, ref: store.ReportRow, why: 'left' | 'permission'): Promise<void> {
  await transaction(app.db, async (tx) => {
    const report = await store.lockReport(tx, ref);
    if (!report || report.stopped !== null) return;
    await store.writeState(tx, ref, { isPaused: report.isPaused, stopped: why, nextAt: null });
    await notify({ ...app, db: tx }, report, {
      kind: 'report-stopped',
      params: { name: report.name },
      href: '/reports',
    });
  });
}

/**
 * Sends the report of a day to all its recipients. Running twice, or in two processes, sends it once to each: the run
 * is marked in the transaction that writes the e-mails.
 */
async function sendReport(app: App, { day, ...ref }: Ref & { day: string }): Promise<void> {
  const [report, run] = await Promise.all([store.findReport(app.db, ref), store.findRun(app.db, ref, day)]);
  if (!report || report.isPaused || report.stopped !== null || !run || run.sentAt !== null) return;
  let made: Made | null;
  try {
    made = await make(app, report, day);
  } catch (error) {
    if (!(error instanceof NotCountedYet)) throw error;
    const runAt = new Date(app.clock.now().getTime() + WAIT_FOR_FIGURES_MILLISECONDS);
    return addJob(app.db, 'send-report', { ...ref, day }, { runAt });
  }
  if (made === null) return;
  const ready = made;
  await transaction(app.db, async (tx) => {
    const locked = await store.lockReport(tx, ref);
    // Recipients approved the current content, but the file was made with the former one.
    if (locked?.version !== report.version) return addJob(tx, 'send-report', { ...ref, day });
    if (!(await store.markSent(tx, ref, day, { now: app.clock.now(), fileUntil: fileUntil(app) }))) return;
    for (const to of await listRecipients(tx, ref.merchantId, [ref.id])) {
      if (to.state !== 'active') continue;
      await mailReport(app, tx, report, ready, to, { dedupeKey: `report:${ref.id}:${day}:${to.id}` });
    }
  });
}

/** Sends the latest report to the person who requested it. */
async function sendTest(
  app: App,
  { userId, email, ...ref }: Ref & { userId: number; email: string },
): Promise<void> {
  const report = await store.findReport(app.db, ref);
  if (!report) return;
  const now = app.clock.now();
  const day = latestDay(report, now);
  const made = await make(app, report, day);
  if (made === null) return;
  await transaction(app.db, async (tx) => {
    await store.markTest(tx, ref, day, fileUntil(app));
    await mailReport(app, tx, report, made, { id: 0, userId, email }, { isTest: true });
  });
}
