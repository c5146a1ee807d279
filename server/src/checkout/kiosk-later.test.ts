/** A payer gets a code of Fawry, closes the page, and pays at a kiosk a day later: over HTTP on both sides. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  externalRefOf,
  type Link,
  type LinkOptions,
  linkRow,
  startTestCheckout,
  type TestCheckout,
  transactionsOf,
} from '../../tests/kit/checkout.ts';
import { addTestAccount, type TestAccount } from '../../tests/kit/processors/account.ts';
import type { Caller } from '../platform/context.ts';
import { FakeClock } from '../platform/time/clock.ts';
import { fawry } from '../processors/fawry/index.ts';
import { startStandIn } from '../processors/fawry/stand-in.ts';
import { processorsOf } from '../processors/registry.ts';
import type { StandIn } from '../processors/stand-in.ts';
import { createRefund } from '../refunds/service.ts';
import { expireAttempts } from './jobs.ts';

const KIOSK = 4;
const IBAN = 'EG380019000500000000263180002';

let checkout: TestCheckout;
let merchant: number;
let standIn: StandIn;
/** A different one for each test, so that no test reads another's messages. */
let payer: { name: string; email: string; phone: string };
/** Fawry's clock, which is independent of ours. */
let theirs: FakeClock;
let account: TestAccount;
beforeAll(async () => {
  checkout = await startTestCheckout({}, processorsOf([fawry]));
});
beforeEach(async () => {
  checkout.clock.set('2026-06-15T09:00:00Z');
  theirs = new FakeClock(checkout.clock.now());
  merchant = await checkout.merchant();
  const phone = `010${String(merchant).padStart(8, '0')}`;
  payer = { name: 'Mona Adel', email: `payer${merchant}@example.com`, phone };
  standIn = await startStandIn({ clock: theirs });
  standIn.notifications = 'kept';
  account = await addTestAccount(checkout.app, fawry, standIn.settings, {
    mode: 'live',
    merchantId: merchant,
  });
});
afterEach(async () => {
  expect(await checkout.differences()).toEqual([]);
  await standIn.close();
});
afterAll(() => checkout.close());

const newLink = (options: LinkOptions = {}) =>
  checkout.link(merchant, { mode: 'live', asks: ['name', 'email', 'phone'], ...options });
const rows = () => transactionsOf(checkout.sql, merchant);

/** Gets a code. @returns its page, our id of it, and the browser's cookie */
async function takeCode(link: Link) {
  const { view, cookie } = await checkout.get(`/pay/${link.token}`);
  if (view?.page.kind !== 'open') throw new Error(`no form: ${view?.page.kind}`);
  const form = { form: view.page.form, method: String(KIOSK), ...payer };
  const started = await checkout.post(`/pay/${link.token}`, form, { cookie });
  expect(started.status).toBe(303);
  const token = started.location!.split('/').at(-1)!.split('?')[0]!;
  return {
    path: `/pay/${link.token}/${token}`,
    ref: await externalRefOf(checkout.sql, token),
    cookie: started.cookie || cookie,
  };
}

/** Jobs add further jobs. */
async function runJobs(): Promise<void> {
  while ((await checkout.runJobs()) > 0);
}

/** Moves both clocks by hours, with the schedules of each side. */
async function pass(hours: number, theirHours = hours): Promise<void> {
  theirs.advance({ hours: theirHours });
  for (let hour = 0; hour < hours; hour += 1) {
    checkout.clock.advance({ hours: 1 });
    await expireAttempts(checkout.app);
    await runJobs();
  }
}

/** Pays the code at a kiosk, and delivers Fawry's notifications. */
async function payAtKiosk(ref: string): Promise<void> {
  await standIn.act(ref, 'pay');
  const told = standIn.takeNotifications();
  expect(told.length).toBeGreaterThan(0);
  for (const { method, headers, body } of told) {
    const url = account.path;
    const reply = await checkout.server.inject({
      method,
      url,
      headers: headers as Record<string, string>,
      payload: body,
    });
    expect(reply.statusCode).toBe(200);
  }
  await runJobs();
}

/** Returns the content of an attempt's page. */
async function shown(path: string, headers: Record<string, string> = {}) {
  const { view } = await checkout.get(path, headers);
  if (view?.page.kind !== 'attempt') throw new Error(`${path} shows ${view?.page.kind}`);
  return { locale: view.locale, ...view.page.attempt };
}

async function balancesOf(): Promise<Record<string, number>> {
  const kept = await checkout.sql<{ kind: string; balance: number }[]>`
    select kind, balance from ledger_accounts where merchant_id = ${merchant} and mode = 'live'`;
  return Object.fromEntries(kept.map(({ kind, balance }) => [kind, balance]));
}

async function refundAtKiosk(id: number, piastres: number) {
  const [user] = await checkout.sql<{ id: number }[]>`select id from users where merchant_id = ${merchant}`;
  const caller = {
    merchantId: merchant,
    userId: user!.id,
    sessionId: '',
    email: 'm@example.com',
    mode: 'live',
    locale: 'en',
    permissions: new Set(),
    merchantStatus: 3,
    address: '127.0.0.1',
  } satisfies Caller;
  const bank = { account_name: 'Mona Adel', bank_name: 'CIB', iban: IBAN };
  return createRefund(checkout.app, caller, id, { amount: piastres, reason: 'Came broken', ...bank });
}

