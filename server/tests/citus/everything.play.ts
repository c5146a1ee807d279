/**
 * What the rehearsal of a cluster plays in one process: every call of the contract in every mode, and every job. A call or a job that is
 * added is played by being there.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobHandlers, schedules } from '../../src/jobs.ts';
import { startWorker } from '../../src/platform/jobs/worker.ts';
import { deliveryJobs } from '../../src/webhooks/jobs.ts';
import { callWell, cases } from '../kit/cases.ts';
import { differences } from '../kit/money.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../kit/server.ts';

let daftar: TestServer;
let owner: Actor;
let admin: OperatorActor;
beforeAll(async () => {
  daftar = await startTestServer();
  owner = await daftar.merchant();
  admin = await daftar.operator('admin');
});
afterAll(() => daftar.close());

test.each(cases.map((each) => [`${each.name} (${each.mode})`, each] as const))('%s', async (_, each) => {
  const answer = await callWell(daftar, each, owner, admin);
  const isSure = each.endpoint.access !== 'public';
  expect(answer.status, answer.raw).toBeLessThan(isSure ? 300 : 500);
});

const kept = { email: null, sms: null };
const handlers = { ...jobHandlers(kept), ...deliveryJobs };

test.each(schedules.map(({ job }) => [job]))('the job %s, a week and a half year later', async (job) => {
  await handlers[job]!(daftar.app, {});
  for (const days of [7, 190]) {
    const now = new Date(daftar.clock.now().getTime() + days * 86_400_000);
    const later = { ...daftar.app, clock: { now: () => now } };
    await handlers[job]!(later, {});
  }
});

/** Nobody answers at the addresses of webhooks, and nobody sent the notification that a sample stores. */
const { 'deliver-webhook': _, 'process-notification': __, ...asked } = handlers;

test('the jobs that calls have queued', async () => {
  // By the clock of the queue: a job that is put off is put off from now.
  const app = { ...daftar.app, clock: { now: () => new Date() } };
  const worker = await startWorker(app, daftar.database.url, { handlers: asked });
  const waiting = () => daftar.database.sql<{ task: string; error: string | null }[]>`
    select task_identifier as task, last_error as error from graphile_worker.jobs
     where task_identifier = any (${Object.keys(asked)}) and (run_at <= now() and attempts < max_attempts or last_error is not null)`;
  try {
    await expect
      .poll(async () => (await waiting()).filter(({ error }) => error === null).map(({ task }) => task), {
        timeout: 50_000,
      })
      .toEqual([]);
  } finally {
    await worker.stop();
  }
  expect(await waiting()).toEqual([]);
});

test('the books are right', async () => {
  expect(await differences(daftar)).toEqual([]);
});
