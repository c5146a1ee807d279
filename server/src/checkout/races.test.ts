/** Payments under adverse conditions: concurrent, repeated, late, unordered, forged, and interrupted. */
import { ATTEMPT_HOLD_MINUTES } from '@daftar/contract/checkout';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  externalRefOf,
  type Link,
  linkRow,
  startTestCheckout,
  type TestCheckout,
  transactionsOf,
} from '../../tests/kit/checkout.ts';
import { guestKey } from '../platform/keys.ts';
import { SIGNATURE_HEADER } from '../processors/sandbox/index.ts';
import { sign } from '../processors/sandbox/signature.ts';
import { expireAttempts, writeDownExpiredLinks } from './jobs.ts';
import { applyOutcome } from './outcomes.ts';

let checkout: TestCheckout;
let merchant: number;
beforeAll(async () => {
  checkout = await startTestCheckout();
});
beforeEach(async () => {
  merchant = await checkout.merchant();
});
afterAll(() => checkout.close());

const reasonOf = (reply: { view: { page: { kind: string; reason?: string } } | null }) =>
  reply.view?.page.kind === 'closed' ? reply.view.page.reason : reply.view?.page.kind;

/** Starts a kiosk payment: it waits for a callback. */
async function awaiting(link: Link) {
  const { location } = await checkout.post(`/pay/${link.token}`, { method: '4' });
  const token = location!.split('/').at(-1)!;
  const [row] = await checkout.sql<{ id: number }[]>`
    select id from payment_attempts where merchant_id = ${link.merchantId} and token = ${token}`;
  return {
    location: location!,
    order: await externalRefOf(checkout.sql, token),
    ref: { merchantId: link.merchantId, id: row!.id },
  };
}

function callback(body: object, signature?: string) {
  const text = JSON.stringify(body);
  const key = guestKey(checkout.app, 'sandbox callback');
  return checkout.server.inject({
    method: 'POST',
    url: '/pay/callbacks/sandbox',
    headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature ?? sign(key, text) },
    payload: text,
  });
}

const paid = (order: string, payment = 'P-1', amount = 10_000) => ({
  order,
  state: 'succeeded',
  payment,
  amount_piastres: amount,
});

const holds = async () => expect(await checkout.differences()).toEqual([]);

