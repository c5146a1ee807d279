import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pdf } from '../../tests/kit/files.ts';
import { balances, differences, pay, refund } from '../../tests/kit/money.ts';
import { PASSWORD, withPassword } from '../../tests/kit/profile.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { fileJobs } from '../files/index.ts';
import { paySettlement } from './pay.ts';
import { settleAllDue } from './service.ts';

/** Settlements that go to the merchant's bank account, to the piastre. */
let daftar: TestServer;
let owner: Actor;
let bankAccountId: number;
beforeAll(async () => {
  daftar = await startTestServer({ bankRestHours: 0 });
});
afterAll(() => daftar.close());
beforeEach(async () => {
  // A Monday.
  daftar.clock.set('2026-06-15T09:00:00Z');
  owner = await daftar.merchant();
  await withPassword(daftar, owner);
  // One that receives nothing, and one that does.
  await addAccount({ bankName: 'HSBC', iban: 'EG850019000500000000000000017' });
  bankAccountId = await addAccount();
  await toggle();
});

const run = (moment: string) => settleAllDue({ ...daftar.app, clock: { now: () => new Date(moment) } });
const list = async () =>
  (await daftar.call({ path: '/merchant/settlements', mode: 'live', as: owner })).body.data;

function accountForm(fields: Record<string, string> = {}): FormData {
  const body = new FormData();
  const all = {
    bankAccountName: 'Nour',
    bankAccountNumber: '1234567',
    bankName: 'CIB',
    bankBranch: 'Maadi',
    iban: 'EG380019000500000000263180002',
    ...fields,
  };
  for (const [name, value] of Object.entries(all)) body.append(name, value);
  return body;
}

const send = (name: string, body: FormData) =>
  daftar.call({
    method: 'POST',
    path: `/merchant/AccountSettings/${name}`,
    mode: 'live',
    as: owner,
    body,
  });

const addAccount = async (fields: Record<string, string> = {}): Promise<number> =>
  (await send('AddBankAccount', accountForm(fields))).body.data.bankAccountId;

async function toggle(): Promise<void> {
  const path = '/merchant/AccountSettings/ToggleReceiveSettlement';
  await daftar.call({
    method: 'POST',
    path,
    mode: 'live',
    as: owner,
    body: { bankAccountId, current_password: PASSWORD },
  });
}

async function remove(): Promise<void> {
  const removed = await daftar.call({
    method: 'DELETE',
    path: '/merchant/AccountSettings/DeleteBankAccount',
    mode: 'live',
    as: owner,
    query: { bankAccountId: String(bankAccountId) },
    body: { current_password: PASSWORD },
  });
  expect(removed.status).toBe(200);
}

const told = async () =>
  (await daftar.call({ path: '/merchant/notifications', mode: 'live', as: owner })).body.data.data[0].content;

const next = async () =>
  (await daftar.call({ path: '/merchant/settlements/next', mode: 'live', as: owner })).body.data;

/** Marks every settlement as paid, the oldest first. @returns the account that is named for each */
async function transferred(): Promise<string[]> {
  const { sql } = daftar.database;
  const { merchantId } = owner;
  const made = await sql<{ id: number }[]>`
    select id from settlements where merchant_id = ${merchantId} order by id`;
  for (const { id } of made)
    await paySettlement(daftar.app, { merchantId, id }, { bankReference: `FT-${id}`, actor: 'ops:test' });
  const named = await sql<{ account: string }[]>`
    select after ->> 'bankAccount' as account from audit_log
     where merchant_id = ${merchantId} and action = 'settlement.paid' order by id`;
  return named.map(({ account }) => account);
}

const file = async () => {
  const path = '/merchant/settlements/exportCsv';
  return (await daftar.call({ path, mode: 'live', as: owner, query: { sort_by: 'id' } })).raw;
};

test('the receiving account gets the transfer, and the settlement still names it once it is deleted', async () => {
  await pay(daftar, owner);
  expect(await next()).toMatchObject({ bank_account: 'CIB ****0002', bank_amount: 93.44 });
  await run('2026-06-16T06:00:00Z');
  const expected = { amount: 93.44, bank_account: 'CIB ****0002', bank_amount: 93.44 };
  expect(await list()).toMatchObject([expected]);
  expect(await balances(daftar, owner)).toMatchObject({ pending: 0, available: 0, bank: 9344 });
  expect(await told()).toContain('goes to your bank account');
  await remove();
  expect(await list()).toMatchObject([expected]);
  expect(await file()).toContain(',CIB ****0002,93.44,');
  await pay(daftar, owner);
  await run('2026-06-17T06:00:00Z');
  expect(await list()).toMatchObject([{ bank_account: null, bank_amount: 0 }, expected]);
  expect(await told()).toContain('is ready to pay out');
  expect(await balances(daftar, owner)).toMatchObject({ available: 9344, bank: 9344 });
  expect(await differences(daftar)).toEqual([]);
});

