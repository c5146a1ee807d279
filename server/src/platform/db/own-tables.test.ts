/**
 * Functions of the database must qualify their tables, because a temporary table of the same name otherwise takes
 * precedence.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/kit/platform/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Returns functions that name one of our tables without its schema, with these names. */
async function unsaid(): Promise<string[]> {
  const tables = await database.sql<{ name: string }[]>`
    select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by length(relname) desc`;
  const functions = await database.sql<{ name: string; text: string }[]>`
    select p.proname as name, p.prosrc as text
      from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace = 'public'::regnamespace and l.lanname in ('plpgsql', 'sql') and p.prosqlbody is null
     order by 1`;
  const names = tables.map(({ name }) => name).join('|');
  const named = [
    `\\b(?:from|join|into|update|table|only)\\s+(?:only\\s+)?(${names})\\b`,
    `\\bfrom\\s+[\\w.]+(?:\\s+\\w+)?\\s*,\\s*(${names})\\b`,
    `^\\s*\\w+\\s+(${names})(?:%rowtype)?;`,
  ].map((pattern) => new RegExp(pattern, 'gim'));
  return functions.flatMap(({ name, text }) => {
    const code = text.replaceAll(/--.*$/gm, '');
    return named.flatMap((pattern) => [...code.matchAll(pattern)].map(([, table]) => `${name}: ${table}`));
  });
}

test('every function names the schema of its tables', async () => {
  expect(await unsaid()).toEqual([]);
});

test.each([
  ['perform from orders;', 'orders'],
  ['delete from orders;', 'orders'],
  ['perform from public.orders o, users u;', 'users'],
  ['insert into news (channel) values (1);', 'news'],
])('one that does not is found: %s', async (body, table) => {
  await database.sql.unsafe(
    `create function planted() returns void language plpgsql as $$ begin ${body} end $$`,
  );
  expect(await unsaid()).toEqual([`planted: ${table}`]);
  await database.sql`drop function planted()`;
});

test('a variable that is a row of another table is found', async () => {
  await database.sql`create function planted() returns void language plpgsql as $$
    declare
      v orders%rowtype;
    begin
    end $$`;
  expect(await unsaid()).toEqual(['planted: orders']);
  await database.sql`drop function planted()`;
});

test('a temporary table hides no rows from what follows them', async () => {
  const seen = await database.sql.begin(async (tx) => {
    await tx`create temp table list_totals (like public.list_totals) on commit drop`;
    await tx`select list_total_add(1, 'live', 'refunds', 0::smallint, 3)`;
    return tx`select rows from public.list_totals where merchant_id = 1`;
  });
  expect(seen.map(({ rows }) => rows)).toEqual([3]);
});