describe('places of a link', () => {
  test('20 concurrent payers for one place: one success, the others are told that it is busy or paid', async () => {
    const link = await checkout.link(merchant);
    const replies = await Promise.all(Array.from({ length: 20 }, () => checkout.payByCard(link)));
    expect(replies.filter((reply) => reply.status === 303)).toHaveLength(1);
    for (const reply of replies.filter((each) => each.status !== 303)) {
      expect(reply.status).toBe(409);
      expect(['busy', 'paid']).toContain(reasonOf(reply));
    }
    expect(await transactionsOf(checkout.sql, merchant)).toMatchObject([{ status: 1, flags: [] }]);
    expect(await linkRow(checkout.sql, link)).toEqual({ status: 1, paid: 1, held: 0 });
    await holds();
  });

  test('20 concurrent payers for seven places: seven successes', async () => {
    const link = await checkout.link(merchant, { maxPaymentCount: 7 });
    const replies = await Promise.all(Array.from({ length: 20 }, () => checkout.payByCard(link)));
    const successes = replies.filter((reply) => reply.status === 303).length;
    const retried = await Promise.all(Array.from({ length: 10 }, () => checkout.payByCard(link)));
    expect(successes + retried.filter((reply) => reply.status === 303).length).toBe(7);
    expect(await linkRow(checkout.sql, link)).toEqual({ status: 1, paid: 7, held: 0 });
    expect(reasonOf(await checkout.get(`/pay/${link.token}`))).toBe('exhausted');
    await holds();
  });

  test('a place is held for 15 minutes, then free for the next payer, also before the job has run', async () => {
    const link = await checkout.link(merchant);
    await checkout.payByCard(link, '4000000000003220');
    expect(reasonOf(await checkout.payByCard(link))).toBe('busy');
    expect(reasonOf(await checkout.get(`/pay/${link.token}`))).toBe('busy');
    checkout.clock.advance({ minutes: ATTEMPT_HOLD_MINUTES });
    expect(reasonOf(await checkout.get(`/pay/${link.token}`))).toBe('open');
    expect((await checkout.payByCard(link)).status).toBe(303);
    expect(await transactionsOf(checkout.sql, merchant)).toMatchObject([{ status: 0 }, { status: 1 }]);
    await holds();
  });

  test('the job frees expired places and records the expiry', async () => {
    const link = await checkout.link(merchant, { maxPaymentCount: 3 });
    const { location } = await checkout.payByCard(link, '4000000000003220');
    const kiosk = await awaiting(link);
    expect((await linkRow(checkout.sql, link)).held).toBe(2);
    checkout.clock.advance({ minutes: ATTEMPT_HOLD_MINUTES });
    expect(JSON.parse((await checkout.get(`${location}/status`)).raw)).toEqual({ state: 'expired' });
    await expireAttempts(checkout.app);
    expect(await linkRow(checkout.sql, link)).toEqual({ status: 2, paid: 0, held: 0 });
    // The bank's page may still be open; a while later nobody waits for it any more.
    expect(await transactionsOf(checkout.sql, merchant)).toMatchObject([{ status: 0 }, { status: 0 }]);
    checkout.clock.advance({ hours: 1 });
    await expireAttempts(checkout.app);
    // The kiosk code itself stays valid, without a place of its own.
    expect(await transactionsOf(checkout.sql, merchant)).toMatchObject([{ status: 5 }, { status: 0 }]);
    await callback(paid(kiosk.order));
    expect(await transactionsOf(checkout.sql, merchant)).toMatchObject([
      { status: 5 },
      { status: 1, flags: [] },
    ]);
    await holds();
  });

  test('the same form submitted twice at once is one payment, and both replies lead to it', async () => {
    const link = await checkout.link(merchant, { maxPaymentCount: 5 });
    const { cookie } = await checkout.get(`/pay/${link.token}`);
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => checkout.payByCard(link, undefined, { cookie })),
    );
    expect(new Set(replies.map((reply) => reply.location)).size).toBe(1);
    const late = await checkout.payByCard(link, undefined, { cookie });
    expect(late.location).toBe(replies[0]!.location);
    expect(await linkRow(checkout.sql, link)).toMatchObject({ paid: 1, held: 0 });
    const single = await checkout.link(merchant);
    const shown = await checkout.get(`/pay/${single.token}`);
    const twice = [0, 1].map(() => checkout.payByCard(single, undefined, { cookie: shown.cookie }));
    const [one, two] = await Promise.all(twice);
    expect(one!.location).toBe(two!.location);
    await holds();
  });
});

