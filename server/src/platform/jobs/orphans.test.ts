/** Release of jobs to other workers: by how long their owner has been gone, however long they have been running. */

import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/kit/platform/database.ts';
import { FakeClock } from '../time/clock.ts';
import { addJob } from './jobs.ts';
import { Orphans } from './orphans.ts';

let database: TestDatabase;
let pool: pg.Pool;
let clock: FakeClock;
let atWork: Set<string>;
let orphans: Orphans;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
  // The pool reports its end before its connection has ended, which may then be told that the database is dropped.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  await database.sql`delete from graphile_worker._private_jobs`;
  clock = new FakeClock();
  atWork = new Set();
  orphans = new Orphans('daftar-worker-us', (id) => atWork.has(id), clock);
});

/** Creates a job that has been running for an hour. @returns its id. */
async function locked(owner: string): Promise<string> {
  await addJob(database.sql, 'work', {});
  const [job] = await database.sql<{ id: string }[]>`
    update graphile_worker._private_jobs
       set locked_at = now() - interval '1 hour', locked_by = ${owner}, attempts = 1 returning id::text`;
  return job!.id;
}
const owners = async () =>
  (await database.sql`select locked_by as o from graphile_worker._private_jobs`).map(({ o }) => o);
async function look(seconds = 0): Promise<void> {
  clock.advance({ seconds });
  await orphans.look(pool);
}

test('a worker that reconnects soon keeps its running job', async () => {
  await locked('daftar-worker-other');
  await look();
  await look(2);
  expect(await owners()).toEqual(['daftar-worker-other']);
  const back = new pg.Client({ connectionString: database.url, application_name: 'daftar-worker-other' });
  await back.connect();
  await look(2);
  await back.end();
  // It was back, so the waiting time starts again.
  await look(2);
  await look(4);
  expect(await owners()).toEqual(['daftar-worker-other']);
});

test('a worker that stays disconnected loses its job after seconds', async () => {
  await locked('daftar-worker-other');
  await look();
  await look(5);
  expect(await owners()).toEqual([null]);
});

test('a job that runs in this process stays locked; one assigned to it that never started is released', async () => {
  const id = await locked('daftar-worker-us');
  atWork.add(id);
  await look();
  await look(60);
  expect(await owners()).toEqual(['daftar-worker-us']);
  atWork.delete(id);
  await look();
  await look(2);
  expect(await owners()).toEqual([null]);
});
