import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf, differences, pay, settleAll } from '../../tests/kit/money.ts';
import { foundAfter } from '../../tests/kit/proofs.ts';
import { startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { moneyCommands } from '../ops/money.ts';
import { payoutChecks } from './checks.ts';
import { requestPayout } from './service.ts';

let daftar: TestServer;
/** Of the second merchant: one requested, one handed over, one returned. */
let payouts: { id: number; code: string; transaction: number }[];
beforeAll(async () => {
  daftar = await startTestServer();
  for (let merchants = 0; merchants < 2; merchants += 1) {
    const owner = await daftar.merchant();
    await pay(daftar, owner);
    await settleAll(daftar, owner);
    const codes: string[] = [];
    for (const piastres of [1_000, 2_000, 3_000])
      codes.push((await requestPayout(daftar.app, callerOf(owner), piastres)).code);
    await moneyCommands['payout-hand-over']!(daftar.app, [codes[1]!], 'ops:test');
    await moneyCommands['payout-return']!(daftar.app, [codes[2]!], 'ops:test');
    payouts = await daftar.database.sql`
      select id, code, transaction_id as transaction from payouts where merchant_id = ${owner.merchantId} order by id`;
  }
});
afterAll(() => daftar.close());

const found = (statement: string) => foundAfter(daftar.database.sql, payoutChecks, statement);
const [ASKED, HANDED, BACK] = [0, 1, 2];
const key = (n: number, what: string) => `live payout:${payouts[n]!.id}:${what}`;
const booked = (n: number, what: string, expected: string, actual: string) => [
  'payouts_booked_once',
  key(n, what),
  expected,
  actual,
];

test('no fault is reported when all payouts follow the rules', async () => {
  expect(payouts).toHaveLength(3);
  expect(await differences(daftar)).toEqual([]);
});

test.each([
  [ASKED, 'requested', '1000'],
  [HANDED, 'requested', '2000'],
  [HANDED, 'handed-over', '2000'],
  [BACK, 'returned', '3000'],
])('a step that was never booked is found: of payout %i, %s', async (n, what, amount) => {
  const transfer = `idempotency_key = '${key(n, what).slice(5)}'`;
  expect(await found(`delete from ledger_transfers where ${transfer}`)).toEqual([
    booked(n, what, amount, 'none'),
  ]);
  expect(
    await found(
      `update ledger_postings set amount = amount * 2 where transfer_id = (select id from ledger_transfers where ${transfer})`,
    ),
  ).toEqual([booked(n, what, amount, String(Number(amount) * 2))]);
});

test('a payout handed over but not booked so, or the reverse, is found', async () => {
  const be = (n: number, state: string) =>
    found(
      `update payouts set state = '${state}', finished_at = ${state === 'requested' ? 'null' : 'created_at'}
        where id = ${payouts[n]!.id}`,
    );
  expect(await be(ASKED, 'handed-over')).toEqual([
    booked(ASKED, 'handed-over', '1000', 'none'),
    ['payouts_and_transactions_agree', `live ${payouts[ASKED]!.code}`, 'handed-over 1000', '0 1000'],
  ]);
  expect(await be(ASKED, 'expired')).toContainEqual(booked(ASKED, 'returned', '1000', 'none'));
  expect(await be(HANDED, 'requested')).toContainEqual(booked(HANDED, 'handed-over', 'none', '2000'));
  expect(await be(HANDED, 'returned')).toHaveLength(3);
  expect(await be(BACK, 'expired')).toEqual([]);
});

test('a transaction that disagrees with its payout is found', async () => {
  const of = (n: number, set: string) =>
    found(`update transactions set ${set} where id = ${payouts[n]!.transaction}`);
  const line = (n: number, expected: string, actual: string) => [
    ['payouts_and_transactions_agree', `live ${payouts[n]!.code}`, expected, actual],
  ];
  expect(await of(ASKED, 'status = 1')).toEqual(line(ASKED, 'requested 1000', '1 1000'));
  expect(await of(HANDED, 'status = 0')).toEqual(line(HANDED, 'handed-over 2000', '0 2000'));
  expect(await of(BACK, 'status = 1')).toEqual(line(BACK, 'returned 3000', '1 3000'));
  expect(await of(HANDED, 'value_piastres = 2001')).toEqual(line(HANDED, 'handed-over 2000', '1 2001'));
  expect(await of(HANDED, 'is_payout = false, payment_method = 1, net_piastres = charged_piastres')).toEqual(
    line(HANDED, 'handed-over 2000', '1 2000'),
  );
});
