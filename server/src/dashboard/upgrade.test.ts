/** Whoever saw balances in an earlier release sees them once this one is installed over it, and nobody else gains anything. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEarlierDatabase, type EarlierDatabase } from '../platform/testing/earlier.ts';

let database: EarlierDatabase;
beforeAll(async () => {
  database = await createEarlierDatabase('0290');
});
afterAll(() => database.drop());

test('every role and every restricted secret key gets the permission of balances once; public keys do not', async () => {
  const { sql } = database;
  await sql`
    insert into merchants (id, business_name, email, mobile, status) overriding system value
    values (7, 'Nour', 'nour@example.com', '01000000000', 3)`;
  await sql`
    insert into roles (merchant_id, name_en, name_ar, permissions)
    values (7, 'a', 'a', '{view-settlements}'), (7, 'b', 'b', '{}')`;
  await sql`
    insert into api_keys (merchant_id, mode, kind, name, shown, permissions, created_at)
    values (7, 'live', 'secret', 'c', 'sk_live_00', '{view-settlements}', now()),
           (7, 'live', 'secret', 'd', 'sk_live_01', null, now()),
           (7, 'live', 'public', 'e', 'pk_live_02', null, now())`;
  await database.upgrade();
  expect(await sql`select name_en, permissions from roles where merchant_id = 7 order by name_en`).toEqual([
    { name_en: 'a', permissions: ['view-settlements', 'view-balances'] },
    { name_en: 'b', permissions: ['view-balances'] },
  ]);
  expect(
    await sql`select name, permissions from api_keys where merchant_id = 7 and name <> '' order by name`,
  ).toEqual([
    { name: 'c', permissions: ['view-settlements', 'view-balances'] },
    { name: 'd', permissions: null },
    { name: 'e', permissions: null },
  ]);
});
