/**
 * Outages that the queue must survive: its connections cut at the worst moment, and a worker that died with running
 * jobs.
 */
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, type TestContext, test, vi } from 'vitest';
import { createTestDatabase } from '../../../tests/kit/platform/database.ts';
import { loadConfig } from '../../config.ts';
import { processorsOf } from '../../processors/registry.ts';
import type { App } from '../context.ts';
import { relayNotifyOutbox, tellNews } from '../db/notify-outbox.ts';
import { Sockets } from '../db/sockets.ts';
import { FakeClock, systemClock } from '../time/clock.ts';
import { addJob } from './jobs.ts';
import { silentQueues } from './pulse.ts';
import { type JobHandler, startWorker, type Worker, type WorkerOptions } from './worker.ts';

const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
beforeAll(() => void process.on('unhandledRejection', note));
afterAll(() => void process.off('unhandledRejection', note));

type Handlers = Parameters<typeof startWorker>[2]['handlers'];

/**
 * Creates a database with a queue for one test: the tests mostly wait, so all run at the same time. Everything started
 * is stopped when the test has finished.
 */
async function newScene({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  const database = await createTestDatabase();
  const { sql } = database;
  const logged: string[] = [];
  const ran: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => logged.push(line) });
  const processors = processorsOf([]);
  const app: App = { db: sql, pool: sql, clock: systemClock, config: loadConfig({}), log, processors };
  const sockets = new Sockets();
  const news = relayNotifyOutbox(app);
  const workers: Worker[] = [];
  onTestFinished(async () => {
    for (const worker of workers) await worker.stop();
    await news.stop();
    await database.drop();
  });
  return {
    ...{ database, app, sockets, news, ran, logged },
    async start(handle: JobHandler, { of = app, ...options }: { of?: App } & Partial<WorkerOptions> = {}) {
      const handlers = { work: handle } as Handlers;
      const worker = await startWorker(of, database.url, { handlers, sockets, ...options });
      workers.push(worker);
      return worker;
    },
    add: (name: string) => addJob(sql, 'work', { name }),
    hasRun: (name: string, times = 1) =>
      vi.waitUntil(() => ran.filter((each) => each === name).length >= times, { timeout: 100_000 }),
    waiting: async () => (await sql`select locked_by from graphile_worker._private_jobs`).length,
  };
}

