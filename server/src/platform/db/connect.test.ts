import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/kit/platform/database.ts';
import { readBatches } from './batches.ts';
import { classifyDbError, connect, inTransaction, type Tx } from './connect.ts';
import { OutsideError } from './errors.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Returns the class of the error that `work` rejects with. */
async function failureOf(work: PromiseLike<unknown>) {
  return classifyDbError(
    await work.then(
      () => 'it did not fail',
      (error: unknown) => error,
    ),
  );
}

it('a connection with sslmode=verify-full fails when the server does not speak TLS', async () => {
  const sql = connect(`${database.url}${database.url.includes('?') ? '&' : '?'}sslmode=verify-full`, {
    max: 1,
  });
  try {
    await expect(sql`select 1`).rejects.toThrow();
  } finally {
    await sql.end({ timeout: 0 });
  }
});

describe('types', () => {
  it('reads bigint and numeric as numbers', async () => {
    const [row] = await database.sql`
      select 9007199254740991::bigint as big, -5::bigint as negative, sum(x) as total, 2.5::numeric as half, array[1,2]::bigint[] as list
      from (values (1::bigint), (2)) t(x)`;
    expect(row).toEqual({ big: 9007199254740991, negative: -5, total: 3, half: 2.5, list: [1, 2] });
  });

  it('rejects an integer that a number cannot hold, and the connection stays usable', async () => {
    const sql = connect(database.url, { max: 1 });
    try {
      for (const value of ['9007199254740992', '-9007199254740992']) {
        await expect(sql`select ${value}::bigint as big from generate_series(1, 5)`).rejects.toThrow(
          RangeError,
        );
        await expect(sql`select ${value}::numeric as big`).rejects.toThrow(RangeError);
      }
      await expect(sql`select ${2 ** 60}::bigint as big`).rejects.toThrow(RangeError);
      await expect(sql`select ${2 ** 60}::bigint as big`).rejects.toThrow(RangeError);
      const answers = await Promise.all([1, 2, 3].map((n) => sql`select ${n}::bigint as n`));
      expect(answers.map(([row]) => row?.n)).toEqual([1, 2, 3]);
    } finally {
      await sql.end();
    }
  });

  it('reads timestamptz as Date and a calendar day as text', async () => {
    const at = new Date('2026-03-01T22:30:00.123Z');
    const [row] = await database.sql`select ${at}::timestamptz as at, '2026-03-01'::date as day`;
    expect(row).toEqual({ at, day: '2026-03-01' });
    const [zone] = await database.sql`show timezone`;
    expect(zone?.TimeZone).toBe('UTC');
  });

  it('works without prepared statements', async () => {
    const sql = connect(database.url, { max: 1, prepare: false });
    try {
      expect(await sql`select ${7}::bigint as n`).toEqual([{ n: 7 }]);
      expect(await sql`select count(*)::bigint as n from pg_prepared_statements`).toEqual([{ n: 0 }]);
    } finally {
      await sql.end();
    }
  });
});

