/** What suspended merchants of an earlier release become when this one is installed over them. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, migrationsDirectory } from '../platform/db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../platform/testing/database.ts';

let database: TestDatabase;
let before: string;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql`drop schema if exists graphile_worker cascade`;
  await database.sql`drop schema public cascade`;
  await database.sql`create schema public`;
  before = mkdtempSync(join(tmpdir(), 'daftar-before-'));
  for (const file of readdirSync(migrationsDirectory())) {
    if (file < '0085') cpSync(join(migrationsDirectory(), file), join(before, file));
  }
});
afterAll(async () => {
  rmSync(before, { recursive: true });
  await database.drop();
});

test('a suspended merchant keeps what it was, whichever release suspended it', async () => {
  const { sql } = database;
  await migrate(database.url, { directory: before });
  const merchant = async (status: number): Promise<number> => {
    const [row] = await sql<{ id: number }[]>`
      insert into merchants (business_name, email, mobile, status)
      values ('Nour', 'nour@example.com', '01000000000', ${status}) returning id`;
    return row!.id;
  };
  const suspended = await merchant(4);
  const unexplained = await merchant(4);
  const live = await merchant(3);
  for (const status of [1, 3]) {
    await sql`
      insert into audit_log (merchant_id, at, actor, address, action, subject, before, after)
      values (${suspended}, now(), 'Operator', '', 'merchant.suspend', ${`merchant:${suspended}`},
              ${sql.json({ status })}, ${sql.json({ status: 4 })})`;
  }
  await migrate(database.url);
  const statuses = async () =>
    (await sql`select id, status, status_before_suspension as was from merchants order by id`).map(
      ({ id, status, was }) => [id, status, was],
    );
  expect(await statuses()).toEqual([
    [suspended, 4, 3],
    [unexplained, 4, null],
    [live, 3, null],
  ]);
  // The release that is still running beside this one suspends and resumes as it did.
  await sql`update merchants set status = 4 where id = ${live}`;
  await sql`update merchants set status = 3 where id = ${suspended}`;
  expect(await statuses()).toEqual([
    [suspended, 3, null],
    [unexplained, 4, null],
    [live, 4, 3],
  ]);
});
