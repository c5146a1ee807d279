/** Monthly limits: who may still pay, what is counted, and who is notified. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { differences, pay, refund, settleAll } from '../../tests/kit/money.ts';
import { deskOf } from '../../tests/kit/ops.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { announcePayment } from '../checkout/jobs.ts';
import { applyOutcome } from '../checkout/outcomes.ts';
import { payForDemo } from '../checkout/seed.ts';
import { readOutbox } from '../messages/outbox.ts';
import { transaction } from '../platform/db/transaction.ts';
import { FakeClock } from '../platform/time/clock.ts';
import { bookCameBack } from '../refunds/by-hand.ts';
import { hasRoom, limitOf, monthOf, readUsage, writeLimit } from './limits.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
const { ask, tell, approveNewest } = deskOf(() => daftar);
beforeEach(async () => {
  daftar.clock.set('2026-06-15T09:00:00Z');
  owner = await daftar.merchant();
});

const limit = (pounds: number | null) => {
  const now = daftar.clock.now();
  return transaction(daftar.app.db, (tx) =>
    writeLimit(
      tx,
      owner.merchantId,
      { limitPiastres: pounds === null ? null : pounds * 100 },
      { actor: 'test', now, month: monthOf(now) },
    ),
  );
};
const used = () => readUsage(daftar.app, { merchantId: owner.merchantId, mode: 'live' });
async function link(pounds: number): Promise<string> {
  const body = {
    invoice_name: 'Rent',
    currency_id: 1,
    amount: pounds,
    due_date: '2026-07-15T09:00:00Z',
    language: 2,
  };
  const path = '/merchant/payment_links/create';
  const made = await daftar.call({ method: 'POST', path, mode: 'live', as: owner, body });
  return String(made.body.data.link).split('/').at(-1)!;
}
const PAYER = { name: 'Sara', email: 'sara@example.com', mobile: '01112345678', address: 'Cairo' };
/** Pays a link by its page's own service. @returns whether an attempt began */
const tryToPay = (token: string) => {
  const clock = new FakeClock(daftar.clock.now());
  const payment = { method: 1, ending: 'pays', payer: PAYER, cardNumber: '4242424242424242', waitMinutes: 1 };
  return payForDemo({ ...daftar.app, clock }, clock, token, payment as Parameters<typeof payForDemo>[3]);
};
const subjects = async () =>
  (await readOutbox(daftar.app, { to: owner.email })).map(({ subject }) => subject);
const announceAll = async () => {
  const rows = await daftar.database.sql<{ id: number }[]>`
    select id from transactions where merchant_id = ${owner.merchantId} and status = 1 order by id`;
  for (const { id } of rows)
    await announcePayment(daftar.app, { merchantId: owner.merchantId, transactionId: id });
};

test('a payer at the limit reads why nothing was charged; the place is free again, and the owner is told once', async () => {
  await limit(150);
  await pay(daftar, owner, { pounds: 100 });
  const token = await link(60);
  for (let time = 0; time < 2; time += 1) {
    expect(await tryToPay(token)).toBe(false);
  }
  expect(await used()).toMatchObject({ capturedPiastres: 10_000, openPiastres: 0 });
  const places = await daftar.database.sql`
    select 1 from payment_attempts where merchant_id = ${owner.merchantId} and holds_place`;
  expect(places).toHaveLength(0);
  // It is not full: the refusal is notified, once.
  expect(await subjects()).toEqual([
    expect.stringMatching(
      /^A payment of 6\d\.\d\d EGP was refused: .* limit of 150\.00 EGP, of which 100\.00 EGP are used/,
    ),
  ]);
  await limit(200);
  expect(await tryToPay(token)).toBe(true);
  expect(await used()).toMatchObject({ capturedPiastres: 16_000 });
  expect(await differences(daftar)).toEqual([]);
});

