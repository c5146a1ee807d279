/** Payments whose answer never came: the processor is asked, and no money that it knows of is lost. */
import { ATTEMPT_HOLD_MINUTES } from '@daftar/contract/checkout';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  externalRefOf,
  type Link,
  linkRow,
  startTestCheckout,
  type TestCheckout,
  transactionsOf,
} from '../../tests/kit/checkout.ts';
import type { PaymentGateway } from '../processors/gateway.ts';
import { expireAttempts } from './jobs.ts';

const CHALLENGED = '4000000000003220';
const SOON = { timeoutMs: 1_000, atOnce: 4, runMs: 20_000, silences: 1_000 };

let checkout: TestCheckout;
let merchant: number;
beforeAll(async () => {
  checkout = await startTestCheckout();
});
beforeEach(async () => {
  merchant = await checkout.merchant();
  // Attempts of earlier tests are not asked about.
  await checkout.sql`update payment_attempts set next_ask_at = null`;
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => checkout.close());

const holds = async () => expect(await checkout.differences()).toEqual([]);
const rows = () => transactionsOf(checkout.sql, merchant);

/** Starts a payment that waits for the payer's bank. @returns its order id */
async function challenged(link: Link) {
  const { location } = await checkout.payByCard(link, CHALLENGED);
  const token = location!.split('/').at(-1)!;
  return { location: location!, token, orderId: await externalRefOf(checkout.sql, token) };
}

/** The bank approves and the processor captures, without notifying us. */
const approve = (orderId: string) => checkout.sql`
  update sandbox_payments set state = 'succeeded' where merchant_id = ${merchant} and order_id = ${orderId}`;

/** Replaces the processor's answers to questions about payments; everything else is the sandbox's. */
function answerBy(
  ask: (
    real: PaymentGateway,
    ...order: Parameters<PaymentGateway['ask']>
  ) => ReturnType<PaymentGateway['ask']>,
) {
  const { processors } = checkout.app;
  const real = processors.open.bind(processors);
  vi.spyOn(processors, 'open').mockImplementation(async (app, account) => {
    const gateway = await real(app, account);
    return gateway && { ...gateway, ask: (...asked) => ask(gateway, ...asked) };
  });
}

describe('an expired hold frees its place, and changes nothing else', () => {
  test('an approved payment whose answer was lost is booked, even when the next payer comes before the job', async () => {
    const link = await checkout.link(merchant);
    const first = await challenged(link);
    await approve(first.orderId);
    checkout.clock.advance({ minutes: ATTEMPT_HOLD_MINUTES, seconds: 1 });
    const second = await challenged(link);
    expect(await rows()).toMatchObject([{ status: 0 }, { status: 0 }]);
    expect(await linkRow(checkout.sql, link)).toMatchObject({ paid: 0, held: 1 });
    await expireAttempts(checkout.app);
    expect(await rows()).toMatchObject([{ status: 1, flags: ['late'] }, { status: 0 }]);
    await checkout.post(`${second.location}/challenge`, { result: 'approve' });
    expect(await rows()).toMatchObject([
      { status: 1, flags: ['late'], charged: 10_000 },
      { status: 1, flags: ['duplicate'], charged: 10_000 },
    ]);
    expect(await linkRow(checkout.sql, link)).toEqual({ status: 1, paid: 1, held: 0 });
    await holds();
  });

  test('without another payer in between, it takes its place, late', async () => {
    const link = await checkout.link(merchant);
    const { orderId } = await challenged(link);
    await approve(orderId);
    checkout.clock.advance({ minutes: ATTEMPT_HOLD_MINUTES });
    await expireAttempts(checkout.app);
    expect(await rows()).toMatchObject([{ status: 1, flags: ['late'] }]);
    expect(await linkRow(checkout.sql, link)).toEqual({ status: 1, paid: 1, held: 0 });
    await holds();
  });

  test('a challenge finished at the bank after the hold expired is booked; an unfinished one expires', async () => {
    const link = await checkout.link(merchant, { maxPaymentCount: 2 });
    const [finished] = [await challenged(link), await challenged(link)];
    checkout.clock.advance({ minutes: ATTEMPT_HOLD_MINUTES });
    await expireAttempts(checkout.app);
    expect(await rows()).toMatchObject([{ status: 0 }, { status: 0 }]);
    expect(await linkRow(checkout.sql, link)).toMatchObject({ paid: 0, held: 0 });
    await approve(finished.orderId);
    checkout.clock.advance({ minutes: 1 });
    await expireAttempts(checkout.app);
    expect(await rows()).toMatchObject([{ status: 1, flags: ['late'] }, { status: 0 }]);
    checkout.clock.advance({ minutes: 60 });
    await expireAttempts(checkout.app);
    expect(await rows()).toMatchObject([{ status: 1 }, { status: 5, failure: 'expired' }]);
    await holds();
  });

  test.each([
    ['expired', 'hours', 30],
    ['canceled', 'minutes', 20],
  ] as const)('money of an attempt that %s is found by polling the processor', async (end, unit, wait) => {
    const link = await checkout.link(merchant);
    const { orderId, location } = await challenged(link);
    if (end === 'canceled') await checkout.post(`${location}/cancel`, {});
    else {
      checkout.clock.advance({ hours: 1 });
      await expireAttempts(checkout.app);
    }
    expect(await rows()).toMatchObject([{ status: end === 'expired' ? 5 : 4 }]);
    await approve(orderId);
    checkout.clock.advance({ [unit]: wait });
    await expireAttempts(checkout.app);
    expect(await rows()).toMatchObject([{ status: 1, flags: ['late'], failure: null }]);
    await holds();
  });

  test('a resubmitted form starts a new payment once the processor, asked after the deadline, knew of no money', async () => {
    const link = await checkout.link(merchant);
    const { cookie } = await checkout.get(`/pay/${link.token}`);
    const first = await checkout.payByCard(link, CHALLENGED, { cookie });
    checkout.clock.advance({ minutes: ATTEMPT_HOLD_MINUTES });
    expect((await checkout.payByCard(link, undefined, { cookie })).location).toBe(first.location);
    await expireAttempts(checkout.app);
    const second = await checkout.payByCard(link, undefined, { cookie });
    expect(second.location).not.toBe(first.location);
    expect(await rows()).toMatchObject([{ status: 0 }, { status: 1 }]);
  });

  test('a form whose answer was lost charges once, however late it is resubmitted', async () => {
    const link = await checkout.link(merchant);
    const { cookie } = await checkout.get(`/pay/${link.token}`);
    const { processors } = checkout.app;
    const real = processors.open.bind(processors);
    const charged: string[] = [];
    vi.spyOn(processors, 'open').mockImplementation(async (app, account) => {
      const gateway = await real(app, account);
      return (
        gateway && {
          ...gateway,
          start: async (order, signal) => {
            charged.push(order.externalRef);
            await gateway.start(order, signal);
            throw new Error('ECONNRESET');
          },
        }
      );
    });
    const first = await checkout.payByCard(link, undefined, { cookie });
    checkout.clock.advance({ minutes: ATTEMPT_HOLD_MINUTES + 1 });
    const { view } = await checkout.get(first.location!, { cookie });
    expect(view?.page).toMatchObject({ attempt: { state: 'expired', isKnown: false } });
    const second = await checkout.payByCard(link, undefined, { cookie });
    expect(second.location).toBe(first.location);
    expect(charged).toHaveLength(1);
    expect(await linkRow(checkout.sql, link)).toMatchObject({ paid: 0, held: 0 });
    await expireAttempts(checkout.app);
    expect(await rows()).toMatchObject([{ status: 1, flags: ['late'], charged: 10_000 }]);
    await holds();
  });

  test('a payer whose lost payment was booked sees its receipt, even after a second attempt was declined', async () => {
    const link = await checkout.link(merchant);
    const { cookie } = await checkout.get(`/pay/${link.token}`);
    const first = await checkout.payByCard(link, CHALLENGED, { cookie });
    await checkout.post(`${first.location}/cancel`, {});
    const second = await checkout.payByCard(link, '4000000000000002', { cookie });
    expect(second.location).not.toBe(first.location);
    await approve(await externalRefOf(checkout.sql, first.location!.split('/').at(-1)!));
    checkout.clock.advance({ minutes: 20 });
    await expireAttempts(checkout.app);
    const again = await checkout.get(`/pay/${link.token}`, { cookie });
    expect([again.status, again.location]).toEqual([303, first.location]);
  });

  test('the database refuses to expire an attempt before the processor was asked', async () => {
    const { token } = await challenged(await checkout.link(merchant));
    checkout.clock.advance({ hours: 3 });
    const [attempt] = await checkout.sql<{ id: number }[]>`
      select id from payment_attempts where merchant_id = ${merchant} and token = ${token}`;
    const [answer] = await checkout.sql`
      select result from attempt_outcome(${merchant}, ${attempt!.id}, 'expired', ${checkout.clock.now()})`;
    expect(answer!.result).toBe('ignored');
    await expect(
      checkout.sql`
        update payment_attempts set state = 'expired', holds_place = false
         where merchant_id = ${merchant} and id = ${attempt!.id}`,
    ).rejects.toMatchObject({ constraint_name: 'payment_attempts_expired_was_asked' });
  });
});

describe('a processor that does not answer', () => {
  test('delays nobody else: attempts that throw or hang are polled once a run, the others are booked', async () => {
    const link = await checkout.link(merchant, { maxPaymentCount: 20 });
    const payments = [];
    for (let n = 0; n < 12; n += 1) payments.push(await challenged(link));
    const [hangs, ...rest] = payments.map(({ orderId }) => orderId);
    const good = rest.slice(-4);
    for (const orderId of good) await approve(orderId);
    const asked: string[] = [];
    answerBy((real, order, signal) => {
      asked.push(order.externalRef);
      if (order.externalRef === hangs) return new Promise(() => undefined);
      return good.includes(order.externalRef)
        ? real.ask(order, signal)
        : Promise.reject(new Error('ECONNREFUSED'));
    });
    checkout.clock.advance({ minutes: ATTEMPT_HOLD_MINUTES });
    expect(await expireAttempts(checkout.app, SOON)).toBe(12);
    expect([...asked].sort()).toEqual([...payments.map(({ orderId }) => orderId)].sort());
    expect((await rows()).filter(({ status }) => status === 1)).toHaveLength(4);
    // The places are free all the same, and attempts without a known result stay pending.
    expect(await linkRow(checkout.sql, link)).toMatchObject({ paid: 4, held: 0 });
    expect((await rows()).filter(({ status }) => status === 0)).toHaveLength(8);
    asked.length = 0;
    expect(await expireAttempts(checkout.app, SOON)).toBe(0);
    const gaps: number[] = [];
    for (let minute = 1; minute <= 40; minute += 1) {
      checkout.clock.advance({ minutes: 1 });
      asked.length = 0;
      await expireAttempts(checkout.app, SOON);
      if (asked.length > 0) gaps.push(minute);
      expect(new Set(asked).size).toBe(asked.length);
    }
    expect(gaps).toEqual([1, 3, 7, 15, 31]);
    await holds();
  });

  test('another processor is not delayed, and a payment of a removed one stays pending', async () => {
    const link = await checkout.link(merchant, { maxPaymentCount: 20 });
    const dead = await challenged(link);
    const lost = await challenged(link);
    const good = await challenged(link);
    const move = (token: string, processor: string) => checkout.sql`
      update payment_attempts set processor = ${processor}, state = 'pending'
       where merchant_id = ${merchant} and token = ${token}`;
    await move(dead.token, 'dead');
    await move(lost.token, 'gone');
    await approve(good.orderId);
    const { processors } = checkout.app;
    const real = processors.open.bind(processors);
    vi.spyOn(processors, 'open').mockImplementation(async (app, { processor }) => {
      if (processor === 'gone') return null;
      const gateway = (await real(app, { processor: 'sandbox', accountId: null }))!;
      return processor === 'dead' ? { ...gateway, ask: () => new Promise(() => undefined) } : gateway;
    });
    checkout.clock.advance({ minutes: ATTEMPT_HOLD_MINUTES });
    await expireAttempts(checkout.app, SOON);
    expect(await rows()).toMatchObject([{ status: 0 }, { status: 0 }, { status: 1 }]);
  });

  test('is polled for the newest payers first, and not repeatedly in vain', async () => {
    const link = await checkout.link(merchant, { maxPaymentCount: 100 });
    for (let n = 0; n < 40; n += 1) await challenged(link);
    checkout.clock.advance({ days: 1 });
    const fresh = await challenged(link);
    await approve(fresh.orderId);
    checkout.clock.advance({ minutes: ATTEMPT_HOLD_MINUTES });
    let asked: string[] = [];
    const signals: AbortSignal[] = [];
    answerBy((real, order, signal) => {
      asked.push(order.externalRef);
      if (order.externalRef === fresh.orderId) return real.ask(order, signal);
      signals.push(signal);
      return new Promise(() => undefined);
    });
    // Time for a dozen of forty questions that are never answered.
    await expireAttempts(checkout.app, { ...SOON, runMs: 150 });
    expect(asked.length).toBeLessThan(40);
    expect((await rows()).at(-1)).toMatchObject({ status: 1, flags: ['late'] });
    // Nobody waits for the answers any more, and the requests are aborted.
    expect(signals.map(({ aborted }) => aborted)).toEqual(signals.map(() => true));

    const before = new Set(asked);
    asked = [];
    await expireAttempts(checkout.app, { ...SOON, silences: 4 });
    // Four in a row, and those in progress by then.
    expect(asked.length).toBeGreaterThanOrEqual(4);
    expect(asked.length).toBeLessThanOrEqual(4 + SOON.atOnce - 1);
    expect(asked.filter((each) => before.has(each))).toEqual([]);
    vi.restoreAllMocks();
    await expireAttempts(checkout.app);
    const [left] = await checkout.sql`
      select count(*)::int as n from payment_attempts where merchant_id = ${merchant} and answered_at is not null`;
    expect(left!.n).toBe(40 - before.size + 1 - asked.length);
    await holds();
  });

  test('is given up after days: the attempt is unanswered, pending and listed, and a later result is booked', async () => {
    const { token, orderId } = await challenged(await checkout.link(merchant));
    const attempt = async () => {
      const [row] = await checkout.sql<
        { id: number; asks: number; next: Date | null; unanswered: Date | null }[]
      >`
        select id, asks, next_ask_at as next, unanswered_at as unanswered from payment_attempts
         where merchant_id = ${merchant} and token = ${token}`;
      return row!;
    };
    answerBy(() => Promise.reject(new Error('503')));
    for (let next = (await attempt()).next; next; next = (await attempt()).next) {
      checkout.clock.set(next.toISOString());
      await expireAttempts(checkout.app, SOON);
    }
    const { asks, unanswered } = await attempt();
    expect(asks).toBeLessThan(25);
    expect(unanswered).toEqual(checkout.clock.now());
    expect(await rows()).toMatchObject([{ status: 0 }]);
    vi.restoreAllMocks();
    await approve(orderId);
    checkout.clock.advance({ days: 1 });
    expect(await expireAttempts(checkout.app)).toBe(0);
    await checkout.sql`
      update payment_attempts set next_ask_at = now() - interval '100 years'
       where merchant_id = ${merchant} and token = ${token}`;
    await expireAttempts(checkout.app);
    expect(await rows()).toMatchObject([{ status: 1, flags: ['late'] }]);
    expect(await attempt()).toMatchObject({ next: null, unanswered: null });
    await holds();
  });
});
