/** The figures of the console's overview: kept by a job, equal to the rows. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differences, pay, refund } from '../../tests/kit/money.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { bookCost } from '../acquirer-costs/service.ts';
import { openChargeback } from '../chargebacks/decide.ts';
import { anAccount } from '../ledger/testing.ts';
import { deskOf } from '../ops/testing.ts';
import { moveToAccount } from '../reconciliation/testing.ts';
import { insertTransaction } from '../transactions/testing.ts';
import { sumUpPayments } from './jobs.ts';

let daftar: TestServer;
let owner: Actor;
let reviewer: OperatorActor;
beforeAll(async () => {
  daftar = await startTestServer();
  daftar.clock.set('2026-06-10T09:00:00Z');
  owner = await daftar.merchant();
});
afterAll(() => daftar.close());
const { ask } = deskOf(() => daftar);

const JUNE = { date_from: '2026-06-08', date_to: '2026-06-14' };
const overview = async (query: Record<string, string> = {}) =>
  (await ask(reviewer, '/overview', { ...JUNE, merchant_id: String(owner.merchantId), ...query })).body.data;
const run = () => sumUpPayments(daftar.app);
const kept = () => daftar.database.sql`select * from payment_figures order by 1, 2, 3, 4, 5`;

test('the figures follow what becomes of payments, also days later, and running the job again changes nothing', async () => {
  const { sql } = daftar.database;
  const card = await pay(daftar, owner, { pounds: 100 });
  const account = await anAccount(sql);
  await moveToAccount(daftar, owner, card.id, account);
  await pay(daftar, owner, { pounds: 50, method: 3 });
  const returned = await pay(daftar, owner, { pounds: 40 });
  await pay(daftar, owner, { pounds: 70, mode: 'test' });
  const [, waiting] = await Promise.all(
    [2, 0].map((status) =>
      insertTransaction(sql, { ...owner, mode: 'live' }, { status, createdAt: daftar.clock.now() }),
    ),
  );
  await run();
  daftar.clock.set('2026-06-12T09:00:00Z');
  reviewer = await daftar.operator('reviewer');
  await run();

  const first = await overview();
  expect(first.as_of).toBe('2026-06-12T09:00:00.000Z');
  expect(first.totals).toMatchObject({
    paid: 3,
    failed: 1,
    open: 1,
    volume: 190,
    chargebacks: 0,
    refunded: 0,
  });
  expect(first.totals.fees).toBeGreaterThan(0);
  expect(first.days.map(({ day, figures }: never) => [day, (figures as { paid: number }).paid])).toEqual([
    ['2026-06-08', 0],
    ['2026-06-09', 0],
    ['2026-06-10', 3],
    ['2026-06-11', 0],
    ['2026-06-12', 0],
    ['2026-06-13', 0],
    ['2026-06-14', 0],
  ]);
  expect(first.methods.map(({ method }: { method: { id: number } }) => method.id)).toEqual([1, 3]);
  expect(first.accounts[0]).toMatchObject({
    account: { id: account, name: 'Bank' },
    figures: { volume: 100 },
  });
  expect((await overview({ account_id: '0' })).totals).toMatchObject({ paid: 2, volume: 90, failed: 1 });
  expect((await overview({ payment_method_id: '3' })).totals).toMatchObject({ paid: 1, volume: 50 });
  expect((await overview({ mode: 'test' })).totals).toMatchObject({ paid: 1, volume: 70 });
  // The period before ends the day before this one begins.
  const later = await overview({ date_from: '2026-06-11', date_to: '2026-06-12' });
  expect([later.totals.paid, later.before.paid]).toEqual([0, 3]);
  const { merchant_id: _, ...all } = { merchant_id: '', ...JUNE };
  expect((await ask(reviewer, '/overview', all)).body.data.totals.volume).toBe(190);

  // The day is closed; a refund, a chargeback and an outcome change it.
  // The merchant's session is of the first day.
  daftar.clock.set('2026-06-10T09:05:00Z');
  expect((await refund(daftar, owner, returned.id, { amount: 30 })).status).toBe(200);
  daftar.clock.set('2026-06-12T09:05:00Z');
  const ref = { merchantId: owner.merchantId, transactionId: card.id };
  await bookCost(daftar.app, ref, {
    kind: 'acquirer_fee',
    amountPiastres: 200,
    vatPiastres: null,
    reference: 'C-1',
    actor: 'ops',
  });
  await openChargeback(daftar.app, ref, {
    amountPiastres: 2_000,
    reason: 'x',
    caseId: '',
    reasonCode: '',
    stage: 'chargeback',
    actor: 'ops',
  } as never);
  await sql`update transactions set status = 5 where merchant_id = ${owner.merchantId} and id = ${waiting!}`;
  await run();
  expect((await overview()).totals).toMatchObject({
    paid: 3,
    failed: 2,
    open: 0,
    volume: 190,
    refunded: 30,
    costs: 2,
    chargebacks: 1,
    lost_chargebacks: 0,
  });
  const now = await kept();
  await run();
  expect(await kept()).toEqual(now);
  const top = (await ask(reviewer, '/overview/merchants', JUNE)).body.data;
  expect(top).toHaveLength(1);
  expect(top[0]).toMatchObject({ merchant: { id: owner.merchantId }, figures: { volume: 190, paid: 3 } });
  expect((await ask(reviewer, '/overview/merchants', { ...JUNE, q: 'nobody has this' })).body.data).toEqual(
    [],
  );

  // Counted anew from nothing, it is the same.
  await sql`delete from payment_figures_state`;
  await sql`delete from payment_figures`;
  await run();
  expect(await kept()).toEqual(now);

  const ours = async () => (await differences(daftar)).filter(({ rule }) => rule.startsWith('payment_'));
  await sql`update payment_figures_state set as_of = '2026-06-20T00:00:00Z'`;
  expect(await ours()).toEqual([]);
  await sql`update payment_figures set paid_count = paid_count + 1 where payment_method = 3 and mode = 'live'`;
  expect((await ours()).map(({ rule }) => rule).sort()).toEqual(['payment_figures', 'payment_totals']);
});

test('a period is at most a year and does not end before it begins', async () => {
  const ask2 = async (query: Record<string, string>) => (await ask(reviewer, '/overview', query)).body.errors;
  expect(await ask2({ date_from: '2026-06-02', date_to: '2026-06-01' })).toHaveProperty('date_to');
  expect(await ask2({ date_from: '2025-01-01', date_to: '2026-06-01' })).toHaveProperty('date_to');
  expect(await ask2({ date_to: '2026-06-01' })).toHaveProperty('date_from');
});

test('what waits is counted for whoever may look at it', async () => {
  const finance = await daftar.operator('finance');
  const of = async (who: OperatorActor) =>
    Object.fromEntries(
      (await ask(who, '/overview/waiting')).body.data.map(({ kind, count }: never) => [kind, count]),
    );
  const before = await of(finance);
  expect(before).not.toHaveProperty('kyc');
  await insertPayout();
  expect((await of(finance)).payouts).toBe(before.payouts + 1);
  const theirs = await of(reviewer);
  expect(theirs).toHaveProperty('kyc');
  expect(theirs).not.toHaveProperty('payouts');
});

const insertPayout = () => daftar.database.sql`
  insert into payouts (merchant_id, mode, code, transaction_id, amount_piastres, requested_by, created_at, expires_at)
  values (${owner.merchantId}, 'live', 'PAY-OVERVIEW01', 1, 100,
          (select min(id) from users where merchant_id = ${owner.merchantId}), now(), now())`;
