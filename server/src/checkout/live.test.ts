/** Live payments at the stand-ins of every processor, over HTTP on both sides. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  externalRefOf,
  type Link,
  linkRow,
  startTestCheckout,
  type TestCheckout,
  transactionsOf,
} from '../../tests/kit/checkout.ts';
import { addTestAccount, type TestAccount } from '../../tests/kit/processors/account.ts';
import { createMetrics } from '../platform/http/metrics.ts';
import { FakeClock } from '../platform/time/clock.ts';
import { fawry } from '../processors/fawry/index.ts';
import { startStandIn as startFawry } from '../processors/fawry/stand-in.ts';
import type { Adapter, RawNotification } from '../processors/gateway.ts';
import { purgeNotifications } from '../processors/inbox.ts';
import { mpgs } from '../processors/mpgs/index.ts';
import { startStandIn as startMpgs } from '../processors/mpgs/stand-in.ts';
import { paymob } from '../processors/paymob/index.ts';
import { startStandIn as startPaymob } from '../processors/paymob/stand-in.ts';
import { processorsOf } from '../processors/registry.ts';
import type { StandIn } from '../processors/stand-in.ts';
import { expireAttempts } from './jobs.ts';
import { oldestUnasked } from './unasked.ts';

const PAYER = { name: 'Mona Adel', email: 'mona@example.com', phone: '01012345678' };

let checkout: TestCheckout;
let merchant: number;
let standIn: StandIn;
let account: TestAccount;
beforeAll(async () => {
  checkout = await startTestCheckout({ sandboxLive: true }, processorsOf([mpgs, fawry, paymob]));
});
beforeEach(async () => {
  merchant = await checkout.merchant();
});
afterEach(async () => {
  await standIn?.close();
});
afterAll(() => checkout.close());

const rows = () => transactionsOf(checkout.sql, merchant);
const link = (options: object = {}) =>
  checkout.link(merchant, { mode: 'live', asks: ['name', 'email', 'phone'], ...options });

/** Connects the merchant to a stand-in. */
async function connect(adapter: Adapter, start: (options: object) => Promise<StandIn>): Promise<void> {
  standIn = await start({ clock: checkout.clock });
  standIn.notifications = 'kept';
  account = await addTestAccount(checkout.app, adapter, standIn.settings, {
    mode: 'live',
    merchantId: merchant,
  });
}

/** Starts a payment. @returns its page and our id of it */
async function start(at: Link, method: number, fields: Record<string, string> = {}) {
  const { status, location } = await checkout.post(`/pay/${at.token}`, {
    method: String(method),
    ...PAYER,
    ...fields,
  });
  expect(status).toBe(303);
  const token = location!.split('/').at(-1)!.split('?')[0]!;
  return {
    location: location!,
    path: `/pay/${at.token}/${token}`,
    ref: await externalRefOf(checkout.sql, token),
  };
}

const stateOf = async (path: string) => {
  const { view } = await checkout.get(path);
  return view?.page.kind === 'attempt' ? view.page.attempt.state : view?.page.kind;
};

/** Delivers notifications to the account's address. @returns the statuses */
async function deliver(notifications: readonly RawNotification[], path = account.path): Promise<number[]> {
  const statuses: number[] = [];
  for (const { method, query, headers, body } of notifications) {
    const reply = await checkout.server.inject({
      method,
      url: `${path}?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]))}`,
      headers: headers as Record<string, string>,
      payload: body,
    });
    statuses.push(reply.statusCode);
  }
  return statuses;
}

const inbox = () => checkout.sql<{ state: string; body: string }[]>`
  select state, body from processor_notifications where account_id = ${account.id} order by id`;

/** Returns the metrics of an account: the value of each series, without the name's prefix. */
async function measuredOf({ id }: { id: number }, metric: string): Promise<Record<string, number>> {
  const text = await createMetrics(checkout.sql, { open: false }, { oldestUnasked }).text();
  const series = [...text.matchAll(/^daftar_processor_(\w+)\{(.*)\} (.*)$/gm)];
  const own = series.filter(([, name, labels]) => name === metric && labels!.includes(`account="${id}"`));
  return Object.fromEntries(own.map(([, , labels, value]) => [labels!, Number(value)]));
}

