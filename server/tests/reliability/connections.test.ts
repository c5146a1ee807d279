/** Connections of a pool that die one by one, unnoticed by anybody: what was asked fails in time, what follows is answered. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { describe, expect, type TestContext, test, vi } from 'vitest';
import { classifyDbError, type Sql } from '../../src/platform/db/connect.ts';
import { patiently, setPatientPools } from '../../src/platform/db/long-work.ts';
import { renewablePool } from '../../src/platform/db/renewable.ts';
import { WriteProbe } from '../../src/platform/db/write-probe.ts';
import { createTestDatabase } from '../kit/platform/database.ts';
import { startWire } from './wire.ts';

const PATIENCE = 1_500;
const CONNECTIONS = 3;

/** A database behind a wire, of one test: most of each is waiting, so all run at the same time. */
async function newScene({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  const database = await createTestDatabase();
  const wire = await startWire(database.url);
  const ends: (() => unknown)[] = [];
  onTestFinished(async () => {
    await wire.heal();
    for (const end of ends) await end();
    await wire.close();
    await database.drop();
  });
  const start = (silenceMs = PATIENCE): Sql => {
    const { sql } = renewablePool(wire.url, { max: CONNECTIONS, silenceMs });
    ends.push(() => sql.end({ timeout: 1 }));
    return sql;
  };
  return { database, wire, start, onEnd: (end: () => unknown) => void ends.push(end) };
}

/** Opens every connection of the pool. */
const warm = (sql: Sql) =>
  Promise.all(Array.from({ length: CONNECTIONS * 2 }, () => sql`select pg_sleep(0.05)`));

const outcomesOf = (queries: Promise<unknown>[]) =>
  Promise.all(
    queries.map((query) =>
      query.then(
        () => 'answered',
        (error: unknown) => classifyDbError(error).kind,
      ),
    ),
  );

describe.concurrent('connections silently dropped by a firewall', () => {
  test('fail their queries as unavailable, and new connections answer every later query', async (context) => {
    const { start, wire } = await newScene(context);
    const sql = start();
    await warm(sql);
    wire.freeze();
    const first = await outcomesOf(Array.from({ length: CONNECTIONS }, (_, n) => sql`select ${n}::int as n`));
    expect(new Set(first)).toEqual(new Set(['unavailable']));
    for (let n = 0; n < 40; n += 1) expect([...(await sql`select ${n}::int as n`)]).toEqual([{ n }]);
    expect([...(await sql`select n from generate_series(1, 3) n`)]).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  test('fail the transaction that runs on them, and nothing else', async (context) => {
    const { start, wire } = await newScene(context);
    const sql = start();
    await warm(sql);
    const whole = sql.begin(async (tx) => {
      await tx`select 1`;
      wire.freeze();
      await tx`select 2`;
    });
    await expect(whole).rejects.toSatisfy((error) => classifyDbError(error).kind === 'unavailable');
    await vi.waitUntil(async () => (await outcomesOf([sql`select 1`]))[0] === 'answered', {
      timeout: 100_000,
    });
    for (let n = 0; n < 20; n += 1) expect([...(await sql`select ${n}::int as n`)]).toEqual([{ n }]);
  });
});

test.concurrent('a statement that takes longer is answered within long work, and nowhere else', async (context) => {
  const { start, wire } = await newScene(context);
  const sql = start(200);
  const patient = renewablePool(wire.url, { max: 1, silenceMs: 60_000 });
  setPatientPools(sql, { work: patient.sql, decision: sql });
  expect(await outcomesOf([sql`select pg_sleep(0.5)`])).toEqual(['unavailable']);
  const rows = await patiently(
    sql,
    (tx) => tx`select pg_sleep(0.5), current_setting('statement_timeout') as most`,
  );
  expect(rows[0]?.most).toBe('10min');
  await patient.sql.end({ timeout: 1 });
});

test.concurrent('no statement is given time on a connection that is cut after half a minute', async () => {
  const root = fileURLToPath(new URL('../../src', import.meta.url));
  const impatient = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => /statement_timeout = 0/.test(readFileSync(`${root}/${file}`, 'utf8')));
  // The command that checks the ledger and migrations have connections of their own, which are waited for.
  expect(impatient.sort()).toEqual(['ledger/check.ts', 'platform/db/migrate.ts']);
});

test.concurrent('neither a long-running statement nor an idle connection is cut off', async (context) => {
  const { database, start } = await newScene(context);
  const sql = start();
  await warm(sql);
  // In steps, so that the database says something within the patience; then nobody asks for longer than it.
  for (let step = 0; step < 3; step += 1) await sql`select pg_sleep(0.8)`;
  const before = await sql<
    { pid: number }[]
  >`select pid from pg_stat_activity where application_name = 'daftar'
    and datname = current_database() order by pid`;
  await database.sql`select pg_sleep(2)`;
  const after = await sql<
    { pid: number }[]
  >`select pid from pg_stat_activity where application_name = 'daftar'
    and datname = current_database() order by pid`;
  expect([...after]).toEqual([...before]);
});

describe.concurrent('a session terminated by the server', () => {
  test('fails only the query that runs on it: no query gets another’s rows or error', async (context) => {
    const { database, start } = await newScene(context);
    const sql = start();
    // A connection that was terminated while idle fails its next query, and the pool replaces it.
    const recover = () => vi.waitFor(() => warm(sql), { timeout: 100_000 });
    for (let round = 0; round < 10; round += 1) {
      await recover();
      const asked = Array.from({ length: 12 }, (_, n) =>
        sql<{ n: number }[]>`select ${n}::int as n, pg_sleep(0.01)`.then(
          (rows) => rows.length === 1 && rows[0]!.n === n,
          (error: unknown) => classifyDbError(error).kind === 'unavailable',
        ),
      );
      await database.sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'daftar' and datname = current_database() limit 1`;
      expect(await Promise.all(asked)).toEqual(asked.map(() => true));
    }
    await recover();
    for (let n = 0; n < 20; n += 1) expect([...(await sql`select ${n}::int as n`)]).toEqual([{ n }]);
  });
});

/** A probe over the wire, of a database that answers. */
const watch = async (context: Pick<TestContext, 'onTestFinished'>) => {
  const { database, wire, onEnd } = await newScene(context);
  const { sql } = database;
  const stalls: true[] = [];
  const breaker = { open: false, answers: async () => true };
  const onStall = () => void stalls.push(true);
  const probe = new WriteProbe(wire.url, { log: pino({ level: 'silent' }), breaker, onStall });
  onEnd(() => probe.stop());
  await sql`delete from write_probe`;
  probe.watch();
  /** Waits until it has written after that, and tells when. */
  const written = (after: Date): Promise<Date> =>
    vi.waitUntil(
      async () => {
        const [row] = await sql<{ at: Date }[]>`select at from write_probe`;
        return row && row.at > after && row.at;
      },
      { timeout: 100_000 },
    );
  /** Sessions of the probe that wait for the row somebody else has locked. */
  const waiting = async () => {
    const sessions = await sql`
      select from pg_stat_activity where application_name = 'daftar write probe' and wait_event_type = 'Lock'
         and datname = current_database()`;
    return sessions.length;
  };
  await written(new Date(0));
  return { sql, wire, probe, stalls, written, waiting };
};

describe.concurrent('the write probe', () => {
  test('reconnects after its connection was dropped, without suspending writes', async (context) => {
    const { wire, probe, stalls, written } = await watch(context);
    const before = await written(new Date(0));
    wire.freeze();
    await written(await written(before));
    expect([probe.stalled, stalls]).toEqual([false, []]);
  });

  test('tolerates a single late commit', async (context) => {
    const { sql, probe, stalls, written, waiting } = await watch(context);
    const before = await written(new Date(0));
    await sql.begin(async (tx) => {
      await tx`select from write_probe for update`;
      await vi.waitUntil(async () => (await waiting()) === 1, { timeout: 100_000 });
      // Ended by its limit, late.
      await vi.waitUntil(async () => (await waiting()) === 0, { timeout: 100_000 });
    });
    await written(before);
    expect([probe.stalled, stalls]).toEqual([false, []]);
  });

  test('ends the suspension even if its connection is dropped while no commit succeeds', async (context) => {
    const { sql, wire, probe, stalls } = await watch(context);
    await sql.begin(async (tx) => {
      await tx`select from write_probe for update`;
      await vi.waitUntil(() => probe.stalled, { timeout: 100_000 });
      wire.freeze();
    });
    await vi.waitUntil(() => !probe.stalled, { timeout: 100_000 });
    expect(stalls).toHaveLength(1);
  });
});

// By itself: the process of the others is paused as well.
test('the write probe does not suspend writes after its process was paused in the middle of a write', async (context) => {
  const { sql, probe, stalls, written, waiting } = await watch(context);
  for (let pause = 0; pause < 2; pause += 1) {
    const before = await written(new Date(0));
    await sql.begin(async (tx) => {
      await tx`select from write_probe for update`;
      await vi.waitUntil(async () => (await waiting()) === 1, { timeout: 100_000 });
    });
    // As when the machine sleeps: its timers are over before it reads what the database has answered.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_500);
    await written(before);
  }
  expect([probe.stalled, stalls]).toEqual([false, []]);
});
