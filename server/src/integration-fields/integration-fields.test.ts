/** A merchant's own reference and metadata, for each kind that has them. */
import { METADATA_KEYS_MAXIMUM, OwnFieldsForm } from '@daftar/contract/integration-fields';
import { validate } from '@daftar/contract/validate';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { samples } from '../../tests/kit/samples.ts';
import { paymentOf, settlementToBankOf } from '../../tests/kit/samples-money.ts';
import { orderOf } from '../../tests/kit/samples-store.ts';
import { type Actor, type Answer, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { next } from '../../tests/kit/world.ts';
import { transaction } from '../platform/db/transaction.ts';
import { paySettlement, returnSettlement } from '../settlements/pay.ts';
import { invoiceFacts, linkFacts, orderFacts, paymentFacts } from '../webhooks/store-facts.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  owner = await daftar.merchant();
});

const mode = 'test' as const;
const world = () => ({ daftar, actor: owner, mode });
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';
const ask = (method: Method, path: string, body?: object, query?: Record<string, string>): Promise<Answer> =>
  daftar.call({ method, path, mode, as: owner, ...(body ? { body } : {}), ...(query ? { query } : {}) });
async function asked(...call: Parameters<typeof ask>) {
  const answer = await ask(...call);
  expect(answer.status, answer.raw).toBeLessThan(300);
  return answer.body.data;
}

interface Kind {
  /** Makes one with these fields in the call; @returns the reply. */
  create: (own: object) => Promise<Answer>;
  list: string;
  change: string;
  read: (id: number) => Promise<{ merchant_reference: string | null; metadata: object }>;
}
const bodyOf = async (name: string) => (await samples[name]!.body!(world())) as object;
const created = (name: string, path: string) => async (own: object) =>
  ask('POST', path, { ...(await bodyOf(name)), ...own });

/** A payment of each merchant that is refunded. */
const payments = new Map<number, number>();

const KINDS: Record<string, Kind> = {
  link: {
    create: created('payment-links.create', '/merchant/payment_links/create'),
    list: '/merchant/payment_links',
    change: '/merchant/payment_links',
    read: (id) => asked('GET', `/merchant/payment_links/${id}`),
  },
  invoice: {
    create: created('invoices.create', '/merchant/invoices/create'),
    list: '/merchant/invoices',
    change: '/merchant/invoices',
    read: (id) => asked('GET', `/merchant/invoices/${id}`),
  },
  customer: {
    create: created('customers.create', '/merchant/Customer/Create'),
    list: '/merchant/Customer/List',
    change: '/merchant/customers',
    read: (id) => asked('GET', '/merchant/Customer', undefined, { customerId: String(id) }),
  },
  refund: {
    create: async (own) => {
      // All of one payment: others that are made at once would take each other's for the newest.
      const { merchantId } = owner;
      const paid = payments.get(merchantId) ?? (await paymentOf(world())).id;
      payments.set(merchantId, paid);
      return ask('POST', `/merchant/transactions/${paid}/refunds`, { amount: 0.5, ...own });
    },
    list: '/merchant/refunds',
    change: '/merchant/refunds',
    read: (id) => asked('GET', `/merchant/refunds/${id}`),
  },
  order: {
    // Shoppers place orders; the merchant's software names them afterwards.
    create: async (own) => {
      const { id } = await orderOf(world());
      const answer = await ask('PATCH', `/merchant/store/products/orders/${id}`, own);
      if (answer.status === 200) answer.body.data = { id };
      return answer;
    },
    list: '/merchant/store/products/orders',
    change: '/merchant/store/products/orders',
    read: (id) =>
      asked('GET', '/merchant/store/products/orders/details', undefined, { order_number: String(id) }),
  },
};

