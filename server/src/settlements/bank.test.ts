import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { balances, differences, pay, refund } from '../testing/money.ts';
import { type Actor, startTestServer, type TestServer } from '../testing/server.ts';
import { settleAllDue } from './service.ts';

/** Settlements that go to the merchant's bank account, to the piastre. */
let daftar: TestServer;
let owner: Actor;
let bankAccountId: number;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  // A Monday.
  daftar.clock.set('2026-06-15T09:00:00Z');
  owner = await daftar.merchant();
  bankAccountId = await addAccount();
  await toggle();
});

const run = (moment: string) => settleAllDue({ ...daftar.app, clock: { now: () => new Date(moment) } });
const list = async () =>
  (await daftar.call({ path: '/merchant/settlements', mode: 'live', as: owner })).body.data;

async function addAccount(): Promise<number> {
  const body = new FormData();
  const fields = {
    bankAccountName: 'Nour',
    bankAccountNumber: '1234567',
    bankName: 'CIB',
    bankBranch: 'Maadi',
    iban: 'EG380019000500000000263180002',
  };
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const path = '/merchant/AccountSettings/AddBankAccount';
  return (await daftar.call({ method: 'POST', path, mode: 'live', as: owner, body })).body.data.bankAccountId;
}

async function toggle(): Promise<void> {
  const path = '/merchant/AccountSettings/ToggleReceiveSettlement';
  await daftar.call({ method: 'POST', path, mode: 'live', as: owner, body: { bankAccountId } });
}

test('the receiving account is paid, and the settlement names it, also once it is deleted', async () => {
  await pay(daftar, owner);
  await run('2026-06-16T06:00:00Z');
  const expected = { amount: 93.44, bank_account: 'CIB ****0002', bank_amount: 93.44 };
  expect(await list()).toMatchObject([expected]);
  expect(await balances(daftar, owner)).toMatchObject({ pending: 0, available: 0, bank: 9344 });
  const path = '/merchant/AccountSettings/DeleteBankAccount';
  const query = { bankAccountId: String(bankAccountId) };
  expect((await daftar.call({ method: 'DELETE', path, mode: 'live', as: owner, query })).status).toBe(200);
  expect(await list()).toMatchObject([expected]);
  await pay(daftar, owner);
  await run('2026-06-17T06:00:00Z');
  expect(await list()).toMatchObject([{ bank_account: null, bank_amount: 0 }, expected]);
  expect(await balances(daftar, owner)).toMatchObject({ available: 9344, bank: 9344 });
  expect(await differences(daftar)).toEqual([]);
});

test('what the merchant owes after a refund of settled money is filled up first', async () => {
  const { id } = await pay(daftar, owner);
  await run('2026-06-16T06:00:00Z');
  await refund(daftar, owner, id, { amount: 100 });
  expect(await balances(daftar, owner)).toMatchObject({ available: -10_000 });
  await pay(daftar, owner, { pounds: 50 });
  await run('2026-06-17T06:00:00Z');
  expect((await list())[0]).toMatchObject({ amount: 45.01, bank_account: null, bank_amount: 0 });
  await pay(daftar, owner, { pounds: 200 });
  await run('2026-06-18T06:00:00Z');
  expect((await list())[0]).toMatchObject({
    amount: 190.31,
    bank_account: 'CIB ****0002',
    bank_amount: 135.32,
  });
  expect(await balances(daftar, owner)).toMatchObject({ pending: 0, available: 0, bank: 9344 + 13_532 });
  expect(await differences(daftar)).toEqual([]);
});

test('nothing is paid out of what the pending balance does not cover', async () => {
  await pay(daftar, owner);
  daftar.clock.advance({ minutes: 10 });
  const later = await pay(daftar, owner);
  await daftar.database.sql`
    update transactions set expected_settlement_on = '2026-06-17'
     where merchant_id = ${owner.merchantId} and id = ${later.id}`;
  await refund(daftar, owner, later.id, { amount: 100 });
  await run('2026-06-16T06:00:00Z');
  expect(await list()).toMatchObject([{ amount: 93.44, bank_account: null, bank_amount: 0 }]);
  expect(await balances(daftar, owner)).toMatchObject({ available: 9344, bank: 0 });
  expect(await differences(daftar)).toEqual([]);
});

test('turned off while settling runs: each batch goes wholly one way, and the books agree', async () => {
  for (let each = 0; each < 3; each += 1) await pay(daftar, owner);
  await Promise.all([run('2026-06-16T06:00:00Z'), toggle(), run('2026-06-16T06:00:00Z'), toggle()]);
  const [only, ...others] = await list();
  expect(others).toEqual([]);
  expect([0, only.amount]).toContain(only.bank_amount);
  expect(await differences(daftar)).toEqual([]);
});
