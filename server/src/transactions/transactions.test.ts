import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { insertTransaction, type SeedTransaction } from '../../tests/kit/transactions.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  owner = await daftar.merchant();
});

const NOON = new Date('2026-06-10T09:00:00Z');

const add = (seed: Partial<SeedTransaction> = {}, mode: 'live' | 'test' = 'live', as = owner) =>
  insertTransaction(daftar.database.sql, { merchantId: as.merchantId, mode }, { createdAt: NOON, ...seed });

const get = (path: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  daftar.call({ path: `/merchant/transactions${path}`, mode: 'live', as: owner, query, headers });

async function ids(query: Record<string, string> = {}): Promise<number[]> {
  const answer = await get('', { page_size: '100', ...query });
  expect(answer.status, answer.raw).toBe(200);
  return answer.body.data.map((row: { id: number }) => row.id);
}

describe('the list of transactions', () => {
  test('is oldest first by default, with rows as in the wire format', async () => {
    const later = await add({ createdAt: new Date('2026-06-11T09:00:00Z') });
    const first = await add({
      reference: 'TRX-00000001',
      externalReference: 'SBX-1',
      sourceName: 'إيجار',
      sourceReference: 'LNK-1',
      paymentMethod: 3,
      status: 1,
      total: 15_025,
      flags: ['late'],
      customerName: 'منى',
      refundedPiastres: 2_000,
    });
    expect(await ids()).toEqual([first, later]);
    const arabic = await get('', {}, { 'accept-language': 'ar-EG' });
    expect(arabic.body.data[0]).toEqual({
      id: first,
      reference: 'TRX-00000001',
      external_reference: 'SBX-1',
      source: { name: 'إيجار', reference: 'LNK-1', merchant_reference: null },
      payment_method: { id: 3, code: 'MobileWallet', name: 'محفظة إلكترونية' },
      created_at: '2026-06-10T09:00:00.000Z',
      updated_at: '2026-06-10T09:00:00.000Z',
      status: 1,
      total_amount: 150.25,
      currency: 'EGP',
      customer: { id: null, name: 'منى' },
      is_payout: 0,
      payout_state: null,
      payout_id: null,
      flags: ['late'],
      settlement_status: 2,
      charged_amount: 150.25,
      fee: 5.75,
      vat: 0.81,
      net: 143.69,
      refunded_amount: 20,
    });
  });

  test('counts its own by status, also those of which there are none', async () => {
    for (const status of [1, 1, 5]) await add({ status });
    await add({ status: 2 }, 'test');
    await add({ status: 2 }, 'live', await daftar.merchant());
    const { body } = await get('/counts');
    expect(body.data.toSorted((a: { status: number }, b: { status: number }) => a.status - b.status)).toEqual(
      [0, 2, 0, 0, 0, 1].map((total, status) => ({ status, total, more: false })),
    );
  });

  test("shows neither another merchant's nor the other mode's", async () => {
    const mine = await add();
    await add({}, 'test');
    await add({}, 'live', await daftar.merchant());
    expect(await ids()).toEqual([mine]);
  });

  test('is found by reference: whole or its beginning, in any case, without its prefix, O for 0 and L for 1', async () => {
    const one = await add({ reference: 'TRX-0A1BCDEF' });
    const other = await add({ reference: 'TRX-0AZZZZZZ' });
    expect(await ids({ reference: 'TRX-0A1BCDEF' })).toEqual([one]);
    expect(await ids({ reference: 'trx-0a1' })).toEqual([one]);
    expect(await ids({ reference: 'oalb' })).toEqual([one]);
    expect(await ids({ reference: '0a' })).toEqual([one, other]);
    expect(await ids({ reference: 'TRX' })).toEqual([one, other]);
    expect(await ids({ reference: 'A1B' })).toEqual([]);
    expect(await ids({ reference: '%' })).toEqual([]);
    expect(await ids({ reference: '\u0000' })).toEqual([one, other]);
  });

  test('is found by external reference, in any case, from its beginning', async () => {
    const one = await add({ externalReference: 'Bank_77/x' });
    await add({ externalReference: 'BankA77/x' });
    await add();
    expect(await ids({ external_reference: 'BANK_77' })).toEqual([one]);
    expect(await ids({ external_reference: 'bank_77/X' })).toEqual([one]);
    expect(await ids({ external_reference: '77' })).toEqual([]);
  });

  test('is filtered by days of Cairo, both ends included, in summer and in winter', async () => {
    const moments = {
      before: '2026-06-09T20:59:59.999Z',
      first: '2026-06-09T21:00:00Z',
      last: '2026-06-10T20:59:59.999Z',
      after: '2026-06-10T21:00:00Z',
      winterBefore: '2026-01-09T21:59:59Z',
      winter: '2026-01-09T22:00:00Z',
    };
    const made: Record<string, number> = {};
    for (const [name, moment] of Object.entries(moments))
      made[name] = await add({ createdAt: new Date(moment) });
    expect(await ids({ date_from: '2026-06-10', date_to: '2026-06-10' })).toEqual([made.first, made.last]);
    expect(await ids({ date_from: '2026-06-10' })).toEqual([made.first, made.last, made.after]);
    expect(await ids({ date_to: '2026-01-09' })).toEqual([made.winterBefore]);
    expect(await ids({ date_from: '2026-01-10', date_to: '2026-01-10' })).toEqual([made.winter]);
    const reversed = await get('', { date_from: '2026-06-11', date_to: '2026-06-10' });
    expect(reversed.status).toBe(422);
    expect(reversed.body.errors).toHaveProperty('date_to');
  });

  test('is filtered by amount in EGP, whatever the currency, and sorted by it', async () => {
    const dollars = await add({ currency: 'USD', total: 1_000, valuePiastres: 48_500 });
    const small = await add({ total: 9_999 });
    const large = await add({ total: 48_501 });
    expect(await ids({ amount_from: '100', amount_to: '485' })).toEqual([dollars]);
    expect(await ids({ amount_from: '485' })).toEqual([dollars, large]);
    expect(await ids({ amount_to: '٩٩٫٩٩' })).toEqual([small]);
    expect(await ids({ sort_by: 'total_amount', sort_type: 'desc' })).toEqual([large, dollars, small]);
    expect((await get('', { amount_from: '2', amount_to: '1' })).status).toBe(422);
    expect((await get('', { amount_from: '1e3' })).status).toBe(422);
  });

  test('is filtered by status and method, together', async () => {
    const card = await add({ status: 1, paymentMethod: 1 });
    const pending = await add({ status: 0, paymentMethod: 4 });
    const failed = await add({ status: 2, paymentMethod: 4 });
    expect(await ids({ status: '1' })).toEqual([card]);
    expect(await ids({ payment_method_id: '4' })).toEqual([pending, failed]);
    expect(await ids({ payment_method_id: '4', status: '0' })).toEqual([pending]);
    expect(await ids({ payment_method_id: '5' })).toEqual([]);
    expect((await get('', { status: '6' })).status).toBe(422);
    expect((await get('', { payment_method_id: '9' })).status).toBe(422);
  });

  test('is filtered by what came of payments, without payouts', async () => {
    const payment = (seed: Partial<SeedTransaction>) => add({ total: 10_000, ...seed });
    const paid = await payment({ status: 1 });
    const partly = await payment({ status: 1, refundedPiastres: 1 });
    const refunded = await payment({ status: 3, refundedPiastres: 10_000 });
    const failed = await payment({ status: 2 });
    const expired = await payment({ status: 5 });
    for (const status of [0, 4]) await payment({ status });
    for (const status of [0, 1, 5]) await payment({ status, isPayout: true, paymentMethod: null });
    expect(await ids({ payments: 'paid' })).toEqual([paid, partly, refunded]);
    expect(await ids({ payments: 'ended' })).toEqual([paid, partly, refunded, failed, expired]);
    expect(await ids({ payments: 'refunded' })).toEqual([partly, refunded]);
  });

  test('finds what is pending or was made since a day in the order of changes, also what changed by a clock that is behind', async () => {
    const made = new Date('2026-06-10T09:00:00Z');
    await add({ status: 1, createdAt: new Date('2026-06-01T09:00:00Z') });
    const late = await add({ status: 0, createdAt: made });
    const early = await add({ status: 0, createdAt: made });
    await daftar.database.sql`
      update transactions set updated_at = ${new Date(made.getTime() - 1_000)} where id = ${early}`;
    expect(await ids({ status: '0', sort_by: 'updated_at', sort_type: 'asc' })).toEqual([early, late]);
    expect(await ids({ date_from: '2026-06-10', sort_by: 'updated_at', sort_type: 'asc' })).toEqual([
      early,
      late,
    ]);
  });

  test('sorts by every column, ties by id in the same direction', async () => {
    const a = await add({ reference: 'TRX-B', externalReference: 'b', status: 2, paymentMethod: 3 });
    const b = await add({ reference: 'TRX-A', externalReference: 'C', status: 1, paymentMethod: 3 });
    const c = await add({ reference: 'TRX-C', externalReference: 'a', status: 2, paymentMethod: 1 });
    const expected: Record<string, number[]> = {
      id: [a, b, c],
      created_at: [a, b, c],
      reference: [b, a, c],
      external_reference: [c, a, b],
      total_amount: [a, b, c],
      status: [b, a, c],
      payment_method: [c, a, b],
    };
    for (const [by, order] of Object.entries(expected)) {
      expect(await ids({ sort_by: by, sort_type: 'asc' }), by).toEqual(order);
      expect(await ids({ sort_by: by, sort_type: 'desc' }), by).toEqual(order.toReversed());
      // The same with a filter that every row passes, which uses the other strategy.
      expect(await ids({ sort_by: by, sort_type: 'desc', amount_from: '1' }), by).toEqual(order.toReversed());
    }
  });

  test('pages the same with filters as without', async () => {
    const all: number[] = [];
    for (let each = 0; each < 5; each += 1) all.push(await add());
    for (const filters of [{}, { status: '1' }] as Record<string, string>[]) {
      const page = (await get('', { ...filters, page: '2', page_size: '2' })).body;
      expect(page.data.map((row: { id: number }) => row.id)).toEqual(all.slice(2, 4));
      expect(page.meta).toEqual({ current_page: 2, last_page: 3, per_page: 2, total: 5 });
      const past = (await get('', { ...filters, page: '4', page_size: '2' })).body;
      expect(past.data).toEqual([]);
      expect(past.meta.total).toBe(5);
    }
  });
});

describe('one transaction', () => {
  test('shows where the money is: gross, fee, VAT, net, refunded, and when it is expected', async () => {
    const { sql } = daftar.database;
    await sql`
      insert into merchant_rates (merchant_id, payment_method, rate_bps, fixed_piastres)
      values (${owner.merchantId}, 1, 190, 100)`;
    const id = await add({
      sourceKind: 'payment-link',
      sourceId: 7,
      refundedPiastres: 2_000,
      cardBrand: 'visa',
      cardLast4: '4242',
      expectedSettlementOn: '2026-06-11',
      referenceCode: '123456',
    });
    await sql`
      insert into transaction_events (merchant_id, transaction_id, kind, at, amount_piastres, detail) values
        (${owner.merchantId}, ${id}, 'created', ${NOON}, null, null),
        (${owner.merchantId}, ${id}, 'failed', ${NOON}, null, 'declined'),
        (${owner.merchantId}, ${id}, 'refunded', ${NOON}, 2000, 'RFD-1')`;
    const { data } = (await get(`/${id}`)).body;
    expect(data).toMatchObject({
      id,
      reference_code: '123456',
      subtotal: 100,
      total_amount: 100,
      fee: 5.75,
      vat: 0.81,
      net: 93.44,
      refunded_amount: 20,
      to_be_settled: 73.44,
      fees_on: 'M',
      expected_settlement_date: '2026-06-11',
      settlement_reference: null,
      card: { brand: 'visa', last4: '4242' },
      payable: { kind: 'payment-link', id: 7 },
      merchant: {
        name: 'متجر النور',
        business_type: null,
        business_email: owner.email,
        merchant_id: owner.merchantId,
        mdr: null,
        fixed_fee: null,
      },
    });
    expect(data.timeline).toEqual([
      { kind: 'created', at: NOON.toISOString(), amount: null, detail: null },
      { kind: 'failed', at: NOON.toISOString(), amount: null, detail: 'The bank declined the card' },
      { kind: 'refunded', at: NOON.toISOString(), amount: 20, detail: 'RFD-1' },
    ]);
  });

  test('that brought no money has nothing to settle', async () => {
    const id = await add({ status: 2, paymentMethod: 4, failureReason: 'insufficient_funds' });
    const { data } = (await get(`/${id}`, {}, { 'accept-language': 'ar' })).body;
    expect(data).toMatchObject({ to_be_settled: 0, failure_reason: 'الرصيد غير كافٍ', card: null });
  });

  test('that is a payout has no method and no paid amount', async () => {
    const id = await add({ isPayout: true, paymentMethod: null, sourceKind: 'payout', referenceCode: 'R-1' });
    const { data } = (await get(`/${id}`)).body;
    expect(data).toMatchObject({
      is_payout: 1,
      payment_method: { id: 0, code: 'Payout', name: 'Payout' },
      payable: null,
      payout_state: null,
      payout_id: null,
      merchant: { mdr: null, fixed_fee: null },
      to_be_settled: 0,
    });
  });
});

describe('the transactions of a link', () => {
  test('are its own only, newest first, found by reference', async () => {
    const created = await daftar.call({
      method: 'POST',
      path: '/merchant/payment_links/create',
      mode: 'live',
      as: owner,
      body: { invoice_name: 'x', currency_id: 1, amount: 1, due_date: '2027-01-01T00:00:00Z', language: 1 },
    });
    const link = created.body.data.id;
    const first = await add({ sourceId: link, reference: 'TRX-AAAA0001', paymentMethod: 5 });
    const second = await add({ sourceId: link, createdAt: new Date('2026-06-12T00:00:00Z') });
    await add({ sourceId: link + 1 });
    await add({ sourceId: link, sourceKind: 'invoice' });
    await add({ sourceId: link }, 'test');
    const list = (query: Record<string, string> = {}) =>
      daftar.call({ path: `/merchant/payment_links/${link}/transactions`, mode: 'live', as: owner, query });
    const { body } = await list();
    expect(body.data.map((row: { id: number }) => row.id)).toEqual([second, first]);
    expect(body.data[1]).toEqual({
      id: first,
      reference: 'TRX-AAAA0001',
      transaction_date: NOON.toISOString(),
      status: 1,
      amount: 100,
      currency: 'EGP',
      payment_method: 'InstaPay',
      customer: { id: null, name: '' },
    });
    expect(body.meta).toEqual({ current_page: 1, last_page: 1, per_page: 10, total: 2 });
    const found = await list({ reference: 'aaaa', sort_by: 'transaction_date' });
    expect(found.body.data.map((row: { id: number }) => row.id)).toEqual([first]);
  });
});
