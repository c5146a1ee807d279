/** What `clearing` of an earlier release becomes when this one is installed over it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEarlierDatabase, type EarlierDatabase } from '../platform/testing/earlier.ts';
import { checkLedger } from './check.ts';
import { anAccount } from './testing.ts';

let database: EarlierDatabase;
beforeAll(async () => {
  database = await createEarlierDatabase('0106');
});
afterAll(() => database.drop());

test('what was booked of payments at an account is kept at that account, the rest at none', async () => {
  const { sql } = database;
  const [{ id: merchant } = { id: 0 }] = await sql<{ id: number }[]>`
    insert into merchants (business_name, email, mobile, status) values ('Nour', 'nour@example.com', '01000000000', 3)
    returning id`;
  const account = await anAccount(sql);
  /** A payment of 100 EGP that has succeeded. @returns its transaction's id */
  const payment = async (at: number | null): Promise<number> => {
    const [row] = await sql<{ id: number }[]>`
      with t as (
        insert into transactions (merchant_id, mode, reference, source_kind, source_id, payment_method, currency, subtotal,
                                  total, value_piastres, charged_piastres, net_piastres, status, created_at, updated_at)
        values (${merchant}, 'live', ${`TRX-${at}`}, 'invoice', 1, 1, 'EGP', 10000, 10000, 10000, 10000, 10000, 1, now(), now())
        returning id)
      insert into payment_attempts (merchant_id, mode, token, payable_kind, payable_id, transaction_id, payment_method,
                                    state, holds_place, hold_expires_at, expires_at, processor, processor_account_id,
                                    value_piastres, charge_piastres, fee_piastres, vat_piastres, rate_bps,
                                    fixed_fee_piastres, vat_bps, fees_on, locale, created_at, updated_at)
      select ${merchant}, 'live', ${`token${at}`}, 'invoice', 1, t.id, 1, 'succeeded', false, now(), now(), 'mpgs', ${at},
             10000, 10000, 0, 0, 0, 0, 0, 'M', 'en', now(), now() from t
      returning transaction_id as id`;
    return row!.id;
  };
  const post = (kind: string, key: string, accounts: string, piastres: number) => sql`
    select ledger_post(${merchant}, 'live', ${kind}, 'X', ${key}, now(), ${accounts}::text::ledger_account_kind[],
                       '{EGP,EGP}', ${[piastres, -piastres]})`;
  const [there, sandbox] = [await payment(account), await payment(null)];
  for (const id of [there, sandbox]) await post('capture', `capture:${id}`, '{pending,clearing}', 10_000);
  for (const id of [there, sandbox]) {
    const [refund] = await sql<{ id: number }[]>`
      insert into refunds (merchant_id, mode, transaction_id, amount_piastres, state, refund_key, processor,
                           processor_account_id, order_id, created_at, finished_at)
      values (${merchant}, 'live', ${id}, 700, 'succeeded', ${`key${id}`}, 'mpgs', ${id === there ? account : null}, 'X', now(), now())
      returning id`;
    await post('refund', `refund:${refund!.id}`, '{clearing,pending}', 700);
    const [dispute] = await sql<{ id: number }[]>`
      insert into chargebacks (merchant_id, mode, reference, transaction_id, transaction_reference, name, amount_piastres,
                               reason, held_from, status, due_at, created_at, decided_at)
      values (${merchant}, 'live', ${`CHB-${id}`}, ${id}, 'X', 'X', 50, 'X', 'pending', 1, now(), now(), now()) returning id`;
    await post('chargeback_opened', `chargeback:${dispute!.id}:opened`, '{chargeback,pending}', 50);
    await post('chargeback_applied', `chargeback:${dispute!.id}:decided`, '{clearing,chargeback}', 50);
  }
  await post('settlement', 'settlement:1', '{available,pending}', 500);
  await database.upgrade();
  expect([
    ...(await sql`select processor_account_id as at, balance from clearing_balances where merchant_id = ${merchant} order by 1`),
  ]).toEqual([
    { at: 0, balance: -9_250 },
    { at: account, balance: -9_250 },
  ]);
  expect([
    ...(await sql`select kind from ledger_transfers where processor_account_id = ${account} order by id`),
  ]).toEqual([{ kind: 'capture' }, { kind: 'refund' }, { kind: 'chargeback_applied' }]);
  expect(await checkLedger(sql)).toEqual([]);
  await expect(sql`update ledger_transfers set reference = reference`).rejects.toMatchObject({
    constraint_name: 'ledger_append_only',
  });
});
