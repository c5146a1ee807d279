/** Unnamed refunds in a processor's own dashboard, beside ours: neither is ever mistaken for the other. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { externalRefOf } from '../../tests/kit/checkout.ts';
import { callerOf, differences, refund, rowOf } from '../../tests/kit/money.ts';
import { addTestAccount, type TestAccount } from '../../tests/kit/processors/account.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { checkoutJobs } from '../checkout/index.ts';
import { fawry } from '../processors/fawry/index.ts';
import { startStandIn } from '../processors/fawry/stand-in.ts';
import type { RawNotification } from '../processors/gateway.ts';
import { NOTIFICATION_JOB } from '../processors/inbox.ts';
import type { StandIn } from '../processors/stand-in.ts';
import { decideRefund } from './decide.ts';
import { refundJobs } from './index.ts';
import { createRefund } from './service.ts';

const WALLET = 3;
const KIOSK = 4;
const BANK = { account_name: 'Sara Ahmed', bank_name: 'CIB', iban: 'EG380019000500000000263180002' };

let daftar: TestServer;
let owner: Actor;
let standIn: StandIn;
let account: TestAccount;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  owner = await daftar.merchant();
  standIn = await startStandIn({ clock: daftar.clock });
  standIn.notifications = 'kept';
});
afterEach(async () => {
  expect(await differences(daftar)).toEqual([]);
  await standIn.close();
});

/** Pays 100 EGP. `kioskRefund`: whether Fawry refunds cash. @returns the transaction's id and our id of it there */
async function payLive(
  method: number,
  kioskRefund = 'yes',
  news: 'heard' | 'late' = 'heard',
): Promise<{ id: number; ref: string }> {
  const settings = { ...standIn.settings, credentials: { ...standIn.settings.credentials, kioskRefund } };
  const { merchantId } = owner;
  account = await addTestAccount(daftar.app, fawry, settings, { mode: 'live', merchantId });
  const form = {
    invoice_name: 'Rent',
    currency_id: 1,
    amount: 100,
    due_date: new Date(daftar.clock.now().getTime() + 86_400_000).toISOString(),
    language: 2,
  };
  const path = '/merchant/payment_links/create';
  const made = await daftar.call({ method: 'POST', path, mode: 'live', as: owner, body: form });
  const wallet = method === WALLET ? '01012345678' : '';
  const started = await daftar.server.inject({
    method: 'POST',
    url: `/pay/${String(made.body.data.link).split('/').at(-1)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `method=${method}&wallet_mobile=${wallet}`,
  });
  const attempt = String(started.headers.location).split('/').at(-1)!.split('?')[0]!;
  const ref = await externalRefOf(daftar.database.sql, attempt);
  await standIn.act(ref, 'pay');
  if (news === 'heard') await hear();
  const [row] = await daftar.database.sql<{ id: number }[]>`
    select transaction_id as id from payment_attempts where external_ref = ${ref}`;
  return { id: row!.id, ref };
}

async function attemptOf(ref: string) {
  const [row] = await daftar.database.sql<{ id: number }[]>`
    select id from payment_attempts where external_ref = ${ref}`;
  return { merchantId: owner.merchantId, id: row!.id };
}

/** Delivers the stand-in's current or earlier notifications, and processes them. */
async function hear(told: readonly RawNotification[] = standIn.takeNotifications()): Promise<void> {
  for (const { method, headers, body } of told)
    await daftar.server.inject({
      method,
      url: account.path,
      headers: headers as Record<string, string>,
      payload: body,
    });
  const waiting = await daftar.database.sql<{ id: number }[]>`
    select id from processor_notifications where state = 'received' order by id`;
  for (const { id } of waiting) await checkoutJobs[NOTIFICATION_JOB]!(daftar.app, { id });
}

const followUp = async () => {
  daftar.clock.advance({ minutes: 6 });
  await refundJobs['follow-up-refunds']!(daftar.app, {});
};
const refundsOf = (id: number) =>
  daftar.database.sql<{ id: number; state: string; operator: string | null }[]>`
    select id, state, for_operator as operator from refunds where transaction_id = ${id} order by id`;
const waitingOf = async (id: number) =>
  (
    await daftar.database.sql<{ said: string }[]>`
      select said from discrepancies where transaction_id = ${id} and ending is null`
  ).map(({ said }) => said);

test('the lost answer of ours is not taken as made because of one that waits for an operator', async () => {
  const { id, ref } = await payLive(WALLET);
  await standIn.refundInDashboard(ref, 2_500);
  await hear();
  expect(await waitingOf(id)).toEqual(['PARTIAL_REFUNDED']);
  standIn.fail('refund', 'error-before');
  await refund(daftar, owner, id, { amount: 30 });
  await followUp();
  expect(await refundsOf(id)).toMatchObject([{ state: 'pending', operator: 'ambiguous' }]);
  expect(await rowOf(daftar, id)).toMatchObject({ refunded: 0, refunding: 3_000 });
});

test('what the provider transfers to a bank account explains nothing of what Fawry says', async () => {
  const { id, ref } = await payLive(KIOSK, 'no');
  await createRefund(daftar.app, callerOf(owner), id, { amount: 2_500, reason: '', ...BANK });
  expect(await refundsOf(id)).toMatchObject([{ state: 'pending', operator: 'transfer' }]);
  await standIn.refundInDashboard(ref, 4_000);
  await hear();
  expect(await waitingOf(id)).toEqual(['PARTIAL_REFUNDED']);
});

test('one that seemed to be ours is listed when an operator finds that ours was not made', async () => {
  const { id, ref } = await payLive(WALLET);
  standIn.fail('refund', 'error-before');
  await refund(daftar, owner, id, { amount: 100 });
  await standIn.refundInDashboard(ref, 4_000);
  await hear();
  await followUp();
  const [{ id: refundId, ...row } = { id: 0 }] = await refundsOf(id);
  expect(row).toEqual({ state: 'pending', operator: 'ambiguous' });
  expect(await waitingOf(id)).toEqual([]);
  const found = { made: false, processorRefundId: '', actor: 'ops:test' };
  await decideRefund(daftar.app, { merchantId: owner.merchantId, id: refundId }, found);
  const [job] = await daftar.database.sql<{ payload: { id: number } }[]>`
    select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'ask-payment' order by j.id desc limit 1`;
  await checkoutJobs['ask-payment']!(daftar.app, job!.payload);
  expect(await waitingOf(id)).toEqual(['PARTIAL_REFUNDED']);
});

const failedOf = (id: number) =>
  daftar.database.sql<{ kind: string; said: string; refund: number; amount: number }[]>`
    select kind, said, refund_id as refund, amount_piastres as amount from discrepancies
     where transaction_id = ${id} and ending is null order by id`;

test('a refund that Fawry takes back is looked up by an operator, also when it is told more than once', async () => {
  const { id, ref } = await payLive(WALLET);
  await refund(daftar, owner, id, { amount: 100 });
  await hear();
  const [made] = await refundsOf(id);
  expect(made).toMatchObject({ state: 'succeeded' });
  await standIn.reverseRefunds!(ref);
  const told = standIn.takeNotifications();
  await hear(told);
  await hear(told);
  expect(await failedOf(id)).toEqual([
    { kind: 'refund-failed', said: 'PAID', refund: made!.id, amount: 10_000 },
  ]);
});

test('late news of the payment itself is not taken for a refund that came back', async () => {
  const { id, ref } = await payLive(WALLET, 'yes', 'late');
  const late = standIn.takeNotifications();
  await checkoutJobs['ask-payment']!(daftar.app, await attemptOf(ref));
  await refund(daftar, owner, id, { amount: 100 });
  await hear(late);
  expect(await failedOf(id)).toEqual([]);
});

test('of two refunds that were the whole, each is looked up when Fawry says that only a part is refunded', async () => {
  const { id, ref } = await payLive(WALLET);
  await refund(daftar, owner, id, { amount: 60 });
  await refund(daftar, owner, id, { amount: 40 });
  await hear();
  expect(await refundsOf(id)).toMatchObject([{ state: 'succeeded' }, { state: 'succeeded' }]);
  await standIn.reverseRefunds!(ref);
  await standIn.refundInDashboard(ref, 4_000);
  await hear(standIn.takeNotifications().slice(-1));
  expect(await failedOf(id)).toMatchObject([
    { kind: 'refund-failed', said: 'PARTIAL_REFUNDED', amount: 6_000 },
    { kind: 'refund-failed', said: 'PARTIAL_REFUNDED', amount: 4_000 },
  ]);
});

test('a code that is paid twice is two payments, and either can be refunded', async () => {
  const { id, ref } = await payLive(KIOSK);
  await standIn.act(ref, 'pay-again');
  const again = standIn.takeNotifications();
  await hear(again);
  await hear(again);
  const rows = await daftar.database.sql<{ id: number; flags: string[]; charged: number }[]>`
    select id, flags, charged_piastres as charged from transactions where merchant_id = ${owner.merchantId} order by id`;
  expect(rows).toEqual([
    { id, flags: [], charged: 10_000 },
    { id: expect.any(Number), flags: ['duplicate'], charged: 10_000 },
  ]);
  await createRefund(daftar.app, callerOf(owner), rows[1]!.id, { amount: 10_000, reason: '', ...BANK });
  await hear();
  expect(await refundsOf(rows[1]!.id)).toMatchObject([{ state: 'succeeded' }]);
  expect(standIn.books()).toMatchObject([{ receivedPiastres: 20_000, refundedPiastres: 10_000 }]);
});