/** Returns the increase of the payments counted for the account meanwhile, by outcome. */
async function countedDuring(act: () => Promise<void>): Promise<Record<string, number>> {
  // Accounts of other test files, which run in this process as well, may have the same id.
  const before = await measuredOf(account, 'payments_total');
  await act();
  const after = Object.entries(await measuredOf(account, 'payments_total'));
  const grown = after.map(([labels, count]) => [labels, count - (before[labels] ?? 0)] as const);
  return Object.fromEntries(
    grown
      .filter(([, by]) => by > 0)
      .map(([labels, by]) => [/outcome="(\w+)"/.exec(labels)![1]!, by] as const),
  );
}

const WAYS = [
  { name: 'a card at MPGS', adapter: mpgs, start: startMpgs, method: 1, next: 'redirect', fields: {} },
  { name: 'a code of Fawry', adapter: fawry, start: startFawry, method: 4, next: 'awaiting', fields: {} },
  {
    name: 'a wallet through Fawry',
    adapter: fawry,
    start: startFawry,
    method: 3,
    next: 'awaiting',
    fields: { wallet_mobile: '01012345678' },
  },
  { name: 'a card at Paymob', adapter: paymob, start: startPaymob, method: 1, next: 'redirect', fields: {} },
] as const;

describe.each(WAYS)('$name', (way) => {
  beforeEach(() => connect(way.adapter, way.start));
  const begin = async (options: object = {}) => start(await link(options), way.method, way.fields);

  test('with a status that nobody knows is left open and kept for operators with it, until it is understood', async () => {
    const { path, ref } = await begin();
    await standIn.act(ref, 'pay');
    const kept = async () => {
      const [row] = await checkout.sql<{ word: string | null; isAsked: boolean }[]>`
        select unknown_word as word, next_ask_at is not null as "isAsked" from payment_attempts
         where merchant_id = ${merchant}`;
      return row;
    };
    expect(await kept()).toEqual({ word: null, isAsked: true });
    standIn.fail('ask', 'unknown-word');
    checkout.clock.advance({ minutes: 16 });
    await expireAttempts(checkout.app);
    expect(await kept()).toEqual({ word: expect.stringMatching(/./), isAsked: true });
    checkout.clock.advance({ minutes: 16 });
    await expireAttempts(checkout.app);
    expect(await kept()).toMatchObject({ isAsked: false });
    expect(await stateOf(path)).toBe('succeeded');
  });

  test('is offered, started there, and booked once its notification comes, however often', async () => {
    const { path, ref } = await begin();
    expect(await stateOf(path)).toBe(way.next);
    await standIn.act(ref, 'pay');
    const notifications = standIn.takeNotifications();
    expect(notifications.length).toBeGreaterThan(0);
    const twice = [...notifications, ...notifications];
    expect(await deliver(twice)).toEqual(twice.map(() => 200));
    await checkout.runJobs();
    expect(await rows()).toMatchObject([{ status: 1, charged: 10_000, flags: [] }]);
    expect(await stateOf(path)).toBe('succeeded');
    expect((await inbox()).map(({ state }) => state)).not.toContain('failed');
    expect(await checkout.differences()).toEqual([]);
  });

  test('counts once for its account, however often the outcome is told', async () => {
    const counted = await countedDuring(async () => {
      const { ref } = await begin();
      await standIn.act(ref, 'pay');
      const notifications = standIn.takeNotifications();
      for (let times = 0; times < 2; times += 1) {
        await deliver(notifications);
        await checkout.runJobs();
        // The second one arrives under its own id, so it is not recognized as a repetition.
        await checkout.sql`update processor_notifications set sender_id = null where account_id = ${account.id}`;
      }
    });
    expect(await rows()).toMatchObject([{ status: 1 }]);
    expect(counted).toEqual({ succeeded: 1 });
  });

  test('is booked for good, while what was notified is deleted after a year', async () => {
    const { ref } = await begin();
    await standIn.act(ref, 'pay');
    await deliver(standIn.takeNotifications());
    await checkout.runJobs();
    const kept = (await inbox()).length;
    expect(kept).toBeGreaterThan(0);
    const at = (days: number) => {
      const clock = new FakeClock(new Date(checkout.clock.now().getTime() + days * 86_400_000));
      return { ...checkout.app, clock };
    };
    await purgeNotifications(at(364));
    expect(await inbox()).toHaveLength(kept);
    await purgeNotifications(at(366));
    expect(await inbox()).toEqual([]);
    expect(await rows()).toMatchObject([{ status: 1 }]);
  });

  test('is booked without any notification, because it is asked for', async () => {
    const { ref } = await begin();
    await standIn.act(ref, 'pay');
    checkout.clock.advance({ minutes: 16 });
    await expireAttempts(checkout.app);
    expect(await rows()).toMatchObject([{ status: 1, charged: 10_000 }]);
    expect(await checkout.differences()).toEqual([]);
  });

  test('that is paid twice is booked twice, the second flagged, however it is learned', async () => {
    const { ref } = await begin({ maxPaymentCount: 1 });
    await standIn.act(ref, 'pay');
    // A wallet's request is confirmed once.
    await standIn.act(ref, 'pay-again').catch(() => undefined);
    const there = standIn.books().reduce((sum, each) => sum + each.receivedPiastres, 0);
    if (way.adapter !== mpgs) await deliver([...standIn.takeNotifications()].reverse());
    await checkout.runJobs();
    checkout.clock.advance({ minutes: 16 });
    await expireAttempts(checkout.app);
    const booked = await rows();
    expect(booked.reduce((sum, each) => sum + (each.status === 1 ? each.charged : 0), 0)).toBe(there);
    for (const { flags } of booked.slice(1)) expect(flags).toContain('duplicate');
    expect(await checkout.differences()).toEqual([]);
  });

  test('is never booked by a forged notification, which is kept apart', async () => {
    const { ref } = await begin();
    await standIn.act(ref, 'pay');
    const stranger = await way.start({ clock: checkout.clock });
    stranger.rotateNotificationSecret('another secret entirely');
    const forged = standIn.takeNotifications().map((raw) => ({
      ...raw,
      headers: { ...raw.headers, 'x-notification-secret': 'guessed' },
      query: raw.query.map(([name, value]) => [name, name === 'hmac' ? 'ab'.repeat(64) : value] as const),
      body: raw.body.replace(/"messageSignature":\s*"[^"]*"/, `"messageSignature":"${'ab'.repeat(32)}"`),
    }));
    await stranger.close();
    expect(await deliver(forged)).toEqual(forged.map(() => 401));
    // Characters that PostgreSQL does not store are refused like any other invalid input.
    expect(await deliver(forged.map((raw) => ({ ...raw, query: [['\0', '\0']] })))).toEqual(
      forged.map(() => 401),
    );
    await checkout.runJobs();
    expect(await rows()).toMatchObject([{ status: 0 }]);
    expect(new Set((await inbox()).map(({ state }) => state))).toEqual(new Set(['forged']));
  });

  test('that a lost answer hides is found by asking, and started once', async () => {
    standIn.fail('start', 'error-after');
    const { path, ref } = await begin();
    expect(await rows()).toMatchObject([{ status: 0 }]);
    expect(['awaiting', 'redirect']).toContain(await stateOf(path));
    await standIn.act(ref, 'pay').catch(() => undefined);
    checkout.clock.advance({ minutes: 16 });
    await expireAttempts(checkout.app);
    const booked = standIn.books().reduce((sum, each) => sum + each.receivedPiastres, 0);
    expect((await rows()).reduce((sum, each) => sum + (each.status === 1 ? each.charged : 0), 0)).toBe(
      booked,
    );
  });

  test('that is certainly not started fails at once, nothing waits, and the sandbox does not step in', async () => {
    standIn.fail('start', 'busy');
    await begin();
    expect(await rows()).toMatchObject([{ status: 2, failure: 'processing_error' }]);
    expect(standIn.books()).toEqual([]);
  });

  test('goes to the next account when the first is busy', async () => {
    const other = await way.start({ clock: checkout.clock });
    other.notifications = 'kept';
    const second = await addTestAccount(checkout.app, way.adapter, other.settings, {
      mode: 'live',
      merchantId: merchant,
      priority: 200,
    });
    standIn.fail('start', 'busy');
    const { ref } = await begin();
    await other.act(ref, 'pay');
    await deliver(other.takeNotifications(), second.path);
    await checkout.runJobs();
    expect(await rows()).toMatchObject([{ status: 1 }]);
    await other.close();
  });

  test('is not booked by a genuine notification of another account', async () => {
    const other = await way.start({ clock: checkout.clock });
    const second = await addTestAccount(checkout.app, way.adapter, other.settings, {
      mode: 'live',
      merchantId: merchant,
      priority: 200,
    });
    const { ref } = await begin();
    await standIn.act(ref, 'pay');
    await deliver(standIn.takeNotifications(), second.path);
    await checkout.runJobs();
    expect(await rows()).toMatchObject([{ status: 0 }]);
    const states = await checkout.sql<{ state: string }[]>`
      select distinct state from processor_notifications where account_id = ${second.id}`;
    expect(states).toEqual([{ state: 'unmatched' }]);
    await other.close();
  });
});

