/** What was booked in an earlier release is in statements once this one is installed over it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '../ledger/check.ts';
import { createEarlierDatabase, type EarlierDatabase } from '../platform/testing/earlier.ts';

let database: EarlierDatabase;
beforeAll(async () => {
  database = await createEarlierDatabase('0260');
});
afterAll(() => database.drop());

test('movements and days of before the upgrade are those of a ledger that began with it', async () => {
  const { sql } = database;
  const post = (mode: string, key: string, when: string, accounts: string) => sql`
    select ledger_post(7, ${mode}, 'correction', 'X', ${key}, ${when}, ${accounts}::text::ledger_account_kind[], '{EGP,EGP}',
                       '{100,-100}'::bigint[])`;
  await post('live', '1', '2026-06-01T10:00:00Z', '{pending,clearing}');
  await post('test', '1', '2026-06-01T10:00:00Z', '{fees,clearing}');
  // 22:30 UTC is the next day in Cairo; then one that is booked late.
  await post('live', '2', '2026-06-01T22:30:00Z', '{available,pending}');
  await post('live', '3', '2026-06-01T11:00:00Z', '{pending,clearing}');
  await database.upgrade();
  await post('live', '4', '2026-06-02T11:00:00Z', '{reserve,pending}');
  expect(await sql`select count(*)::int as n from ledger_movements where merchant_id = 7`).toMatchObject([
    { n: 6 },
  ]);
  expect(
    await sql`select day::text, (select idempotency_key from ledger_transfers t where t.id = first_transfer_id) as key
                from ledger_days where merchant_id = 7 and mode = 'live' order by day`,
  ).toMatchObject([
    { day: '2026-06-01', key: '1' },
    { day: '2026-06-02', key: '2' },
  ]);
  expect(await checkLedger(sql)).toEqual([]);
});
