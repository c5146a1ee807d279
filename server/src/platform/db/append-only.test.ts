/** Append-only tables refuse update, delete and truncate; which tables are append-only is read from the catalog. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/kit/platform/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

/** Every table with a trigger that refuses the deletion of any row. */
async function keptTables(): Promise<string[]> {
  const rows = await database.sql<{ name: string }[]>`
    select distinct c.relname as name
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
     where not t.tgisinternal and not c.relispartition and t.tgtype & 8 <> 0 and t.tgqual is null
       and p.proname in ('refuse_change', 'ledger_refuse_change')
     order by name`;
  return rows.map(({ name }) => name);
}

test('no append-only table can be truncated', async () => {
  const kept = await keptTables();
  expect(kept).toEqual(
    expect.arrayContaining(['audit_log', 'ledger_postings', 'ledger_transfers', 'settlements']),
  );
  for (const name of kept) {
    const emptied = database.sql.unsafe(`truncate ${name} cascade`);
    await expect(emptied, name).rejects.toMatchObject({ code: expect.stringMatching(/^(23|P0)/) });
  }
});

/** A payment mark is deleted when the bank returns the money; its own trigger refuses any other deletion. */
const RETURNED_ONLY = 'settlement_payments';

test('every table that refuses truncate also refuses every delete', async () => {
  const rows = await database.sql<{ name: string }[]>`
    select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and not c.relispartition and t.tgtype & 32 <> 0 order by name`;
  expect(rows.map(({ name }) => name)).toEqual([...(await keptTables()), RETURNED_ONLY].sort());
});
