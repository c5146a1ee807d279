import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/kit/platform/database.ts';
import { refusedKey } from './refused-key.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql.unsafe(`
    create table whole (merchant_id bigint, code text, constraint whole_code unique (merchant_id, code));
    create table parted (merchant_id bigint, code text, email text, constraint parted_code unique (merchant_id, code))
      partition by hash (merchant_id);
    create unique index parted_email on parted (merchant_id, email) where email <> '';
    create table parted_0 partition of parted for values with (modulus 2, remainder 0);
    create table parted_1 partition of parted for values with (modulus 2, remainder 1) partition by hash (merchant_id);
    create table parted_1_0 partition of parted_1 for values with (modulus 1, remainder 0);`);
});
afterAll(() => database.drop());

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('on a partitioned table the refused key is the parent’s, whichever partition at any level refused the row', async () => {
  const { sql } = database;
  const named = new Set<string>();
  for (let merchant = 1; merchant <= 8; merchant += 1) {
    await sql`insert into parted values (${merchant}, 'a', 'a@b')`;
    const code = await errorOf(sql`insert into parted values (${merchant}, 'a', '')`);
    const email = await errorOf(sql`insert into parted values (${merchant}, 'b', 'a@b')`);
    for (const error of [code, email]) named.add((error as { constraint_name: string }).constraint_name);
    expect(await refusedKey(sql, code)).toBe('parted_code');
    expect(await refusedKey(sql, email)).toBe('parted_email');
  }
  // Otherwise this test proves nothing: PostgreSQL never named the parent's key, and both partitions refused rows.
  expect(named.size).toBe(4);
  expect([...named].filter((name) => /^parted_(code|email)$/.test(name))).toEqual([]);
});

test('on an unpartitioned table the refused key is the constraint, and other errors have none', async () => {
  const { sql } = database;
  await sql`insert into whole values (1, 'a')`;
  expect(await refusedKey(sql, await errorOf(sql`insert into whole values (1, 'a')`))).toBe('whole_code');
  expect(await refusedKey(sql, await errorOf(sql`select 1 / 0`))).toBeNull();
  expect(await refusedKey(sql, new Error('of ours'))).toBeNull();
});