describe('callbacks', () => {
  test('forged ones are refused: unsigned, with a wrong signature, or with that of another body', async () => {
    const link = await checkout.link(merchant);
    const { order } = await awaiting(link);
    const key = guestKey(checkout.app, 'sandbox callback');
    const body = paid(order);
    for (const signature of [
      '',
      'f'.repeat(64),
      sign(key, `${JSON.stringify(body)} `),
      sign(Buffer.from('x'), ''),
    ]) {
      expect((await callback(body, signature)).statusCode).toBe(401);
    }
    expect(await transactionsOf(checkout.sql, merchant)).toMatchObject([{ status: 0 }]);
  });

  test('one about an unknown payment is 404, an unreadable one 401', async () => {
    expect((await callback(paid('1.aaaaaaaaaaaaaaaaaaaaaaaa'))).statusCode).toBe(404);
    expect((await callback({ order: 'x', state: 'succeeded' })).statusCode).toBe(401);
    expect((await callback(paid('1.aaaaaaaaaaaaaaaaaaaaaaaa', 'P', 1.5))).statusCode).toBe(401);
  });

  test('twice, ten at once: one success', async () => {
    const link = await checkout.link(merchant, { maxPaymentCount: 3 });
    const { order } = await awaiting(link);
    const replies = await Promise.all(Array.from({ length: 10 }, () => callback(paid(order))));
    expect(replies.map((reply) => reply.statusCode)).toEqual(Array(10).fill(200));
    await callback(paid(order));
    expect(await transactionsOf(checkout.sql, merchant)).toMatchObject([{ status: 1, flags: [] }]);
    expect(await linkRow(checkout.sql, link)).toMatchObject({ paid: 1, held: 0 });
    const [jobs] = await checkout.sql`
      select count(*)::int as n from graphile_worker.jobs where task_identifier = 'payment-captured'`;
    expect(jobs!.n).toBe(await checkout.runJobs());
    await holds();
  });

  test('a failure after the success changes nothing; a success after the failure is late money', async () => {
    const link = await checkout.link(merchant, { maxPaymentCount: 3 });
    const first = await awaiting(link);
    await callback(paid(first.order));
    await callback({ order: first.order, state: 'failed' });
    const second = await awaiting(link);
    await callback({ order: second.order, state: 'failed' });
    await callback(paid(second.order, 'P-2'));
    expect(await transactionsOf(checkout.sql, merchant)).toMatchObject([
      { status: 1, flags: [] },
      { status: 1, flags: ['late'] },
    ]);
    expect((await linkRow(checkout.sql, link)).paid).toBe(2);
    await holds();
  });

  test('success, failure and expiry at the same moment: booked once, in any order', async () => {
    const link = await checkout.link(merchant, { maxPaymentCount: 50 });
    for (let round = 0; round < 10; round += 1) {
      const { order, ref } = await awaiting(link);
      await Promise.all([
        callback({ order, state: 'failed' }),
        callback(paid(order, `P-${round}`)),
        callback(paid(order, `P-${round}`)),
        applyOutcome(checkout.app, ref, { state: 'canceled' }),
      ]);
    }
    const rows = await transactionsOf(checkout.sql, merchant);
    expect(rows.map((row) => row.status)).toEqual(Array(10).fill(1));
    expect(await linkRow(checkout.sql, link)).toMatchObject({ paid: 10, held: 0 });
    await holds();
  });

  test('other money for the same order is a separate transaction, flagged, once', async () => {
    const link = await checkout.link(merchant, { maxPaymentCount: 3 });
    const { order } = await awaiting(link);
    await callback(paid(order, 'P-1'));
    await Promise.all([
      callback(paid(order, 'P-2')),
      callback(paid(order, 'P-2')),
      callback(paid(order, 'P-1')),
    ]);
    expect(await transactionsOf(checkout.sql, merchant)).toMatchObject([
      { status: 1, flags: [] },
      { status: 1, flags: ['duplicate'] },
    ]);
    expect(await linkRow(checkout.sql, link)).toMatchObject({ paid: 1, held: 0 });
    await holds();
  });

  test.each([
    [10_001, 'over', 1],
    [9_999, 'partial', 0],
    [50, 'partial', 0],
  ])('%i of 10,000 piastres is booked as %s', async (amount, flag, taken) => {
    const link = await checkout.link(merchant);
    const { order } = await awaiting(link);
    await callback(paid(order, 'P-1', amount));
    expect(await transactionsOf(checkout.sql, merchant)).toMatchObject([
      { status: 1, flags: [flag], charged: amount, value: amount, total: amount },
    ]);
    expect(await linkRow(checkout.sql, link)).toMatchObject({ paid: taken, held: 0 });
    await holds();
  });

  test.each([
    [10_001, null],
    [9_000, 'partial'],
  ])(
    'the receipt of %i of 10,000 piastres shows the amount received next to the amount requested',
    async (amount, uncounted) => {
      const link = await checkout.link(merchant, { maxPaymentCount: 2 });
      const { cookie } = await checkout.get(`/pay/${link.token}`);
      const { location } = await checkout.post(`/pay/${link.token}`, { method: '4' }, { cookie });
      expect((await checkout.get(location!)).view?.page).toMatchObject({
        attempt: { receivedPiastres: null, uncounted: null },
      });
      await callback(paid(await externalRefOf(checkout.sql, location!.split('/').at(-1)!), 'P-1', amount));
      expect((await checkout.get(location!)).view?.page).toMatchObject({
        attempt: { state: 'succeeded', chargePiastres: 10_000, receivedPiastres: amount, uncounted },
      });
      expect((await checkout.get(`/pay/${link.token}`, { cookie })).view?.page).toMatchObject({
        kind: 'open',
        paid: { receivedPiastres: amount, uncounted },
      });
    },
  );
});

