/** What chargebacks of an earlier release become when this one is installed over them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEarlierDatabase, type EarlierDatabase } from '../platform/testing/earlier.ts';

let database: EarlierDatabase;
beforeAll(async () => {
  database = await createEarlierDatabase('0107');
});
afterAll(() => database.drop());

test('chargebacks get a history, which also has what the earlier release still decides', async () => {
  const { sql } = database;
  const [merchant] = await sql<{ id: number }[]>`
    insert into merchants (business_name, email, mobile, status)
    values ('Nour', 'nour@example.com', '01000000000', 3) returning id`;
  const { id } = merchant!;
  const dispute = async (n: number, status: number) => {
    const [payment] = await sql<{ id: number }[]>`
      insert into transactions (merchant_id, mode, reference, source_kind, payment_method, status, currency, subtotal,
                                total, value_piastres, charged_piastres, net_piastres, disputed_piastres, created_at,
                                updated_at)
      values (${id}, 'live', ${`TRX-${n}`}, 'payment-link', 1, 1, 'EGP', 100, 100, 100, 100, 100, 100, now(), now())
      returning id`;
    const [row] = await sql<{ id: number }[]>`
      insert into chargebacks (merchant_id, mode, reference, transaction_id, transaction_reference, amount_piastres,
                               status, held_from, due_at, created_at, decided_at)
      values (${id}, 'live', ${`CHB-${n}`}, ${payment!.id}, ${`TRX-${n}`}, 100, ${status}, 'pending',
              '2026-06-29T09:00:00Z', '2026-06-15T09:00:00Z', ${status === 0 ? null : '2026-06-20T09:00:00Z'})
      returning id`;
    return row!.id;
  };
  const [open, won] = [await dispute(1, 0), await dispute(2, 2)];
  await database.upgrade();
  const history = async (chargeback: number) =>
    (
      await sql`
        select step, at, stage, status, round from chargeback_stages where chargeback_id = ${chargeback} order by step`
    ).map(({ step, at, stage, status, round }) => [
      step,
      at.toISOString().slice(0, 10),
      stage,
      status,
      round,
    ]);
  expect(await history(open)).toEqual([[1, '2026-06-15', 'chargeback', 0, 1]]);
  expect(await history(won)).toEqual([
    [1, '2026-06-15', 'chargeback', 0, 1],
    [2, '2026-06-20', 'chargeback', 2, 1],
  ]);
  // As the release that is still running beside this one decides.
  await sql`update chargebacks set status = 1, decided_at = '2026-06-21T09:00:00Z' where id = ${open}`;
  expect(await history(open)).toHaveLength(2);
  expect((await history(open))[1]).toEqual([2, '2026-06-21', 'chargeback', 1, 1]);
  await expect(sql`update chargebacks set status = 0, decided_at = null where id = ${open}`).rejects.toThrow(
    /not legal/,
  );
});
