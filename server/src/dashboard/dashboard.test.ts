import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { insertTransaction } from '../../tests/kit/transactions.ts';
import { postTransfer } from '../ledger/post.ts';

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

const get = (path = '', query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  daftar.call({ path: `/merchant/statistics${path}`, mode: 'live', as: owner, query, headers });

const pay = (createdAt: string, paymentMethod = 1, status = 1) =>
  insertTransaction(
    daftar.database.sql,
    { merchantId: owner.merchantId, mode: 'live' },
    { createdAt: new Date(createdAt), paymentMethod, status },
  );

async function link(due: string): Promise<number> {
  const answer = await daftar.call({
    method: 'POST',
    path: '/merchant/payment_links/create',
    mode: 'live',
    as: owner,
    body: { invoice_name: 'x', currency_id: 1, amount: 1, due_date: due, language: 1 },
  });
  return answer.body.data.id;
}

describe('the statistics', () => {
  test('of a new merchant are all zero', async () => {
    expect((await get()).body.data).toEqual({
      total_balance: 0,
      available_balance: 0,
      pending_balance: 0,
      chargeback_balance: 0,
      reserve_balance: 0,
      total_share_links: 0,
      active_share_links: 0,
      expired_share_links: 0,
      total_invoices: 0,
      paid_invoices: 0,
      unpaid_invoices: 0,
      latest_transactions: [],
    });
  });

  test('show the balances of the ledger: total is pending plus available, disputed is separate', async () => {
    const transfer = {
      merchantId: owner.merchantId,
      mode: 'live' as const,
      currency: 'EGP',
      effectiveAt: daftar.clock.now(),
      reference: 'test',
    };
    const { sql } = daftar.database;
    await postTransfer(sql, {
      ...transfer,
      kind: 'capture',
      idempotencyKey: 'capture',
      lines: [
        { debit: 'clearing', amountPiastres: 100_00, processorAccountId: null },
        { credit: 'pending', amountPiastres: 93_44 },
        { credit: 'fees', amountPiastres: 5_75 },
        { credit: 'vat', amountPiastres: 81 },
      ],
    });
    await postTransfer(sql, {
      ...transfer,
      kind: 'settlement',
      idempotencyKey: 'settlement',
      lines: [
        { debit: 'pending', amountPiastres: 50_00 },
        { credit: 'available', amountPiastres: 50_00 },
      ],
    });
    const { data } = (await get()).body;
    expect(data).toMatchObject({
      total_balance: 93.44,
      available_balance: 50,
      pending_balance: 43.44,
      chargeback_balance: 0,
    });
    const test = await daftar.call({ path: '/merchant/statistics', mode: 'test', as: owner });
    expect(test.body.data.total_balance).toBe(0);
  });

  test('count links by their current status, also when an expiry is not recorded yet', async () => {
    await link('2026-06-15T09:10:00Z');
    await link('2026-07-01T00:00:00Z');
    const off = await link('2026-07-01T00:00:00Z');
    await daftar.call({
      method: 'PATCH',
      path: `/merchant/payment_links/deactivate/${off}`,
      mode: 'live',
      as: owner,
    });
    const figures = async () => {
      const { total_share_links, active_share_links, expired_share_links } = (await get()).body.data;
      return [total_share_links, active_share_links, expired_share_links];
    };
    expect(await figures()).toEqual([3, 2, 0]);
    daftar.clock.set('2026-06-15T09:10:00Z');
    expect(await figures()).toEqual([3, 1, 1]);
    await daftar.database.sql`select expire_links(${daftar.clock.now()})`;
    expect(await figures()).toEqual([3, 1, 1]);
  });

  test('show the five newest transactions, newest first', async () => {
    const made: number[] = [];
    for (let day = 1; day <= 7; day += 1) made.push(await pay(`2026-06-0${day}T09:00:00Z`));
    const latest = (await get()).body.data.latest_transactions;
    expect(latest.map((row: { id: number }) => row.id)).toEqual(made.slice(2).toReversed());
    expect(latest[0]).toEqual({
      id: made[6],
      reference: expect.stringMatching(/^TRX-/),
      total_amount: 100,
      currency: 'EGP',
      value: 100,
      status: 1,
      is_payout: 0,
      payout_state: null,
      payout_id: null,
      transaction_date: '2026-06-07T09:00:00.000Z',
    });
  });
});

describe('the methods chart', () => {
  test('counts successes by Cairo day, in the language asked for, without zeros', async () => {
    await pay('2026-06-09T20:59:59Z', 1);
    await pay('2026-06-09T21:00:00Z', 1);
    await pay('2026-06-10T20:59:59Z', 4);
    await pay('2026-06-10T12:00:00Z', 5, 0);
    await pay('2026-06-10T12:00:00Z', 5, 2);
    await pay('2026-06-10T21:00:00Z', 2);
    const day = { date_from: '2026-06-10', date_to: '2026-06-10' };
    const { data } = (await get('/payment_methods', day, { 'accept-language': 'ar-EG' })).body;
    expect(data).toEqual([
      { payment_method: 'بطاقة بنكية', total_transactions: 1 },
      { payment_method: 'منفذ دفع نقدي', total_transactions: 1 },
    ]);
    const all = (await get('/payment_methods')).body.data;
    expect(all).toEqual([
      { payment_method: 'Card', total_transactions: 2 },
      { payment_method: 'AmanCard', total_transactions: 1 },
      { payment_method: 'Kiosk', total_transactions: 1 },
    ]);
    expect((await get('/payment_methods', { date_from: '2027-01-01' })).body.data).toEqual([]);
  });

  test('still counts a payment that was refunded', async () => {
    const id = await pay('2026-06-10T12:00:00Z', 3);
    await daftar.database.sql`
      update transactions set status = 3, refunded_piastres = value_piastres
      where merchant_id = ${owner.merchantId} and id = ${id}`;
    const { data } = (await get('/payment_methods')).body;
    expect(data).toEqual([{ payment_method: 'Mobile wallet', total_transactions: 1 }]);
  });

  test('refuses days that do not exist and a range that ends before it begins', async () => {
    expect((await get('/payment_methods', { date_from: '2026-02-30' })).status).toBe(422);
    const reversed = await get('/payment_methods', { date_from: '2026-06-11', date_to: '2026-06-10' });
    expect(reversed.status).toBe(422);
    expect(reversed.body.errors).toHaveProperty('date_to');
  });
});
