/** The queue of jobs behind a connection that dies unnoticed, and jobs that the clock starts. */
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import type { App } from '../../src/platform/context.ts';
import { listenForHealth } from '../../src/platform/http/health.ts';
import { createMetrics } from '../../src/platform/http/metrics.ts';
import { addJob } from '../../src/platform/jobs/jobs.ts';
import { scheduledOptions } from '../../src/platform/jobs/runner.ts';
import { type JobHandlers, startWorker, type Worker } from '../../src/platform/jobs/worker.ts';
import { FakeClock } from '../../src/platform/time/clock.ts';
import { processorsOf } from '../../src/processors/registry.ts';
import { createTestDatabase, type TestDatabase } from '../kit/platform/database.ts';
import { send } from './client.ts';
import { freePort } from './product.ts';
import { startWire, type Wire } from './wire.ts';

vi.setConfig({ testTimeout: 60_000 });

let database: TestDatabase;
let wire: Wire;
let clock: FakeClock;
let app: App;
let worker: Worker | undefined;
let ran: string[];
let logged: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  wire = await startWire(database.url);
});
afterAll(async () => {
  await wire.close();
  await database.drop();
});
beforeEach(() => {
  ran = [];
  logged = [];
  clock = new FakeClock();
  const { sql } = database;
  const log = pino({ level: 'warn' }, { write: (line: string) => logged.push(line) });
  app = { db: sql, pool: sql, clock, config: loadConfig({}), log, processors: processorsOf([]) };
});
afterEach(async () => {
  await wire.heal();
  await worker?.stop();
  worker = undefined;
});

const note: JobHandlers = { work: async (_app, { name }) => void ran.push(name) };
const hasRun = (name: string) => vi.waitUntil(() => ran.includes(name), { timeout: 100_000 });

test('a queue replaces connections that go silent without being refused', async () => {
  worker = await startWorker(app, wire.url, { handlers: note });
  await addJob(database.sql, 'work', { name: 'before' });
  await hasRun('before');
  wire.stall();
  // An idle queue asks every two seconds; this one waits in vain for longer than any answer takes.
  const passing = setInterval(() => clock.advance({ seconds: 5 }), 100);
  await vi.waitUntil(() => logged.some((line) => line.includes('it is not answered')), { timeout: 100_000 });
  clearInterval(passing);
  await addJob(database.sql, 'work', { name: 'after' });
  await wire.heal();
  await hasRun('after');
});

test('/readyz and the metrics report a queue that has not polled for half a minute, but not an idle one', async () => {
  // As it is behind a pooler: the database is there for everybody, but the queue's own way to it is not.
  const away = { now: false };
  worker = await startWorker(app, wire.url, {
    name: 'receipts',
    handlers: note,
    databaseAway: () => away.now,
  });
  const queues = [worker.pulse];
  const metrics = createMetrics(database.sql, { open: false }, { queues });
  const at = { host: '127.0.0.1', port: await freePort() };
  const readiness = {
    databaseAnswers: async () => true,
    databaseWrites: () => true,
    ending: () => false,
    queues,
  };
  const health = await listenForHealth(at, readiness, metrics);
  const ready = async () => {
    const { status, body } = await send(`http://127.0.0.1:${at.port}`, '/readyz');
    return { status, silent: body.silent };
  };
  try {
    const beat = vi.spyOn(worker.pulse, 'beat');
    clock.advance({ hours: 1 });
    await vi.waitUntil(() => beat.mock.calls.length > 0, { timeout: 100_000 });
    expect(await ready()).toEqual({ status: 200, silent: undefined });

    away.now = true;
    wire.stall();
    await vi.waitUntil(
      async () => {
        clock.advance({ seconds: 31 });
        return (await ready()).status === 503;
      },
      { timeout: 100_000 },
    );
    expect(await ready()).toEqual({ status: 503, silent: ['receipts'] });
    expect(await metrics.text()).toMatch(/daftar_queue_silent_seconds\{queue="receipts"\} [3-9]\d/);

    away.now = false;
    await wire.heal();
    await vi.waitUntil(async () => (await ready()).status === 200, { timeout: 100_000 });
  } finally {
    await health.close();
  }
});

test('a scheduled job neither runs nor waits twice at once, and leaves slots for other jobs', async () => {
  let atOnce = 0;
  let most = 0;
  let runs = 0;
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const sweep = async () => {
    atOnce += 1;
    runs += 1;
    most = Math.max(most, atOnce);
    await held;
    atOnce -= 1;
  };
  worker = await startWorker(app, database.url, { handlers: { ...note, sweep }, concurrency: 2 });
  const { queueName, jobKey, maxAttempts } = scheduledOptions('sweep');
  // As the clock of each worker does, every minute of ten.
  const due = () => database.sql`
    select graphile_worker.add_job('sweep', '{}', queue_name := ${queueName}, max_attempts := ${maxAttempts},
                                   job_key := ${jobKey})`;
  await due();
  await vi.waitUntil(() => runs === 1, { timeout: 100_000 });
  for (let minute = 0; minute < 10; minute += 1) await due();
  await addJob(database.sql, 'work', { name: 'asked for' });
  await hasRun('asked for');
  expect(runs).toBe(1);
  finish();
  await vi.waitUntil(
    async () => (await database.sql`select from graphile_worker._private_jobs`).length === 0,
    { timeout: 100_000 },
  );
  expect({ runs, most }).toEqual({ runs: 2, most: 1 });
});
