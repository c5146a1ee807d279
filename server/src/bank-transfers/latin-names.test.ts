/** Names in Latin letters and towns of merchants' accounts in files for banks. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differences, receivingAccount } from '../../tests/kit/money.ts';
import { deskOf } from '../../tests/kit/ops.ts';
import { accountOfOurs, settledToBank } from '../../tests/kit/samples-transfers.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { listNames } from '../screening/store.ts';

let daftar: TestServer;
let finance: OperatorActor;
let second: OperatorActor;
let owners: [Actor, Actor];
beforeAll(async () => {
  daftar = await startTestServer();
  daftar.clock.set('2026-06-15T09:00:00Z');
  [finance, second] = [await daftar.operator('finance'), await daftar.operator('finance')];
  owners = [await daftar.merchant(), await daftar.merchant()];
  const { sql } = daftar.database;
  for (const owner of owners) await receivingAccount(daftar, owner);
  await sql`update bank_accounts set account_name = 'متجر النور'`;
  await sql`
    update bank_accounts set latin_name = 'Nour Store', town = 'Cairo' where merchant_id = ${owners[0].merchantId}`;
  for (const owner of owners) await settledToBank(daftar, owner);
});
afterAll(() => daftar.close());

const { ask, tell, approveNewest } = deskOf(() => daftar);
const root = '/bank-transfers';

/** Makes and releases a file, which the bank then refuses, so that the next file has its transfers again. */
async function fileOf(format: 'pain.001' | 'csv', columns: readonly string[] = []) {
  const { sql } = daftar.database;
  const account = await accountOfOurs(daftar, format);
  if (columns.length > 0) {
    const all = ['end_to_end_id', 'amount', ...columns].map((field) => ({ field, heading: field }));
    await sql`update provider_bank_accounts set columns = ${sql.json(all)} where id = ${account}`;
  }
  const form = { bank_account_id: account, execution_day: '2026-06-15' };
  const { id } = (await tell(finance, root, form)).body.data;
  const { unusual_names } = (await ask(finance, `${root}/${id}`)).body.data;
  expect((await tell(finance, `${root}/${id}/release`, { reason: 'Monday' })).status).toBe(200);
  expect((await approveNewest(second)).status).toBe(200);
  const { raw } = await ask(finance, `${root}/${id}/file`);
  await sql`update bank_transfers set state = 'rejected' where batch_id = ${id}`;
  return { raw, unusual_names };
}

test('pain.001 has the Latin name and the town of an account, or else the name alone with a warning', async () => {
  const { raw, unusual_names } = await fileOf('pain.001');
  expect(raw).toContain(
    '<Cdtr><Nm>Nour Store</Nm><PstlAdr><TwnNm>Cairo</TwnNm><Ctry>EG</Ctry></PstlAdr></Cdtr>',
  );
  expect(raw).toContain('<Cdtr><Nm>متجر النور</Nm></Cdtr>');
  expect(unusual_names).toEqual(['متجر النور']);
});

test('CSV has the name as the merchant writes it, and Latin name and town where the bank wants them', async () => {
  const plain = await fileOf('csv', ['name']);
  expect(plain.raw.match(/متجر النور/g)).toHaveLength(2);
  expect(plain.unusual_names).toEqual([]);
  const latin = await fileOf('csv', ['name', 'latin_name', 'town']);
  const rows = latin.raw.split('\r\n').map((line) => line.split(',').slice(2).join());
  expect(rows.toSorted()).toEqual([
    '',
    'name,latin_name,town',
    'متجر النور,Nour Store,Cairo',
    'متجر النور,متجر النور,',
  ]);
  expect(latin.unusual_names).toEqual(['متجر النور']);
});

const nameOf = (owner: Actor, latinName: string, more = '') =>
  daftar.database.sql`
    update bank_accounts set latin_name = ${latinName}, iban = coalesce(${more || null}, iban)
     where merchant_id = ${owner.merchantId}`;
const detailsOf = async (id: number) => (await ask(finance, `${root}/${id}`)).body.data;

test('a name that is entered later is in the file of a settlement that waits, until its release is asked for', async () => {
  const { sql } = daftar.database;
  const [, late] = owners;
  await nameOf(late, 'Late Store');
  const form = { bank_account_id: await accountOfOurs(daftar), execution_day: '2026-06-15' };
  const { id } = (await tell(finance, root, form)).body.data;
  expect((await detailsOf(id)).unusual_names).toEqual([]);
  await nameOf(late, 'Later Store');
  expect((await tell(finance, `${root}/${id}/release`, { reason: 'Monday' })).status).toBe(200);
  await nameOf(late, 'Too Late');
  const [shown] = (await ask(finance, '/settlements', { merchant_id: String(late.merchantId) })).body.data;
  expect(shown.bank_account.latin_name).toBe('Too Late');
  expect((await approveNewest(second)).status).toBe(200);
  const { raw } = await ask(finance, `${root}/${id}/file`);
  expect(raw).toContain('<Cdtr><Nm>Later Store</Nm>');
  expect(raw).not.toContain('Too Late');
  await sql`update bank_transfers set state = 'rejected' where batch_id = ${id}`;
  expect(await differences(daftar)).toEqual([]);
});

test('another account of the merchant never replaces the one that a settlement was made for', async () => {
  const owner = await daftar.merchant();
  await receivingAccount(daftar, owner);
  await settledToBank(daftar, owner);
  await nameOf(owner, 'Same Account');
  await nameOf(owner, 'Other Account', 'EG800002000156789012345180002');
  const form = { bank_account_id: await accountOfOurs(daftar), execution_day: '2026-06-15' };
  const { id } = (await tell(finance, root, form)).body.data;
  expect((await tell(finance, `${root}/${id}/release`, { reason: 'Monday' })).status).toBe(200);
  expect((await approveNewest(second)).status).toBe(200);
  const { raw } = await ask(finance, `${root}/${id}/file`);
  expect(raw).toContain('Same Account');
  expect(raw).not.toMatch(/Other Account|EG800002000156789012345180002/);
});

test('a Latin name is screened like the name of the account', async () => {
  const names = await listNames(daftar.app.db, owners[0].merchantId);
  expect(names.filter(({ part }) => part === 'account').map(({ name }) => name)).toEqual([
    'Nour Store',
    'متجر النور',
  ]);
});
