import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { differences, pay, refund, settleAll } from '../../tests/kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { endPayoutByCode } from '../payouts/end.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  owner = await daftar.merchant();
});

const file = (query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  daftar.call({ path: '/merchant/transactions/exportCsv', mode: 'live', as: owner, query, headers });
const lines = (raw: string) => raw.replace('\ufeff', '').trim().split('\r\n');

test('the file has the filtered rows, in their order, with the outcome of each', async () => {
  const one = await pay(daftar, owner);
  const two = await pay(daftar, owner, { pounds: 50, method: 5 });
  await refund(daftar, owner, one.id, { amount: 100 });
  const answer = await file();
  expect(answer.headers['content-disposition']).toContain('daftar-transactions-2026-06-15.csv');
  const [heading, first, second, ...rest] = lines(answer.raw);
  expect(heading).toContain('Refunded (EGP)');
  expect(first).toContain(`${one.reference},`);
  expect(first).toContain('Refunded,Card,Rent');
  expect(first).toContain('100.00,EGP,100.00,5.75,0.81,93.44,100.00,-6.56,Unsettled');
  expect(second).toContain(two.reference);
  expect(rest).toEqual([]);
  expect(lines((await file({ status: '3' })).raw)).toHaveLength(2);
  expect(lines((await file({ sort_by: 'total_amount', sort_type: 'asc' })).raw)[1]).toContain(two.reference);
  expect(lines((await file({}, { 'accept-language': 'ar-EG' })).raw)[0]).toContain('الرقم المرجعي');
  expect(lines((await file({ ids: String(two.id), status: '3' })).raw)[1]).toContain(two.reference);
  expect((await file({ ids: '1,x' })).status).toBe(422);
  expect((await file({ status: '9' })).status).toBe(422);
  expect(await differences(daftar)).toEqual([]);
});

test('an order is named in the language of the reader, not of the shopper, in lists, pages and files', async () => {
  const { id } = await pay(daftar, owner);
  await daftar.database.sql`
    update transactions set source_kind = 'order', source_name = 'Order ORD-S2R7QZ31', source_reference = 'ORD-S2R7QZ31'
     where merchant_id = ${owner.merchantId} and id = ${id}`;
  const rowIn = async (locale: string) => lines((await file({}, { 'accept-language': locale })).raw)[1];
  expect(await rowIn('ar')).toContain(',طلب ORD-S2R7QZ31,ORD-S2R7QZ31,');
  expect(await rowIn('en')).toContain(',Order ORD-S2R7QZ31,ORD-S2R7QZ31,');
  for (const [locale, name] of [
    ['ar', 'طلب ORD-S2R7QZ31'],
    ['en', 'Order ORD-S2R7QZ31'],
  ] as const) {
    const read = async (path: string) =>
      (
        await daftar.call({
          path: `/merchant/transactions${path}`,
          mode: 'live',
          as: owner,
          headers: { 'accept-language': locale },
        })
      ).body.data;
    expect((await read(''))[0].source.name).toBe(name);
    expect((await read(`/${id}`)).source.name).toBe(name);
  }
});

test('a payout is an outgoing amount with its outcome, and a payment names the rate it was priced at', async () => {
  const one = await pay(daftar, owner);
  await daftar.database.sql`
    insert into merchant_rates (merchant_id, payment_method, rate_bps, fixed_piastres) values (${owner.merchantId}, 1, 100, 0)`;
  await settleAll(daftar, owner);
  const { body } = await daftar.call({
    method: 'POST',
    path: '/merchant/payment_links/payout',
    mode: 'live',
    as: owner,
    body: { amount: 10 },
  });
  const ended = { state: 'returned', reason: 'No such account', actor: 'ops:test' } as const;
  const { transactionId } = await endPayoutByCode(daftar.app, body.data.code, ended);
  const [heading, payment, payout] = lines((await file()).raw);
  expect(heading).toMatch(/Rate \(%\),Fixed fee \(EGP\)$/);
  expect(payment).toContain(one.reference);
  expect(payment).toMatch(/,2\.75,3\.00$/);
  expect(payout).toContain(',Returned,Payout,');
  expect(payout).toContain(',-10.00,EGP,-10.00,0.00,0.00,-10.00,');
  const read = async (path: string) =>
    (await daftar.call({ path: `/merchant/${path}`, mode: 'live', as: owner })).body.data;
  expect(await read(`transactions/${one.id}`)).toMatchObject({
    payout_state: null,
    merchant: { mdr: 2.75, fixed_fee: 3 },
  });
  const returned = { is_payout: 1, status: 5, payout_state: 'returned' };
  expect(await read(`transactions/${transactionId}`)).toMatchObject({
    ...returned,
    merchant: { mdr: null, fixed_fee: null },
  });
  expect(await read('transactions?sort_by=id&sort_type=desc')).toMatchObject([
    returned,
    { payout_state: null },
  ]);
  expect((await read('statistics')).latest_transactions[0]).toMatchObject(returned);
  // Priced by the current terms; the first payment keeps its own.
  const two = await pay(daftar, owner);
  expect(await read(`transactions/${two.id}`)).toMatchObject({ merchant: { mdr: 1, fixed_fee: 0 } });
});

test('the file is a workbook when requested', async () => {
  await pay(daftar, owner);
  const answer = await file({ format: 'xlsx' });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-disposition']).toContain('.xlsx');
  expect(answer.raw.startsWith('PK')).toBe(true);
  expect((await file({ format: 'doc' })).status).toBe(422);
});

test('the file has no rows of another merchant or of the other mode', async () => {
  await pay(daftar, await daftar.merchant());
  await pay(daftar, owner, { mode: 'test' });
  expect(lines((await file()).raw)).toHaveLength(1);
});