describe.each(WAYS.filter(({ next }) => next === 'redirect'))('the way out and back: $name', (way) => {
  beforeEach(() => connect(way.adapter, way.start));

  test('the payer goes on to the processor’s page, comes back, and sees the receipt', async () => {
    const { location, path, ref } = await start(await link(), way.method);
    expect(location).toMatch(/\?go=1$/);
    const { view } = await checkout.get(location);
    expect(view?.page).toMatchObject({
      goesOn: true,
      checked: null,
      attempt: { state: 'redirect', redirect: { method: 'GET', url: expect.stringContaining(standIn.url) } },
    });
    await standIn.act(ref, 'pay');
    const back = await checkout.get(path.replace('/pay/', '/pay/return/'));
    expect(back).toMatchObject({ status: 303, location: `${path}?checked=1` });
    expect(await stateOf(back.location!)).toBe('succeeded');
    expect(await rows()).toMatchObject([{ status: 1 }]);
  });

  test('a payer whose card was declined there is told so, may try again, and money that comes after all is booked', async () => {
    const { path, ref } = await start(await link({ maxPaymentCount: 2 }), way.method);
    await standIn.act(ref, 'decline');
    await checkout.get(path.replace('/pay/', '/pay/return/'));
    const { view } = await checkout.get(path);
    expect(view?.page).toMatchObject({
      attempt: { state: 'failed', isKnown: true, canRetry: true, failure: 'declined' },
    });
    await standIn.act(ref, 'pay');
    checkout.clock.advance({ minutes: 20 });
    await expireAttempts(checkout.app);
    expect(await rows()).toMatchObject([{ status: 1, flags: ['late'] }]);
    expect(await checkout.differences()).toEqual([]);
  });

  test('a second card at once after a decline pays in time: the payment is not flagged, and the link is paid', async () => {
    const at = await link();
    const { path, ref } = await start(at, way.method);
    await standIn.act(ref, 'decline');
    await checkout.get(path.replace('/pay/', '/pay/return/'));
    expect(await rows()).toMatchObject([{ status: 2 }]);
    checkout.clock.advance({ minutes: 2 });
    await standIn.act(ref, 'pay');
    await checkout.get(path.replace('/pay/', '/pay/return/'));
    expect(await rows()).toMatchObject([{ status: 1, flags: [], charged: 10_000, failure: null }]);
    expect(await linkRow(checkout.sql, at)).toEqual({ status: 1, paid: 1, held: 0 });
    expect(await checkout.differences()).toEqual([]);
  });

  test('the card that paid is on the payment, as its processor tells it', async () => {
    const { path, ref } = await start(await link(), way.method);
    await standIn.act(ref, 'pay');
    await checkout.get(path.replace('/pay/', '/pay/return/'));
    const [row] = await checkout.sql`
      select t.card_last4 as last4, t.card_brand as brand, a.card_last4 as also
        from transactions t join payment_attempts a on a.merchant_id = t.merchant_id and a.transaction_id = t.id
       where t.merchant_id = ${merchant}`;
    expect(row).toEqual({ last4: expect.stringMatching(/^\d{4}$/), brand: 'mastercard', also: row!.last4 });
  });

  test('a decline counts once for its account, and the payment after it as well', async () => {
    const counted = await countedDuring(async () => {
      const { path, ref } = await start(await link(), way.method);
      await standIn.act(ref, 'decline');
      for (let times = 0; times < 2; times += 1) {
        await checkout.get(path.replace('/pay/', '/pay/return/'));
        checkout.clock.advance({ minutes: 1 });
      }
      expect(await rows()).toMatchObject([{ status: 2 }]);
      await standIn.act(ref, 'pay');
      checkout.clock.advance({ minutes: 20 });
      await expireAttempts(checkout.app);
    });
    expect(await rows()).toMatchObject([{ status: 1 }]);
    expect(counted).toEqual({ failed: 1, succeeded: 1 });
  });

  test('in production an account of a stand-in takes nothing, wherever its row came from', async () => {
    const at = await link();
    const methods = async () => {
      const { view } = await checkout.get(`/pay/${at.token}`);
      return view?.page.kind === 'open' ? view.page.methods.map(({ id }) => id) : [];
    };
    expect(await methods()).toContain(1);
    checkout.app.config.production = true;
    expect(await methods()).not.toContain(1);
    const there = { processor: way.adapter.name, accountId: account.id };
    expect(await checkout.app.processors.open(checkout.app, there)).toBeNull();
    checkout.app.config.production = false;
  });

  test('the way back decides nothing: without money the page checks on, by itself and not for ever', async () => {
    const { path } = await start(await link(), way.method);
    const returnPath = path.replace('/pay/', '/pay/return/');
    const back = await checkout.server.inject({
      method: 'POST',
      url: `${returnPath}?success=true&resultIndicator=paid`,
      headers: { 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'result=SUCCESS&success=true',
    });
    expect(back.statusCode).toBe(303);
    expect(back.headers.location).toBe(`${path}?checked=1`);
    const { view } = await checkout.get(String(back.headers.location));
    expect(view?.page).toMatchObject({ checked: 1, attempt: { state: 'redirect' } });
    expect((await checkout.get(`${returnPath}?n=6`)).location).toBe(`${path}?checked=7`);
    expect(await rows()).toMatchObject([{ status: 0 }]);
  });

  test('a card number is neither asked for nor taken, stored or logged', async () => {
    const at = await link();
    const { view } = await checkout.get(`/pay/${at.token}`);
    expect(view?.page).toMatchObject({
      methods: expect.arrayContaining([
        expect.objectContaining({ id: 1, collects: 'nothing', pays: 'redirect' }),
      ]),
    });
    const form = {
      method: '1',
      ...PAYER,
      card_number: '5123450000000008',
      card_cvv: '739',
      card_expiry: '12/30',
    };
    const reply = await checkout.post(`/pay/${at.token}`, form);
    expect(reply.status).toBe(422);
    expect(reply.raw).not.toContain('5123450000000008');
    expect(checkout.logged.join('\n')).not.toContain('5123450000000008');
    expect(await rows()).toEqual([]);
  });

  test('a stranger starts thirty in ten minutes from a network, and then proves work', async () => {
    const at = await link({ maxPaymentCount: 1_000 });
    checkout.clock.advance({ hours: 1 });
    const from = { remoteAddress: '203.0.113.9' };
    const post = () => checkout.post(`/pay/${at.token}`, { method: '1', ...PAYER }, from);
    const limit = checkout.app.config.limits.declinesPerTenMinutes;
    checkout.app.config.limits.declinesPerTenMinutes = 10;
    const statuses = [];
    for (let times = 0; times < 31; times += 1) statuses.push((await post()).status);
    checkout.app.config.limits.declinesPerTenMinutes = limit;
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});

describe('the most overdue question of each account', () => {
  const SANDBOX_ACCOUNT = { id: 0 };
  const minutes = async (of: { id: number }) =>
    Object.values(await measuredOf(of, 'oldest_unasked_seconds')).map((seconds) => Math.floor(seconds / 60));
  /** Starts a payment whose processor should have been asked the given number of minutes ago. */
  async function overdueBy(late: number, at: Promise<Link>) {
    const { ref } = await start(await at, 1);
    await checkout.sql`
      update payment_attempts set next_ask_at = now() - ${`${late} minutes`}::interval where external_ref = ${ref}`;
  }
  beforeEach(() => checkout.sql`update payment_attempts set next_ask_at = null`);

  test('is reported by account, the sandbox as 0; one that is asked in time is not', async () => {
    await connect(mpgs, startMpgs);
    const punctual = account;
    await overdueBy(-5, link());
    const first = standIn;
    expect([await minutes(punctual), await minutes(SANDBOX_ACCOUNT)]).toEqual([[], []]);

    merchant = await checkout.merchant();
    await connect(paymob, startPaymob);
    await overdueBy(3, link());
    await overdueBy(20, link());
    await overdueBy(7, link());
    const sandboxed = checkout.link(merchant, { mode: 'test' });
    const { location } = await checkout.payByCard(await sandboxed, '4000000000003220');
    await checkout.sql`
      update payment_attempts set next_ask_at = now() - interval '45 minutes'
       where token = ${location!.split('/').at(-1)!}`;
    expect([await minutes(account), await minutes(punctual), await minutes(SANDBOX_ACCOUNT)]).toEqual([
      [20],
      [],
      [45],
    ]);

    await checkout.sql`update payment_attempts set next_ask_at = null`;
    expect([await minutes(account), await minutes(SANDBOX_ACCOUNT)]).toEqual([[], []]);
    await first.close();
  });
});