interface Begun {
  merchantId: number;
  id: number;
  receivedPiastres: number;
}
/** A code to pay in cash, or a payment by card that is left at its bank. @returns its attempt; null when it may not begin */
async function begin(pounds = 100, method = 4): Promise<Begun | null> {
  const clock = new FakeClock(daftar.clock.now());
  const cardNumber = '4000000000003220';
  const payment = { method, ending: 'leaves', payer: PAYER, cardNumber, waitMinutes: 1 };
  const began = await payForDemo({ ...daftar.app, clock }, clock, await link(pounds), payment as never);
  if (!began) return null;
  const [row] = await daftar.database.sql<Begun[]>`
    select merchant_id as "merchantId", id, charge_piastres as "receivedPiastres" from payment_attempts where merchant_id = ${owner.merchantId}
     order by id desc limit 1`;
  return row!;
}
let money = 0;
const arrives = ({ receivedPiastres, ...ref }: Begun) => {
  money += 1;
  return applyOutcome(daftar.app, ref, {
    state: 'succeeded',
    disputes: false,
    reference: `M-${money}`,
    receivedPiastres,
  });
};
/** The month's amounts, in piastres: those that can be settled, and those held beyond the limit. */
async function paidOf(): Promise<{ given: number; held: number }> {
  const [row] = await daftar.database.sql<{ given: number; held: number }[]>`
    select coalesce(sum(charged_piastres) filter (where expected_settlement_on is not null), 0)::int as given,
           coalesce(sum(charged_piastres) filter (where expected_settlement_on is null), 0)::int as held
      from transactions where merchant_id = ${owner.merchantId} and status = 1`;
  return row!;
}

