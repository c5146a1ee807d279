/** Refunds that were made and came back. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  balances,
  callerOf,
  differences,
  PAYER_MOBILE,
  type Paid,
  pay,
  refund,
  reportRefund,
  rowOf,
  settleAll,
} from '../../tests/kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { readOutbox } from '../messages/outbox.ts';
import { simulatePendingRefund } from './simulate.ts';

let daftar: TestServer;
let owner: Actor;
let payment: Paid;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(async () => {
  expect(await differences(daftar)).toEqual([]);
  await daftar.close();
});
beforeEach(async () => {
  owner = await daftar.merchant();
  payment = await pay(daftar, owner);
});

const give = async (pounds: number): Promise<number> =>
  (await refund(daftar, owner, payment.id, { amount: pounds })).body.data.id;
const details = async () =>
  (await daftar.call({ path: `/merchant/transactions/${payment.id}`, mode: 'live', as: owner })).body.data;
const counted = () => daftar.database.sql`
  select sum(count)::int as count from daily_method_counts where merchant_id = ${owner.merchantId}`;

describe('a refund that came back', () => {
  test('is the merchant’s money again: where the payment’s money is, and to be refunded anew', async () => {
    const before = await balances(daftar, owner);
    const [count] = await counted();
    const id = await give(100);
    expect(await rowOf(daftar, payment.id)).toMatchObject({ status: 3, refunded: 10_000 });
    await reportRefund(daftar, id, 'reversed');
    expect(await rowOf(daftar, payment.id)).toMatchObject({ status: 1, refunded: 0, refunding: 0 });
    expect(await balances(daftar, owner)).toEqual(before);
    expect(await counted()).toEqual([count]);
    const { refunds, timeline, refundable_amount } = await details();
    expect(refunds).toMatchObject([
      { state: 'reversed', amount: 100, reversed_at: daftar.clock.now().toISOString() },
    ]);
    expect(timeline.at(-1)).toMatchObject({ kind: 'refund_reversed', amount: 100 });
    expect(refundable_amount).toBe(100);
    await settleAll(daftar, owner);
    expect(await balances(daftar, owner)).toMatchObject({ pending: 0, available: 9_344 });
    // The sandbox's own books, which our calls cannot reset.
    await daftar.database
      .sql`update sandbox_payments set refunded_piastres = 0 where merchant_id = ${owner.merchantId}`;
    await give(60);
    expect(await rowOf(daftar, payment.id)).toMatchObject({ status: 1, refunded: 6_000 });
  });

  test('after the settlement is available at once', async () => {
    const id = await give(40);
    await settleAll(daftar, owner);
    expect(await balances(daftar, owner)).toMatchObject({ pending: 0, available: 5_344 });
    await reportRefund(daftar, id, 'reversed');
    expect(await balances(daftar, owner)).toMatchObject({ pending: 0, available: 9_344 });
  });

  test('comes back once, however often and in whatever order it is reported', async () => {
    const first = await give(30);
    const second = await give(20);
    for (const state of ['refunded', 'reversed', 'reversed', 'refunded', 'pending'] as const)
      await reportRefund(daftar, first, state);
    await Promise.all([1, 2, 3].map(() => reportRefund(daftar, second, 'reversed')));
    expect(await rowOf(daftar, payment.id)).toMatchObject({ status: 1, refunded: 0, refunding: 0 });
    const told = await daftar.database.sql`
      select from notifications where merchant_id = ${owner.merchantId} and kind = 'refund-reversed'`;
    expect(told).toHaveLength(2);
    // Messages to each payer, once: by e-mail and SMS.
    const sent = await readOutbox(daftar.app, { to: PAYER_MOBILE });
    const texts = sent.map(({ text }) => text).filter((text) => text.includes(payment.reference));
    const back = texts.filter((text) => text.includes('لم يصل إليك المبلغ'));
    expect(back).toHaveLength(2);
    expect(back.join()).toMatch(/20\.00 ج\.م\..*30\.00 ج\.م\.|30\.00 ج\.م\..*20\.00 ج\.م\./s);
  });

  test('before we heard that it was made, and nothing of it is owed or told to the payer', async () => {
    const until = new Date(daftar.clock.now().getTime() + 3_600_000);
    await simulatePendingRefund(daftar.app, callerOf(owner), payment.id, { reason: '', until });
    const [{ id }] = (await details()).refunds;
    const messages = () => daftar.database.sql`select from messages where merchant_id = ${owner.merchantId}`;
    const before = (await messages()).length;
    for (const state of ['reversed', 'refunded'] as const) await reportRefund(daftar, id, state);
    expect((await details()).refunds).toMatchObject([{ state: 'reversed' }]);
    expect(await rowOf(daftar, payment.id)).toMatchObject({ status: 1, refunded: 0, refunding: 0 });
    expect(await messages()).toHaveLength(before);
  });
});
