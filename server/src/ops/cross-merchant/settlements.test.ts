/** Settlements as the provider's staff run them and transfer them to banks. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { balances, differences, pay, receivingAccount, refund } from '../../../tests/kit/money.ts';
import { deskOf } from '../../../tests/kit/ops.ts';
import { foundAfter } from '../../../tests/kit/proofs.ts';
import {
  type Actor,
  type OperatorActor,
  startTestServer,
  type TestServer,
} from '../../../tests/kit/server.ts';
import { settlementChecks } from '../../settlements/checks.ts';
import { settleAllDue } from '../../settlements/service.ts';

let daftar: TestServer;
let finance: OperatorActor;
let reviewer: OperatorActor;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  // A Monday morning; sessions do not outlive a working day.
  daftar.clock.set('2026-06-15T09:00:00Z');
  owner = await daftar.merchant();
  [finance, reviewer] = [await daftar.operator('finance'), await daftar.operator('reviewer')];
});

const { ask, tell, lastAudit, approveNewest } = deskOf(() => daftar);

/** Settles the payments due by a day. @returns how many settlements were made. */
const settleOn = (day: string) => {
  const clock = { now: () => new Date(`${day}T09:00:00Z`) };
  return settleAllDue({ ...daftar.app, clock }, owner.merchantId);
};

const list = async (query: Record<string, string> = {}) =>
  (await ask(finance, '/settlements', { merchant_id: String(owner.merchantId), ...query })).body.data;
const payPath = (id: number) => `/settlements/${owner.merchantId}/${id}/paid`;

test('settlements are run at once, but not while they are held', async () => {
  await pay(daftar, owner);
  const path = `/merchants/${owner.merchantId}/settlement-hold`;
  const run = async () =>
    (await tell(finance, '/settlements/run', { merchant_id: owner.merchantId })).body.data.made;
  expect(await run()).toBe(0);
  daftar.clock.set('2026-06-16T07:00:00Z');
  finance = await daftar.operator('finance');
  expect((await tell(finance, path, { reason: 'Being looked at' })).status).toBe(200);
  expect((await tell(finance, path, { reason: 'again' })).status).toBe(400);
  expect(await run()).toBe(0);
  expect((await ask(finance, '/merchants', { q: owner.email })).body.data[0].is_held).toBe(true);
  const release = `/merchants/${owner.merchantId}/settlement-release`;
  expect((await tell(finance, release, { reason: 'Looked at' })).status).toBe(200);
  expect(await run()).toBe(0);
  expect((await approveNewest(await daftar.operator('finance'))).status).toBe(200);
  expect(await run()).toBe(1);
  expect(await lastAudit()).toMatchObject({ action: 'settlement.run', after: { made: 1 } });
  expect(await run()).toBe(0);
});

