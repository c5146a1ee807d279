/** The queue's own figures stay true whatever its length, because alerts and the workers' autoscaler depend on them. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startTestServer } from '../../../tests/kit/server.ts';
import { depthByTask, queueDepth } from './depth.ts';
import { purgeGivenUpJobs } from './given-up.ts';

const daftar = await startTestServer();
const { sql } = daftar.database;
afterAll(() => daftar.close());

interface Jobs {
  count: number;
  attempts?: number;
  priority?: number;
  /** Seconds since they were due; negative if they are due later. */
  dueSeconds?: number;
  task?: string;
  isRunning?: boolean;
}

async function leave({
  count,
  attempts = 0,
  priority = 0,
  dueSeconds = 0,
  task = 'send',
  isRunning = false,
}: Jobs) {
  await sql`insert into graphile_worker._private_tasks (identifier) values (${task}) on conflict do nothing`;
  await sql`
    insert into graphile_worker._private_jobs (task_id, attempts, max_attempts, priority, run_at, locked_at)
    select id, ${attempts}, 25, ${priority}, now() - make_interval(secs => ${dueSeconds}),
           case when ${isRunning} then now() end
      from graphile_worker._private_tasks, generate_series(1, ${count}) where identifier = ${task}`;
}

beforeEach(async () => {
  await sql`truncate graphile_worker._private_jobs`;
});

test('ten thousand jobs that were given up hide none that waits', async () => {
  await leave({ count: 10_001, attempts: 25, dueSeconds: 86_400 });
  await leave({ count: 1, dueSeconds: 300 });
  const depth = await queueDepth(sql);
  expect(depth).toMatchObject({ waiting: 1, failing: 0, givenUp: 10_001 });
  expect(Math.floor(depth.oldestSeconds / 60)).toBe(5);
  expect(await depthByTask(sql)).toMatchObject([{ task: 'send', waiting: 1 }]);
});

test('the oldest is told whatever its priority and however many wait before it', async () => {
  await leave({ count: 10_001, dueSeconds: 60 });
  await leave({ count: 1, priority: 3, dueSeconds: 600 });
  await leave({ count: 5, priority: 7, dueSeconds: 30 });
  await leave({ count: 1, attempts: 25, dueSeconds: 86_400 });
  await leave({ count: 1, attempts: 1, dueSeconds: 86_400, isRunning: true });
  const depth = await queueDepth(sql);
  expect(depth).toMatchObject({ waiting: 10_000, failing: 1, givenUp: 1 });
  expect(Math.floor(depth.oldestSeconds / 60)).toBe(10);
});

test('an empty queue, and one whose jobs are not due, is not behind', async () => {
  const none = { waiting: 0, oldestSeconds: 0, failing: 0, givenUp: 0 };
  expect(await queueDepth(sql)).toEqual(none);
  await leave({ count: 3, dueSeconds: -600 });
  expect(await queueDepth(sql)).toEqual(none);
});

test('what was given up is kept for ninety days, and what waits, runs or is tried again for ever', async () => {
  // The database's clock decides when a job was due, the application's what counts as old.
  daftar.clock.set(new Date().toISOString());
  const day = 86_400;
  await leave({ count: 2_100, attempts: 25, dueSeconds: 90 * day + 60, task: 'long-ago' });
  await leave({ count: 3, attempts: 25, dueSeconds: 90 * day - 60, task: 'of-late' });
  await leave({ count: 1, attempts: 24, dueSeconds: 100 * day, task: 'tried' });
  await leave({ count: 1, dueSeconds: 100 * day, task: 'waits' });
  await leave({ count: 1, attempts: 25, dueSeconds: 100 * day, task: 'runs', isRunning: true });
  daftar.logged.length = 0;
  await purgeGivenUpJobs(daftar.app);
  const left = await sql`
    select t.identifier as task, count(*)::int as jobs
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id group by 1 order by 1`;
  expect([...left]).toEqual([
    { task: 'of-late', jobs: 3 },
    { task: 'runs', jobs: 1 },
    { task: 'tried', jobs: 1 },
    { task: 'waits', jobs: 1 },
  ]);
  expect(daftar.logged.join('')).toContain('"long-ago":2100');
});