describe('a shop with codes alone and a limit', () => {
  test('stays open to the next payer, however many codes and payments a stranger begins and never pays', async () => {
    await limit(250);
    for (let time = 0; time < 12; time += 1) expect(await begin(100, time % 2 ? 4 : 1)).not.toBeNull();
    expect(await used()).toMatchObject({ capturedPiastres: 0, openPiastres: 120_000 });
    const payer = await begin();
    await arrives(payer!);
    expect(await tryToPay(await link(100))).toBe(true);
    // The paid amount closes it: a third payment would exceed the limit.
    expect(await begin()).toBeNull();
    expect(await paidOf()).toEqual({ given: 20_000, held: 0 });
    // The merchant sees its limit and the paid amount; unpaid codes do not count.
    const seen = await daftar.call({ path: '/merchant/reserve', mode: 'live', as: owner });
    expect(seen.body.data.monthly_limit).toEqual({ amount: 250, used: 200 });
  });

  test('is given no more than its limit, in whatever order and how many at once codes are paid', async () => {
    const LIMIT = 500;
    const step = fc.oneof(
      fc.record({
        do: fc.constant('begin' as const),
        pounds: fc.integer({ min: 1, max: 400 }),
        card: fc.boolean(),
      }),
      fc.record({ do: fc.constant('pay' as const), many: fc.integer({ min: 1, max: 3 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        owner = await daftar.merchant();
        await limit(LIMIT);
        const open: Begun[] = [];
        for (const each of steps) {
          if (each.do === 'pay') await Promise.all(open.splice(0, each.many).map(arrives));
          else {
            const { capturedPiastres } = await used();
            const ref = await begin(each.pounds, each.card ? 1 : 4);
            // Only money that came counts, however much is open.
            expect(ref !== null).toBe(capturedPiastres + each.pounds * 100 <= LIMIT * 100);
            if (ref) open.push(ref);
          }
        }
        const { given, held } = await paidOf();
        expect(given).toBeLessThanOrEqual(LIMIT * 100);
        expect(await used()).toMatchObject({ capturedPiastres: given + held });
        const waiting = await daftar.database.sql`
          select from risk_reviews where merchant_id = ${owner.merchantId} and state = 'waiting' and beyond_limit`;
        expect(waiting.length > 0).toBe(held > 0);
        await settleAll(daftar, owner);
        expect(await differences(daftar)).toEqual([]);
      }),
      { numRuns: 8 },
    );
  });

  test('reads that what came beyond the limit is held, once a month; two operators give it, or one once the limit is higher', async () => {
    const [finance, second] = [await daftar.operator('finance'), await daftar.operator('finance')];
    await limit(150);
    const codes = [await begin(), await begin(), await begin()];
    for (const code of codes) await arrives(code!);
    await announceAll();
    expect(await paidOf()).toEqual({ given: 10_000, held: 20_000 });
    const told = (await subjects()).filter((subject) => subject.includes('We hold the money'));
    expect(told).toEqual([
      expect.stringMatching(/^100\.00 EGP \(TRX-.*\) were paid after your monthly limit of 150\.00/),
    ]);
    const listed = (await ask(finance, '/risk/reviews', { merchant_id: String(owner.merchantId) })).body.data;
    expect(listed).toMatchObject([{ beyond_limit: true, rules: [] }, { beyond_limit: true }]);
    const approve = (at: number, as = finance) =>
      tell(as, `/risk/reviews/${owner.merchantId}/${listed[at].id}/approve`, { reason: 'Known customer' });
    expect((await approve(0)).body).toMatchObject({
      data: { asked: true },
      message: expect.stringContaining('Another operator'),
    });
    expect((await approve(0)).status).toBe(409);
    expect((await paidOf()).given).toBe(10_000);
    expect((await approveNewest(second)).status).toBe(200);
    expect(await paidOf()).toEqual({ given: 20_000, held: 10_000 });
    await limit(300);
    expect((await approve(1)).body.data).toEqual({ asked: false });
    expect(await paidOf()).toEqual({ given: 30_000, held: 0 });
    expect(await differences(daftar)).toEqual([]);
  });

  test('several that are held are asked for and approved one after the other, and each is given once', async () => {
    const [finance, second] = [await daftar.operator('finance'), await daftar.operator('finance')];
    await limit(150);
    const codes = [await begin(100, 1), await begin(100, 1), await begin(100, 1), await begin(100, 1)];
    for (const code of codes) await arrives(code!);
    const held = (await ask(finance, '/risk/reviews', { merchant_id: String(owner.merchantId) })).body.data;
    expect(held).toHaveLength(3);
    for (const { id } of held) {
      const asked = await tell(finance, `/risk/reviews/${owner.merchantId}/${id}/approve`, {
        reason: 'June',
      });
      expect(asked.body.data).toEqual({ asked: true });
    }
    const requests = (await ask(second, '/approvals', { kind: 'review-release', state: 'waiting' })).body
      .data as {
      id: number;
      amount: number;
    }[];
    expect(requests.length).toBeGreaterThanOrEqual(3);
    const own = requests.slice(0, 3);
    // An operator who approves several sees how much each releases.
    expect(own.map(({ amount }) => amount)).toEqual([100, 100, 100]);
    const decided = await Promise.all(
      [...own, ...own].map(({ id }) => tell(second, `/approvals/${id}/approve`)),
    );
    expect(decided.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409]);
    expect(await paidOf()).toEqual({ given: 40_000, held: 0 });
    expect(await differences(daftar)).toEqual([]);
  });

  test('a payment that was refused since, or whose limit is lower since, is not given by what was asked before', async () => {
    const [finance, second] = [await daftar.operator('finance'), await daftar.operator('finance')];
    await limit(150);
    const codes = [await begin(100, 1), await begin(100, 1), await begin(100, 1)];
    for (const code of codes) await arrives(code!);
    const listed = (await ask(finance, '/risk/reviews', { merchant_id: String(owner.merchantId) })).body.data;
    const decide = (at: number, how: string) =>
      tell(finance, `/risk/reviews/${owner.merchantId}/${listed[at].id}/${how}`, { reason: 'Looked at' });
    expect((await decide(0, 'approve')).body.message).toContain('Another operator');
    await limit(120);
    expect((await approveNewest(second)).status).toBe(409);
    expect(await paidOf()).toEqual({ given: 10_000, held: 20_000 });
    await limit(150);
    const refused = await decide(0, 'refuse');
    expect(refused.status, refused.raw).toBe(200);
    const [made] = await daftar.database.sql<{ id: number }[]>`
      select id from refunds where transaction_id = ${listed[0].id}`;
    await bookCameBack(daftar.app, { merchantId: owner.merchantId, id: made!.id });
    expect((await approveNewest(second)).status).toBe(409);
    expect(await paidOf()).toEqual({ given: 10_000, held: 20_000 });
    expect(await differences(daftar)).toEqual([]);
  });

  test('of payers at the limit at the same time, all are booked and what is beyond it is held', async () => {
    await limit(250);
    const tokens = await Promise.all(Array.from({ length: 6 }, () => link(100)));
    const began = await Promise.all(tokens.map(tryToPay));
    const { given, held } = await paidOf();
    expect(given).toBe(20_000);
    expect(given + held).toBe(began.filter(Boolean).length * 10_000);
    expect(await differences(daftar)).toEqual([]);
  });
});

test('owners are told at 80 and at 100 percent, once each, and again once the limit has changed', async () => {
  await limit(100);
  await pay(daftar, owner, { pounds: 79 });
  await announceAll();
  expect(await subjects()).toEqual([]);
  await pay(daftar, owner, { pounds: 1 });
  await announceAll();
  await announceAll();
  const near =
    'Your customers have paid over 80% of your monthly limit of 100.00 EGP. Ask support for a higher one in time';
  expect(await subjects()).toEqual([near]);
  await pay(daftar, owner, { pounds: 20 });
  await announceAll();
  expect(await subjects()).toHaveLength(2);
  await limit(110);
  await pay(daftar, owner, { pounds: 1 });
  await announceAll();
  expect(await subjects()).toHaveLength(3);
});

test('a refund gives nothing back; the next month of Cairo begins anew', async () => {
  await limit(100);
  const { id } = await pay(daftar, owner, { pounds: 100 });
  await refund(daftar, owner, id, { amount: 100 });
  expect(await used()).toMatchObject({ capturedPiastres: 10_000 });
  expect(monthOf(new Date('2026-06-30T20:59:59Z'))).toBe('2026-06-01');
  expect(monthOf(new Date('2026-06-30T21:00:00Z'))).toBe('2026-07-01');
  const scope = { merchantId: owner.merchantId, mode: 'live' } as const;
  const room = (moment: string, piastres: number) =>
    transaction(daftar.app.db, (tx) =>
      hasRoom({ ...daftar.app, clock: new FakeClock(new Date(moment)) }, tx, scope, {
        chargePiastres: piastres,
      }),
    );
  expect(await room('2026-06-30T20:59:59Z', 1)).toBe(false);
  expect(await room('2026-06-30T21:00:00Z', 10_000)).toBe(true);
  expect(await room('2026-06-30T21:00:00Z', 10_001)).toBe(false);
  // Test mode is counted by itself.
  const inTest = await transaction(daftar.app.db, (tx) =>
    hasRoom(daftar.app, tx, { ...scope, mode: 'test' }, { chargePiastres: 10_000 }),
  );
  expect(inTest).toBe(true);
  expect(await differences(daftar)).toEqual([]);
});

test('the limit of its own goes before that of the status; none is none', () => {
  const config = { volumeLimits: new Map([[3, 500]]) };
  expect(limitOf(config, { status: 3, own: null })).toBe(500);
  expect(limitOf(config, { status: 1, own: null })).toBeNull();
  expect(limitOf(config, { status: 3, own: { limitPiastres: 7 } })).toBe(7);
  expect(limitOf(config, { status: 3, own: { limitPiastres: null } })).toBeNull();
});