/** Expects the newest messages to the payer to be receipts of the payment. */
async function expectReceipts(link: Link): Promise<void> {
  const [{ reference } = { reference: '' }] = await rows();
  for (const to of [payer.phone, payer.email]) {
    const text = await checkout.lastMessage(to);
    for (const part of ['100.00', reference, `/pay/${link.token}/`]) expect(text).toContain(part);
  }
}

const LANGUAGES = [
  { locale: 'ar', language: 1, says: 'كود' },
  { locale: 'en', language: 2, says: 'code' },
] as const;

describe.each(LANGUAGES)('in $locale', ({ locale, language, says }) => {
  test('a code is still there the day after, is paid, and becomes a receipt, money and a refund', async () => {
    const link = await newLink({ language });
    const { path, ref, cookie } = await takeCode(link);
    const first = await shown(path);
    expect(first).toMatchObject({ locale, state: 'awaiting', code: expect.stringMatching(/^\d{6,}$/) });
    const message = await checkout.lastMessage(payer.phone);
    for (const part of [first.code!, path, says]) expect(message).toContain(part);

    await pass(23);
    // The address in the message works from any device, and the link in the browser that got the code.
    const later = await shown(path);
    expect(later).toMatchObject({ locale, state: 'awaiting', code: first.code, obsolete: null });
    expect(later.secondsLeft).toBe(3_600);
    const again = await checkout.get(`/pay/${link.token}`, { cookie });
    expect(again).toMatchObject({ status: 303, location: path });

    await payAtKiosk(ref);
    expect(await rows()).toMatchObject([{ status: 1, charged: 10_000, net: 9_344, flags: [] }]);
    expect(await linkRow(checkout.sql, link)).toMatchObject({ paid: 1, held: 0 });
    const paid = await shown(path);
    expect(paid).toMatchObject({
      locale,
      state: 'succeeded',
      receivedPiastres: 10_000,
      uncounted: null,
      paidAt: checkout.clock.now().toISOString(),
    });
    await expectReceipts(link);
    expect(await checkout.lastMessage(payer.phone)).not.toBe(message);
    expect(await balancesOf()).toMatchObject({ clearing: -10_000, pending: 9_344 });

    await pass(48);
    const [payment] = await rows();
    expect(await refundAtKiosk(payment!.id, 4_000)).toMatchObject({ state: 'succeeded', amount: 40 });
    expect(standIn.books()).toEqual([
      { externalRef: ref, receivedPiastres: 10_000, refundedPiastres: 4_000 },
    ]);
    expect(await balancesOf()).toMatchObject({ clearing: -6_000, pending: 5_344 });
    expect(await shown(path)).toMatchObject({ state: 'succeeded' });
  });

  test('a code that has expired here and is accepted there is paid late, and its payer told so', async () => {
    const link = await newLink({ language });
    const { path, ref } = await takeCode(link);
    await pass(26, 23);
    expect(await shown(path)).toMatchObject({ locale, state: 'expired', isKnown: false, canRetry: true });
    expect(await rows()).toMatchObject([{ status: 5 }]);
    await payAtKiosk(ref);
    expect(await rows()).toMatchObject([{ status: 1, charged: 10_000, flags: ['late'] }]);
    expect(await linkRow(checkout.sql, link)).toMatchObject({ paid: 1, held: 0 });
    expect(await shown(path)).toMatchObject({ locale, state: 'succeeded', uncounted: null });
    await expectReceipts(link);
    expect(await balancesOf()).toMatchObject({ clearing: -10_000, pending: 9_344 });
  });
});

test('a code that is paid after somebody else paid the link is booked and offered for refund, also without a notification', async () => {
  const link = await newLink({ maxPaymentCount: 1 });
  const late = await takeCode(link);
  await pass(1);
  const other = await takeCode(link);
  await payAtKiosk(other.ref);
  // The page says so before the payer goes to the kiosk.
  expect(await shown(late.path)).toMatchObject({ state: 'awaiting', obsolete: 'paid' });
  await pass(26, 20);
  expect(await shown(late.path)).toMatchObject({ state: 'expired' });
  await standIn.act(late.ref, 'pay');
  standIn.takeNotifications();
  // The page's own check asks Fawry.
  expect(await checkout.get(late.path.replace('/pay/', '/pay/return/'))).toMatchObject({ status: 303 });
  const booked = await rows();
  expect(booked.map(({ status, flags }) => [status, [...flags].sort()])).toEqual([
    [1, ['duplicate', 'late']],
    [1, []],
  ]);
  expect(await shown(late.path)).toMatchObject({ state: 'succeeded', uncounted: 'duplicate' });
  expect(await refundAtKiosk(booked[0]!.id, 10_000)).toMatchObject({ state: 'succeeded' });
  expect(await linkRow(checkout.sql, link)).toMatchObject({ paid: 1 });
});