describe.each(Object.entries(KINDS))('the own number and values of a %s', (_, kind) => {
  const metadata = { branch: 'الزمالك', 'till.no-1': '7 "quoted", \\ and %_' };

  test('come back as they were given, are found exactly, and are changed alone', async () => {
    const number = `N-${next()}`;
    const made = await kind.create({ merchant_reference: ` ${number} `, metadata });
    const { id } = made.body.data;
    expect(await kind.read(id)).toMatchObject({ merchant_reference: number, metadata });
    if (kind.list) {
      const other = await kind.create({ merchant_reference: `${number}0`, metadata: { branch: 'Maadi' } });
      const idsFound = async (query: Record<string, string>) =>
        (await asked('GET', kind.list, undefined, query)).map((row: { id: number }) => row.id);
      expect(await idsFound({ merchant_reference: number })).toEqual([id]);
      expect(await idsFound({ 'metadata[branch]': 'الزمالك' })).toEqual([id]);
      expect(await idsFound({ 'metadata[branch]': 'Maadi' })).toEqual([other.body.data.id]);
      expect(await idsFound({ 'metadata[branch]': 'الزمالك', 'metadata[till.no-1]': '7' })).toEqual([]);
      const found = await asked('GET', '/merchant/search', undefined, { q: number });
      // A refund is found as the payment that it is of.
      const shown = kind.list.endsWith('refunds')
        ? (await asked('GET', `${kind.list}/${id}`)).transaction_id
        : id;
      expect(found.map((one: { id: number }) => one.id)).toContain(shown);
    }
    await asked('PATCH', `${kind.change}/${id}`, { metadata: {} });
    expect(await kind.read(id)).toMatchObject({ merchant_reference: number, metadata: {} });
    await asked('PATCH', `${kind.change}/${id}`, { merchant_reference: null, metadata: { a: '' } });
    expect(await kind.read(id)).toMatchObject({ merchant_reference: null, metadata: { a: '' } });
    const stranger = { ...(await daftar.merchant()) };
    const theirs = await daftar.call({
      method: 'PATCH',
      path: `${kind.change}/${id}`,
      mode,
      as: stranger,
      body: { metadata: { taken: 'over' } },
    });
    expect(theirs.status).toBe(404);
  });

  test('may be shared, unless one asks to be alone: then two at once make one', async () => {
    const number = `N-${next()}`;
    await kind.create({ merchant_reference: number });
    expect((await kind.create({ merchant_reference: number })).status).toBeLessThan(300);
    const refused = await kind.create({ merchant_reference: number, merchant_reference_unique: true });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual({ merchant_reference: ['Another one already has this reference'] });

    const alone = { merchant_reference: `N-${next()}`, merchant_reference_unique: true };
    const answers = await Promise.all([1, 2, 3].map(() => kind.create(alone)));
    const won = answers.filter(({ status }) => status < 300);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(2);
    // The same row may keep the reference, which is free once it is removed.
    const { id } = won[0]!.body.data;
    await asked('PATCH', `${kind.change}/${id}`, alone);
    await asked('PATCH', `${kind.change}/${id}`, { merchant_reference: '' });
    expect((await kind.create(alone)).status).toBeLessThan(300);
    // Another merchant has numbers of their own.
    owner = await daftar.merchant();
    expect((await kind.create(alone)).status).toBeLessThan(300);
  });
});

test.each([
  ['a nested value', { metadata: { a: { b: 'c' } } }],
  ['a number', { metadata: { a: 1 } }],
  ['a list', { metadata: ['a'] }],
  ['a text', { metadata: 'a' }],
  ['a key with a bracket', { metadata: { 'a]': 'b' } }],
  ['a key that means something else', { metadata: { __defineGetter__: 'b' } }],
  ['no key', { metadata: { '': 'b' } }],
  ['a long key', { metadata: { ['k'.repeat(41)]: 'b' } }],
  ['a long value', { metadata: { a: 'v'.repeat(501) } }],
  ['a line break', { metadata: { a: 'b\nc' } }],
  ['a NUL', { metadata: { a: 'b\u0000' } }],
  ['a broken character', { metadata: { a: '\ud800' } }],
  [
    'too many',
    {
      metadata: Object.fromEntries(
        Array.from({ length: METADATA_KEYS_MAXIMUM + 1 }, (_, n) => [`k${n}`, 'v']),
      ),
    },
  ],
  ['a long number', { merchant_reference: 'n'.repeat(101) }],
])('a form is refused with the field: %s', (_, own) => {
  const result = validate(OwnFieldsForm, own);
  expect(result.ok || Object.keys(result.errors)[0]).toMatch(/^(metadata|merchant_reference)/);
});

test('what is asked of metadata is a text by a key', async () => {
  for (const query of [
    { metadata: 'x' },
    { 'metadata[]': 'x' },
    { 'metadata[a b]': 'x' },
    { 'metadata[a]': 'x\u0000' },
  ] as Record<string, string>[]) {
    const answer = await ask('GET', '/merchant/payment_links', undefined, query);
    expect(answer.status, JSON.stringify(query)).toBe(422);
  }
});

