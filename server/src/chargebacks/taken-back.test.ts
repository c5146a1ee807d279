/** Reversal of mistaken decisions of disputes, and cases opened on the command line. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { balances, differences, type Paid, pay, rowOf, settleAll } from '../../tests/kit/money.ts';
import { deskOf } from '../../tests/kit/ops.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { moneyCommands } from '../ops/money.ts';
import { observeDispute } from './observed.ts';

let daftar: TestServer;
let finance: OperatorActor;
let second: OperatorActor;
let owner: Actor;
let payment: Paid;
beforeAll(async () => {
  daftar = await startTestServer();
  finance = await daftar.operator('finance');
  second = await daftar.operator('finance');
});
afterAll(() => daftar.close());
beforeEach(async () => {
  owner = await daftar.merchant();
  payment = await pay(daftar, owner);
});
afterEach(async () => {
  expect(await differences(daftar)).toEqual([]);
});

const { ask, tell, approveNewest, lastAudit } = deskOf(() => daftar);
const row = async () =>
  (await ask(finance, '/chargebacks', { merchant_id: String(owner.merchantId) })).body.data[0];
const act = async (what: string, body: object) => {
  const { id } = await row();
  return tell(finance, `/chargebacks/${owner.merchantId}/${id}/${what}`, body);
};
/** Decides a dispute; for the merchant, with a second operator. */
const decide = async (decision: 'apply' | 'withdraw') => {
  const done = await act(decision, { answered_at: null, reason: 'Seen', even_though_due: true });
  return decision === 'apply' ? done : approveNewest(second);
};
const open = (caseId = 'C-1') =>
  tell(finance, `/transactions/${owner.merchantId}/${payment.id}/chargeback`, {
    reason: 'fraudulent',
    case_id: caseId,
  });
const REASON = { reason: 'The wrong button' };

test.each([
  ['apply', 1],
  ['withdraw', 2],
] as const)(
  'one that an operator decided by %s is open again as it was, once, and can be decided anew',
  async (decision, status) => {
    await settleAll(daftar, owner);
    await open();
    const held = await balances(daftar, owner);
    const before = await row();
    expect((await act('take-back', REASON)).body.message).toBe('This chargeback has not been decided');
    expect((await decide(decision)).status).toBe(200);
    expect((await act('take-back', {})).body.errors).toHaveProperty('reason');
    const both = await Promise.all([act('take-back', REASON), act('take-back', REASON)]);
    expect(both.map((each) => each.status).sort()).toEqual([200, 400]);
    expect(await balances(daftar, owner)).toEqual(held);
    expect(await rowOf(daftar, payment.id)).toMatchObject({ disputed: 10_000 });
    const after = await row();
    expect(after).toMatchObject({
      status: 0,
      stage: before.stage,
      due_date: before.due_date,
      decided_at: null,
      decided_by_processor: false,
    });
    expect(after.history).toMatchObject([
      { status: 0, note: '' },
      { status, note: 'Seen' },
      { status: 0, note: 'The wrong button' },
    ]);
    expect(await lastAudit()).toMatchObject({ action: 'chargeback.reopened', actor: finance.email });
    const path = '/merchant/chargebacks';
    const theirs = await daftar.call({ path, mode: 'live', as: owner });
    expect(theirs.body.data[0].history).toHaveLength(3);
    expect(theirs.raw).not.toContain('The wrong button');
    expect((await decide(decision === 'apply' ? 'withdraw' : 'apply')).status).toBe(200);
    expect(await row()).toMatchObject({ status: decision === 'apply' ? 2 : 1 });
  },
);

test('one that the processor decided stays decided', async () => {
  const [attempt] = await daftar.database.sql<{ id: number }[]>`
    select id from payment_attempts where transaction_id = ${payment.id}`;
  const said = { caseId: 'C-1', amountPiastres: 10_000, stage: 'chargeback', state: 'lost' } as const;
  const of = { merchantId: owner.merchantId, id: attempt!.id, accountId: null };
  await observeDispute(daftar.app, of, { ...said, reasonCode: '', dueAt: null });
  expect(await row()).toMatchObject({ status: 1, decided_by_processor: true });
  const refused = await act('take-back', REASON);
  expect(refused.body.message).toBe('The processor reported this decision, so it cannot be taken back');
});

test('one whose money another dispute holds since stays won', async () => {
  await open();
  await decide('withdraw');
  const { id } = await row();
  await open('C-2');
  const refused = await tell(finance, `/chargebacks/${owner.merchantId}/${id}/take-back`, REASON);
  expect(refused.status).toBe(400);
  expect(await rowOf(daftar, payment.id)).toMatchObject({ disputed: 10_000 });
});

test('the command line opens one with the case of the network, without the direction marks of a copied id', async () => {
  const run = (...words: string[]) =>
    moneyCommands['chargeback-open']!(daftar.app, [payment.reference, ...words], 'ops:test');
  expect(await run('sixty')).toBeNull();
  expect(await run('60', 'Never', 'arrived', '--case=C-\u202e7')).toMatch(/^CHB-.*: opened$/);
  expect(await row()).toMatchObject({ amount: 60, case_id: 'C-7', reason: 'Never arrived' });
});
