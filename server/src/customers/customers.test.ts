import { CUSTOMER_DUPLICATES, CUSTOMER_SORTS } from '@daftar/contract/customers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Actor, refusal, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { transaction } from '../platform/db/transaction.ts';
import { lockCustomers } from './service.ts';

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
  name: 'منى عادل',
  email: 'mona@example.com',
  mobile: '01001234567',
  nationalId: '',
  description: '',
};
type Mode = 'live' | 'test';

const create = (overrides: Record<string, unknown> = {}, mode: Mode = 'live', as = owner) =>
  daftar.call({
    method: 'POST',
    path: '/merchant/Customer/Create',
    mode,
    as,
    body: { ...FORM, ...overrides },
  });

const update = (
  customerId: number,
  overrides: Record<string, unknown> = {},
  mode: Mode = 'live',
  as = owner,
) =>
  daftar.call({
    method: 'POST',
    path: '/merchant/Customer/Update',
    mode,
    as,
    body: { customerId, ...FORM, ...overrides },
  });

const read = (customerId: number, mode: Mode = 'live', as = owner) =>
  daftar.call({ path: '/merchant/Customer', mode, as, query: { customerId: String(customerId) } });

async function created(
  overrides: Record<string, unknown> = {},
  mode: Mode = 'live',
  as = owner,
): Promise<number> {
  const answer = await create(overrides, mode, as);
  expect(answer.status, answer.raw).toBe(200);
  return answer.body.data.id;
}

async function names(query: Record<string, string>): Promise<string[]> {
  const answer = await daftar.call({ path: '/merchant/Customer/List', mode: 'live', as: owner, query });
  expect(answer.status, answer.raw).toBe(200);
  return answer.body.data.map((row: { name: string }) => row.name);
}

async function auditOf(action: string) {
  return daftar.database.sql`
    select subject, before, after from audit_log
    where merchant_id = ${owner.merchantId} and action = ${action} order by id desc`;
}

describe('adding a customer', () => {
  test('stores the normalized input and logs who added it', async () => {
    const answer = await create({
      name: '  منى عادل ',
      email: ' Mona@Example.COM ',
      mobile: '+20 ١٠٠ 123-4567',
      nationalId: '٢٩٠٠١٠١٠١١٢٣٤٥',
      description: 'Pays on time',
    });
    expect(answer.status).toBe(200);
    expect(answer.body.message).toBe('The customer was added');
    const { id } = answer.body.data;
    expect((await read(id)).body.data).toEqual({
      id,
      name: 'منى عادل',
      email: 'mona@example.com',
      mobile: '01001234567',
      nationalId: '29001010112345',
      description: 'Pays on time',
      created_at: '2026-06-15T09:00:00.000Z',
      updated_at: '2026-06-15T09:00:00.000Z',
      merchant_reference: null,
      metadata: {},
      creator_avatar: null,
      creator_name: 'Mona Adel',
      tags: [],
      is_archived: false,
    });
    const [entry] = await auditOf('customer.create');
    expect(entry).toMatchObject({ subject: `customer:${id}`, after: { email: 'mona@example.com' } });
  });

  test.each([
    [{ name: ' ' }, 'name', 'This field is required'],
    [{ email: 'mona@' }, 'email', 'Enter a valid e-mail address'],
    [{ mobile: '0300123456' }, 'mobile', 'Enter an Egyptian mobile number such as 01001234567'],
    [{ mobile: '' }, 'mobile', 'This field is required'],
    [{ nationalId: '123' }, 'nationalId', 'A national ID has 14 digits and begins with 2 or 3'],
    [{ nationalId: '29013010112345' }, 'nationalId', 'A national ID has 14 digits and begins with 2 or 3'],
    [{ description: 'x'.repeat(1001) }, 'description', 'Use at most 1,000 characters'],
  ])('refuses %j under its field', async (overrides, field, sentence) => {
    const answer = await create(overrides);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({ [field]: [sentence] });
  });

  test('names every field already taken by another customer, at once, in English', async () => {
    await created({ nationalId: '29001010112345' });
    const headers = { 'accept-language': 'ar-EG' };
    const taken = await daftar.call({
      method: 'POST',
      path: '/merchant/Customer/Create',
      mode: 'live',
      as: owner,
      headers,
      body: { ...FORM, email: 'MONA@example.com', nationalId: '29001010112345' },
    });
    expect(taken.status).toBe(403);
    expect(taken.body.message).toEqual(Object.values(CUSTOMER_DUPLICATES));
    const one = await create({ email: 'other@example.com' });
    expect(one.body).toEqual({ ...refusal(403, [CUSTOMER_DUPLICATES.mobile], 'duplicate'), param: 'mobile' });
  });

  test('empty national ids never conflict, nor do customers of other merchants or modes', async () => {
    await created();
    await created({ email: 'omar@example.com', mobile: '01101234567' });
    await created({}, 'test');
    await created({}, 'live', await daftar.merchant());
  });

  test('twenty times at once with one e-mail adds one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => create({ mobile: `012${String(n).padStart(8, '0')}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 403);
    expect(refused).toHaveLength(19);
    for (const { body } of refused) expect(body.message).toEqual([CUSTOMER_DUPLICATES.email]);
  });
});

