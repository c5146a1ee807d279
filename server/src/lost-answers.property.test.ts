/** Tests payments whose answers come late, twice, out of order or never: in the end each piastre is booked once. */
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { callerOf } from '../tests/kit/money.ts';
import { shopOf } from '../tests/kit/orders.ts';
import { payablesSamples } from '../tests/kit/samples-payables.ts';
import { productOf } from '../tests/kit/samples-store.ts';
import { startTestServer, type TestServer } from '../tests/kit/server.ts';
import { checkoutJobs } from './checkout/index.ts';
import { receiveNotification } from './checkout/notifications.ts';
import { cancelAttempt, findOffer } from './checkout/service.ts';
import { startAttempt } from './checkout/start.ts';
import { findAttemptByExternalRef } from './checkout/store.ts';
import { invoiceJobs } from './invoices/index.ts';
import { deactivateInvoice } from './invoices/service.ts';
import { orderJobs } from './orders/jobs.ts';
import { fulfilOrder } from './orders/service.ts';
import type { OpenGateway, PaymentRef, Reading, Step } from './processors/gateway.ts';
import { SANDBOX_METHODS } from './processors/sandbox/index.ts';

let daftar: TestServer;
let bank: Bank;
beforeAll(async () => {
  daftar = await startTestServer();
});
beforeEach(() => {
  const { processors } = daftar.app;
  const route = {
    processor: 'sandbox',
    accountId: null,
    methods: SANDBOX_METHODS,
    notificationPath: '/nowhere',
  };
  vi.spyOn(processors, 'routes').mockImplementation(async () => [route]);
  vi.spyOn(processors, 'open').mockImplementation(async () => bank.gateway);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => daftar.close());

/** A processor's record of a payment. */
interface Known extends Pick<PaymentRef, 'merchantId' | 'externalRef'> {
  method: number;
  amount: number;
  state: 'open' | 'paid' | 'declined';
  /** The references of its money. */
  money: string[];
}

/** A processor with its own records that may fail to answer. */
class Bank {
  readonly known: Known[] = [];
  /** Every reference that it has reported. */
  readonly told = new Set<string>();
  up = true;
  start: 'answers' | 'loses its answer' | 'never hears' = 'answers';

  stepOf(payment: Known): Step {
    if (payment.state === 'declined') return { state: 'failed', reason: 'declined' };
    if (payment.state === 'open') {
      if (payment.method === 4) return { state: 'awaiting', code: '123456789012' };
      // Every other card is paid on a page of the processor.
      return this.known.indexOf(payment) % 2 === 0
        ? { state: 'challenge' }
        : { state: 'redirect', method: 'GET', url: 'https://bank.example/pay' };
    }
    return this.moneyOf(payment, payment.money[0]!);
  }

  moneyOf(payment: Known, reference: string): Step {
    this.told.add(reference);
    return { state: 'succeeded', reference, receivedPiastres: payment.amount, disputes: false };
  }

  readonly gateway: OpenGateway = {
    methods: SANDBOX_METHODS,
    start: async (order) => {
      if (this.start === 'never hears') throw new Error('connection refused');
      const payment: Known = {
        merchantId: order.merchantId,
        externalRef: order.externalRef,
        method: order.method,
        amount: order.amountPiastres,
        state: 'open',
        money: [],
      };
      this.known.push(payment);
      if (this.start === 'loses its answer') throw new Error('socket hang up');
      return { step: this.stepOf(payment) };
    },
    continue: () => Promise.reject(new Error('not asked in this story')),
    ask: async ({ externalRef }) => {
      if (!this.up) throw new Error('503');
      const payment = this.known.find((each) => each.externalRef === externalRef);
      return payment ? { step: this.stepOf(payment) } : null;
    },
    refund: async () => ({ state: 'failed' }),
    askRefund: async () => ({ state: 'failed' }),
    isGenuine: () => true,
    read: ({ body }) => JSON.parse(body) as Reading,
    check: async () => '',
  };
}

type Did =
  | { do: 'start'; payable: number; method: 1 | 4; how: Bank['start'] }
  | { do: 'pay' | 'pay-again' | 'decline' | 'give-up'; which: number }
  | { do: 'tell'; which: number; says: 'truth' | 'failed' }
  | { do: 'silence'; up: boolean }
  | { do: 'wait'; minutes: number }
  | { do: 'job' }
  | { do: 'cancel'; payable: number };

const which = fc.nat(9);
const payable = fc.nat(3);
const deed: fc.Arbitrary<Did> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('start' as const),
      payable,
      method: fc.constantFrom(1 as const, 4 as const),
      how: fc.constantFrom<Bank['start']>('answers', 'answers', 'loses its answer', 'never hears'),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pay' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('pay-again' as const, 'decline' as const, 'give-up' as const),
      which,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('tell' as const),
      which,
      says: fc.constantFrom('truth' as const, 'truth' as const, 'failed' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('silence' as const), up: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 15, 16, 61, 300) }),
  },
  { weight: 4, arbitrary: fc.constant<Did>({ do: 'job' }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), payable }) },
);

