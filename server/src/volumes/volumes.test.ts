/** Monthly limits: who may still pay, what is counted, and who is told. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { differences, pay, refund } from '../../tests/kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { announcePayment } from '../checkout/jobs.ts';
import { payForDemo } from '../checkout/seed.ts';
import { readOutbox } from '../messages/outbox.ts';
import { transaction } from '../platform/db/transaction.ts';
import { FakeClock } from '../platform/time/clock.ts';
import { fits, hasRoom, limitOf, monthOf, readUsage, writeLimit } from './limits.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
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
  // It is not full: told is what was refused, once.
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

test('payers at the limit at the same time do not exceed it', async () => {
  await limit(250);
  const tokens = await Promise.all(Array.from({ length: 6 }, () => link(100)));
  const began = await Promise.all(tokens.map(tryToPay));
  expect(began.filter(Boolean)).toHaveLength(2);
  expect(await used()).toMatchObject({ capturedPiastres: 20_000 });
  expect(await differences(daftar)).toEqual([]);
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
        isCode: false,
      }),
    );
  expect(await room('2026-06-30T20:59:59Z', 1)).toBe(false);
  expect(await room('2026-06-30T21:00:00Z', 10_000)).toBe(true);
  expect(await room('2026-06-30T21:00:00Z', 10_001)).toBe(false);
  // Test mode is counted by itself.
  const inTest = await transaction(daftar.app.db, (tx) =>
    hasRoom(daftar.app, tx, { ...scope, mode: 'test' }, { chargePiastres: 10_000, isCode: false }),
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

test('whatever codes strangers ask for, half of what is left stays for others, and a month comes to at most twice the limit', () => {
  const LIMIT = 10_000;
  const step = fc.record({ isCode: fc.boolean(), chargePiastres: fc.integer({ min: 1, max: 4_000 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const volume = { capturedPiastres: 0, openPiastres: 0, codesPiastres: 0 };
      for (const begun of steps) {
        const left = LIMIT - volume.capturedPiastres;
        const may = fits(LIMIT, volume, begun);
        if (!begun.isCode && begun.chargePiastres * 2 <= left) expect(may).toBe(true);
        if (!may) continue;
        if (begun.isCode) volume.codesPiastres += begun.chargePiastres;
        else volume.capturedPiastres += begun.chargePiastres;
      }
      expect(volume.capturedPiastres).toBeLessThanOrEqual(LIMIT);
      expect(volume.capturedPiastres + volume.codesPiastres).toBeLessThanOrEqual(2 * LIMIT);
    }),
  );
});

test('codes that nobody pays leave room to pay by card', async () => {
  await limit(250);
  const tryCode = async () => {
    const clock = new FakeClock(daftar.clock.now());
    const payment = { method: 4, ending: 'leaves', payer: PAYER, waitMinutes: 1 };
    return payForDemo({ ...daftar.app, clock }, clock, await link(100), payment as never);
  };
  await tryCode();
  await tryCode();
  await tryCode();
  const { codesPiastres } = await used();
  expect(codesPiastres).toBe(20_000);
  expect(await tryToPay(await link(100))).toBe(true);
  expect(await used()).toMatchObject({ capturedPiastres: 10_000, codesPiastres });
  // The merchant sees its limit and what is paid of it; codes are nobody's money yet.
  const seen = await daftar.call({ path: '/merchant/reserve', mode: 'live', as: owner });
  expect(seen.body.data.monthly_limit).toEqual({ amount: 250, used: 100 });
});
