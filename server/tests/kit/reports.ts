/** For tests: a report, calls about it, the jobs that send it, and the resulting e-mails. */
import { expect } from 'vitest';
import { openBody } from '../../src/messages/body.ts';
import { sumUpPayments } from '../../src/overview/jobs.ts';
import type { App } from '../../src/platform/context.ts';
import { reportJobs } from '../../src/reports/send.ts';
import type { Actor, TestServer } from './server.ts';

/** A form of a report of a business's takings, sent every day at eight. */
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

/**
 * Plans due reports and runs every job that sends a report of a merchant twice, like a queue that lost the
 * confirmation.
 */
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

/** An e-mail of a report, or the question to an external address whether it wants the report. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The text of the attachment. */
  file: string | null;
  /** The name of the attached file. */
  name: string | null;
  /** The address in the header List-Unsubscribe. */
  unsubscribe: string | null;
}

/** Returns functions for the reports of a business in live mode. @param scene the current server and owner */
export function reportsOf(scene: () => { daftar: TestServer; owner: Actor }) {
  /** Calls in a new session, because days pass in these tests. */
  const ask = async (request: Parameters<TestServer['call']>[0] & { as: Actor }) => {
    const { daftar } = scene();
    return daftar.call({ ...request, as: await daftar.elsewhere(request.as) });
  };
  /** Calls an endpoint of reports. @param path the part after `/merchant/reports` */
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, as: Actor, body?: object) =>
    ask({ method, path: `/merchant/reports${path}`, mode: 'live', as, body });

  /** Creates a report, for the owner by default. @returns its id */
  async function create(more: object = {}): Promise<number> {
    const { owner } = scene();
    const made = await call('POST', '/create', owner, reportForm({ members: [owner.userId], ...more }));
    expect(made.status, made.raw).toBe(200);
    return made.body.data.id;
  }

  const list = async (as = scene().owner) => (await call('GET', '', as)).body.data;
  const reports = async (as = scene().owner) => (await list(as)).reports;

  /** Reads the e-mails of reports, oldest first. */
  async function mails(): Promise<Mail[]> {
    const { daftar, owner } = scene();
    const rows = await daftar.database.sql<{ to: string; subject: string; sealed: Buffer }[]>`
      select recipient as "to", subject, sealed from messages
       where merchant_id = ${owner.merchantId} and sealed is not null order by id`;
    return rows.flatMap(({ to, subject, sealed }) => {
      const body = openBody(daftar.app, sealed)!;
      if (!body.text.includes('Report of') && !body.text.includes('only if you confirm')) return [];
      const file = body.attachment ? Buffer.from(body.attachment.base64, 'base64').toString('utf8') : null;
      const name = body.attachment?.name ?? null;
      return [{ to, subject, text: body.text, file, name, unsubscribe: body.unsubscribe ?? null }];
    });
  }

  /** Sets the clock, and runs due jobs. @returns the e-mails so far */
  async function at(moment: string): Promise<Mail[]> {
    const { daftar, owner } = scene();
    daftar.clock.set(moment);
    await sumUpPayments(daftar.app);
    await sendReports(daftar.app, owner.merchantId);
    return mails();
  }

  return { ask, at, call, create, list, mails, reports };
}
