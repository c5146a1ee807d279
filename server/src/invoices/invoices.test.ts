/** Invoices over the real routes and a real database. */
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

let serial = 0;
async function customer(name = 'منى عادل', as = owner, mode: 'live' | 'test' = 'live'): Promise<number> {
  serial += 1;
  const body = { name, email: `c${serial}@example.com`, mobile: `015${String(serial).padStart(8, '0')}` };
  const answer = await daftar.call({ method: 'POST', path: '/merchant/Customer/Create', mode, as, body });
  expect(answer.status, answer.raw).toBe(200);
  return answer.body.data.id;
}

const form = (customers: unknown, more: Record<string, unknown> = {}) => ({
  invoice_name: 'فاتورة يونيو',
  currency_id: 1,
  amount: 100,
  due_date: '2026-07-01T10:00:00Z',
  language: 1,
  customers,
  ...more,
});
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';
const send = (method: Method, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  daftar.call({
    method,
    path: `/merchant/invoices${path}`,
    mode: 'live',
    as: owner,
    headers,
    ...(body ? { body } : {}),
  });
const get = (path: string, query: Record<string, string> = {}) =>
  daftar.call({ path: `/merchant/invoices${path}`, mode: 'live', as: owner, query });
const post = (body: unknown, headers?: Record<string, string>) => send('POST', '/create', body, headers);

async function created(customers: number[], more?: Record<string, unknown>): Promise<number> {
  const answer = await post(form(customers, more));
  expect(answer.status, answer.raw).toBe(200);
  return answer.body.data.id;
}

/** Moves the clock, with a fresh access token for the owner: they live for 15 minutes. */
async function at(moment: string): Promise<void> {
  daftar.clock.set(moment);
  const token = await daftar.auth.tokens.sign(owner, daftar.clock.now());
  owner = { ...owner, token, headers: { authorization: `Bearer ${token}` } };
}

const names = async (query: Record<string, string>) => {
  const answer = await get('', { page_size: '100', ...query });
  expect(answer.status, answer.raw).toBe(200);
  return answer.body.data.map((row: { invoice_name: string }) => row.invoice_name);
};

describe('creating an invoice', () => {
  test('stores the whole form, adds it up, and gives each customer a separate address', async () => {
    const customers = [await customer('منى عادل'), await customer('Omar Said')];
    const id = await created(customers, {
      amount: '150.25',
      percentage_tax: 14,
      fixed_fees: '3.10',
      description: 'Two chairs',
      notes: 'Call first',
      payment_methods: [4, 1, 4],
      require_phone: 1,
      language: 2,
    });
    const { data } = (await get(`/${id}`)).body;
    expect(data).toMatchObject({
      id,
      invoice_name: 'فاتورة يونيو',
      amount: 150.25,
      percentage_tax: 14,
      fixed_tax: 0,
      fixed_fees: 3.1,
      percentage_fees: 0,
      subtotal: 150.25,
      tax: 21.04,
      fees: 3.1,
      total: 174.39,
      total_amount: 174.39,
      value: 174.39,
      currency: { id: 1, code: 'EGP' },
      payment_method: [
        { id: 1, name: 'Card' },
        { id: 4, name: 'Kiosk' },
      ],
      status: 1,
      is_group: true,
      customers_count: 2,
      paid_count: 0,
      customers: [
        { id: customers[0], name: 'منى عادل' },
        { id: customers[1], name: 'Omar Said' },
      ],
      language: 2,
      require_phone: true,
      can_edit: true,
      created_by: { first_name: 'Mona', last_name: 'Adel', email: owner.email },
    });
    expect(data.reference).toMatch(/^INV-[0-9A-HJKMNP-TV-Z]{8}$/);
    const shares = (await get(`/${id}/customers`)).body;
    expect(shares.meta.total).toBe(2);
    const urls = shares.data.map((share: { url: string }) => share.url);
    expect(new Set(urls).size).toBe(2);
    for (const url of urls)
      expect(url).toMatch(new RegExp(`^${daftar.app.config.publicUrl}/pay/[\\w-]{27}$`));
    const found = (await get(`/${id}/customers`, { name: 'OMAR' })).body.data;
    expect(found).toMatchObject([
      { id: customers[1], status: 'unpaid', paid_at: null, transaction_id: null },
    ]);
  });

  test.each([
    [{ due_date: '2026-06-15T09:00:00Z' }, 'due_date'],
    [{ due_date: '' }, 'due_date'],
    [{ amount: 0 }, 'amount'],
    [{ amount: -5 }, 'amount'],
    [{ amount: '1.005' }, 'amount'],
    [{ amount: 9_999_999_999.99, percentage_tax: 1 }, 'amount'],
    [{ fixed_fees: 1, percentage_fees: 1 }, 'percentage_fees'],
    [{ fixed_tax: 1, percentage_tax: 1 }, 'percentage_tax'],
    [{ payment_methods: [99] }, 'payment_methods'],
    [{ customers: [] }, 'customers'],
    [{ customers: ['x'] }, 'customers'],
    [{ customers: undefined }, 'customers'],
    [{ language: 3 }, 'language'],
    [{ invoice_name: ' ' }, 'invoice_name'],
  ])('refuses %j', async (wrong, field) => {
    const answer = await post(form([await customer()], wrong));
    expect(answer.status, answer.raw).toBe(422);
    expect(
      Object.keys(answer.body.errors).some((key) => key.startsWith(field)),
      answer.raw,
    ).toBe(true);
    expect((await get('')).body.meta.total).toBe(0);
  });

  test('with a customer of another merchant, of the other mode, or unknown is refused in the same words, and nothing is created', async () => {
    const own = await customer();
    const stranger = await daftar.merchant();
    const answers = [];
    for (const id of [await customer('x', stranger), await customer('x', owner, 'test'), 999_999_999]) {
      answers.push(await post(form([own, id])));
    }
    for (const { status, raw } of answers) {
      expect(status).toBe(422);
      expect(JSON.parse(raw)).toMatchObject({ param: 'customers', code: 'unknown_customer' });
      const withoutId = (text: string) => ({ ...JSON.parse(text), requestId: '' });
      expect(withoutId(raw)).toEqual(withoutId(answers[0]!.raw));
    }
    expect((await get('')).body.meta.total).toBe(0);
  });

  test('with the same customer named twice charges that customer once', async () => {
    const id = await customer();
    const invoice = await created([id, id]);
    expect((await get(`/${invoice}`)).body.data).toMatchObject({ is_group: false, customers_count: 1 });
  });

  test('twenty times at once with one Idempotency-Key creates one invoice', async () => {
    const body = form([await customer(), await customer()], { notify_by_email: true });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(body, { 'idempotency-key': 'once' })),
    );
    expect(new Set(answers.map(({ raw }) => raw)).size).toBe(1);
    expect((await get('')).body.meta.total).toBe(1);
    const [{ jobs } = { jobs: 0 }] = await daftar.database.sql<{ jobs: number }[]>`
      select count(*)::int as jobs from graphile_worker._private_jobs
       where (payload ->> 'merchantId')::bigint = ${owner.merchantId}`;
    expect(jobs).toBe(1);
  });
});

