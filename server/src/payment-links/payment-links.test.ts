import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pay } from '../../tests/kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';

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

const FORM = {
  invoice_name: 'فاتورة يونيو',
  currency_id: 1,
  amount: 100,
  due_date: '2026-07-01T10:00:00Z',
  language: 1,
};

const create = (overrides: Record<string, unknown> = {}, headers: Record<string, string> = {}, as = owner) =>
  daftar.call({
    method: 'POST',
    path: '/merchant/payment_links/create',
    mode: 'live',
    as,
    headers,
    body: { ...FORM, ...overrides },
  });

const get = (path: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  daftar.call({ path: `/merchant/payment_links${path}`, mode: 'live', as: owner, query, headers });

/** Moves the clock, with a fresh access token for the owner: they live for 15 minutes. */
async function at(moment: string): Promise<void> {
  daftar.clock.set(moment);
  const token = await daftar.auth.tokens.sign(owner, daftar.clock.now());
  owner = { ...owner, token, headers: { authorization: `Bearer ${token}` } };
}

async function created(overrides: Record<string, unknown> = {}): Promise<number> {
  const answer = await create(overrides);
  expect(answer.status, answer.raw).toBe(200);
  return answer.body.data.id;
}

const deactivate = (id: number) =>
  daftar.call({
    method: 'PATCH',
    path: `/merchant/payment_links/deactivate/${id}`,
    mode: 'live',
    as: owner,
  });

async function names(query: Record<string, string> = {}): Promise<string[]> {
  const answer = await get('', { page_size: '100', ...query });
  expect(answer.status, answer.raw).toBe(200);
  return answer.body.data.map((row: { invoice_name: string }) => row.invoice_name);
}

describe('creating a link', () => {
  test('adds tax and fees to the amount, stores the options, and returns the public address', async () => {
    const answer = await create({
      amount: '150.25',
      percentage_fees: 2.5,
      fixed_tax: '3.10',
      description: 'Two chairs',
      notes: 'Call first',
      payment_methods: [4, 1, 4],
      max_payment_count: 3,
      notify_by_email: true,
      require_phone: 1,
      language: 2,
    });
    expect(answer.status).toBe(200);
    const { id, link } = answer.body.data;
    expect(link).toMatch(new RegExp(`^${daftar.app.config.publicUrl}/pay/[\\w-]{27}$`));
    const { data } = (await get(`/${id}`)).body;
    expect(data).toMatchObject({
      id,
      link,
      invoice_name: 'فاتورة يونيو',
      subtotal: 150.25,
      fees: 3.76,
      tax: 3.1,
      total: 157.11,
      total_amount: 157.11,
      value: 157.11,
      exchange_rate: 1,
      currency: { id: 1, code: 'EGP' },
      payment_method: [
        { id: 1, name: 'Card' },
        { id: 4, name: 'Kiosk' },
      ],
      language: 2,
      description: 'Two chairs',
      notes: 'Call first',
      max_payment_count: 3,
      paid_count: 0,
      notify_by_email: true,
      notify_by_sms: false,
      require_phone: true,
      require_name: false,
      status: 2,
      due_date: '2026-07-01T10:00:00.000Z',
      created_by: { first_name: 'Mona', last_name: 'Adel', email: owner.email },
    });
    expect(data.reference).toMatch(/^LNK-[0-9A-HJKMNP-TV-Z]{8}$/);
  });

  test('stores the value in EGP at the rate in effect at that moment', async () => {
    const first = await created({ currency_id: 2, amount: 10.01 });
    await daftar.database.sql`
      insert into exchange_rates (currency, effective_from, rate_scaled) values
        ('USD', '2026-06-15T12:00:00Z', 50000000)`;
    const second = await created({ currency_id: 2, amount: 10 });
    await at('2026-06-15T12:00:00Z');
    const third = await created({ currency_id: 2, amount: 10 });
    await daftar.database.sql`delete from exchange_rates where rate_scaled = 50000000`;
    const read = async (id: number) => (await get(`/${id}`)).body.data;
    expect(await read(first)).toMatchObject({ value: 485.49, exchange_rate: 48.5, total: 10.01 });
    expect(await read(second)).toMatchObject({ value: 485, exchange_rate: 48.5 });
    expect(await read(third)).toMatchObject({ value: 500, exchange_rate: 50, currency: { code: 'USD' } });
  });

  test('offers every method enabled for the merchant when none is named, and no other', async () => {
    const id = await created();
    expect((await get(`/${id}`)).body.data.payment_method).toHaveLength(5);
    await daftar.database.sql`
      update merchant_settings set allowed_methods = '{1,5}' where merchant_id = ${owner.merchantId} and mode = 'live'`;
    const ofTwo = await created({ payment_methods: [] });
    const { payment_method } = (await get(`/${ofTwo}`, {}, { 'accept-language': 'ar-EG' })).body.data;
    expect(payment_method.map((method: { id: number }) => method.id)).toEqual([1, 5]);
    expect(payment_method[0].name).toBe('بطاقة بنكية');
    for (const payment_methods of [[2], [1, 2], [99], ['x']]) {
      const refused = await create({ payment_methods });
      expect(refused.status).toBe(422);
      expect(refused.body.errors).toHaveProperty('payment_methods');
    }
  });

  test.each([
    [{ due_date: '2026-06-15T09:00:00Z' }, 'due_date'],
    [{ due_date: '2026-06-15T11:59:59+03:00' }, 'due_date'],
    [{ due_date: '2026-02-30T10:00:00Z' }, 'due_date'],
    [{ amount: 0 }, 'amount'],
    [{ amount: -5 }, 'amount'],
    [{ amount: '1e3' }, 'amount'],
    [{ amount: 1.005 }, 'amount'],
    [{ amount: 9_999_999_999.99, fixed_fees: 0.01 }, 'amount'],
    [{ fixed_fees: 1, percentage_fees: 1 }, 'percentage_fees'],
    [{ fixed_tax: 1, percentage_tax: 1 }, 'percentage_tax'],
    [{ percentage_tax: 100.01 }, 'percentage_tax'],
    [{ max_payment_count: 0 }, 'max_payment_count'],
    [{ max_payment_count: '0x10' }, 'max_payment_count'],
    [{ max_quantity: '1e1' }, 'max_quantity'],
    [{ invoice_name: '  ' }, 'invoice_name'],
    [{ currency_id: 3 }, 'currency_id'],
    [{ due_date: '' }, 'due_date'],
    [{ due_date: null }, 'due_date'],
    [{ min_amount: 50 }, 'max_amount'],
    [{ max_amount: 500 }, 'min_amount'],
    [{ amount: 60, min_amount: 60, max_amount: 60 }, 'max_amount'],
    [{ amount: 10, min_amount: 50, max_amount: 500 }, 'amount'],
    [{ amount: 50, min_amount: 50, max_amount: 500, suggested_amounts: [500.01] }, 'suggested_amounts'],
    [{ suggested_amounts: [100] }, 'suggested_amounts'],
    [{ amount: 50, min_amount: 50, max_amount: 9_999_999_999.99, fixed_fees: 1 }, 'max_amount'],
    [{ max_quantity: 10_001 }, 'max_quantity'],
    [{ min_quantity: 3, max_quantity: 3 }, 'max_quantity'],
    [{ amount: 1_000_000_000, max_quantity: 10 }, 'max_quantity'],
    [{ amount: 50, min_amount: 50, max_amount: 500, max_quantity: 2 }, 'max_quantity'],
  ])('refuses %j', async (overrides, field) => {
    const answer = await create(overrides);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });

  test('lets payers decide within bounds, and stays open without an end or a limit', async () => {
    const open = await created({
      amount: '100',
      min_amount: '20',
      max_amount: '500.50',
      suggested_amounts: [250, '50', 250],
      due_date: '',
      no_due_date: true,
      no_payment_limit: true,
    });
    expect((await get(`/${open}`)).body.data).toMatchObject({
      amount: 100,
      min_amount: 20,
      max_amount: 500.5,
      suggested_amounts: [250, 50],
      max_quantity: 1,
      due_date: null,
      max_payment_count: null,
      status: 2,
    });
    const pieces = await created({ amount: 80, min_quantity: '2', max_quantity: 10 });
    expect((await get(`/${pieces}`)).body.data).toMatchObject({
      total: 80,
      min_amount: null,
      min_quantity: 2,
      max_quantity: 10,
      max_payment_count: 1,
    });
  });

  test('keeps where payers are led, and refuses an address that is not https', async () => {
    const urls = { success_url: 'https://Shop.example/thanks?order=7', cancel_url: '' };
    const answer = await get(`/${await created(urls)}`);
    expect(answer.body.data).toMatchObject({
      success_url: 'https://shop.example/thanks?order=7',
      cancel_url: null,
    });
    for (const success_url of [
      'http://shop.example',
      'http://localhost:3000/thanks',
      'https://user:secret@shop.example',
      'https://user@shop.example',
      'javascript:alert(1)',
      '//shop.example',
      'https://shop.example/a b',
      'https://',
      7,
      `https://shop.example/${'a'.repeat(1980)}`,
      // In the encoding of an address a letter is six.
      `https://shop.example/${'ع'.repeat(400)}`,
    ]) {
      const refused = await create({ success_url });
      expect([refused.status, Object.keys(refused.body.errors ?? {})], String(success_url)).toEqual([
        422,
        ['success_url'],
      ]);
    }
    const own = { ...FORM, success_url: 'http://127.0.0.1:3000/thanks', cancel_url: 'http://localhost/' };
    const tried = (body: object) =>
      daftar.call({ method: 'POST', path: '/merchant/payment_links/create', mode: 'test', as: owner, body });
    expect((await tried(own)).status).toBe(200);
    expect((await tried({ ...own, cancel_url: 'http://10.0.0.1/' })).status).toBe(422);
  });

  test('accepts the merchant’s own business account and no other', async () => {
    await created({ business_account_id: owner.merchantId });
    const other = await daftar.merchant();
    expect((await create({ business_account_id: other.merchantId })).status).toBe(404);
    expect((await create({ business_account_id: 999_999_999 })).status).toBe(404);
  });

  test('registers its public token, counts it, and logs its creator', async () => {
    const answer = await create();
    const { id, link } = answer.body.data;
    const { sql } = daftar.database;
    const token = link.split('/').at(-1);
    const [leads] =
      await sql`select merchant_id, mode, kind, payable_id from pay_tokens where token = ${token}`;
    expect(leads).toEqual({
      merchant_id: owner.merchantId,
      mode: 'live',
      kind: 'payment-link',
      payable_id: id,
    });
    const [figures] = await sql`
      select total_links, active_links from merchant_statistics where merchant_id = ${owner.merchantId}`;
    expect(figures).toEqual({ total_links: 1, active_links: 1 });
    const [entry] = await sql`select * from audit_log where merchant_id = ${owner.merchantId}`;
    expect(entry).toMatchObject({
      action: 'payment-link.create',
      subject: `payment-link:${id}`,
      user_id: owner.userId,
      actor: owner.email,
    });
  });
});

describe('the list', () => {
  test('finds names in any spelling: part of a name, any case, any form of a letter', async () => {
    await created({ invoice_name: 'مَدرسة أحمد الخاصّة' });
    await created({ invoice_name: 'Zamalek FLAT 100% _x_' });
    await created({ invoice_name: 'شقة ٣' });
    expect(await names({ invoice_name: 'احمد' })).toEqual(['مَدرسة أحمد الخاصّة']);
    expect(await names({ invoice_name: 'مدرسه' })).toEqual(['مَدرسة أحمد الخاصّة']);
    expect(await names({ invoice_name: 'flat' })).toEqual(['Zamalek FLAT 100% _x_']);
    expect(await names({ invoice_name: '%' })).toEqual(['Zamalek FLAT 100% _x_']);
    expect(await names({ invoice_name: '_x_' })).toEqual(['Zamalek FLAT 100% _x_']);
    expect(await names({ invoice_name: 'شقه 3' })).toEqual(['شقة ٣']);
    expect(await names({ invoice_name: '   ' })).toHaveLength(3);
    expect(await names({ invoice_name: 'nothing' })).toEqual([]);
  });

  test('filters by the UTC day that a link is due', async () => {
    await created({ invoice_name: 'before', due_date: '2026-07-01T23:59:59.999Z' });
    await created({ invoice_name: 'first', due_date: '2026-07-02T00:00:00Z' });
    await created({ invoice_name: 'last', due_date: '2026-07-02T23:59:59.999Z' });
    await created({ invoice_name: 'after', due_date: '2026-07-03T00:00:00Z' });
    expect(await names({ due_date: '2026-07-02', sort_type: 'ASC' })).toEqual(['first', 'last']);
    expect((await get('', { due_date: '2026-02-30' })).status).toBe(422);
  });

  test('never shows a stale status, neither in rows nor by its filter nor in its order', async () => {
    await created({ invoice_name: 'soon', due_date: '2026-06-16T00:00:00Z' });
    await created({ invoice_name: 'later' });
    const off = await created({ invoice_name: 'off' });
    expect((await deactivate(off)).status).toBe(200);
    expect(await names({ status: '2' })).toEqual(['later', 'soon']);
    await at('2026-06-16T00:00:00Z');
    const counts = async () =>
      Object.fromEntries(
        (await get('/counts')).body.data.map((one: { status: number; total: number }) => [
          one.status,
          one.total,
        ]),
      );
    expect(await counts()).toEqual({ 1: 1, 2: 1, 3: 1 });
    expect(await names({ status: '2' })).toEqual(['later']);
    expect(await names({ status: '3' })).toEqual(['soon']);
    expect(await names({ status: '1' })).toEqual(['off']);
    const all = (await get('')).body.data;
    const status = Object.fromEntries(
      all.map((row: { invoice_name: string; status: number }) => [row.invoice_name, row.status]),
    );
    expect(status).toEqual({ soon: 3, later: 2, off: 1 });
    expect(await names({ sort_by: 'status', sort_type: 'asc' })).toEqual(['off', 'later', 'soon']);
    // Now it is written down.
    expect(await counts()).toEqual({ 1: 1, 2: 1, 3: 1 });
    expect((await get('', { status: '4' })).status).toBe(422);
  });

  test('sorts by every column it offers, ties by id in the same direction', async () => {
    await created({ invoice_name: 'b', amount: 20, due_date: '2026-07-02T00:00:00Z' });
    await created({ invoice_name: 'a', amount: 30, due_date: '2026-07-03T00:00:00Z' });
    await created({ invoice_name: 'c', amount: 20, due_date: '2026-07-01T00:00:00Z' });
    const sorted = (by: string, type: string) => names({ sort_by: by, sort_type: type });
    expect(await sorted('invoice_name', 'asc')).toEqual(['a', 'b', 'c']);
    for (const by of ['amount', 'total_amount', 'value']) {
      expect(await sorted(by, 'asc')).toEqual(['b', 'c', 'a']);
      expect(await sorted(by, 'desc')).toEqual(['a', 'c', 'b']);
    }
    expect(await sorted('due_date', 'asc')).toEqual(['c', 'b', 'a']);
    expect(await sorted('status', 'desc')).toEqual(['c', 'a', 'b']);
    expect(await sorted('created_at', 'asc')).toEqual(['b', 'a', 'c']);
    expect(await sorted('id', 'desc')).toEqual(['c', 'a', 'b']);
    expect((await sorted('reference', 'asc')).toSorted()).toEqual(['a', 'b', 'c']);
    expect(await names()).toEqual(['c', 'a', 'b']);
    expect((await get('', { sort_by: 'token' })).status).toBe(422);
  });

  test('pages, and is empty past the end', async () => {
    for (let each = 0; each < 3; each += 1) await created({ invoice_name: `link ${each}` });
    const second = (await get('', { page: '2', page_size: '2' })).body;
    expect(second.data.map((row: { invoice_name: string }) => row.invoice_name)).toEqual(['link 0']);
    expect(second.meta).toEqual({ current_page: 2, last_page: 2, per_page: 2, total: 3 });
    const past = (await get('', { page: '9', page_size: '2' })).body;
    expect(past.data).toEqual([]);
    expect(past.meta).toEqual({ current_page: 9, last_page: 2, per_page: 2, total: 3 });
    const nothing = (await get('', { invoice_name: 'nothing' })).body;
    expect(nothing.meta).toEqual({ current_page: 1, last_page: 1, per_page: 10, total: 0 });
  });
});

describe('deactivating', () => {
  test('makes an active link inactive, once, and logs who did it', async () => {
    const id = await created();
    const done = await deactivate(id);
    expect(done.body).toMatchObject({ statusCode: 200, data: null });
    expect((await get(`/${id}`)).body.data.status).toBe(1);
    const again = await deactivate(id);
    expect(again.status).toBe(400);
    expect(again.body.message).toBe('This payment link is already inactive');
    const entries = await daftar.database.sql`
      select action, before, after from audit_log where merchant_id = ${owner.merchantId} order by id`;
    expect(entries.map((entry) => entry.action)).toEqual(['payment-link.create', 'payment-link.deactivate']);
    expect(entries[1]).toMatchObject({ before: { status: 2 }, after: { status: 1 } });
  });

  test('refuses an expired link, even before the expiry is recorded, and changes nothing', async () => {
    const id = await created({ due_date: '2026-06-16T00:00:00Z' });
    await at('2026-06-16T00:00:00Z');
    const refused = await deactivate(id);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain('expired');
    expect((await get(`/${id}`)).body.data.status).toBe(3);
  });

  test('twenty times at once succeeds once', async () => {
    const id = await created();
    const answers = await Promise.all(Array.from({ length: 20 }, () => deactivate(id)));
    const statuses = answers.map((answer) => answer.status).toSorted();
    expect(statuses).toEqual([200, ...Array(19).fill(400)]);
  });
});

describe('the till', () => {
  const till = async (as = owner) => {
    const answer = await daftar.call({ path: '/merchant/payment_links/till', mode: 'live', as });
    expect(answer.status, answer.raw).toBe(200);
    return answer.body.data as { id: number; total_amount: number; state: string }[];
  };
  const states = async (as = owner) => (await till(as)).map(({ state }) => state);

  test('lists what its cashier made there today, and what became of each', async () => {
    await created();
    await created({ from_till: true, due_date: '2026-06-15T09:30:00Z' });
    const canceled = await created({ from_till: true });
    await deactivate(canceled);
    await pay(daftar, owner, { pounds: 75, fromTill: true });
    await created({ from_till: true, amount: '12.50' });
    await at('2026-06-15T09:31:00Z');
    expect(await states()).toEqual(['waiting', 'paid', 'canceled', 'expired']);
    expect((await till()).map(({ total_amount }) => total_amount)).toEqual([12.5, 75, 100, 100]);
    // The next day begins at midnight in Cairo.
    await at('2026-06-15T20:59:00Z');
    expect(await states()).toHaveLength(4);
    await at('2026-06-15T21:00:00Z');
    expect(await states()).toEqual([]);
  });

  test('keeps the ten newest, and finds an older one by its number', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 11; count += 1) ids.unshift(await created({ from_till: true }));
    expect((await till()).map(({ id }) => id)).toEqual(ids.slice(0, 10));
    expect((await get(`/till/${ids[10]}`)).body.data).toMatchObject({ id: ids[10], state: 'waiting' });
  });

  test('is one person’s: not a colleague’s who makes links too, nor that of a link made elsewhere', async () => {
    const cashier = await daftar.colleague(owner, ['create-pay-link']);
    const mine = (await create({ from_till: true }, {}, cashier)).body.data.id;
    const elsewhere = await created();
    expect((await till(cashier)).map(({ id }) => id)).toEqual([mine]);
    expect(await till()).toEqual([]);
    expect((await get(`/till/${mine}`)).status).toBe(404);
    expect((await get(`/till/${elsewhere}`)).status).toBe(404);
  });
});
