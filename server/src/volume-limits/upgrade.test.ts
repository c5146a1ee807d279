/** What of payments is counted that arrive while the upgrade counts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEarlierDatabase, type EarlierDatabase } from '../platform/testing/earlier.ts';

let database: EarlierDatabase;
beforeAll(async () => {
  database = await createEarlierDatabase('0191');
});
afterAll(() => database.drop());

test('a payment that the release before books during the upgrade is in the month’s volume', async () => {
  const { sql } = database;
  const [merchant] = await sql<{ id: number }[]>`
    insert into merchants (business_name, email, mobile, status) values ('Nour', 'nour@example.com', '01000000000', 3)
    returning id`;
  const pay = (reference: string, status: number) => sql<{ id: number }[]>`
    insert into transactions (merchant_id, mode, reference, source_kind, source_id, source_name, source_reference,
                              payment_method, currency, subtotal, total, value_piastres, charged_piastres, net_piastres,
                              status, paid_at, created_at, updated_at)
    values (${merchant!.id}, 'live', ${reference}, 'payment_link', 1, 'x', 'x', 1, 'EGP', 100, 100, 100, 100, 100, ${status},
            '2026-06-15T09:00:00Z', '2026-06-15T09:00:00Z', '2026-06-15T09:00:00Z')
    returning id`;
  await pay('TRX-1', 1);
  const [open] = await pay('TRX-2', 0);
  const waits = async () =>
    (
      await sql`
        select from pg_locks where relation = 'transactions'::regclass and not granted
           and database = (select oid from pg_database where datname = current_database())`
    ).length > 0;
  let upgraded: Promise<void> | undefined;
  await sql.begin(async (tx) => {
    await tx`update transactions set status = 1 where merchant_id = ${merchant!.id} and id = ${open!.id}`;
    upgraded = database.upgrade();
    // The count is over, and its trigger waits for this payment.
    await expect.poll(waits, { timeout: 20_000, interval: 5 }).toBe(true);
  });
  await upgraded;
  await pay('TRX-3', 1);
  expect(await sql`select mode, month::text, captured_piastres from merchant_volumes`).toEqual([
    { mode: 'live', month: '2026-06-01', captured_piastres: 300 },
  ]);
});