describe('errors', () => {
  beforeAll(async () => {
    await database.sql`create table things (
      id int constraint things_id_unique unique,
      price int constraint things_price_positive check (price > 0))`;
    await database.sql`insert into things values (1, 1)`;
  });

  it('names the constraint that refused a row', async () => {
    expect(await failureOf(database.sql`insert into things values (1, 1)`)).toEqual({
      kind: 'unique',
      constraint: 'things_id_unique',
    });
    expect(await failureOf(database.sql`insert into things values (2, 0)`)).toEqual({
      kind: 'check',
      constraint: 'things_price_positive',
    });
    expect(await failureOf(database.sql`select nonsense`)).toEqual({ kind: 'other' });
    expect(classifyDbError(undefined)).toEqual({ kind: 'other' });
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    expect(classifyDbError(new Error('of the database', { cause: refused })).kind).toBe('unavailable');
    expect(classifyDbError(new OutsideError('of a service', { cause: refused }))).toEqual({ kind: 'other' });
  });

  it('a machine of a cluster that is lost is one that cannot be reached, and another internal error a defect', async () => {
    const raise = (message: string) =>
      database.sql.unsafe(
        `do $$ begin raise exception '${message}' using errcode = 'internal_error'; end $$`,
      );
    for (const said of [
      'failure on connection marked as essential: a:5432',
      'SSL SYSCALL error: EOF detected',
    ])
      expect(await failureOf(raise(said)), said).toEqual({ kind: 'unavailable' });
    expect(await failureOf(raise('cache lookup failed'))).toEqual({ kind: 'other' });
  });

  it('finds the cause inside a wrapping error', async () => {
    const cause = await database.sql`insert into things values (1, 1)`.catch((error: unknown) => error);
    expect(classifyDbError(new Error('wrapped', { cause })).kind).toBe('unique');
  });

  it('a connection whose first query is canceled fails the call that needed it, and reads no list as text', async () => {
    for (const timeout of [1, 1, 1, 1, 2, 3, 4, 5, 6, 8]) {
      const sql = connect(database.url, { max: 1, statementTimeoutMs: timeout });
      const read = async () => (await sql`select array[1, 2] as list`)[0]!.list;
      const list = await read().catch(classifyDbError);
      expect([[1, 2], { kind: 'unavailable' }]).toContainEqual(list);
      await sql.end({ timeout: 1 });
    }
  });

  it('classifies a stalled, refusing or stopping server as unavailable', async () => {
    const impatient = connect(database.url, { max: 1, statementTimeoutMs: 20 });
    expect(await failureOf(impatient`select pg_sleep(60)`)).toEqual({ kind: 'unavailable' });
    await impatient.end();
    expect(await failureOf(impatient`select 1`)).toEqual({ kind: 'unavailable' });
    const sql = connect(database.url, { max: 1 });
    const [{ pid } = { pid: 0 }] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    const victim = failureOf(sql`select pg_sleep(60)`);
    await database.sql`select pg_terminate_backend(${pid})`;
    expect(await victim).toEqual({ kind: 'unavailable' });
    // Queries fail until the dying socket is closed; then the pool reconnects.
    expect(await vi.waitFor(() => sql`select 1 as again`, { timeout: 100_000 })).toEqual([{ again: 1 }]);
    await sql.end();
    const nobody = connect('postgres://daftar@127.0.0.1:1/daftar');
    expect(await failureOf(nobody`select 1`)).toEqual({ kind: 'unavailable' });
    await nobody.end();
  });
});

