/** Functions of the database that keep the books, each called or triggered directly. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRow, putRow, refusedRule } from '../kit/bare-rows.ts';
import { anAccount, makeAvailable } from '../kit/ledger.ts';
import { createTestDatabase, type TestDatabase } from '../kit/platform/database.ts';

const NOW = '2026-07-01T09:00:00Z';

let database: TestDatabase;
let merchantId = 0;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A merchant of its own for a test, whose settlements are paid. */
async function aMerchant(): Promise<number> {
  merchantId += 1;
  await putRow(database.sql, 'merchants', { id: merchantId, email: `${merchantId}@example.com`, status: 3 });
  return merchantId;
}

const balance = async (merchant: number, kind: string) => {
  const [row] = await database.sql`
    select balance from ledger_accounts where merchant_id = ${merchant} and mode = 'live' and kind = ${kind}`;
  return row?.balance;
};

/** A merchant with this much `available`, and with 200 and 300 piastres in reserve, the 200 released first. */
async function withReserve(available: number): Promise<number> {
  const { sql } = database;
  const merchant = await aMerchant();
  for (const [kind, amount] of Object.entries({ available, reserve: 500 }))
    await putRow(sql, 'ledger_accounts', { merchant_id: merchant, kind, balance: amount });
  for (const [id, left, day] of [
    [merchant * 10 + 1, 200, '2026-07-01'],
    [merchant * 10 + 2, 300, '2026-07-02'],
  ] as const) {
    await putRow(sql, 'settlements', {
      merchant_id: merchant,
      id,
      amount_piastres: 1000,
      reference: `S${id}`,
    });
    await putRow(sql, 'reserve_items', {
      ...{
        merchant_id: merchant,
        settlement_id: id,
        held_piastres: 300,
        left_piastres: left,
        release_on: day,
      },
    });
  }
  return merchant;
}

const leftOf = async (merchant: number) => {
  const rows = await database.sql`
    select left_piastres as left from reserve_items where merchant_id = ${merchant} order by release_on`;
  return rows.map((row) => row.left);
};

test('reserve_cover takes what is missing out of the reserve, the items released next first', async () => {
  const { sql } = database;
  const merchant = await withReserve(-250);
  const cover = async (key: string) => {
    const [row] = await sql`select reserve_cover(${merchant}, 'live', ${key}, 'REF', ${NOW}) as drawn`;
    return row!.drawn;
  };
  expect(await cover('one')).toBe(250);
  expect([await balance(merchant, 'available'), await balance(merchant, 'reserve')]).toEqual([0, 250]);
  expect(await leftOf(merchant)).toEqual([0, 250]);
  const draws =
    await sql`select amount_piastres as amount from reserve_draws where merchant_id = ${merchant} order by 1`;
  expect(draws.map((row) => row.amount)).toEqual([50, 200]);
  expect(await cover('two')).toBe(0);
});

test('reserve_cover takes no more than the reserve holds', async () => {
  const merchant = await withReserve(-900);
  const [row] = await database.sql`select reserve_cover(${merchant}, 'live', 'one', 'REF', ${NOW}) as drawn`;
  expect(row!.drawn).toBe(500);
  expect([await balance(merchant, 'available'), await leftOf(merchant)]).toEqual([-400, [0, 0]]);
});

test('reserve_release releases what is due up to a day, once, and nothing while settlements are on hold', async () => {
  const { sql } = database;
  const merchant = await withReserve(0);
  const release = async () => {
    const [row] = await sql`select reserve_release(${merchant}, 'live', '2026-07-01', ${NOW}) as released`;
    return row!.released;
  };
  await sql`
    update merchants set settlement_held_at = ${NOW}, settlement_hold_reason = 'asked' where id = ${merchant}`;
  expect(await release()).toBe(0);
  await sql`update merchants set settlement_held_at = null, settlement_hold_reason = null where id = ${merchant}`;
  expect(await release()).toBe(200);
  expect(await release()).toBe(0);
  expect([await balance(merchant, 'available'), await leftOf(merchant)]).toEqual([200, [0, 300]]);
});

