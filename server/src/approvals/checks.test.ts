import { afterAll, beforeAll, expect, test } from 'vitest';
import { differences, pay, refund, settleAll } from '../../tests/kit/money.ts';
import { foundAfter } from '../../tests/kit/proofs.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { approvalChecks } from './checks.ts';

let daftar: TestServer;
let maker: Actor;
let checker: Actor;
let payment: number;
/** Of the second merchant: an approved refund, an approved payout, and a payout that waits. */
let ids: [number, number, number];
beforeAll(async () => {
  daftar = await startTestServer();
  for (let merchants = 0; merchants < 2; merchants += 1) {
    maker = await daftar.merchant();
    checker = await daftar.colleague(maker, ['transaction-refund', 'payout-request-transactions']);
    const post = (path: string, as: Actor, body?: object) =>
      daftar.call({ method: 'POST', path: `/merchant/${path}`, mode: 'live', as, body });
    await post('approvals/settings', maker, { enabled: true, refund_above: 0 });
    payment = (await pay(daftar, maker)).id;
    await pay(daftar, maker);
    await settleAll(daftar, maker);
    const asked = [
      await refund(daftar, maker, payment, { amount: 10 }),
      await post('payment_links/payout', maker, { amount: 20 }),
      await post('payment_links/payout', maker, { amount: 30 }),
    ];
    ids = asked.map(({ body }) => body.data.approval_id) as [number, number, number];
    for (const id of ids.slice(0, 2))
      expect((await post(`approvals/${id}/approve`, checker)).status).toBe(200);
  }
});
afterAll(() => daftar.close());

const found = (statement: string) => foundAfter(daftar.database.sql, approvalChecks, statement);
const [REFUND, PAYOUT, WAITING] = [0, 1, 2] as const;
const line = (n: number, expected: string, actual: string) => [
  'approvals_moved_once',
  `live approval ${ids[n]}`,
  expected,
  actual,
];
const refunded = () => `refund 1000 ${payment} ${maker.userId}`;
const paidOut = () => `payout 2000 ${maker.userId}`;

test('no fault is reported for requests that a second person approved', async () => {
  expect(await differences(daftar)).toEqual([]);
});

test('an approved request that moved no money, and money moved without an approved request, are found', async () => {
  expect(await found(`update refunds set approval_id = null where approval_id = ${ids[REFUND]}`)).toEqual([
    line(REFUND, refunded(), 'none'),
  ]);
  expect(await found(`delete from payouts where approval_id = ${ids[PAYOUT]}`)).toEqual([
    line(PAYOUT, paidOut(), 'none'),
  ]);
  expect(await found(`update approvals set state = 'declined' where id = ${ids[PAYOUT]}`)).toEqual([
    line(PAYOUT, 'none', paidOut()),
  ]);
  expect(
    await found(`update approvals set state = 'approved', decided_at = expires_at, decided_by = ${checker.userId}
                  where id = ${ids[WAITING]}`),
  ).toEqual([line(WAITING, `payout 3000 ${maker.userId}`, 'none')]);
});

test('a request that moved another amount, of another payment, for another user or of another kind is found', async () => {
  const refunds = (set: string) => found(`update refunds set ${set} where approval_id = ${ids[REFUND]}`);
  expect(await refunds('amount_piastres = 1001')).toEqual([
    line(REFUND, refunded(), `refund 1001 ${payment} ${maker.userId}`),
  ]);
  expect(await refunds('transaction_id = 999')).toEqual([
    line(REFUND, refunded(), `refund 1000 999 ${maker.userId}`),
  ]);
  expect(await refunds(`requested_by = ${checker.userId}`)).toEqual([
    line(REFUND, refunded(), `refund 1000 ${payment} ${checker.userId}`),
  ]);
  expect(await found(`update payouts set amount_piastres = 1999 where approval_id = ${ids[PAYOUT]}`)).toEqual(
    [line(PAYOUT, paidOut(), `payout 1999 ${maker.userId}`)],
  );
});

test('a request approved by its requester, or, if made by a key, twice by the same person, is found', async () => {
  // The database refuses both; the proof does not lean on that.
  const approvals = (set: string) =>
    found(
      `alter table approvals drop constraint approvals_by_another; update approvals set ${set} where id = ${ids[PAYOUT]}`,
    );
  expect(await approvals('decided_by = requested_by')).toEqual([line(PAYOUT, 'none', paidOut())]);
  const byKey = (first: number) =>
    approvals(
      `requested_key_id = 1, first_yes_by = ${first}, first_yes_at = decided_at, decided_by = ${checker.userId}`,
    );
  expect(await byKey(checker.userId)).toEqual([line(PAYOUT, 'none', paidOut())]);
  expect(await byKey(maker.userId)).toEqual([]);
});