describe('a payable that closes during a payment', () => {
  test('deactivated during the payment: booked, flagged late', async () => {
    const link = await checkout.link(merchant, { maxPaymentCount: 2 });
    const { location } = await checkout.payByCard(link, '4000000000003220');
    await checkout.sql`update payment_links set status = 1 where merchant_id = ${merchant} and id = ${link.id}`;
    expect(reasonOf(await checkout.payByCard(link))).toBe('inactive');
    await checkout.post(`${location}/challenge`, { result: 'approve' });
    expect(await transactionsOf(checkout.sql, merchant)).toMatchObject([{ status: 1, flags: ['late'] }]);
    expect(await linkRow(checkout.sql, link)).toEqual({ status: 1, paid: 1, held: 0 });
    await holds();
  });

  test('expired during the payment: readers see it at once, the money is booked and flagged late', async () => {
    const link = await checkout.link(merchant, { dueInMinutes: 5, maxPaymentCount: 2 });
    const { location } = await checkout.payByCard(link, '4000000000003220');
    checkout.clock.advance({ minutes: 5 });
    expect(reasonOf(await checkout.get(`/pay/${link.token}`))).toBe('expired');
    await checkout.post(`${location}/challenge`, { result: 'approve' });
    expect(await transactionsOf(checkout.sql, merchant)).toMatchObject([{ status: 1, flags: ['late'] }]);
    await writeDownExpiredLinks(checkout.app);
    expect(await linkRow(checkout.sql, link)).toEqual({ status: 3, paid: 1, held: 0 });
    await holds();
  });

  test('paid by another payer meanwhile: the late money is a duplicate and takes no place', async () => {
    const link = await checkout.link(merchant);
    const { order } = await awaiting(link);
    checkout.clock.advance({ minutes: ATTEMPT_HOLD_MINUTES });
    await checkout.payByCard(link);
    await callback(paid(order));
    const rows = await transactionsOf(checkout.sql, merchant);
    expect(rows).toMatchObject([
      { status: 1, flags: ['duplicate'] },
      { status: 1, flags: [] },
    ]);
    expect(await linkRow(checkout.sql, link)).toEqual({ status: 1, paid: 1, held: 0 });
    expect(reasonOf(await checkout.get(`/pay/${link.token}`))).toBe('paid');
    await holds();
  });

  test.each([
    [
      'decline',
      [
        { status: 1, flags: ['late'] },
        { status: 2, flags: [] },
      ],
    ],
    [
      'approve',
      [
        { status: 1, flags: ['late'] },
        { status: 1, flags: ['duplicate'] },
      ],
    ],
  ])(
    'late money takes the last place during another payment, whose payer must %s: the link is sold once',
    async (result, then) => {
      const link = await checkout.link(merchant);
      const { order, location } = await awaiting(link);
      await checkout.post(`${location}/cancel`, {});
      const other = await checkout.payByCard(link, '4000000000003220');
      await callback(paid(order));
      expect(await linkRow(checkout.sql, link)).toEqual({ status: 1, paid: 1, held: 1 });
      expect(reasonOf(await checkout.payByCard(link))).toBe('paid');
      await checkout.post(`${other.location}/challenge`, { result });
      expect(await transactionsOf(checkout.sql, merchant)).toMatchObject(then);
      expect(await linkRow(checkout.sql, link)).toEqual({ status: 1, paid: 1, held: 0 });
      expect(reasonOf(await checkout.payByCard(link))).toBe('paid');
      await holds();
    },
  );

  test('canceled by the payer, then paid: booked, flagged late', async () => {
    const link = await checkout.link(merchant);
    const { order, location } = await awaiting(link);
    await checkout.post(`${location}/cancel`, {});
    await callback(paid(order));
    expect(await transactionsOf(checkout.sql, merchant)).toMatchObject([{ status: 1, flags: ['late'] }]);
    await holds();
  });
});

describe('a processor’s answer that was lost', () => {
  test('the job books a payment whose payer left and whose process died after the processor took the money', async () => {
    const link = await checkout.link(merchant);
    await checkout.payByCard(link, '4000000000003220');
    const [attempt] = await checkout.sql`select token from payment_attempts where merchant_id = ${merchant}`;
    // As at the processor: approved and captured, without our knowledge.
    await checkout.sql`
      update sandbox_payments set state = 'succeeded'
       where merchant_id = ${merchant} and order_id = ${await externalRefOf(checkout.sql, attempt!.token)}`;
    checkout.clock.advance({ minutes: ATTEMPT_HOLD_MINUTES });
    await expireAttempts(checkout.app);
    expect(await transactionsOf(checkout.sql, merchant)).toMatchObject([{ status: 1 }]);
    await holds();
  });

  test('concurrent captures of one merchant and of many neither get lost nor block each other', async () => {
    const merchants = [merchant, await checkout.merchant(), await checkout.merchant()];
    const links = await Promise.all(merchants.map((id) => checkout.link(id, { maxPaymentCount: 20 })));
    const all = links.flatMap((link) => Array.from({ length: 12 }, () => checkout.payByCard(link)));
    const replies = await Promise.all(all);
    expect(replies.every((reply) => reply.status === 303)).toBe(true);
    for (const link of links) expect(await linkRow(checkout.sql, link)).toMatchObject({ paid: 12, held: 0 });
    await holds();
  });
});
