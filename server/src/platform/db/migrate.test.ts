import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/kit/platform/database.ts';
import { MigrationError, migrate, migrationsDirectory } from './migrate.ts';

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
  return () => rmSync(directory, { recursive: true });
});

function file(name: string, text: string): void {
  writeFileSync(join(directory, name), text);
}

async function exists(table: string): Promise<boolean> {
  const [row] = await database.sql`select to_regclass(${table}) is not null as there`;
  return row?.there;
}

describe('migrate', () => {
  it('applies each file once, in order, after the job queue’s own migrations', async () => {
    file('0001_first.sql', 'create table first (id int);');
    file('0010_third.sql', 'create table third (id int);');
    file(
      '0002_second.sql',
      "insert into first values (1);\nselect graphile_worker.add_job('hello');\n-- the end",
    );
    file('README.md', 'not a migration');
    const lines: string[] = [];
    expect(await migrate(database.url, { directory, log: (line) => lines.push(line) })).toEqual([
      '0001_first',
      '0002_second',
      '0010_third',
    ]);
    expect(lines).toEqual([
      'Applying migration 0001_first.sql',
      'Applying migration 0002_second.sql',
      'Applying migration 0010_third.sql',
    ]);
    expect(await migrate(database.url, { directory })).toEqual([]);
    expect(await database.sql`select count(*)::int as n from first`).toEqual([{ n: 1 }]);
  });

  // Fails if NEWEST_OF_QUEUE does not match the installed graphile-worker.
  it('does not wait for the advisory lock when there is nothing to do', async () => {
    file('0001_first.sql', 'create table first (id int);');
    await migrate(database.url, { directory });
    await database.sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(4610072317)`;
      expect(await migrate(database.url, { directory })).toEqual([]);
    });
  });

  it('applies a migration once when several servers start together', async () => {
    file('0001_table.sql', 'create table once (id int); insert into once values (1);');
    const results = await Promise.all([1, 2, 3, 4].map(() => migrate(database.url, { directory })));
    expect(results.flat()).toEqual(['0001_table']);
    expect(await database.sql`select count(*)::int as n from once`).toEqual([{ n: 1 }]);
  });

  it('names the file that failed, rolls it back, and resumes with it once it is corrected', async () => {
    file('0001_good.sql', 'create table good (id int);');
    file('0002_bad.sql', 'create table half (id int); insert into good values (1); select nonsense;');
    const failure = await migrate(database.url, { directory }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MigrationError);
    expect(failure).toMatchObject({
      file: '0002_bad.sql',
      message: 'Migration 0002_bad.sql failed: column "nonsense" does not exist',
    });
    expect(await exists('good')).toBe(true);
    expect(await exists('half')).toBe(false);
    expect(await database.sql`select * from good`).toEqual([]);
    file('0002_bad.sql', 'create table half (id int);');
    expect(await migrate(database.url, { directory })).toEqual(['0002_bad']);
  });

  it('times out on a table in use, lets other transactions proceed, and retries until it succeeds', async () => {
    file('0001_table.sql', 'create table busy (id int);');
    await migrate(database.url, { directory });
    file('0002_more.sql', 'create table beside (id int);');
    file('0003_column.sql', 'alter table busy add column note text;');
    const lines: string[] = [];
    let letGo = () => {};
    const released = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const holding = database.sql.begin(async (tx) => {
      await tx`lock table busy in access share mode`;
      await released;
    });
    const waiting = { patienceMs: 50, attempts: 1_000, pauseMs: 20 };
    const log = (line: string) => {
      lines.push(line);
      // The table stays in use until the second timeout.
      if (lines.filter((each) => each.startsWith('A table is in use')).length === 2) letGo();
    };
    expect(await migrate(database.url, { directory, log, lockWaiting: waiting })).toEqual([
      '0002_more',
      '0003_column',
    ]);
    await holding;
    expect(lines.slice(0, 2)).toEqual([
      'Applying migration 0002_more.sql',
      'Applying migration 0003_column.sql',
    ]);
    await database.sql`select note from busy`;
  });

  it('retries after a deadlock with another transaction', async () => {
    file('0001_tables.sql', 'create table mine (id int); create table theirs (id int);');
    await migrate(database.url, { directory });
    // The transaction with the shorter deadlock_timeout detects the deadlock and is aborted.
    file(
      '0002_columns.sql',
      "set local deadlock_timeout = '500ms'; alter table mine add column note text; alter table theirs add column note text;",
    );
    const lines: string[] = [];
    const lockWaiting = { patienceMs: 1_500, attempts: 100, pauseMs: 20 };
    const migrating = await database.sql.begin(async (tx) => {
      await tx`lock table theirs in access share mode`;
      const done = migrate(database.url, { directory, log: (line) => lines.push(line), lockWaiting });
      await vi.waitUntil(
        async () =>
          (await database.sql`select from pg_locks where relation = 'theirs'::regclass and not granted`)
            .length,
        { timeout: 100_000, interval: 5 },
      );
      await tx`set local deadlock_timeout = '1min'`;
      await tx`select from mine`;
      return { done };
    });
    expect(await migrating.done).toEqual(['0002_columns']);
    expect(lines).toContain('A table is in use; trying again');
    await database.sql`select mine.note, theirs.note from mine, theirs`;
  });

  it('fails after the last attempt and leaves no changes of the file', async () => {
    file('0001_table.sql', 'create table held (id int);');
    await migrate(database.url, { directory });
    file('0002_column.sql', 'alter table held add column note text;');
    await database.sql.begin(async (tx) => {
      await tx`lock table held in access share mode`;
      const lockWaiting = { patienceMs: 20, attempts: 2, pauseMs: 1 };
      await expect(migrate(database.url, { directory, lockWaiting })).rejects.toThrow('lock timeout');
    });
    expect(await migrate(database.url, { directory })).toEqual(['0002_column']);
  });

  it('refuses a misnamed file, a duplicate number, and a number below one that was applied', async () => {
    file('0002_late.sql', 'create table late (id int);');
    await migrate(database.url, { directory });
    file('0001_early.sql', 'create table early (id int);');
    await expect(migrate(database.url, { directory })).rejects.toThrow('0001_early');
    expect(await exists('early')).toBe(false);
    file('0002_again.sql', '');
    await expect(migrate(database.url, { directory })).rejects.toThrow('have the same number');
    rmSync(join(directory, '0002_again.sql'));
    file('2_short.sql', '');
    await expect(migrate(database.url, { directory })).rejects.toThrow('2_short.sql is not named like');
  });

  it('finds the package’s migrations folder', () => {
    expect(migrationsDirectory()).toMatch(/server[/\\]migrations$/);
  });
});

describe('the functions in server/sql', () => {
  const source = (name: string, text: string) =>
    writeFileSync(join(sources, 'area/noun', `${name}.sql`), text);
  const answer = async () => (await database.sql`select answer() as is`)[0]?.is;
  const defines = (value: number) =>
    `create or replace function answer() returns int language sql as $$ select ${value} $$;\n`;
  const run = () => migrate(database.url, { directory, sources });

  let sources: string;
  beforeEach(() => {
    sources = mkdtempSync(join(tmpdir(), 'daftar-sql-'));
    mkdirSync(join(sources, 'area/noun'), { recursive: true });
    file('0001_first.sql', 'create table first (id int);');
    return () => rmSync(sources, { recursive: true });
  });

  it('are applied after the migrations, and again when their text changes', async () => {
    source('answer', defines(1));
    expect(await run()).toEqual(['0001_first']);
    expect(await answer()).toBe(1);
    source('answer', defines(2));
    expect(await run()).toEqual([]);
    expect(await answer()).toBe(2);
  });

  it('are replaced in the transaction of the last migration: if one fails, neither is applied', async () => {
    source('answer', defines(1));
    await run();
    source('answer', defines(2).replace('$$;', '$$ of nonsense;'));
    file('0002_second.sql', 'create table second (id int);');
    await expect(run()).rejects.toThrow(MigrationError);
    expect(await exists('second')).toBe(false);
    expect(await answer()).toBe(1);
  });

  it('may call each other in any order', async () => {
    source('answer', defines(1).replace('select 1', 'select before_it()'));
    source('before_it', defines(3).replace('answer', 'before_it'));
    await run();
    expect(await answer()).toBe(3);
  });

  it('of a later release are not replaced by an earlier one that starts again', async () => {
    source('answer', defines(1));
    await run();
    await database.sql`update sql_sources set release = '999.0.0', hash = 'later'`;
    source('answer', defines(2));
    expect(await run()).toEqual([]);
    expect(await answer()).toBe(1);
  });

  it('that a cluster defines otherwise are left alone there', async () => {
    await database.sql`create table relayed (id int)`;
    await database.sql`create function tell_servers() returns int language sql as 'select 7'`;
    source('tell_servers', defines(1).replace('answer', 'tell_servers'));
    source('answer', defines(1));
    await run();
    const [row] = await database.sql`select tell_servers() as one, answer() as other`;
    expect(row).toEqual({ one: 7, other: 1 });
  });

  const tables = (text: string) => writeFileSync(join(sources, 'area/noun/tables.sql'), text);

  it('are created with the tables of an empty database, whose migrations then count as applied', async () => {
    rmSync(join(directory, '0001_first.sql'));
    file('2001_first.sql', 'select nonsense;');
    source(
      'of_row',
      'create or replace function of_row(r parent) returns bigint language sql as $$ select r.id $$;\n',
    );
    tables(`-- Refers to a table, a type and a function that come later.
create table child (id bigint not null, kind kind not null, answer int generated always as (answer()) stored);
alter table child add constraint child_fkey foreign key (id) references parent (id);

create table parent (id bigint primary key);
insert into parent values (7);
create type kind as enum ('a', 'b');
`);
    source('answer', defines(1).replace('language sql', 'immutable language sql'));
    expect(await run()).toEqual(['the schema in server/sql']);
    await database.sql`insert into child values (7, 'a')`;
    expect(
      await database.sql`select answer, (select of_row(p) from parent p)::int as row from child`,
    ).toEqual([{ answer: 1, row: 7 }]);
    expect(await run()).toEqual([]);
    file('2002_second.sql', 'create table second (id int);');
    expect(await run()).toEqual(['2002_second']);
  });

  it('are not created in part: if a statement fails, the database stays empty', async () => {
    tables('create table whole (id int);\ncreate index on whole (nonsense);\n');
    await expect(run()).rejects.toThrow('nonsense');
    expect(await exists('whole')).toBe(false);
    tables('create table whole (id int);\n');
    expect(await run()).toEqual(['the schema in server/sql']);
  });

  it('are refused to a database that is too old to be upgraded', async () => {
    await migrate(database.url, { directory });
    file('2001_second.sql', 'create table second (id int);');
    tables('create table whole (id int);\n');
    await expect(run()).rejects.toThrow('this database is too old for this release');
    expect(await exists('whole')).toBe(false);
  });

  it('have one file each, named like the function', async () => {
    source('answer', defines(1).replace('answer', 'another'));
    await expect(run()).rejects.toThrow('must define the function answer');
  });
});
