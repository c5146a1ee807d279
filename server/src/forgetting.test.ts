/** Tests the retention period of each table in docs/operations.md with a row of each. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../tests/kit/server.ts';
import { jobHandlers } from './jobs.ts';
import { projectRoot } from './platform/paths.ts';

/** Tables whose rows are deleted by other means, or whose last row stays; tests of their nouns cover them. */
const OTHERWISE = [
  'email_changes',
  'payment_hours',
  'reconciliation_open_changes',
  'report_runs',
  'risk_dry_run_rows',
  'status_counts',
  'status_days',
];

const DAY = 86_400_000;

let daftar: TestServer;
let perishable: string[];
beforeAll(async () => {
  daftar = await startTestServer();
  const operations = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8');
  const [, section = ''] = operations.split('Deleted when their time is over:');
  const rows = section.split('\n## ')[0]!.split('\n');
  perishable = rows
    .filter((row) => row.startsWith('|'))
    .flatMap((row) => [...row.split('|')[2]!.matchAll(/`(\w+)`/g)].map(([, table]) => table!))
    // Deleted after it is sent, at any time during this test.
    .filter((table) => table !== 'news');
});
afterAll(() => daftar.close());

interface Column {
  name: string;
  type: string;
  /** The first word of a type that has few. */
  word: string | null;
}

/** Returns a value of a type as JSON, always the same, so that rows of several tables refer to each other. */
function given({ name, type, word }: Column, which: number, at: Date): unknown {
  if (name === 'mode') return 'live';
  if (word !== null) return word;
  if (type.endsWith('[]')) return [];
  if (/^(timestamp|date)/.test(type)) return at;
  if (/int|numeric|double|real/.test(type)) return which;
  if (type === 'uuid') return '00000000-0000-4000-8000-000000000000';
  if (type === 'boolean') return false;
  if (type === 'bytea') return '\\x01';
  if (/^json/.test(type)) return {};
  return String(which);
}

/** Inserts into each table a row whose every time is `at`, satisfying the constraints of the schema. */
async function leave(tables: readonly string[], which: number, at: Date): Promise<void> {
  await daftar.database.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    for (const table of tables) {
      const columns = await tx<Column[]>`
        select attname as name, format_type(atttypid, null) as type,
               (select min(enumlabel) from pg_enum where enumtypid = atttypid) as word
          from pg_attribute
         where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
           and (attnotnull and (not atthasdef or attidentity <> '')
                or format_type(atttypid, null) ~ '^(timestamp|date)' or attname ~ '_id$')`;
      const row = Object.fromEntries(columns.map((column) => [column.name, given(column, which, at)]));
      const names = tx(Object.keys(row));
      await tx`
        insert into ${tx(table)} (${names}) overriding system value
        select ${names} from jsonb_populate_record(null::${tx(table)}, ${tx.json(row as never)})`;
    }
  });
}

/** Returns which of the tables have a row. */
async function left(tables: readonly string[]): Promise<string[]> {
  const { sql } = daftar.database;
  const rows = await Promise.all(
    tables.map(async (table) => (await sql`select from ${sql(table)} limit 1`).length),
  );
  return tables.filter((_, at) => rows[at]! > 0);
}

test('old rows of every table that is said to lose them are deleted, and none before its time', async () => {
  const { sql } = daftar.database;
  expect(perishable.length).toBeGreaterThan(30);
  const { merchantId } = await daftar.merchant();
  const checks = await sql<{ table: string; name: string }[]>`
    select conrelid::regclass::text as table, conname as name from pg_constraint
     where contype = 'c' and conrelid::regclass::text in ${sql(perishable)}`;
  for (const { table, name } of checks) await sql`alter table ${sql(table)} drop constraint ${sql(name)}`;
  for (const table of perishable) await sql`truncate ${sql(table)} cascade`;
  const handlers = jobHandlers({ email: null, sms: null });
  const forget = async () => {
    await handlers['forget-old-rows']!(daftar.app, {});
    await handlers['follow-up-refunds']!(daftar.app, {});
  };
  const now = daftar.clock.now().getTime();

  await leave(perishable, merchantId, new Date(now + DAY));
  await forget();
  expect(await left(perishable)).toEqual(perishable);

  for (const table of perishable) await sql`truncate ${sql(table)} cascade`;
  await leave(perishable, merchantId, new Date(now - 4_000 * DAY));
  await forget();
  expect((await left(perishable)).sort()).toEqual(OTHERWISE);
});
