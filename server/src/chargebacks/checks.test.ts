import { afterAll, beforeAll, expect, test } from 'vitest';
import { differences, type Paid, pay } from '../../tests/kit/money.ts';
import { foundAfter } from '../../tests/kit/proofs.ts';
import { startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { chargebackChecks } from './checks.ts';
import { decideByReference, openByReference } from './decide.ts';

let daftar: TestServer;
/** Of the second merchant: a disputed payment that is open, one applied, one withdrawn, and one never disputed. */
let payments: Paid[];
let ids: number[];
let references: string[];
beforeAll(async () => {
  daftar = await startTestServer();
  for (let merchants = 0; merchants < 2; merchants += 1) {
    const owner = await daftar.merchant();
    payments = [];
    for (let n = 0; n < 4; n += 1) payments.push(await pay(daftar, owner));
    for (const [n, decision] of [null, 'applied', 'withdrawn'].entries()) {
      const opening = { amountPiastres: 1_000 * (n + 1), reason: 'fraudulent', actor: 'ops:test' };
      const dispute = await openByReference(daftar.app, payments[n]!.reference, opening);
      if (decision) await decideByReference(daftar.app, dispute, decision as 'applied', 'ops:test');
    }
    const rows = await daftar.database.sql<{ id: number; reference: string }[]>`
      select id, reference from chargebacks where merchant_id = ${owner.merchantId} order by id`;
    ids = rows.map(({ id }) => id);
    references = rows.map(({ reference }) => reference);
  }
});
afterAll(() => daftar.close());

const found = (statement: string) => foundAfter(daftar.database.sql, chargebackChecks, statement);
const [OPEN, APPLIED, WITHDRAWN, NONE] = [0, 1, 2, 3] as const;
const booked = (n: number, step: string, expected: string, actual: string) => [
  'chargebacks_booked_once',
  `live chargeback:${ids[n]}:${step}`,
  expected,
  actual,
];
const history = (n: number, expected: string, actual: string) => [
  'chargebacks_history',
  `live ${references[n]}`,
  expected,
  actual,
];
const disputed = (n: number, expected: string, actual: string) => [
  'transactions_disputed',
  `live ${payments[n]!.reference}`,
  expected,
  actual,
];

test('no fault is reported when all chargebacks follow the rules', async () => {
  expect(ids).toHaveLength(3);
  expect(await differences(daftar)).toEqual([]);
});

test.each([
  [OPEN, 'opened', '1000'],
  [APPLIED, 'opened', '2000'],
  [APPLIED, 'decided', '2000'],
  [WITHDRAWN, 'decided', '3000'],
])('a step never booked, or with another amount, is found: of chargeback %i, %s', async (n, step, amount) => {
  const transfer = `idempotency_key = 'chargeback:${ids[n]}:${step}'`;
  expect(await found(`delete from ledger_transfers where ${transfer}`)).toEqual([
    booked(n, step, amount, 'none'),
  ]);
  const twice = `update ledger_postings set amount = amount * 2
                  where transfer_id = (select id from ledger_transfers where ${transfer})`;
  expect(await found(twice)).toEqual([booked(n, step, amount, String(Number(amount) * 2))]);
});

test('a chargeback that is decided but not booked so, or booked but decided otherwise, is found', async () => {
  const be = (n: number, status: number) =>
    found(
      `update chargebacks set status = ${status}, decided_at = ${status === 0 ? 'null' : 'created_at'} where id = ${ids[n]}`,
    );
  const told = (n: number, now: number, before: number) =>
    history(n, `chargeback ${now} 1`, `chargeback ${before} 1`);
  expect(await be(OPEN, 1)).toEqual([booked(OPEN, 'decided', '1000', 'none'), told(OPEN, 1, 0)]);
  expect(await be(OPEN, 2)).toEqual([
    booked(OPEN, 'decided', '1000', 'none'),
    disputed(OPEN, '0', '1000'),
    told(OPEN, 2, 0),
  ]);
  expect(await be(APPLIED, 0)).toEqual([booked(APPLIED, 'decided', 'none', '2000'), told(APPLIED, 0, 1)]);
  const otherwise = await be(APPLIED, 2);
  expect(otherwise).toHaveLength(4);
  expect(otherwise).toContainEqual(booked(APPLIED, 'decided', '2000', 'none'));
  expect(otherwise).toContainEqual(booked(APPLIED, 'decided', 'none', '2000'));
  expect(otherwise).toContainEqual(disputed(APPLIED, '0', '2000'));
});

test('a payment whose disputed amount differs by a single piastre is found', async () => {
  const be = (n: number, piastres: number) =>
    found(`update transactions set disputed_piastres = ${piastres} where id = ${payments[n]!.id}`);
  expect(await be(OPEN, 1_001)).toEqual([disputed(OPEN, '1000', '1001')]);
  expect(await be(APPLIED, 0)).toEqual([disputed(APPLIED, '2000', '0')]);
  expect(await be(WITHDRAWN, 1)).toEqual([disputed(WITHDRAWN, '0', '1')]);
  expect(await be(NONE, 1)).toEqual([disputed(NONE, '0', '1')]);
});

test('a round that was never booked, and a history that does not lead to where the case stands, are found', async () => {
  expect(
    await found(
      `update chargebacks set status = 0, decided_at = null, rounds = 2 where id = ${ids[WITHDRAWN]}`,
    ),
  ).toEqual([
    booked(WITHDRAWN, 'opened:2', '3000', 'none'),
    disputed(WITHDRAWN, '3000', '0'),
    history(WITHDRAWN, 'chargeback 0 2', 'chargeback 2 1'),
  ]);
  expect(await found(`update chargebacks set stage = 'arbitration' where id = ${ids[OPEN]}`)).toEqual([
    history(OPEN, 'arbitration 0 1', 'chargeback 0 1'),
  ]);
});