/** Counts, per kind of step, how often it was tried and how often it had an effect. */
const done = new Map<string, { tried: number; worked: number }>();

interface Story {
  payables: string[];
  cancel: (() => Promise<unknown>)[];
}

async function runJobs(): Promise<void> {
  await checkoutJobs['expire-attempts']!(daftar.app, {});
  await orderJobs['release-orders']!(daftar.app, {});
  await invoiceJobs['expire-invoices']!(daftar.app, {});
  await checkoutJobs['expire-links']!(daftar.app, {});
}

/** Carries out a step. @returns whether it had an effect */
async function act(each: Did, story: Story): Promise<boolean> {
  const { app, clock } = daftar;
  if (each.do === 'wait') {
    clock.advance({ minutes: each.minutes });
    return true;
  }
  if (each.do === 'silence') {
    bank.up = each.up;
    return true;
  }
  if (each.do === 'job') {
    await runJobs();
    return true;
  }
  if (each.do === 'cancel') {
    await story.cancel[each.payable]!();
    return true;
  }
  if (each.do === 'start') {
    const offer = (await findOffer(app, story.payables[each.payable]!))!;
    bank.start = each.how;
    const payer = { name: 'Mona', email: 'mona@example.com', mobile: '01001234567', address: 'Cairo' };
    const rest = {
      card: null,
      walletMobile: null,
      chosen: null,
      address: '',
      shownPiastres: null,
      locale: 'en',
      submissionKey: null,
    } as const;
    return 'attempt' in (await startAttempt(app, offer, { method: each.method, payer, ...rest }));
  }
  // Prefers a payment that the step applies to.
  const can = bank.known.filter(({ state, money }) => {
    if (each.do === 'pay' || each.do === 'decline') return state === 'open';
    return each.do !== 'pay-again' || (state === 'paid' && money.length === 1);
  });
  const payment = can[each.which % Math.max(can.length, 1)];
  if (!payment) return false;
  switch (each.do) {
    case 'pay':
      payment.state = 'paid';
      payment.money.push(`M-${payment.externalRef}-1`);
      return true;
    case 'decline':
      payment.state = 'declined';
      return true;
    case 'give-up': {
      await cancelAttempt(app, (await findAttemptByExternalRef(app.db, payment.externalRef))!);
      return true;
    }
    case 'pay-again': {
      // A code paid twice: only a callback reports the second payment, as often as it likes.
      payment.money.push(`M-${payment.externalRef}-2`);
      for (const reference of payment.money) await tell(payment, bank.moneyOf(payment, reference));
      return true;
    }
    case 'tell': {
      // Out of order: an old failure arrives after the money was taken.
      const stale = each.says === 'failed' && payment.state === 'paid';
      if (stale) await tell(payment, bank.stepOf(payment));
      await tell(payment, stale ? { state: 'failed', reason: 'declined' } : bank.stepOf(payment));
      await tell(payment, bank.stepOf(payment));
      return true;
    }
  }
}

const tell = ({ externalRef }: Known, step: Step) => {
  const reading: Reading = {
    id: null,
    events: [{ kind: 'payment', about: { externalRef }, report: { step } }],
  };
  const raw = { method: 'POST', query: [], headers: {}, body: JSON.stringify(reading) } as const;
  return receiveNotification(daftar.app, {
    account: { processor: 'sandbox', accountId: null },
    raw,
    isAtOnce: true,
  });
};

async function newStory() {
  bank = new Bank();
  const owner = await daftar.merchant();
  const world = { daftar, actor: owner, mode: 'test' } as const;
  const caller = callerOf(owner, 'test');
  const shop = shopOf(daftar, owner);
  const { id: product } = await productOf(shop.world, { in_stock: 1 });
  const make = async (path: string, body: object) => {
    const answer = await daftar.call({ method: 'POST', path, mode: 'test', as: owner, body });
    expect(answer.status, answer.raw).toBe(200);
    return answer.body.data;
  };
  const form = payablesSamples['payment-links.create']!.body!(world) as object;
  const one = await make('/merchant/payment_links/create', { ...form, max_payment_count: 1 });
  const two = await make('/merchant/payment_links/create', { ...form, max_payment_count: 2 });
  const invoice = (await payablesSamples['invoices.deactivate']!.params!(world)) as { id: number };
  const [share] = await daftar.database.sql<{ token: string }[]>`
    select token from invoice_shares where merchant_id = ${owner.merchantId} and invoice_id = ${invoice.id}`;
  const order = await shop.order(product);
  const { reference } = await shop.orderRow(order);
  const links = [one, two].map(({ link }) => String(link).split('/').at(-1)!);
  const deactivate = ({ id }: { id: number }) => daftar.database.sql`
    update payment_links set status = 1 where merchant_id = ${owner.merchantId} and id = ${id} and status = 2`;
  const story: Story = {
    payables: [...links, share!.token, order],
    cancel: [
      () => deactivate(one),
      () => deactivate(two),
      () => deactivateInvoice(daftar.app, caller, invoice.id),
      () => fulfilOrder(daftar.app, caller, reference, { fulfilment: 'canceled', note: '' }),
    ],
  };
  return { owner, shop, story, product };
}