test('owed_by_account adds up what a processor owes at one account, over all merchants, in piastres', async () => {
  const { sql } = database;
  const [account, other] = [await anAccount(sql), await anAccount(sql)];
  for (const [id, currency, processor_account_id, owed] of [
    [await aMerchant(), 'EGP', account, 700],
    [await aMerchant(), 'EGP', account, 300],
    [await aMerchant(), 'USD', account, 50],
    [await aMerchant(), 'EGP', other, 9],
  ] as const)
    await putRow(sql, 'clearing_balances', {
      merchant_id: id,
      currency,
      processor_account_id,
      balance: -owed,
    });
  const [row] = await sql`select owed_by_account(${account}) as owed, owed_by_account(0) as nothing`;
  expect(row).toEqual({ owed: 1000, nothing: 0 });
});

test('ledger_accounts_hold refuses an impossible balance also in a restore', async () => {
  const merchant = await aMerchant();
  const put = (kind: string, amount: number) => () =>
    putRow(database.sql, 'ledger_accounts', { merchant_id: merchant, kind, balance: amount });
  expect(await refusedRule(put('fees', -1))).toBe('ledger_fees_not_negative');
  expect(await refusedRule(put('acquirer_fees', 1))).toBe('ledger_acquirer_fees_not_positive');
  expect(await refusedRule(put('available', -1))).toBe(null);
});

test('ledger_moved_by_postings refuses a session that changes balances, movements or days itself', async () => {
  const { sql } = database;
  const merchant = await aMerchant();
  await makeAvailable(sql, { merchantId: merchant, amountPiastres: 1000 });
  const refused = (text: string) => refusedRule(() => sql.unsafe(text.replaceAll('$m', String(merchant))));
  const rule = 'ledger_balance_moves_by_postings';
  expect(await refused('update ledger_accounts set balance = 0 where merchant_id = $m')).toBe(rule);
  expect(await refused('update clearing_balances set balance = 0 where merchant_id = $m')).toBe(rule);
  const movement = "insert into ledger_movements select $m, 'live', 'pending', 1, 'capture'";
  expect(await refused(movement)).toBe('ledger_movements_are_postings');
  expect(await refused("insert into ledger_days select $m, 'live', '2027-01-01', 1")).toBe(
    'ledger_days_begin',
  );
});

test('ledger_refuse names the rule that refuses, as a check constraint does', async () => {
  const { sql } = database;
  const error = await sql`select ledger_refuse('a_rule', 'a message')`.catch((each: unknown) => each);
  expect(error).toMatchObject({ code: '23514', constraint_name: 'a_rule', message: 'a message' });
});

test('fee_credit_note_fits refuses a note above its invoice, and one that no correction in the ledger matches', async () => {
  const { sql } = database;
  const merchant = await aMerchant();
  const invoice = await putRow(sql, 'fee_invoices', {
    ...{
      merchant_id: merchant,
      month: '2026-05-01',
      since_at: '2026-05-01',
      until_at: '2026-06-01',
      number: 1,
    },
    ...{
      fee_piastres: 100,
      vat_piastres: 14,
      total_piastres: 114,
      customer_fee_piastres: 0,
      customer_vat_piastres: 0,
    },
  });
  await sql`
    select ledger_post(${merchant}, 'live', 'capture', 'r', 'paid', ${NOW}, '{clearing,pending,fees,vat}',
                       '{EGP,EGP,EGP,EGP}', '{-1000,886,100,14}')`;
  const [given] = await sql`
    select transfer_id as id from ledger_post(${merchant}, 'live', 'correction', 'r', 'given', ${NOW},
      '{pending,fees,vat}', '{EGP,EGP,EGP}', '{114,-100,-14}')`;
  const noteOf = (fee: number, vat: number) => () =>
    addRow(sql, 'fee_credit_notes', {
      ...{ merchant_id: merchant, fee_invoice_id: invoice.id, transfer_id: given!.id, number: 2 },
      ...{ fee_piastres: fee, vat_piastres: vat, total_piastres: fee + vat },
    });
  expect(await refusedRule(noteOf(101, 14))).toBe('fee_credit_notes_within_invoice');
  expect(await refusedRule(noteOf(100, 15))).toBe('fee_credit_notes_within_invoice');
  expect(await refusedRule(noteOf(99, 14))).toBe('fee_credit_notes_are_the_ledger');
  expect(await refusedRule(noteOf(100, 14))).toBe(null);
});