test('settlements show the amount after debts and the account as it was; only those with an amount wait for a transfer', async () => {
  const bankAccountId = await receivingAccount(daftar, owner);
  const { id } = await pay(daftar, owner);
  expect(await settleOn('2026-06-16')).toBe(1);
  const [first] = await list();
  expect((await tell(finance, payPath(first.id), { bank_reference: 'CIB-0' })).status).toBe(200);
  expect((await refund(daftar, owner, id, { amount: 100 })).status).toBe(200);
  await pay(daftar, owner, { pounds: 50 });
  expect(await settleOn('2026-06-17')).toBe(1);
  await pay(daftar, owner, { pounds: 200 });
  expect(await settleOn('2026-06-18')).toBe(1);
  await daftar.database.sql`
    update bank_accounts set bank_name = 'NBE', iban = 'EG920037000112345678901230000'
     where merchant_id = ${owner.merchantId} and id = ${bankAccountId}`;
  const [netted, filled] = await list();
  expect(netted).toMatchObject({
    amount: 190.31,
    bank_amount: 135.32,
    bank_account: {
      name: 'Nour Trading',
      bank: 'CIB',
      branch: 'Maadi',
      number: '1234567',
      iban: 'EG380019000500000000263180002',
      swift: '',
    },
    stopped: null,
    paid_at: null,
  });
  expect(filled).toMatchObject({ amount: 45.01, bank_amount: 0, bank_account: null });
  const ids = (rows: { id: number }[]) => rows.map((row) => row.id);
  expect(ids(await list({ state: 'unpaid' }))).toEqual([netted.id]);
  expect(ids(await list({ state: 'balance' }))).toEqual([filled.id]);
  expect(ids(await list({ state: 'paid' }))).toEqual([first.id]);

  const before = await balances(daftar, owner);
  expect((await tell(finance, payPath(netted.id), { bank_reference: '' })).status).toBe(422);
  const answers = await Promise.all(
    ['CIB-1', 'CIB-2', 'CIB-3'].map((bank_reference) =>
      tell(finance, payPath(netted.id), { bank_reference }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  expect(await lastAudit()).toMatchObject({
    action: 'settlement.paid',
    after: { amountPiastres: 13_532, bankAccount: 'CIB ****0002' },
  });
  // The ledger sent it when it was settled.
  expect(await balances(daftar, owner)).toEqual(before);
  // The balance suffices again, but still nothing goes to a bank.
  await daftar.database
    .sql`update bank_accounts set receives_settlements = false where merchant_id = ${owner.merchantId}`;
  await pay(daftar, owner, { pounds: 300 });
  expect(await settleOn('2026-06-21')).toBe(1);
  for (const row of await list({ state: 'balance' })) {
    expect(row.maybe_transferred).toBe(false);
    for (const already_transferred of [true, false]) {
      const body = { bank_reference: 'CIB-9', already_transferred };
      const stays = await tell(finance, payPath(row.id), body);
      expect(stays.status).toBe(400);
      expect(stays.body.message).toContain('balance');
    }
  }
  expect(await list({ state: 'balance' })).toHaveLength(2);
  expect(await differences(daftar)).toEqual([]);
});

test('a settlement of an earlier release that a bank had already transferred leaves the balance once, as far as it is covered', async () => {
  const { sql } = daftar.database;
  const asBefore = () =>
    sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update settlements set maybe_transferred = true where merchant_id = ${owner.merchantId}`;
    });
  const { id } = await pay(daftar, owner);
  await pay(daftar, owner);
  expect(await settleOn('2026-06-16')).toBe(1);
  await asBefore();
  const [row] = await list({ state: 'balance' });
  const amount = Math.round(row.amount * 100);
  const before = await balances(daftar, owner);
  const body = { bank_reference: 'CIB-1', already_transferred: true };
  const answers = await Promise.all([1, 2, 3].map(() => tell(finance, payPath(row.id), body)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  const after = await balances(daftar, owner);
  expect([before.available! - after.available!, after.bank! - (before.bank ?? 0)]).toEqual([amount, amount]);
  expect(await lastAudit()).toMatchObject({
    action: 'settlement.paid',
    after: { amountPiastres: amount, bankAccount: null, alreadyTransferred: true },
  });
  expect(await list({ state: 'paid' })).toMatchObject([
    { id: row.id, bank_reference: 'CIB-1', maybe_transferred: false },
  ]);
  expect(await differences(daftar)).toEqual([]);
  // If this release had made it, the books would show that none of it can be at a bank.
  const made = `update settlements set maybe_transferred = false where id = ${row.id}`;
  expect(await foundAfter(sql, settlementChecks, made)).toEqual([
    ['settlements_paid_once', `live ${row.reference}`, '0', String(amount)],
  ]);

  await pay(daftar, owner);
  expect(await settleOn('2026-06-17')).toBe(1);
  await asBefore();
  // The merchant has already received a part of the settled amount.
  expect((await refund(daftar, owner, id, { amount: 50 })).status).toBe(200);
  const [second] = await list({ state: 'balance' });
  const refused = await tell(finance, payPath(second.id), { ...body, bank_reference: 'CIB-2' });
  expect(refused.status).toBe(400);
  expect(refused.body.message).toContain('balance does not cover');
  expect(await list({ state: 'balance' })).toMatchObject([{ id: second.id, paid_at: null }]);
  expect(await differences(daftar)).toEqual([]);
});

test.each([
  ['suspended', () => tell(reviewer, `/merchants/${owner.merchantId}/suspend`, { reason: 'Papers' })],
  ['held', () => tell(finance, `/merchants/${owner.merchantId}/settlement-hold`, { reason: 'Looked at' })],
] as const)(
  'a merchant who is %s gets no transfer, unless the bank had already made it',
  async (stopped, stop) => {
    await receivingAccount(daftar, owner);
    await pay(daftar, owner);
    expect(await settleOn('2026-06-16')).toBe(1);
    expect((await stop()).status).toBe(200);
    const [row] = await list({ state: 'unpaid' });
    expect(row).toMatchObject({ stopped });
    const refused = await tell(finance, payPath(row.id), { bank_reference: 'CIB-1' });
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain('nothing may be transferred');
    expect(await list({ state: 'paid' })).toEqual([]);
    const body = { bank_reference: 'CIB-1', already_transferred: true };
    expect((await tell(finance, payPath(row.id), body)).status).toBe(200);
    expect(await lastAudit()).toMatchObject({
      action: 'settlement.paid',
      after: { alreadyTransferred: true },
    });
  },
);
