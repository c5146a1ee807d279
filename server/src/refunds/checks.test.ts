import { afterAll, beforeAll, expect, test } from 'vitest';
import { differences, type Paid, pay, refund } from '../../tests/kit/money.ts';
import { foundAfter } from '../../tests/kit/proofs.ts';
import { startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { refundChecks } from './checks.ts';

let daftar: TestServer;
let part: Paid;
let whole: Paid;
let untouched: Paid;
let keys: string[];
beforeAll(async () => {
  daftar = await startTestServer();
  for (let merchants = 0; merchants < 2; merchants += 1) {
    const owner = await daftar.merchant();
    [part, whole, untouched] = [await pay(daftar, owner), await pay(daftar, owner), await pay(daftar, owner)];
    // The smallest payment, without any refund.
    await pay(daftar, owner, { pounds: 0.01 });
    for (const [{ id }, amount] of [
      [part, 10],
      [part, 20],
      [whole, 100],
    ] as const)
      expect((await refund(daftar, owner, id, { amount })).status).toBe(200);
  }
  const refunds = await daftar.database.sql<{ key: string }[]>`
    select 'live refund:' || id as key from refunds where transaction_id in ${daftar.database.sql([part.id, whole.id])} order by id`;
  keys = refunds.map(({ key }) => key);
});
afterAll(() => daftar.close());

const found = (statement: string) => foundAfter(daftar.database.sql, refundChecks, statement);
const transferOf = (n: number) => `idempotency_key = '${keys[n]!.slice(5)}'`;

test('no fault is reported when all refunds follow the rules', async () => {
  expect(await differences(daftar)).toEqual([]);
});

test('a refund that was never booked, and a booking without its refund, are found', async () => {
  expect(await found(`delete from ledger_transfers where ${transferOf(0)}`)).toEqual([
    ['refunds_booked_once', keys[0], '1000', 'none'],
  ]);
  expect(
    await found(`update ledger_transfers set idempotency_key = 'refund:astray' where ${transferOf(2)}`),
  ).toEqual([
    ['refunds_booked_once', keys[2], '10000', 'none'],
    ['refunds_booked_once', 'live refund:astray', 'none', '10000'],
  ]);
});

test('a refund booked with another amount, or in another mode, is found', async () => {
  const postings = `update ledger_postings set amount = amount + 1 where account = 'clearing' and transfer_id =
                    (select id from ledger_transfers where ${transferOf(1)})`;
  expect(await found(postings)).toEqual([['refunds_booked_once', keys[1], '2000', '2001']]);
  expect(await found(`update ledger_transfers set mode = 'test' where ${transferOf(1)}`)).toHaveLength(2);
});

test('a payment whose refunded amount differs by a single piastre is found', async () => {
  const of = ({ id }: Paid, set: string) => found(`update transactions set ${set} where id = ${id}`);
  const line = ({ reference }: Paid, expected: string, actual: string) => [
    ['transactions_refunded', `live ${reference}`, expected, actual],
  ];
  expect(await of(part, 'refunded_piastres = 2999')).toEqual(
    line(part, '3000 back 0 on its way', '2999 back 0 on its way'),
  );
  expect(await of(part, 'refunding_piastres = 1')).toEqual(
    line(part, '3000 back 0 on its way', '3000 back 1 on its way'),
  );
  expect(await of(untouched, 'refunded_piastres = 1')).toEqual(
    line(untouched, '0 back 0 on its way', '1 back 0 on its way'),
  );
  expect(await of(whole, 'status = 1')).toEqual(
    line(whole, '10000 back 0 on its way whole', '10000 back 0 on its way'),
  );
  expect(await of(part, 'status = 3, refunded_piastres = value_piastres')).toEqual(
    line(part, '3000 back 0 on its way', '10000 back 0 on its way whole'),
  );
});

test('a pending refund counts as pending, and a failed one as nothing', async () => {
  const last = `id = ${keys[1]!.split(':')[1]}`;
  expect(await found(`update refunds set state = 'pending', finished_at = null where ${last}`)).toEqual([
    ['refunds_booked_once', keys[1], 'none', '2000'],
    [
      'transactions_refunded',
      `live ${part.reference}`,
      '1000 back 2000 on its way',
      '3000 back 0 on its way',
    ],
  ]);
  expect((await found(`update refunds set state = 'failed' where ${last}`)).at(-1)?.[2]).toBe(
    '1000 back 0 on its way',
  );
});