describe('changing a customer', () => {
  test('writes the new values, and logs the old ones', async () => {
    const id = await created();
    const answer = await update(id, { name: 'Mona A.', description: 'Moved' });
    expect(answer.status).toBe(200);
    expect(answer.body.message).toBe('The changes were saved');
    expect((await read(id)).body.data).toMatchObject({ name: 'Mona A.', description: 'Moved' });
    const [entry] = await auditOf('customer.update');
    expect(entry).toMatchObject({ before: { name: 'منى عادل' }, after: { name: 'Mona A.' } });
  });

  test('may keep its own e-mail and mobile, but not take another’s', async () => {
    const id = await created();
    await created({ email: 'omar@example.com', mobile: '01101234567', nationalId: '29001010112345' });
    expect((await update(id)).status).toBe(200);
    const taken = await update(id, {
      email: 'omar@example.com',
      mobile: '01101234567',
      nationalId: '29001010112345',
    });
    expect(taken.status).toBe(403);
    expect(taken.body.message).toEqual(Object.values(CUSTOMER_DUPLICATES));
    expect((await read(id)).body.data.email).toBe('mona@example.com');
  });

  test('of two concurrent changes to the same e-mail, one is refused with the same sentence', async () => {
    const first = await created();
    const second = await created({ email: 'omar@example.com', mobile: '01101234567' });
    const answers = await Promise.all([
      update(first, { email: 'new@example.com' }),
      update(second, { email: 'new@example.com', mobile: '01101234567' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const refused = answers.find(({ status }) => status === 403);
    expect(refused?.body.message).toEqual([CUSTOMER_DUPLICATES.email]);
  });

  test('of another merchant or mode is not found', async () => {
    const foreign = await created({}, 'live', await daftar.merchant());
    const other = await created({}, 'test');
    for (const id of [foreign, other, 999_999_999]) {
      expect((await update(id, { name: 'x' })).status).toBe(404);
      expect((await read(id)).status).toBe(404);
      const invoices = { path: '/merchant/customers/invoices', mode: 'live', as: owner } as const;
      expect((await daftar.call({ ...invoices, query: { customer_id: String(id) } })).status).toBe(404);
    }
  });
});

describe('the list', () => {
  beforeEach(async () => {
    await created({ name: 'أحمد فؤاد', email: 'ahmad@shop.example', mobile: '01001111111' });
    daftar.clock.set('2026-06-15T21:30:00Z');
    const token = await daftar.auth.tokens.sign(owner, daftar.clock.now());
    owner = { ...owner, token, headers: { authorization: `Bearer ${token}` } };
    await created({
      name: 'فاطمة الزهراء',
      email: 'fatma@shop.example',
      mobile: '01112345678',
      nationalId: '29505050112345',
    });
    await created({ name: 'Zaki 50%_', email: 'zaki@other.example', mobile: '01223456789' });
  });

  test.each([
    [{ Keyword: 'احمد' }, ['أحمد فؤاد']],
    [{ Keyword: 'فاطمه' }, ['فاطمة الزهراء']],
    [{ Keyword: 'ZAKI' }, ['Zaki 50%_']],
    [{ Keyword: '50%_' }, ['Zaki 50%_']],
    [{ Keyword: '%' }, ['Zaki 50%_']],
    [{ Keyword: 'shop.example' }, ['فاطمة الزهراء', 'أحمد فؤاد']],
    [{ Keyword: '+20 111 2345' }, ['فاطمة الزهراء']],
    [{ Keyword: '٠١٢٢٣' }, ['Zaki 50%_']],
    [{ mobile: '+201001111111' }, ['أحمد فؤاد']],
    [{ mobile: '2345' }, ['Zaki 50%_', 'فاطمة الزهراء']],
    [{ mobile: 'shop' }, []],
    [{ email: 'OTHER' }, ['Zaki 50%_']],
    [{ email: '0100' }, []],
    [{ nationalId: '٢٩٥٠٥' }, ['فاطمة الزهراء']],
    [{ nationalId: '12345' }, ['فاطمة الزهراء']],
    [{ creation: '2026-06-15' }, ['أحمد فؤاد']],
    [{ creation: '2026-06-16' }, ['Zaki 50%_', 'فاطمة الزهراء']],
    [{ Keyword: 'a', email: 'fatma' }, ['فاطمة الزهراء']],
    [{ Keyword: '\u0000 ' }, ['Zaki 50%_', 'فاطمة الزهراء', 'أحمد فؤاد']],
  ])('filtered by %j', async (query, expected) => {
    expect(await names(query as unknown as Record<string, string>)).toEqual(expected);
  });

  test.each(CUSTOMER_SORTS)('sorts by %s both ways, and pages', async (SortKey) => {
    const up = await names({ SortKey, SortType: 'asc' });
    expect(await names({ SortKey, SortType: 'desc' })).toEqual(up.toReversed());
    expect(await names({ SortKey, SortType: 'asc', PageNumber: '2', PageSize: '2' })).toEqual(up.slice(2));
  });

  test('offers customers to choose from: by keyword, by id, and no more than requested', async () => {
    const look = async (query: Record<string, string>) => {
      const answer = await daftar.call({
        path: '/merchant/Customer/AllCustomer',
        mode: 'live',
        as: owner,
        query,
      });
      expect(answer.status).toBe(200);
      return answer.body.data as { id: number; name: string }[];
    };
    const all = await look({});
    expect(all.map(({ name }) => name)).toEqual(['Zaki 50%_', 'أحمد فؤاد', 'فاطمة الزهراء']);
    expect(await look({ limit: '1' })).toEqual(all.slice(0, 1));
    expect(await look({ keyword: 'fatma' })).toEqual(all.slice(2));
    expect(await look({ ids: `${all[1]?.id},999999999` })).toEqual(all.slice(1, 2));
  });
});

describe('for other nouns', () => {
  test('customers are returned in the order requested, all or none', async () => {
    const first = await created();
    const second = await created({ email: 'omar@example.com', mobile: '01101234567' });
    const scope = { merchantId: owner.merchantId, mode: 'live' } as const;
    const { db } = daftar.app;
    const lock = (ids: number[], of: { merchantId: number; mode: 'live' | 'test' } = scope) =>
      transaction(db, (tx) => lockCustomers(tx, of, ids, 'customers'));
    const found = await lock([second, first]);
    expect(found.map(({ id }) => id)).toEqual([second, first]);
    expect(found[1]).toEqual({
      id: first,
      name: 'منى عادل',
      email: 'mona@example.com',
      mobile: '01001234567',
    });
    const unknown = { fields: { customers: [{ key: 'UnknownCustomer' }] } };
    await expect(lock([first], { ...scope, mode: 'test' })).rejects.toMatchObject(unknown);
    await expect(lock([first, 999_999_999])).rejects.toMatchObject(unknown);
  });

  test('the figures of a customer’s invoices are updated with the invoices', async () => {
    const first = await created();
    const second = await created({ email: 'omar@example.com', mobile: '01101234567' });
    const invoice = (customers: number[], invoice_name: string) =>
      daftar.call({
        method: 'POST',
        path: '/merchant/invoices/create',
        mode: 'live',
        as: owner,
        body: {
          invoice_name,
          currency_id: 1,
          amount: 100,
          due_date: '2026-07-01T10:00:00Z',
          language: 1,
          customers,
        },
      });
    const both = await invoice([first, second], 'Both');
    expect(both.status, both.raw).toBe(200);
    const alone = await invoice([first], 'Alone');
    const deactivate = `/merchant/invoices/deactivate/${alone.body.data.id}`;
    await daftar.call({ method: 'PATCH', path: deactivate, mode: 'live', as: owner });
    const statistics = async (id: number) =>
      (await daftar.call({ path: `/merchant/customers/${id}/statistics`, mode: 'live', as: owner })).body
        .data;
    expect(await statistics(first)).toEqual({ total_invoices: 2, paid_invoices: 0, unpaid_invoices: 1 });
    expect(await statistics(second)).toEqual({ total_invoices: 1, paid_invoices: 0, unpaid_invoices: 1 });
    const list = async (query: Record<string, string>) => {
      const answer = await daftar.call({
        path: '/merchant/customers/invoices',
        mode: 'live',
        as: owner,
        query,
      });
      expect(answer.status, answer.raw).toBe(200);
      return answer.body.data.map((row: { invoice_name: string }) => row.invoice_name);
    };
    const customer_id = String(first);
    expect(await list({ customer_id, sort_by: 'invoice_name', sort_type: 'asc' })).toEqual(['Alone', 'Both']);
    expect(await list({ customer_id, status: '3' })).toEqual(['Alone']);
    expect(await list({ customer_id: String(second) })).toEqual(['Both']);
  });
});