test('a settlement keeps the account as it was, with its letter, whatever happens to the account', async () => {
  const letter = accountForm({ bankAccountId: String(bankAccountId) });
  letter.append('optionalDocument', new Blob([new Uint8Array(pdf())]), 'letter.pdf');
  expect((await send('UpdateBankAccount', letter)).status).toBe(200);
  const { body } = await daftar.call({
    path: '/merchant/AccountSettings/FinancialInfo',
    mode: 'live',
    as: owner,
  });
  const document: string = body.data.find(
    (account: { bankAccountId: number }) => account.bankAccountId === bankAccountId,
  ).optionalDocument;
  await pay(daftar, owner);
  await run('2026-06-16T06:00:00Z');
  const expected = { bank_account: 'CIB ****0002', bank_amount: 93.44 };
  expect(await list()).toMatchObject([expected]);
  const other = {
    bankName: 'NBE',
    iban: 'EG920037000112345678901230000',
    bankAccountId: String(bankAccountId),
    current_password: PASSWORD,
  };
  const replaced = accountForm(other);
  replaced.append('optionalDocument', new Blob([new Uint8Array(pdf())]), 'other.pdf');
  expect((await send('UpdateBankAccount', replaced)).status).toBe(200);
  expect(await list()).toMatchObject([expected]);
  await pay(daftar, owner);
  await run('2026-06-17T06:00:00Z');
  expect(await list()).toMatchObject([{ bank_account: 'NBE ****0000' }, expected]);
  expect(await transferred()).toEqual(['CIB ****0002', 'NBE ****0000']);
  expect(await file()).toMatch(/,NBE \*{4}0000,93\.44,FT-[\s\S]*,CIB \*{4}0002,93\.44,FT-/);
  await remove();
  expect(await list()).toMatchObject([{ bank_account: 'NBE ****0000' }, expected]);
  // A day later, unreferenced files are deleted.
  const later = { now: () => new Date('2026-06-20T06:00:00Z') };
  await fileJobs['sweep-files']!({ ...daftar.app, clock: later }, {});
  const kept = await daftar.call({ path: `/merchant/storage/${document}`, mode: 'live', as: owner });
  expect(kept.status).toBe(200);
});

test('a version of an account cannot be changed, and a settlement cannot be moved to another version', async () => {
  await pay(daftar, owner);
  await run('2026-06-16T06:00:00Z');
  const { sql } = daftar.database;
  const { merchantId } = owner;
  for (const statement of [
    sql`update bank_account_versions set iban = 'EG1' where merchant_id = ${merchantId}`,
    sql`delete from bank_account_versions where merchant_id = ${merchantId}`,
    sql`truncate bank_account_versions cascade`,
  ]) {
    await expect(Promise.resolve(statement)).rejects.toThrow('bank_account_versions_kept');
  }
  // Changed by hand, bypassing the product: the past version does not change.
  await sql`update bank_accounts set iban = 'EG920037000112345678901230000', version = 1
     where merchant_id = ${merchantId} and id = ${bankAccountId}`;
  expect(await list()).toMatchObject([{ bank_account: 'CIB ****0002' }]);
  const versions = await sql`
    select version, iban from bank_account_versions
     where merchant_id = ${merchantId} and bank_account_id = ${bankAccountId} order by version`;
  expect(versions.map(({ version }) => version)).toEqual([1, 2]);
  await expect(
    Promise.resolve(sql`update settlements set bank_account_version = 2 where merchant_id = ${merchantId}`),
  ).rejects.toThrow('append-only');
});

test('a debt from refunds of settled money is deducted before a transfer', async () => {
  const { id } = await pay(daftar, owner);
  await run('2026-06-16T06:00:00Z');
  await refund(daftar, owner, id, { amount: 100 });
  expect(await balances(daftar, owner)).toMatchObject({ available: -10_000 });
  await pay(daftar, owner, { pounds: 50 });
  expect(await next()).toMatchObject({ amount: 45.01, bank_account: null, bank_amount: 0 });
  await run('2026-06-17T06:00:00Z');
  expect((await list())[0]).toMatchObject({ amount: 45.01, bank_account: null, bank_amount: 0 });
  await pay(daftar, owner, { pounds: 200 });
  expect(await next()).toMatchObject({
    amount: 190.31,
    bank_account: 'CIB ****0002',
    bank_amount: 135.32,
  });
  await run('2026-06-18T06:00:00Z');
  expect((await list())[0]).toMatchObject({
    amount: 190.31,
    bank_account: 'CIB ****0002',
    bank_amount: 135.32,
  });
  expect(await balances(daftar, owner)).toMatchObject({ pending: 0, available: 0, bank: 9344 + 13_532 });
  expect(await differences(daftar)).toEqual([]);
});

test('nothing is transferred that the pending balance does not cover', async () => {
  await pay(daftar, owner);
  daftar.clock.advance({ minutes: 10 });
  const later = await pay(daftar, owner);
  await daftar.database.sql`
    update transactions set expected_settlement_on = '2026-06-17'
     where merchant_id = ${owner.merchantId} and id = ${later.id}`;
  await refund(daftar, owner, later.id, { amount: 100 });
  expect(await next()).toMatchObject({ amount: 93.44, bank_account: null, bank_amount: 0 });
  await run('2026-06-16T06:00:00Z');
  expect(await list()).toMatchObject([{ amount: 93.44, bank_account: null, bank_amount: 0 }]);
  expect(await balances(daftar, owner)).toMatchObject({ available: 9344, bank: 0 });
  expect(await differences(daftar)).toEqual([]);
});

test('with the account switched on and off during settling, each batch goes entirely one way, and the books agree', async () => {
  for (let each = 0; each < 3; each += 1) await pay(daftar, owner);
  await Promise.all([run('2026-06-16T06:00:00Z'), toggle(), run('2026-06-16T06:00:00Z'), toggle()]);
  const [only, ...others] = await list();
  expect(others).toEqual([]);
  expect([0, only.amount]).toContain(only.bank_amount);
  expect(await differences(daftar)).toEqual([]);
});