describe.concurrent('a worker whose connections are cut', () => {
  test('while two results are being recorded, beside a job that fails later: the queue restarts and both jobs run again', async (context) => {
    const { database, ran, logged, start, add, hasRun, waiting } = await newScene(context);
    const gates = new Map<string, () => void>();
    await start(async (_app, { name }) => {
      ran.push(name);
      // Of the first runs, each ends when told to.
      if (gates.size === 3 || name === 'after') return;
      await new Promise<void>((resolve) => gates.set(name, resolve));
      if (name === 'three') throw new Error('tried in vain');
    });
    for (const name of ['one', 'two', 'three']) {
      await add(name);
      await hasRun(name);
    }
    const writing = async () =>
      (
        await database.sql`
          select from pg_stat_activity where application_name ~ '^daftar-worker' and wait_event_type = 'Lock'
             and query ilike '%delete from%' and datname = current_database()`
      ).length;
    // Locked rows block both deletes, each on its own connection; `skip locked` lets the queue continue to poll
    // meanwhile.
    await database.sql.begin(async (tx) => {
      await tx`select from graphile_worker._private_jobs for update`;
      gates.get('one')!();
      await vi.waitUntil(async () => (await writing()) === 1, { timeout: 100_000 });
      gates.get('two')!();
      await vi.waitUntil(async () => (await writing()) === 2, { timeout: 100_000 });
      // As if another host became the primary.
      await database.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
         where application_name ~ '^daftar-worker' and datname = current_database()`;
      const failures = () => logged.filter((line) => line.includes('Failed to complete jobs')).length;
      await vi.waitUntil(() => failures() === 2, { timeout: 100_000 });
    });
    gates.get('three')!();
    await add('after');
    await hasRun('after');
    await hasRun('one', 2);
    await hasRun('two', 2);
    await vi.waitUntil(async () => (await waiting()) === 0, { timeout: 100_000 });
    expect(unhandled).toEqual([]);
  });

  test('while a job of the stopped queue still runs: the new queue does not start that job a second time', async (context) => {
    const { sockets, ran, logged, start, add, hasRun, waiting } = await newScene(context);
    let most = 0;
    let atWork = 0;
    let finish = () => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    await start(async (_app, { name }) => {
      ran.push(name);
      if (name !== 'long') return;
      atWork += 1;
      most = Math.max(most, atWork);
      await held;
      atWork -= 1;
    });
    await add('long');
    await hasRun('long');
    const cutting = setInterval(() => sockets.cut(), 1);
    await vi.waitUntil(() => logged.some((line) => line.includes('the job queue stopped')), {
      timeout: 100_000,
    });
    clearInterval(cutting);
    // The restarted queue works, while the job of the previous one continues.
    await add('after');
    await hasRun('after');
    expect(ran.filter((name) => name === 'long')).toEqual(['long']);
    finish();
    await vi.waitUntil(async () => (await waiting()) === 0, { timeout: 100_000 });
    expect(most).toBe(1);
    expect(unhandled).toEqual([]);
  });

  test('while a result is being recorded: the queue restarts, the job runs again, and no rejection is unhandled', async (context) => {
    const { sockets, ran, logged, start, add, hasRun, waiting } = await newScene(context);
    let cutting: NodeJS.Timeout | undefined;
    await start(async (_app, { name }) => {
      ran.push(name);
      if (ran.length === 1) cutting = setInterval(() => sockets.cut(), 1);
    });
    await add('cut');
    await vi.waitUntil(() => logged.some((line) => line.includes('the job queue stopped')), {
      timeout: 100_000,
    });
    clearInterval(cutting);
    await add('after');
    await hasRun('after');
    await hasRun('cut', 2);
    await vi.waitUntil(async () => (await waiting()) === 0, { timeout: 100_000 });
    expect(unhandled).toEqual([]);
  });

  test('repeatedly while jobs arrive: every job runs', async (context) => {
    const { sockets, ran, start, add, hasRun, waiting } = await newScene(context);
    await start(async (_app, { name }) => void ran.push(name));
    const names = Array.from({ length: 20 }, (_, index) => `job ${index}`);
    for (const name of names) {
      await add(name);
      if (Number(name.slice(4)) % 5 === 0) sockets.cut();
    }
    for (const name of names) await hasRun(name);
    await vi.waitUntil(async () => (await waiting()) === 0, { timeout: 100_000 });
    expect(unhandled).toEqual([]);
  });
});

test.concurrent('jobs of a dead worker are reassigned within seconds, those of a live worker are not', async (context) => {
  const { database, ran, start, add, hasRun, waiting } = await newScene(context);
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const living = await start(async (_app, { name }) => {
    ran.push(name);
    if (name === 'long') await held;
  });
  await add('long');
  await hasRun('long');
  // As left by a process killed a minute ago, beside one that has been running for as long.
  await database.sql`
    select graphile_worker.add_job('work', '{"name": "left behind"}', run_at := now() + interval '1 hour')`;
  await database.sql`
    update graphile_worker._private_jobs
       set locked_at = now() - interval '1 minute', run_at = now() - interval '1 minute', attempts = 1,
           locked_by = coalesce(locked_by, 'daftar-worker-that-died')`;
  await start(async (_app, { name }) => void ran.push(`second: ${name}`));
  await vi.waitUntil(() => ran.some((name) => name.endsWith('left behind')), { timeout: 100_000 });
  expect(ran.filter((name) => name.endsWith('long'))).toEqual(['long']);
  finish();
  await living.stop();
  await vi.waitUntil(async () => (await waiting()) === 0, { timeout: 100_000 });
});

test.concurrent('stopping waits for running jobs, and stopping twice is no error', async (context) => {
  const { app, ran, start, add } = await newScene(context);
  let begin = () => {};
  let finish = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const worker = await start(async (_app, { name }) => {
    begin();
    await held;
    await app.db`select 1`;
    ran.push(name);
  });
  await add('last');
  await begun;
  const stopped = worker.stop();
  finish();
  await stopped;
  expect(ran).toEqual(['last']);
  await worker.stop();
});

test.concurrent('a queue whose jobs all hang is reported as silent after ten minutes, and a new one starts beside it', async (context) => {
  const { app, ran, logged, start, add, hasRun } = await newScene(context);
  const clock = new FakeClock(new Date());
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let away = true;
  const options = { of: { ...app, clock }, concurrency: 2, databaseAway: () => away };
  const worker = await start(async (_app, { name }) => {
    ran.push(name);
    if (name !== 'after') await held;
  }, options);
  for (const name of ['one', 'two']) {
    await add(name);
    await hasRun(name);
  }
  await add('after');
  clock.advance({ minutes: 9 });
  expect(silentQueues([worker.pulse]), 'long jobs are no fault').toEqual([]);
  clock.advance({ minutes: 2 });
  expect(silentQueues([worker.pulse])).toEqual(['jobs']);
  away = false;
  await hasRun('after');
  expect(logged.join()).toContain('all its jobs hang');
  expect(silentQueues([worker.pulse])).toEqual([]);
  expect(ran, 'what hangs is nobody else’s').toEqual(['one', 'two', 'after']);
  finish();
});

test.concurrent('a plain job is what the queue itself would add, and the queue is told of all new ones once', async (context) => {
  const { database, news } = await newScene(context);
  const { sql } = database;
  await news.stop();
  const heard: string[] = [];
  await sql.begin(async (tx) => {
    await tx`select graphile_worker.add_job('odd', '{"n": 0}')`;
    for (const n of [1, 2, 3]) await addJob(tx, 'odd', { n });
  });
  const added = await sql<{ row: object }[]>`
    with gone as (
      delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
       where t.id = j.task_id and t.identifier = 'odd' returning j.*)
    select to_jsonb(gone) - 'id' - 'payload' as row from gone`;
  expect(added).toHaveLength(4);
  expect(new Set(added.map(({ row }) => JSON.stringify(row))).size).toBe(1);
  const { unlisten } = await sql.listen('jobs:insert', (payload) => heard.push(payload));
  await tellNews(sql);
  await vi.waitUntil(() => heard.length > 0, { timeout: 100_000 });
  expect(heard.map((each) => JSON.parse(each).count)).toEqual([3]);
  await unlisten();
});
