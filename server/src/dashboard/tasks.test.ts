/** Open tasks of a merchant, and who may see balances. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callerOf, pay } from '../../tests/kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { formOf } from '../../tests/kit/tickets.ts';
import { openChargeback } from '../chargebacks/decide.ts';

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

const tasks = async (as: Actor = owner, mode: 'live' | 'test' = 'live') => {
  const { body } = await daftar.call({ path: '/merchant/statistics/tasks', mode, as });
  return Object.fromEntries(
    body.data.map(({ kind, count }: { kind: string; count: number }) => [kind, count]),
  );
};

test('nothing waits at a merchant that has nothing to do', async () => {
  expect(await tasks()).toEqual({});
});

test('a dispute waits until it is answered, for whoever may see disputes, in its mode', async () => {
  const { id } = await pay(daftar, owner, { pounds: 100 });
  await openChargeback(daftar.app, { merchantId: owner.merchantId, transactionId: id }, {
    amountPiastres: 2_000,
    reason: 'x',
    caseId: '',
    reasonCode: '',
    stage: 'chargeback',
    actor: 'ops',
  } as never);
  expect(await tasks()).toEqual({ chargebacks: 1 });
  expect(await tasks(owner, 'test')).toEqual({});
  expect(await tasks(await daftar.colleague(owner, ['view-settlements']))).toEqual({});
});

test('a dispute whose time to answer is up waits for nobody; what is counted is what its link lists', async () => {
  const listed = async (path: string, query: Record<string, string>) =>
    (await daftar.call({ path, mode: 'live', as: owner, query })).body.data.length;
  const disputes = () => listed('/merchant/chargebacks', { answer: 'due' });
  const { sql } = daftar.database;
  const open = async () => {
    const { id } = await pay(daftar, owner, { pounds: 100 });
    await openChargeback(daftar.app, { merchantId: owner.merchantId, transactionId: id }, {
      amountPiastres: 2_000,
      reason: 'x',
      caseId: '',
      reasonCode: '',
      stage: 'chargeback',
      actor: 'ops',
    } as never);
  };
  await open();
  await open();
  await sql`
    update chargebacks set answered_at = ${daftar.clock.now()}, answer = 'Delivered'
     where id = (select min(id) from chargebacks where merchant_id = ${owner.merchantId})`;
  expect([await tasks(), await disputes()]).toEqual([{ chargebacks: 1 }, 1]);
  daftar.clock.set('2026-08-15T09:00:00Z');
  owner = await daftar.elsewhere(owner);
  expect([await tasks(), await disputes()]).toEqual([{}, 0]);
});

test('tickets that were answered, and requests of others, are what their links list', async () => {
  const { sql } = daftar.database;
  const listed = async (path: string, waits_for: string) =>
    (await daftar.call({ path, mode: 'live', as: owner, query: { waits_for } })).body.data.length;
  const open = () =>
    daftar.call({
      method: 'POST',
      path: '/merchant/support/create-ticket',
      mode: 'live',
      as: owner,
      body: formOf({ ticket_type: 4, ticket_message: 'Please help' }),
    });
  const { id } = (await open()).body.data;
  await open();
  await sql`
    update tickets set waiting_since = null, first_response_at = ${daftar.clock.now()}
     where merchant_id = ${owner.merchantId} and id = ${id}`;
  expect(await tasks()).toEqual({ tickets: 1 });
  expect(await listed('/merchant/support', 'merchant')).toBe(1);
  const { userId } = callerOf(owner);
  const other = callerOf(await daftar.colleague(owner, ['payout-request-transactions'])).userId;
  for (const by of [userId, other]) {
    await sql`
      insert into approvals (merchant_id, mode, kind, state, amount_piastres, requested_by, created_at, expires_at)
      values (${owner.merchantId}, 'live', 'payout', 'waiting', 100, ${by}, ${daftar.clock.now()}, '2026-06-20')`;
  }
  expect(await tasks()).toEqual({ tickets: 1, approvals: 1 });
  expect(await listed('/merchant/approvals', 'me')).toBe(1);
});

test('a payout that came back is named for two weeks, with its transaction', async () => {
  const { sql } = daftar.database;
  const { id } = await pay(daftar, owner, { pounds: 100 });
  await sql`
    insert into payouts (merchant_id, mode, code, transaction_id, amount_piastres, requested_by, created_at, expires_at,
                         state, finished_at)
    values (${owner.merchantId}, 'live', 'PAY-DASHBOARD1', ${id}, 100,
            (select min(id) from users where merchant_id = ${owner.merchantId}), now(), now(), 'expired',
            ${daftar.clock.now()})`;
  const { body } = await daftar.call({ path: '/merchant/statistics/tasks', mode: 'live', as: owner });
  expect(body.data).toEqual([{ kind: 'payouts', count: 1, transaction_id: id }]);
  await sql`
    update payouts set finished_at = ${new Date('2026-06-01T08:00:00Z')} where merchant_id = ${owner.merchantId}`;
  expect(await tasks()).toEqual({});
});

test('whoever has yet to activate is asked to, and who was refused to send again', async () => {
  const { sql } = daftar.database;
  const status = async (n: number) => {
    await sql`update merchants set status = ${n} where id = ${owner.merchantId}`;
    const colleague = await daftar.colleague(owner, ['submit-kyc']);
    return tasks(colleague, 'test');
  };
  expect(await status(2)).toEqual({ rejected: 1 });
});

test('balances, transactions and their methods are shown only to who may see them', async () => {
  const statistics = async (as: Actor) =>
    (await daftar.call({ path: '/merchant/statistics', mode: 'live', as })).body.data;
  await pay(daftar, owner, { pounds: 100 });
  const without = await statistics(await daftar.colleague(owner, ['view-transactions-list']));
  const balances = ['total', 'available', 'pending', 'chargeback', 'reserve'].map(
    (each) => `${each}_balance`,
  );
  for (const name of balances) expect(without[name]).toBeNull();
  expect(without.latest_transactions).toHaveLength(1);
  const allowed = await statistics(await daftar.colleague(owner, ['view-balances']));
  expect(allowed.total_balance).toBeGreaterThan(0);
  expect(allowed.latest_transactions).toEqual([]);
  const methods = async (as: Actor) =>
    (await daftar.call({ path: '/merchant/statistics/payment_methods', mode: 'live', as })).body.data;
  expect(await methods(await daftar.colleague(owner, ['view-balances']))).toEqual([]);
  expect(await methods(await daftar.colleague(owner, ['view-transactions-list']))).toHaveLength(1);
  const reserve = async (as: Actor) =>
    (await daftar.call({ path: '/merchant/reserve', mode: 'live', as })).body.data.balance;
  expect(await reserve(await daftar.colleague(owner, ['view-settlements']))).toBeNull();
  expect(await reserve(await daftar.colleague(owner, ['view-settlements', 'view-balances']))).toBe(0);
});