describe('the list', () => {
  test('filters by name, customer, UTC day of the due date and status, and sorts by every column', async () => {
    const [mona, omar] = [await customer('منى أحمد'), await customer('Omar Said')];
    await created([mona], { invoice_name: 'Alpha', amount: 300 });
    await created([mona, omar], { invoice_name: 'beta', amount: 200, due_date: '2026-06-20T23:30:00Z' });
    const canceled = await created([omar], { invoice_name: 'Gamma', amount: 100 });
    await send('PATCH', `/deactivate/${canceled}`);
    expect(await names({ invoice_name: 'ET' })).toEqual(['beta']);
    expect(await names({ customer_name: 'احمد', sort_by: 'id', sort_type: 'ASC' })).toEqual([
      'Alpha',
      'beta',
    ]);
    expect(await names({ customer_name: 'said', sort_by: 'id', sort_type: 'asc' })).toEqual([
      'beta',
      'Gamma',
    ]);
    expect(await names({ due_date: '2026-06-20' })).toEqual(['beta']);
    expect(await names({ due_date: '2026-06-21' })).toEqual([]);
    expect(await names({ status: '3' })).toEqual(['Gamma']);
    expect(await names({ sort_by: 'invoice_name', sort_type: 'asc' })).toEqual(['Alpha', 'beta', 'Gamma']);
    expect(await names({ sort_by: 'total_amount', sort_type: 'asc' })).toEqual(['Gamma', 'beta', 'Alpha']);
    for (const sort_by of ['created_at', 'reference', 'value', 'due_date', 'status', 'id']) {
      expect(await names({ sort_by })).toHaveLength(3);
    }
    expect((await get('', { sort_by: 'notes' })).status).toBe(422);
    const [first] = (await get('', { invoice_name: 'beta' })).body.data;
    expect(first).toMatchObject({ customer: { name: 'منى أحمد' }, is_group: true, customers_count: 2 });
  });

  test('an invoice past its due moment is expired for every reader at once', async () => {
    const id = await created([await customer()], { due_date: '2026-06-15T10:00:00Z' });
    const insight = async () => (await get('/insight')).body.data;
    expect(await insight()).toEqual({
      single_invoices: 1,
      group_invoices: 0,
      paid_invoices: 0,
      unpaid_invoices: 1,
    });
    await at('2026-06-15T10:00:00Z');
    expect((await get(`/${id}`)).body.data).toMatchObject({ status: 4, can_edit: false });
    const { data: counts } = (await get('/counts')).body;
    expect(counts).toContainEqual({ status: 4, total: 1, more: false });
    expect(counts).toContainEqual({ status: 1, total: 0, more: false });
    expect(await names({ status: '1' })).toEqual([]);
    expect(await names({ status: '4' })).toHaveLength(1);
    expect(await names({ sort_by: 'status' })).toHaveLength(1);
    expect(await insight()).toMatchObject({ single_invoices: 1, unpaid_invoices: 0 });
    const dashboard = await daftar.call({ path: '/merchant/statistics', mode: 'live', as: owner });
    expect(dashboard.status).toBe(200);
    expect(dashboard.body.data).toMatchObject({ total_invoices: 1, unpaid_invoices: 0, paid_invoices: 0 });
    expect((await send('PATCH', `/deactivate/${id}`)).status).toBe(400);
    expect((await send('PUT', `/${id}`, form([await customer()]))).status).toBe(400);
  });
});