test('an edited invoice or customer keeps what the form does not name', async () => {
  const own = { merchant_reference: `N-${next()}`, metadata: { a: 'b' } };
  const invoice = (await KINDS.invoice!.create(own)).body.data.id;
  await asked('PUT', `/merchant/invoices/${invoice}`, await bodyOf('invoices.create'));
  expect(await KINDS.invoice!.read(invoice)).toMatchObject(own);
  const form = await bodyOf('customers.create');
  const customer = (await ask('POST', '/merchant/Customer/Create', { ...form, ...own })).body.data.id;
  await asked('POST', '/merchant/Customer/Update', { ...form, customerId: customer });
  expect(await KINDS.customer!.read(customer)).toMatchObject(own);
});

test('a payment says, is found by and is exported with the number of what it pays for', async () => {
  const payment = await paymentOf(world());
  const [of] = await daftar.database.sql<{ id: number }[]>`
    select source_id as id from transactions where merchant_id = ${owner.merchantId} and id = ${payment.id}`;
  const own = { merchant_reference: `N-${next()}`, metadata: { branch: 'Zamalek' } };
  await asked('PATCH', `/merchant/payment_links/${of!.id}`, own);
  const details = await asked('GET', `/merchant/transactions/${payment.id}`);
  expect(details.source.merchant_reference).toBe(own.merchant_reference);
  expect(details.payable).toEqual({ kind: 'payment-link', id: of!.id, ...own });
  const query = { merchant_reference: own.merchant_reference };
  const rows = await asked('GET', '/merchant/transactions', undefined, query);
  expect(rows.map((row: { id: number }) => row.id)).toEqual([payment.id]);
  const found = await asked('GET', '/merchant/search', undefined, { q: own.merchant_reference });
  expect(found.map((one: { kind: string }) => one.kind).toSorted()).toEqual(['payment-link', 'transaction']);
  const file = await ask('GET', '/merchant/transactions/exportCsv', undefined, query);
  expect(file.raw).toContain(own.merchant_reference);
  const links = await ask('POST', '/merchant/payment_links/exportCsv', { payLinks: null });
  expect(links.raw).toContain(`${own.merchant_reference},"{""branch"": ""Zamalek""}"`);
});

test('webhooks carry both', async () => {
  const own = { merchant_reference: `N-${next()}`, metadata: { a: 'b' } };
  const scope = { merchantId: owner.merchantId, mode };
  const { db } = daftar.app;
  const link = (await KINDS.link!.create(own)).body.data.id;
  const invoice = (await KINDS.invoice!.create(own)).body.data.id;
  const order = (await KINDS.order!.create(own)).body.data.id;
  expect(await linkFacts(db, scope, link)).toMatchObject(own);
  expect(await invoiceFacts(db, scope, invoice)).toMatchObject(own);
  expect(await orderFacts(db, scope, order)).toMatchObject(own);
  const payment = await paymentOf(world());
  const [of] = await daftar.database.sql<{ id: number }[]>`
    select source_id as id from transactions where merchant_id = ${owner.merchantId} and id = ${payment.id}`;
  await asked('PATCH', `/merchant/payment_links/${of!.id}`, own);
  expect(await paymentFacts(db, scope, payment.id)).toMatchObject({ source: own });
});

test('a refund that waits for a second person keeps its number', async () => {
  const { sql } = daftar.database;
  await sql`
    update merchant_settings set needs_approval = true where merchant_id = ${owner.merchantId} and mode = ${mode}`;
  const checker = await daftar.colleague(owner, ['transaction-refund']);
  const own = { merchant_reference: `N-${next()}`, metadata: { a: 'b' } };
  const waits = (await KINDS.refund!.create(own)).body.data;
  expect(waits).toMatchObject({ state: 'waiting', ...own });
  const path = `/merchant/approvals/${waits.approval_id}/approve`;
  const approved = await daftar.call({ method: 'POST', path, mode, as: checker });
  expect(approved.status, approved.raw).toBe(200);
  const [made] = await sql<{ id: number }[]>`
    select id from refunds where merchant_id = ${owner.merchantId} and approval_id = ${waits.approval_id}`;
  expect(await KINDS.refund!.read(made!.id)).toMatchObject(own);
});

