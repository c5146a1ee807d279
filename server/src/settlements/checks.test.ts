import { afterAll, beforeAll, expect, test } from 'vitest';
import { differences, type Paid, pay, receivingAccount, refund, settleAll } from '../../tests/kit/money.ts';
import { foundAfter } from '../../tests/kit/proofs.ts';
import { startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { settlementChecks } from './checks.ts';
import { paySettlement } from './pay.ts';

interface Settlement {
  id: number;
  reference: string;
}

let daftar: TestServer;
let merchantId: number;
/** Of the second merchant: to the balance; to the bank and paid; to the bank and not yet paid. */
let settlements: [Settlement, Settlement, Settlement];
/** One of each settlement, and one that waits. */
let payments: [Paid, Paid, Paid, Paid];
beforeAll(async () => {
  daftar = await startTestServer();
  for (let merchants = 0; merchants < 2; merchants += 1) {
    const owner = await daftar.merchant();
    merchantId = owner.merchantId;
    const settled = async () => {
      const [, payment] = [await pay(daftar, owner, { pounds: 50 }), await pay(daftar, owner)];
      await settleAll(daftar, owner);
      return payment;
    };
    const first = await settled();
    await receivingAccount(daftar, owner);
    const [second, third] = [await settled(), await settled()];
    const waiting = await pay(daftar, owner);
    expect((await refund(daftar, owner, waiting.id, { amount: 10 })).status).toBe(200);
    payments = [first, second, third, waiting];
    settlements = (await daftar.database.sql<Settlement[]>`
      select id, reference from settlements where merchant_id = ${merchantId} order by id`) as unknown as [
      Settlement,
      Settlement,
      Settlement,
    ];
    const marked = { merchantId, id: settlements[1].id };
    await paySettlement(daftar.app, marked, { bankReference: 'CIB-1', actor: 'ops:test' });
  }
});
afterAll(() => daftar.close());

const found = (statement: string) => foundAfter(daftar.database.sql, settlementChecks, statement);
const [BALANCE, PAID, UNPAID] = [0, 1, 2] as const;
const transferOf = (n: number) => `idempotency_key = 'settlement:${settlements[n]!.id}'`;
const about = (n: number) => `live ${settlements[n]!.reference}`;
// 93.44 of 100 pounds, and 45.01 of 50: 2.75 % and 3 EGP, and 14 % VAT of that.
const SUM = 9_344 + 4_501;

test('no fault is reported when all settlements follow the rules', async () => {
  expect(settlements).toHaveLength(3);
  const [row] = await daftar.database
    .sql`select amount_piastres as sum from settlements where id = ${settlements[0].id}`;
  expect(row!.sum).toBe(SUM);
  expect(await differences(daftar)).toEqual([]);
});

test('a settlement that was never booked is found', async () => {
  expect(await found(`delete from ledger_transfers where ${transferOf(BALANCE)}`)).toEqual([
    ['settlements_reconcile', about(BALANCE), `lines ${SUM} of 2 ledger 0 bank 0`, `${SUM} of 2 bank 0`],
  ]);
  expect(await found(`delete from ledger_transfers where ${transferOf(PAID)}`)).toEqual([
    ['settlements_reconcile', about(PAID), `lines ${SUM} of 2 ledger 0 bank 0`, `${SUM} of 2 bank ${SUM}`],
    ['settlements_paid_once', about(PAID), String(SUM), 'not booked'],
  ]);
});

test('a booking without its settlement is found', async () => {
  const key = `settlement:${settlements[UNPAID].id}`;
  const gone = await found(`delete from settlements where id = ${settlements[UNPAID].id}`);
  expect(gone).toContainEqual([
    'settlements_reconcile',
    `live ${key}`,
    `lines 0 of 0 ledger ${SUM} bank ${SUM}`,
    'no settlement',
  ]);
  expect(gone).toContainEqual([
    'settlements_paid_once',
    `live ${settlements[UNPAID].id}`,
    'no settlement',
    String(SUM),
  ]);
});

test('a settlement whose amount differs from its lines, the ledger or the bank transfer is found', async () => {
  const item = `where settlement_id = ${settlements[BALANCE].id} and transaction_id = ${payments[BALANCE].id}`;
  expect(
    await found(
      `update settlement_items set amount_piastres = amount_piastres - 1, out_piastres = out_piastres + 1 ${item}`,
    ),
  ).toEqual([
    [
      'settlements_reconcile',
      about(BALANCE),
      `lines ${SUM - 1} of 2 ledger ${SUM} bank 0`,
      `${SUM} of 2 bank 0`,
    ],
  ]);
  expect(
    await found(`update settlements set total_transactions = 3 where id = ${settlements[BALANCE].id}`),
  ).toEqual([
    ['settlements_reconcile', about(BALANCE), `lines ${SUM} of 2 ledger ${SUM} bank 0`, `${SUM} of 3 bank 0`],
  ]);
  expect(
    await found(
      `update settlements set amount_piastres = amount_piastres + 1 where id = ${settlements[BALANCE].id}`,
    ),
  ).toHaveLength(1);
  expect(
    await found(
      `update settlements set bank_piastres = bank_piastres - 1 where id = ${settlements[PAID].id}`,
    ),
  ).toEqual([
    [
      'settlements_reconcile',
      about(PAID),
      `lines ${SUM} of 2 ledger ${SUM} bank ${SUM}`,
      `${SUM} of 2 bank ${SUM - 1}`,
    ],
    ['settlements_paid_once', about(PAID), String(SUM - 1), String(SUM)],
  ]);
});

test('a payment settled without a statement or with another, and an unsettled one on a statement, are found', async () => {
  const of = (n: number, set: string) =>
    found(`update transactions set ${set} where id = ${payments[n]!.id}`);
  const line = (n: number, expected: string, actual: string) => [
    'transactions_settled_once',
    `live ${payments[n]!.reference}`,
    expected,
    actual,
  ];
  const { reference } = settlements[PAID];
  expect(await of(PAID, `settlement_reference = 'STL-OTHER'`)).toEqual([line(PAID, reference, 'STL-OTHER')]);
  expect(await of(PAID, 'settlement_status = 2')).toContainEqual(line(PAID, reference, 'unsettled'));
  expect(await of(3, `settlement_status = 1, settlement_reference = '${reference}'`)).toContainEqual(
    line(3, 'unsettled', reference),
  );
  expect(
    await found(`delete from settlement_items where transaction_id = ${payments[BALANCE].id}`),
  ).toContainEqual(line(BALANCE, 'unsettled', settlements[BALANCE].reference));
});

test('a pending balance that differs from the unsettled payments by a single piastre is found', async () => {
  const waiting = 9_344 - 1_000;
  const account = `merchant_id = ${merchantId} and mode = 'live' and kind = 'pending'`;
  expect(await found(`update ledger_accounts set balance = balance + 1 where ${account}`)).toEqual([
    ['pending_is_unsettled', 'live pending', String(waiting), String(waiting + 1)],
  ]);
  expect(await found(`delete from ledger_accounts where ${account}`)).toEqual([
    ['pending_is_unsettled', 'live pending', String(waiting), '0'],
  ]);
  expect(
    await found(`update transactions set pending_out_piastres = 0 where id = ${payments[3].id}`),
  ).toContainEqual(['pending_is_unsettled', 'live pending', '9344', String(waiting)]);
});

test('a day that waits for settlement with another amount or another number of payments than its own is found', async () => {
  const [row] = await daftar.database.sql<{ day: string }[]>`
    select to_char(day, 'YYYY-MM-DD') as day from settlements_due where merchant_id = ${merchantId}`;
  const about = `live ${row!.day}`;
  const of = (set: string) => `update settlements_due set ${set} where merchant_id = ${merchantId}`;
  const due = '8344 of 1';
  expect(await found(of('amount_piastres = amount_piastres + 1'))).toEqual([
    ['settlements_due', about, due, '8345 of 1'],
  ]);
  expect(await found(of('payments = 2'))).toEqual([['settlements_due', about, due, '8344 of 2']]);
  expect(await found(`delete from settlements_due where merchant_id = ${merchantId}`)).toEqual([
    ['settlements_due', about, due, '0 of 0'],
  ]);
});

test('a transfer mark without bank reference, and a reference without the mark, are found', async () => {
  expect(await found(`update settlements set is_paid = true where id = ${settlements[UNPAID].id}`)).toEqual([
    ['settlements_marked_paid', about(UNPAID), 'unpaid', 'paid'],
  ]);
  expect(await found(`update settlements set is_paid = false where id = ${settlements[PAID].id}`)).toEqual([
    ['settlements_marked_paid', about(PAID), 'paid', 'unpaid'],
  ]);
});