describe('canceling', () => {
  test('only an unpaid one, once', async () => {
    const id = await created([await customer()]);
    expect((await send('PATCH', `/deactivate/${id}`)).status).toBe(200);
    const again = await send('PATCH', `/deactivate/${id}`);
    expect(again.status).toBe(400);
    expect(again.body.message).toBe('This invoice is already canceled');
    expect((await get(`/${id}/customers`)).body.data).toMatchObject([{ status: 'canceled' }]);
  });
});

describe('editing', () => {
  test('rewrites the whole form; remaining customers keep their address', async () => {
    const [stays, goes, comes] = [await customer('A'), await customer('B'), await customer('C')];
    const id = await created([stays!, goes!]);
    const before = (await get(`/${id}/customers`)).body.data;
    const body = form([stays, comes], { invoice_name: 'New', amount: 250, currency_id: 2, language: 2 });
    expect((await send('PUT', `/${id}`, body)).status).toBe(200);
    const { data } = (await get(`/${id}`)).body;
    expect(data).toMatchObject({
      invoice_name: 'New',
      total: 250,
      value: 12_125,
      status: 1,
      customers_count: 2,
    });
    const after = (await get(`/${id}/customers`)).body.data;
    expect(after.map((share: { id: number }) => share.id)).toEqual([stays, comes]);
    expect(after[0].url).toBe(before[0].url);
    expect(before.map((share: { url: string }) => share.url)).not.toContain(after[1].url);
  });

  test('from a group to one customer updates the figures too', async () => {
    const [one, two] = [await customer(), await customer()];
    const id = await created([one!, two!]);
    expect((await send('PUT', `/${id}`, form([one]))).status).toBe(200);
    expect((await get('/insight')).body.data).toMatchObject({ single_invoices: 1, group_invoices: 0 });
  });

  test.each([
    [{ amount: 0 }, 422],
    [{ due_date: '2026-06-01T00:00:00Z' }, 422],
    [{ customers: [999_999_999] }, 422],
  ])('refuses %j and changes nothing', async (wrong, status) => {
    const id = await created([await customer()]);
    const before = (await get(`/${id}`)).raw;
    expect((await send('PUT', `/${id}`, form([await customer()], wrong))).status).toBe(status);
    expect((await get(`/${id}`)).raw).toBe(before);
  });
});

