/** Migrations that build indexes concurrently: which statements they may contain, and their state after a kill. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/kit/platform/database.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let directory: string;
beforeAll(async () => {
  database = await createTestDatabase({ isEmpty: true });
});
afterAll(() => database.drop());

beforeEach(async () => {
  await database.sql`drop schema if exists graphile_worker cascade`;
  await database.sql`drop schema public cascade`;
  await database.sql`create schema public`;
  directory = mkdtempSync(join(tmpdir(), 'daftar-migrations-'));
  file('0001_table.sql', 'create table busy (id int, name text); insert into busy values (1, null);');
  await migrate(database.url, { directory });
  return () => rmSync(directory, { recursive: true });
});

function file(name: string, text: string): void {
  writeFileSync(join(directory, name), text);
}

/** Returns whether each index is valid, by name. */
async function indexes(): Promise<Record<string, boolean>> {
  const rows = await database.sql<{ name: string; ready: boolean }[]>`
    select c.relname as name, i.indisvalid as ready from pg_index i join pg_class c on c.oid = i.indexrelid
      join pg_class t on t.oid = i.indrelid where t.relname like 'busy%'`;
  return Object.fromEntries(rows.map(({ name, ready }) => [name, ready]));
}

/** Waits for the backend that builds an index to wait for another transaction. @returns its pid */
function builder(): Promise<number> {
  return vi.waitUntil(
    async () => {
      const [row] = await database.sql<{ pid: number }[]>`
        select pid from pg_stat_activity where datname = current_database()
           and query like 'create%index concurrently%' and wait_event_type = 'Lock'`;
      return row?.pid;
    },
    { timeout: 100_000, interval: 5 },
  );
}

/** Runs `work` while another transaction, which an index of `table` has to wait for, is open. */
async function withWriter<T>(work: () => Promise<T>, table = 'busy'): Promise<T> {
  const { result } = await database.sql.begin(async (tx) => {
    await tx`update ${tx(table)} set name = 'held'`;
    return { result: await work() };
  });
  return result as T;
}

it('other transactions can write while an index is built, even beyond the migration’s lock timeout', async () => {
  file(
    '0002_index.sql',
    '-- By name.\ncreate index concurrently busy_by_name\n  on busy (name) where id > 0;\n',
  );
  const lockWaiting = { patienceMs: 1, attempts: 1, pauseMs: 1 };
  const building = await withWriter(async () => {
    const done = migrate(database.url, { directory, lockWaiting });
    await builder();
    await database.sql`insert into busy values (2, 'meanwhile')`;
    return { done };
  });
  expect(await building.done).toEqual(['0002_index']);
  expect(await indexes()).toEqual({ busy_by_name: true });
  expect(await migrate(database.url, { directory })).toEqual([]);
});

it('a killed migration is resumed: valid indexes stay, invalid ones are rebuilt', async () => {
  file(
    '0002_indexes.sql',
    'create index concurrently busy_by_id on busy (id);\ncreate unique index concurrently busy_by_name on busy (name);',
  );
  await database.sql`create index busy_by_id on busy (id)`;
  const [before] = await database.sql`select 'busy_by_id'::regclass::oid as oid`;
  const failure = await withWriter(async () => {
    const done = migrate(database.url, { directory }).catch((error: Error) => error);
    await database.sql`select pg_terminate_backend(${await builder()})`;
    return done;
  });
  expect(failure).toMatchObject({ name: 'MigrationError', file: '0002_indexes.sql' });
  expect(await indexes()).toEqual({ busy_by_id: true, busy_by_name: false });

  expect(await migrate(database.url, { directory })).toEqual(['0002_indexes']);
  expect(await indexes()).toEqual({ busy_by_id: true, busy_by_name: true });
  expect((await database.sql`select 'busy_by_id'::regclass::oid as oid`)[0]).toEqual(before);
});

it('servers that start together build each index once and do not deadlock', async () => {
  file('0002_index.sql', 'create index concurrently busy_by_name on busy (name);');
  const starting = await withWriter(async () => {
    const all = [1, 2, 3].map(() => migrate(database.url, { directory }));
    await builder();
    return { done: Promise.all(all) };
  });
  expect((await starting.done).flat()).toEqual(['0002_index']);
  expect(await indexes()).toEqual({ busy_by_name: true });
});

it('an index is dropped concurrently, and dropping a missing one succeeds', async () => {
  await database.sql`create index busy_by_name on busy (name)`;
  file('0002_drop.sql', 'drop index concurrently busy_by_name;\ndrop index concurrently never_there;');
  expect(await migrate(database.url, { directory })).toEqual(['0002_drop']);
  expect(await indexes()).toEqual({});
});

it('a partitioned table’s index is built per partition, and a killed migration resumes at the invalid one', async () => {
  await database.sql`drop table busy`;
  await database.sql`create table busy (id int, name text) partition by hash (id)`;
  for (const part of [0, 1])
    await database.sql.unsafe(
      `create table busy_${part} partition of busy for values with (modulus 2, remainder ${part})`,
    );
  await database.sql`insert into busy values (1, 'one'), (2, 'two'), (3, 'three'), (4, 'four')`;
  file('0002_index.sql', 'create index concurrently busy_by_name on busy (name);');
  await withWriter(async () => {
    const done = migrate(database.url, { directory }).catch(() => {});
    await database.sql`select pg_terminate_backend(${await builder()})`;
    await done;
  }, 'busy_1');
  expect(await indexes()).toEqual({
    busy_by_name: false,
    busy_by_name_of_busy_0: true,
    busy_by_name_of_busy_1: false,
  });
  expect(await migrate(database.url, { directory })).toEqual(['0002_index']);
  const ready = { busy_by_name: true, busy_by_name_of_busy_0: true, busy_by_name_of_busy_1: true };
  expect(await indexes()).toEqual(ready);

  file('0003_drop.sql', 'drop index concurrently busy_by_name;');
  await migrate(database.url, { directory });
  expect(await indexes()).toEqual({});
});

it('a file with any other statement is refused, and none of it is applied', async () => {
  file(
    '0002_both.sql',
    'create index concurrently busy_by_name on busy (name); alter table busy add column more int;',
  );
  await expect(migrate(database.url, { directory })).rejects.toThrow(
    /^Migration 0002_both\.sql failed: .* nothing may be in it: alter table busy add column more int$/,
  );
  expect(await indexes()).toEqual({});
});