test('of two customers made one, the number and values stay with who is left', async () => {
  const own = { merchant_reference: `N-${next()}`, merchant_reference_unique: true, metadata: { a: 'b' } };
  const kept = (await KINDS.customer!.create({})).body.data.id;
  const gone = (await KINDS.customer!.create(own)).body.data.id;
  const keep = { name: 'this', email: 'this', mobile: 'this', nationalId: 'this', description: 'this' };
  await asked('POST', `/merchant/customers/${kept}/merge`, { other: gone, keep, confirmed: true });
  const { merchant_reference, metadata } = own;
  expect(await KINDS.customer!.read(kept)).toMatchObject({ merchant_reference, metadata });
});

describe('a list that software keeps up with', () => {
  const LISTS = [
    ...Object.values(KINDS).map(({ list }) => list),
    '/merchant/transactions',
    '/merchant/payouts',
    '/merchant/settlements',
    '/merchant/chargebacks',
  ].filter(Boolean);

  test.each(LISTS)('%s is read by cursor, and since a moment', async (list) => {
    const of = await ask('GET', list, undefined, { limit: '2', updated_since: '2020-01-01T00:00:00+02:00' });
    expect(of.status, of.raw).toBe(200);
    expect(of.body.meta).toEqual({ per_page: 2, next_cursor: null });
    for (const query of [
      { cursor: 'none' },
      { limit: '2', page: '1', PageNumber: '1', page_number: '1' },
      { updated_since: '2020-01-01' },
    ] as Record<string, string>[])
      expect((await ask('GET', list, undefined, query)).status).toBe(422);
  });

  test('no list takes the cursor of another, where the same place would be any row', async () => {
    const names =
      'calls chargebacks customers events invoices links orders payouts refunds settlements transactions'.split(
        ' ',
      );
    const taken = [];
    for (const list of LISTS) {
      const answers = await Promise.all(
        names.map((name) => ask('GET', list, undefined, { limit: '1', cursor: `${name}.i7` })),
      );
      const accepted = names.filter((_, at) => answers[at]!.status === 200);
      expect(accepted, list).toHaveLength(1);
      taken.push(...accepted);
      for (const { status, body } of answers)
        if (status !== 200) expect(body).toMatchObject({ statusCode: 422, param: 'cursor' });
    }
    expect(new Set(taken).size).toBe(LISTS.length);
  });

  test('a settlement comes again when its transfer arrives, and when it comes back', async () => {
    const settlement = await settlementToBankOf(world());
    const other = await settlementToBankOf(world());
    const ref = { merchantId: owner.merchantId, id: settlement.id };
    const since = async () => {
      daftar.clock.advance({ seconds: 1 });
      return daftar.clock.now().toISOString();
    };
    const changed = async (updated_since: string) =>
      (await asked('GET', '/merchant/settlements', undefined, { updated_since })).map(
        (row: { id: number }) => row.id,
      );
    const paid = await since();
    await paySettlement(daftar.app, ref, { bankReference: 'FT-1', actor: 'ops:test' });
    expect(await changed(paid)).toEqual([ref.id]);
    const returned = await since();
    expect(await changed(returned)).toEqual([]);
    await transaction(daftar.app.db, (tx) =>
      returnSettlement(daftar.app, tx, ref, { reason: 'closed', actor: 'ops:test' }),
    );
    expect(await changed(returned)).toEqual([ref.id]);
    const byChange = await asked('GET', '/merchant/settlements', undefined, { sort_by: 'updated_at' });
    expect(byChange.map((row: { id: number }) => row.id)).toEqual([ref.id, other.id]);
  });

  test('a customer that is changed comes again, and is the last', async () => {
    const { create, change } = KINDS.customer!;
    const made: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      daftar.clock.advance({ seconds: 1 });
      made.push((await create({})).body.data.id);
    }
    daftar.clock.advance({ seconds: 1 });
    const since = daftar.clock.now().toISOString();
    await asked('PATCH', `${change}/${made[1]}`, { metadata: { a: 'b' } });
    const read = async (query: Record<string, string>) => {
      const ids: number[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await ask('GET', '/merchant/Customer/List', undefined, {
          ...query,
          limit: '2',
          ...(cursor && { cursor }),
        });
        ids.push(...page.body.data.map((row: { id: number }) => row.id));
        cursor = page.body.meta.next_cursor;
      }
      return ids;
    };
    const [first, second, ...others] = made;
    expect(await read({ SortKey: 'updated_at', SortType: 'asc' })).toEqual([first, ...others, second]);
    expect(await read({ SortKey: 'updated_at', updated_since: since })).toEqual([second]);
    expect(await read({ updated_since: since })).toEqual([second]);
    expect(await read({})).toEqual(made.toReversed());
  });
});