describe('inTransaction', () => {
  beforeAll(async () => {
    await database.sql`create table counters (id int primary key, n bigint not null)`;
    await database.sql`insert into counters values (1, 0), (2, 0)`;
  });

  it('commits when the work resolves and rolls back when it throws', async () => {
    const written = await inTransaction(database.sql, (tx) => tx`update counters set n = 5 where id = 1`);
    expect(written.count).toBe(1);
    const failing = inTransaction(database.sql, async (tx) => {
      await tx`update counters set n = 6 where id = 1`;
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await database.sql`select n from counters where id = 1`).toEqual([{ n: 5 }]);
  });

  it('retries after a serialization failure, so that no update is lost', async () => {
    await database.sql`update counters set n = 0`;
    let attempts = 0;
    let meet = () => {};
    const bothHaveRead = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const addOne = () =>
      inTransaction(
        database.sql,
        async (tx) => {
          const [row] = await tx<{ n: number }[]>`select n from counters where id = 1`;
          attempts += 1;
          if (attempts === 2) meet();
          await bothHaveRead;
          await tx`update counters set n = ${(row?.n ?? 0) + 1} where id = 1`;
        },
        { isolation: 'serializable' },
      );
    await Promise.all([addOne(), addOne()]);
    expect(attempts).toBe(3);
    expect(await database.sql`select n from counters where id = 1`).toEqual([{ n: 2 }]);
  });

  it('fails with a conflict after three attempts', async () => {
    let attempts = 0;
    const hopeless = inTransaction(database.sql, async (tx) => {
      attempts += 1;
      await tx`do $$ begin raise exception 'always' using errcode = '40001'; end $$`;
    });
    expect(await failureOf(hopeless)).toEqual({ kind: 'conflict' });
    expect(attempts).toBe(3);
  });

  it('fails with its connection, and later statements on it reject where they can be caught', async () => {
    const end = () => database.sql`
      select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'to be ended'`;
    const idle = async () => {
      await end();
      await vi.waitUntil(async () => (await end()).count === 0);
    };
    const goneWhen = async (work: (tx: Tx) => Promise<unknown>) => {
      const pool = connect(database.url, { max: 1, applicationName: 'to be ended' });
      expect(await failureOf(inTransaction(pool, work))).toEqual({ kind: 'unavailable' });
      await pool.end({ timeout: 0 });
    };
    // During a query; between two queries; after the last query, before the commit.
    await goneWhen((tx) =>
      Promise.all([tx`select pg_sleep(5)`, vi.waitUntil(async () => (await end()).count > 0)]),
    );
    await goneWhen(async (tx) => {
      await tx`select 1`;
      await idle();
      await tx`select 2`;
    });
    await goneWhen(async (tx) => {
      await tx`select 1`;
      await idle();
    });
  });
});

describe('readBatches', () => {
  const numbers = (tx: Tx, most: number) =>
    tx<{ n: number }[]>`select n from generate_series(1, ${most}::int) n`;
  const read = async (most: number, stopAfter = Number.POSITIVE_INFINITY) => {
    const sizes: number[] = [];
    for await (const rows of readBatches(database.sql, (tx) => numbers(tx, most), 10)) {
      sizes.push(rows.length);
      if (sizes.length >= stopAfter) break;
    }
    return sizes;
  };

  it('yields all rows in batches', async () => {
    expect(await read(25)).toEqual([10, 10, 5]);
    expect(await read(20)).toEqual([10, 10]);
    expect(await read(0)).toEqual([]);
  });

  it('leaves no transaction open when the reader stops early or the connection is lost', async () => {
    expect(await read(1000, 2)).toEqual([10, 10]);
    const pool = connect(database.url, { max: 1, applicationName: 'batches' });
    const lost = async () => {
      for await (const _rows of readBatches(pool, (tx) => numbers(tx, 1000), 10)) {
        await database.sql`
          select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'batches'`;
      }
    };
    expect(await failureOf(lost())).toEqual({ kind: 'unavailable' });
    await pool.end({ timeout: 0 });
    expect(
      await database.sql`
      select from pg_stat_activity where datname = current_database() and state like 'idle in%'`,
    ).toHaveLength(0);
  });
});

describe('a query that fails after its first rows', () => {
  /** Returns three rows, then evaluates `fourth`. */
  const afterThreeRows = (fourth: string) =>
    `select i, case when i = 4 then ${fourth} end as last from generate_series(1, 9) i`;

  it('does not affect the next query on its connection, which returns its rows, complete and in order', async () => {
    const sql = connect(database.url, { max: 1 });
    try {
      const outcomes = await Promise.allSettled([
        sql.unsafe(afterThreeRows('1 / (4 - i)')),
        sql`select n from generate_series(1, 2) n`,
      ]);
      expect(outcomes).toEqual([
        { status: 'rejected', reason: expect.objectContaining({ code: '22012' }) },
        { status: 'fulfilled', value: [{ n: 1 }, { n: 2 }] },
      ]);
    } finally {
      await sql.end();
    }
  });

  it('does not affect the next query when the server ends the session, repeatedly', async () => {
    const sql = connect(database.url, { max: 1 });
    try {
      for (let time = 1; time <= 5; time++) {
        await expect(
          sql.unsafe(afterThreeRows('pg_terminate_backend(pg_backend_pid())::int')),
        ).rejects.toThrow();
        expect(await sql`select ${time}::int as n`).toEqual([{ n: time }]);
      }
    } finally {
      await sql.end();
    }
  });
});
