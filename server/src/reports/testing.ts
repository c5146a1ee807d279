/** For tests: a report, and the jobs that send it. */
import type { App } from '../platform/context.ts';
import { reportJobs } from './send.ts';

/** A report of a business's takings, sent every day at eight. */
export const reportForm = (more: Record<string, unknown> = {}) => ({
  name: 'Takings',
  kind: 'takings',
  format: 'csv',
  language: 'en',
  rhythm: 'day',
  hour: 8,
  members: [],
  addresses: [],
  ...more,
});

/** Plans what is due and runs every job that sends a report of a merchant, twice each, as a queue that lost its answer. */
export async function sendReports(app: App, merchantId: number): Promise<void> {
  await reportJobs['plan-reports']!(app, {});
  const jobs = await app.db<{ id: number; task: string; payload: { merchantId: number } }[]>`
    select j.id, j.task_identifier as task, p.payload from graphile_worker.jobs j
      join graphile_worker._private_jobs p on p.id = j.id
     where j.task_identifier in ('send-report', 'send-report-test') order by j.id`;
  const theirs = jobs.filter(({ payload }) => payload.merchantId === merchantId);
  for (const { task, payload } of theirs) {
    await reportJobs[task]!(app, payload);
    if (task === 'send-report') await reportJobs[task]!(app, payload);
  }
  await app.db`select graphile_worker.complete_jobs(${theirs.map(({ id }) => id)}::bigint[])`;
}
