/** Matching lines when ids, signs and files of processors mislead. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { differences, type Paid, pay, refund } from '../../tests/kit/money.ts';
import { deskOf } from '../../tests/kit/ops.ts';
import { aProfile, csvOf, fileForm, moveToAccount, type Row } from '../../tests/kit/reconciliation.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { applyOutcome } from '../checkout/outcomes.ts';
import { keepIds } from '../processors/store.ts';
import { reconciliationJobs } from './missing.ts';

let daftar: TestServer;
let finance: OperatorActor;
let owner: Actor;
let profile: { id: number; accountId: number };
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  daftar.clock.set('2026-06-15T09:00:00Z');
  owner = await daftar.merchant();
  ({ finance, ...profile } = await aProfile(daftar));
});
const { ask, tell } = deskOf(() => daftar);

type AtAccount = Paid & { attemptId: number };
const paid = async (refundPounds = 0): Promise<AtAccount> => {
  const payment = await pay(daftar, owner);
  if (refundPounds > 0) await refund(daftar, owner, payment.id, { amount: refundPounds, reason: 'Broken' });
  await moveToAccount(daftar, owner, payment.id, profile.accountId);
  const [row] = await daftar.app.db<{ id: number }[]>`
    select id from payment_attempts where merchant_id = ${owner.merchantId} and transaction_id = ${payment.id}`;
  return { ...payment, attemptId: row!.id };
};
const named = (payment: AtAccount, ids: Record<string, string>) =>
  keepIds(
    daftar.app.db,
    { merchantId: owner.merchantId, id: payment.attemptId },
    profile.accountId,
    Object.entries(ids).map(([kind, value]) => ({ kind, value })) as never,
    daftar.clock.now(),
  );
const send = async (rows: readonly Row[]) => {
  const reply = await tell(finance, `/reconciliation/profiles/${profile.id}/import`, fileForm(csvOf(rows)));
  expect(reply.status, reply.raw).toBe(200);
  return reply.body.data as { id: number };
};
const breaks = async () =>
  (await ask(finance, '/reconciliation/breaks', { account_id: String(profile.accountId) })).body.data
    .map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount])
    .filter(([kind]: [string]) => kind !== 'batch_not_paid');
const matches = async ({ id }: { id: number }) =>
  (await ask(finance, `/reconciliation/files/${id}/lines`)).body.data.map(
    ({ match }: { match: { reference: string } | null }) => match?.reference ?? null,
  );
const missing = async () => {
  daftar.clock.advance({ days: 10 });
  finance = await daftar.operator('finance');
  await reconciliationJobs['reconcile-missing']!(daftar.app, {});
};
const voided = (payment: Paid) => daftar.database.sql`
  update refunds set way = 'void' where merchant_id = ${owner.merchantId} and transaction_id = ${payment.id}`;

test('a payment that was voided as a whole is missed in no file; when its line comes without the void, the void is missed', async () => {
  const [quiet, billed] = [await paid(100), await paid(100)];
  for (const payment of [quiet, billed]) await voided(payment);
  const other = await paid();
  await send([
    { gross: 10_000, order: other.reference },
    { gross: 10_000, order: billed.reference },
  ]);
  await missing();
  expect(await breaks()).toEqual([['ours_only', -100]]);
  const day = '2026-06-15';
  const made = await tell(finance, '/reconciliation/cut-offs', { account_id: profile.accountId, day });
  const { figures } = (await ask(finance, `/reconciliation/cut-offs/${made.body.data.id}`)).body.data;
  // The payment in the file, and its void; nothing is open of the other one.
  expect(figures.clearing).toMatchObject({ items: { count: 3, amount: 100 }, difference: 0 });
  expect(figures.reasons.map(({ reason }: { reason: string }) => reason)).not.toContain('unexplained');
});

test('a refund without a void is missed as before', async () => {
  const payment = await paid(100);
  await send([{ gross: 1, id: 'first' }]);
  await missing();
  expect(await breaks()).toEqual(
    expect.arrayContaining([
      ['ours_only', -100],
      ['ours_only', 100],
    ]),
  );
  expect(payment.id).toBeGreaterThan(0);
});

test('money that came twice is matched by the ids of its payment: each line with a payment of its own, a third is a duplicate', async () => {
  const payment = await paid();
  await named(payment, { receipt: '616112345678', transaction: '9001' });
  const ref = { merchantId: owner.merchantId, id: payment.attemptId };
  const again = {
    state: 'succeeded',
    reference: 'money-2',
    receivedPiastres: 10_000,
    disputes: false,
  } as const;
  await applyOutcome(daftar.app, ref, again);
  const [copy] = await daftar.app.db<{ reference: string }[]>`
    select t.reference from payment_attempts a join transactions t on t.merchant_id = a.merchant_id and t.id = a.transaction_id
     where a.merchant_id = ${owner.merchantId} and a.duplicate_of = ${payment.attemptId}`;
  const line = { gross: 10_000, id: '9001' };
  const file = await send([line, { ...line, date: '16/06/2026' }, { ...line, date: '17/06/2026' }]);
  expect(await matches(file)).toEqual([payment.reference, copy!.reference, null]);
  expect(await breaks()).toEqual([['duplicate', 100]]);
  // A line with our reference of a payment is about that payment.
  const byName = await send([{ gross: 10_000, order: payment.reference, date: '18/06/2026' }]);
  expect(await matches(byName)).toEqual([null]);
  expect(await differences(daftar)).toEqual([]);
});

test('a line of the opposite sign is named as that, and not as too much or too little', async () => {
  const payment = await paid();
  await send([{ gross: -10_000, order: payment.reference }]);
  expect(await breaks()).toEqual([['sign', -200]]);
});

test('a transaction id that is another payment’s order id makes no line ambiguous', async () => {
  const [first, second] = [await paid(), await paid()];
  await named(first, { transaction: '700', order: '701' });
  await named(second, { transaction: '701', order: '702' });
  const file = await send([
    { gross: 10_000, id: '700' },
    { gross: 10_000, id: '701', date: '16/06/2026' },
  ]);
  expect(await matches(file)).toEqual([first.reference, second.reference]);
  expect(await breaks()).toEqual([]);
});

test('a file that names orders is read by orders, although one of them is another payment’s transaction id', async () => {
  const [first, second] = [await paid(), await paid()];
  await named(first, { transaction: '800', order: '801' });
  await named(second, { transaction: '801', order: '802' });
  const file = await send([
    { gross: 10_000, id: '801' },
    { gross: 10_000, id: '802', date: '16/06/2026' },
  ]);
  expect(await matches(file)).toEqual([first.reference, second.reference]);
  expect(await breaks()).toEqual([]);
});