describe('files', () => {
  const exported = (body: unknown, query: Record<string, string> = {}, locale = 'en-US') =>
    daftar.server.inject({
      method: 'POST',
      url: '/api/merchant/invoices/exportCsv',
      query,
      payload: body as object,
      headers: { ...owner.headers, 'accept-language': locale },
    });

  test('as CSV: the selection, or the filtered rows; formulas neutralized, headings in the language of the request', async () => {
    const mona = await customer('=HYPERLINK("x")');
    const first = await created([mona], { invoice_name: '=1+1' });
    await created([await customer()], { invoice_name: 'Other' });
    const selected = await exported({ invoices: [first] });
    expect(selected.headers['content-disposition']).toContain('daftar-invoices-2026-06-15.csv');
    const lines = selected.body.trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^\ufeffReference,Invoice name,Customer/);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`,'=1+1,"'=HYPERLINK(""x"")",`);
    const filtered = await exported({ invoices: null }, { invoice_name: 'oth' }, 'ar-EG');
    expect(filtered.body).toMatch(/^\ufeffالرقم المرجعي,البيان/);
    expect(filtered.body.trimEnd().split('\r\n')).toHaveLength(2);
    const stranger = await daftar.merchant();
    owner = stranger;
    expect((await exported({ invoices: [first] })).body.trimEnd().split('\r\n')).toHaveLength(1);
  });

  test('as a workbook: amounts are numbers, and Arabic runs from right to left', async () => {
    await created([await customer()], { invoice_name: '=1+1', amount: 1234.5 });
    const file = await exported({ format: 'xlsx' }, {}, 'ar-EG');
    expect(file.headers['content-disposition']).toContain('daftar-invoices-2026-06-15.xlsx');
    const sheet = strFromU8(unzipSync(file.rawPayload)['xl/worksheets/sheet1.xml']!);
    expect(sheet).toContain('rightToLeft="1"');
    expect(sheet).toContain('<v>1234.5</v>');
    expect(sheet).toContain('>=1+1</t>');
    expect(sheet).not.toContain('<f>');
  });

  test('as a document: the merchant’s copy, and the customer’s by the public address, e-mail and mobile masked', async () => {
    const mona = await customer();
    const id = await created([mona]);
    const url = `/api/merchant/invoices/${id}/customers/${mona}/document`;
    const own = await daftar.server.inject({ url, headers: owner.headers });
    expect(own.headers['content-type']).toBe('application/pdf');
    expect(own.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const [share] = (await get(`/${id}/customers`)).body.data;
    const token = share.url.split('/').at(-1);
    const theirs = await daftar.server.inject({ url: `/pay/${token}/invoice.pdf` });
    expect(theirs.statusCode).toBe(200);
    expect(theirs.headers['cache-control']).toBe('no-store');
    expect(theirs.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(theirs.rawPayload.equals(own.rawPayload)).toBe(false);
    const printed = (await daftar.server.inject({ url: `/pay/${token}/invoice` })).body;
    const paid = (await daftar.server.inject({ url: `/pay/${token}` })).body;
    for (const page of [printed, paid]) {
      expect(page).toContain('منى عادل');
      expect(page).toContain('c•••@example.com');
      expect(page).toMatch(/015••••\d{4}/);
      expect(page).not.toMatch(/c\d+@example\.com|015\d{8}/);
    }
    for (const strange of ['x', 'a'.repeat(27), `${token}x`]) {
      expect((await daftar.server.inject({ url: `/pay/${strange}/invoice.pdf` })).statusCode).toBe(404);
    }
  });
});
