import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/kit/platform/database.ts';
import { createEarlierDatabase, type EarlierDatabase } from '../../../tests/kit/platform/earlier.ts';
import { schemaText } from '../../../tests/kit/platform/schema-text.ts';
import { checkLedger } from '../../ledger/check.ts';
import { moneyChecks } from '../../money-checks.ts';
import { projectRoot } from '../paths.ts';
import { migrationsDirectory } from './migrate.ts';
import { readSqlSources, sqlSourcesDirectory } from './sql-sources.ts';

/** The last migration before functions had their own files. */
const LAST_WITH_FUNCTIONS = '1199';
const PARTS = 'the tables of this run are partitioned';

let database: TestDatabase;
let earlier: EarlierDatabase;
let inParts: boolean;
beforeAll(async () => {
  [database, earlier] = await Promise.all([createTestDatabase(), createEarlierDatabase('', true)]);
  const [row] = await database.sql<{ parts: boolean }[]>`
    select exists (select from pg_class where relkind = 'p') as parts`;
  inParts = row!.parts;
});
afterAll(() => Promise.all([database.drop(), earlier.drop()]));

test('upgrading the demo of the oldest supported release gives the schema of a new database, with clean books', async (context) => {
  context.skip(inParts, PARTS);
  const money = async () =>
    await earlier.sql`
      select merchant_id, mode, kind, currency, balance from ledger_accounts order by 1, 2, 3, 4`;
  const before = await money();
  expect(before.length).toBeGreaterThan(10);
  await earlier.upgrade();
  expect(await schemaText(earlier.sql)).toBe(await schemaText(database.sql));
  expect(await money()).toEqual(before);
  expect(await checkLedger(earlier.sql, { extraChecks: moneyChecks })).toEqual([]);
});

test('no sequence is unlogged: a standby that takes over soon after a migration could not read it, and no row be written', async () => {
  const unlogged = await database.sql`
    select relname from pg_class where relkind = 'S' and relpersistence = 'u'`;
  expect([...unlogged]).toEqual([]);
});

test('every table outside of the schema, as the queue’s, is listed with how long it keeps its rows', async () => {
  const tables = await database.sql<{ name: string }[]>`
    select schemaname || '.' || tablename as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema', 'public') order by 1`;
  expect(tables.length).toBeGreaterThan(3);
  const [, listed = ''] = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8').split(
    '## How long each table keeps its rows',
  );
  expect(tables.map(({ name }) => name).filter((name) => !listed.includes(`\`${name}\``))).toEqual([]);
});

test('an unsupported kind of object is refused, not omitted', async (context) => {
  context.skip(inParts, PARTS);
  await database.sql`create view stray as select 1 as one`;
  await expect(schemaText(database.sql)).rejects.toThrow('cannot write stray yet');
  await database.sql`drop view stray`;
});

test('every function of the database has its file in server/sql, and no later migration defines one', async () => {
  const functions = await database.sql<{ name: string }[]>`
    select p.proname as name from pg_proc p
     where p.pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
     order by 1`;
  const sources = readSqlSources(sqlSourcesDirectory());
  expect(sources.map(({ name }) => name).sort()).toEqual(functions.map(({ name }) => name).sort());
  const applied = await database.sql<{ name: string; hash: string }[]>`select name, hash from sql_sources`;
  expect(new Map(applied.map(({ name, hash }) => [name, hash]))).toEqual(
    new Map(sources.map(({ name, hash }) => [name, hash])),
  );
  const later = readdirSync(migrationsDirectory()).filter((name) => name > LAST_WITH_FUNCTIONS);
  const defining = later.filter((name) =>
    /^create (or replace )?(function|procedure)/im.test(
      readFileSync(join(migrationsDirectory(), name), 'utf8'),
    ),
  );
  expect(defining).toEqual([]);
});

test('the body of every function is the one in its file', async () => {
  const rows = await database.sql<{ name: string; body: string }[]>`
    select proname as name, prosrc as body from pg_proc
     where pronamespace = 'public'::regnamespace and prosqlbody is null`;
  const bodies = new Map(rows.map(({ name, body }) => [name, body]));
  for (const { name, text } of readSqlSources(sqlSourcesDirectory()))
    expect(text, name).toContain(bodies.get(name) ?? name);
});
