/** What the queue must survive: its connections cut at the worst moment, and a worker that died with jobs in hand. */
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadConfig } from '../../config.ts';
import type { App } from '../context.ts';
import { Sockets } from '../db/sockets.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { systemClock } from '../time/clock.ts';
import { addJob } from './jobs.ts';
import { type JobHandler, startWorker, type Worker } from './worker.ts';

let database: TestDatabase;
let app: App;
let sockets: Sockets;
let worker: Worker | null;
let ran: string[];
let logged: string[] = [];
const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);

beforeAll(async () => {
  database = await createTestDatabase();
  const log = pino({ level: 'info' }, { write: (line: string) => logged.push(line) });
  const { sql } = database;
  app = { db: sql, pool: sql, clock: systemClock, config: loadConfig({}), log };
  process.on('unhandledRejection', note);
});
beforeEach(() => {
  ran = [];
  logged = [];
  worker = null;
  sockets = new Sockets();
});
afterEach(() => worker?.stop());
afterAll(async () => {
  process.off('unhandledRejection', note);
  await database.drop();
});

const start = (handle: JobHandler) => startWorker(app, database.url, { handlers: { work: handle }, sockets });
const add = (name: string) => addJob(database.sql, 'work', { name });
const hasRun = (name: string, times = 1) =>
  vi.waitUntil(() => ran.filter((each) => each === name).length >= times, { timeout: 25_000 });
const waiting = async () => (await database.sql`select locked_by from graphile_worker._private_jobs`).length;

describe('a worker whose connections are cut', () => {
  test('when an outcome is written down: the queue starts again, the job runs again, nothing is left unhandled', async () => {
    let cutting: NodeJS.Timeout | undefined;
    worker = await start(async (_app, { name }) => {
      ran.push(name);
      if (ran.length === 1) cutting = setInterval(() => sockets.cut(), 1);
    });
    await add('cut');
    await vi.waitUntil(() => logged.some((line) => line.includes('the job queue stopped')), {
      timeout: 10_000,
    });
    clearInterval(cutting);
    await add('after');
    await hasRun('after');
    await hasRun('cut', 2);
    await vi.waitUntil(async () => (await waiting()) === 0, { timeout: 10_000 });
    expect(unhandled).toEqual([]);
  });

  test('again and again while jobs come: every one of them runs', async () => {
    worker = await start(async (_app, { name }) => void ran.push(name));
    const names = Array.from({ length: 20 }, (_, index) => `job ${index}`);
    for (const name of names) {
      await add(name);
      if (Number(name.slice(4)) % 5 === 0) sockets.cut();
    }
    for (const name of names) await hasRun(name);
    await vi.waitUntil(async () => (await waiting()) === 0, { timeout: 25_000 });
    expect(unhandled).toEqual([]);
  });
});

test('jobs that a dead worker held are given to others within seconds, those of living ones are not', async () => {
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
  // As a process killed a minute ago left it, beside one that has been at work for as long.
  await database.sql`
    select graphile_worker.add_job('work', '{"name": "left behind"}', run_at := now() + interval '1 hour')`;
  await database.sql`
    update graphile_worker._private_jobs
       set locked_at = now() - interval '1 minute', run_at = now() - interval '1 minute', attempts = 1,
           locked_by = coalesce(locked_by, 'daftar-worker-that-died')`;
  worker = await start(async (_app, { name }) => void ran.push(`second: ${name}`));
  await vi.waitUntil(() => ran.some((name) => name.endsWith('left behind')), { timeout: 20_000 });
  expect(ran.filter((name) => name.endsWith('long'))).toEqual(['long']);
  finish();
  await living.stop();
  await vi.waitUntil(async () => (await waiting()) === 0, { timeout: 10_000 });
});

test('stopping waits for what runs, and a second stop is no error', async () => {
  worker = await start(async (_app, { name }) => {
    await app.db`select pg_sleep(0.2)`;
    ran.push(name);
  });
  await add('last');
  await vi.waitUntil(
    async () =>
      (
        await database.sql`
    select from graphile_worker._private_jobs where locked_by is not null`
      ).length === 1,
  );
  await worker.stop();
  expect(ran).toEqual(['last']);
  await worker.stop();
});