/** Advances the clock until no more requests are due. */
async function playOut(merchantId: number): Promise<void> {
  bank.up = true;
  for (let rounds = 0; rounds < 200; rounds += 1) {
    const [due] = await daftar.database.sql<{ at: Date | null }[]>`
      select min(next_ask_at) as at from payment_attempts where merchant_id = ${merchantId}`;
    if (!due?.at) return;
    if (due.at > daftar.clock.now()) daftar.clock.set(due.at.toISOString());
    await runJobs();
  }
  throw new Error('a processor is asked for ever');
}

test('every acknowledged payment is booked exactly once, and every attempt ends or is listed as unanswered', async () => {
  const seen = { paid: 0, late: 0, duplicate: 0, notOwed: 0, expired: 0, unanswered: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 8, maxLength: 24 }), async (deeds) => {
      const { owner, shop, story, product } = await newStory();
      for (let at = 0; at < deeds.length; at += 2) {
        const pair = deeds.slice(at, at + 2);
        const answers = await Promise.allSettled(pair.map((each) => act(each, story)));
        for (const [n, answer] of answers.entries()) {
          const count = done.get(pair[n]!.do) ?? { tried: 0, worked: 0 };
          count.tried += 1;
          // Actions refused by the rules (a busy order cannot be canceled) change nothing.
          if (answer.status === 'fulfilled' && answer.value) count.worked += 1;
          done.set(pair[n]!.do, count);
        }
      }
      await playOut(owner.merchantId);

      const attempts = await daftar.database.sql<
        { ref: string; state: string; next: Date | null; unanswered: Date | null; holds: boolean }[]
      >`select external_ref as ref, state, next_ask_at as next, unanswered_at as unanswered, holds_place as holds
          from payment_attempts where merchant_id = ${owner.merchantId}`;
      const booked = await daftar.database.sql<{ name: string; flags: string[]; charged: number }[]>`
        select external_reference as name, flags, charged_piastres as charged from transactions
         where merchant_id = ${owner.merchantId} and status = 1 order by 1`;
      const unanswered = new Set(attempts.filter((each) => each.unanswered).map(({ ref }) => ref));
      const expected = bank.known
        .filter(({ externalRef }) => !unanswered.has(externalRef))
        .flatMap(({ money }) => money);
      expect(booked.map(({ name }) => name)).toEqual(expect.arrayContaining([...bank.told]));
      expect(new Set(booked.map(({ name }) => name)).size).toBe(booked.length);
      expect(booked.map(({ name }) => name).sort()).toEqual(expected.sort());
      for (const each of attempts) {
        expect(each).toMatchObject({ next: null, holds: false });
        const ended = ['succeeded', 'failed', 'canceled', 'expired'].includes(each.state);
        expect(ended || each.unanswered !== null).toBe(true);
      }
      await shop.expectBooksInOrder();
      const stock = await shop.stockOf(product);
      const { status, stock: pieces } = await shop.orderRow(story.payables[3]!);
      expect(stock).toEqual({ inStock: pieces === 'taken' ? 0 : 1, reserved: 0 });
      expect(status === 2 ? ['taken'] : ['none', 'released']).toContain(pieces);

      seen.paid += booked.length;
      for (const { flags } of booked) {
        seen.late += Number(flags.includes('late'));
        seen.duplicate += Number(flags.includes('duplicate'));
        seen.notOwed += Number(flags.includes('not-owed'));
      }
      seen.expired += attempts.filter(({ state }) => state === 'expired').length;
      seen.unanswered += unanswered.size;
    }),
    { numRuns: 30 },
  );
  // Runs without effect prove little.
  const share = (name: string) => (done.get(name)?.worked ?? 0) / (done.get(name)?.tried ?? 1);
  expect(share('start')).toBeGreaterThan(0.5);
  expect(share('pay')).toBeGreaterThan(0.2);
  expect(share('tell')).toBeGreaterThan(0.3);
  const figures = JSON.stringify(seen);
  expect(seen.paid, figures).toBeGreaterThan(20);
  expect(Math.min(seen.late, seen.expired), figures).toBeGreaterThan(4);
  expect(seen.duplicate, figures).toBeGreaterThan(0);
}, 180_000);
