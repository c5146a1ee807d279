/** Objects that a reply contains when requested by `expand`. */
import {
  EXPANDED_KINDS,
  EXPANDED_MAXIMUM,
  type ExpandableKind,
  type ExpandedKind,
  RELATIONS,
  type Relation,
} from '@daftar/contract/expand';
import { PERMISSIONS } from '@daftar/contract/permissions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf } from '../../tests/kit/money.ts';
import { watchPlans } from '../../tests/kit/platform/plans.ts';
import { chargebackOf, payoutOf, refundOf } from '../../tests/kit/samples-money.ts';
import { invoiceOf, linkForm } from '../../tests/kit/samples-payables.ts';
import { orderOf } from '../../tests/kit/samples-store.ts';
import { type Actor, refusal, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { payForDemo } from '../checkout/seed.ts';
import { FakeClock } from '../platform/time/clock.ts';
import { expand } from './service.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows of every kind, as a program reads them.
type Row = any;

let daftar: TestServer;
let owner: Actor;
const mode = 'test' as const;
const LISTS: Record<ExpandedKind, string> = {
  chargeback: '/merchant/chargebacks',
  customer: '/merchant/Customer/List',
  invoice: '/merchant/invoices',
  order: '/merchant/store/products/orders',
  'payment-link': '/merchant/payment_links',
  payout: '/merchant/payouts',
  refund: '/merchant/refunds',
  settlement: '/merchant/settlements',
  transaction: '/merchant/transactions',
};
const namesOf = (kind: ExpandableKind) => Object.keys(RELATIONS[kind]);
const ask = (path: string, query: Record<string, string> = {}, as = owner) =>
  daftar.call({ path, query, mode, as });
const rowsOf = async (kind: ExpandedKind, query: Record<string, string> = {}): Promise<Row[]> => {
  const answer = await ask(LISTS[kind], { limit: '100', ...query });
  expect(answer.status, answer.raw).toBe(200);
  return answer.body.data;
};

/** Pays what has a page of its own. */
async function pay(token: string): Promise<void> {
  const clock = new FakeClock(daftar.clock.now());
  await payForDemo({ ...daftar.app, clock }, clock, token, {
    method: 1,
    ending: 'pays',
    payer: { name: 'Sara', email: 'sara@example.com', mobile: '01112345678', address: 'Cairo' },
    cardNumber: '4242424242424242',
    waitMinutes: 1,
  });
}

beforeAll(async () => {
  daftar = await startTestServer();
  owner = await daftar.merchant();
  const world = { daftar, actor: owner, mode };
  await refundOf(world);
  await chargebackOf(world);
  await payoutOf(world);
  const invoice = await invoiceOf(world);
  const [share] = (await ask(`/merchant/invoices/${invoice.id}/customers`)).body.data as Row[];
  await pay(share.url.split('/').at(-1));
  const shopper = { name: 'Sara', email: 'sara@shopper.example', mobile: '01234567890' };
  const create = { method: 'POST', path: '/merchant/Customer/Create', mode, as: owner } as const;
  await daftar.call({ ...create, body: shopper });
  const order = await orderOf(world, 'now');
  const { pay_url } = (await ask(`${LISTS.order}/details`, { order_number: String(order.id) })).body.data;
  await pay(pay_url.split('/').at(-1));
});
afterAll(() => daftar.close());

/** The related objects of a row, according to the rows themselves. */
const BELONGS: Record<string, (row: Row, other: Row) => boolean> = {
  'chargeback.transaction': (row, other) => other.id === row.transaction_id,
  'invoice.customers': (row, other) => other.id === row.customer.id,
  'invoice.transactions': (row, other) => other.source.reference === row.reference,
  'order.customer': (row, other) => other.id === row.customer_id,
  'order.transaction': (row, other) => other.source.reference === row.reference,
  'payment-link.transactions': (row, other) => other.source.reference === row.reference,
  'payout.transaction': (row, other) => other.id === row.transaction_id,
  'refund.transaction': (row, other) => other.id === row.transaction_id,
  'transaction.customer': (row, other) => other.id === row.customer.id,
  'transaction.payment_link': (row, other) => other.reference === row.source.reference,
  'transaction.invoice': (row, other) => other.reference === row.source.reference,
  'transaction.order': (row, other) => other.reference === row.source.reference,
  'transaction.payout': (row, other) => other.id === row.payout_id,
  'transaction.refunds': (row, other) => other.transaction_id === row.id,
  'transaction.chargebacks': (row, other) => other.transaction_id === row.id,
  'transaction.settlement': (row) => row.settlement_status === 1 && row.is_payout === 0,
};

test.each(Object.keys(RELATIONS) as ExpandableKind[])(
  'a %s carries what belongs to it as its own list shows it, in lists and alone',
  async (kind) => {
    const names = namesOf(kind);
    const rows = await rowsOf(kind, { expand: names.join(',') });
    for (const [name, { kind: of, isMany }] of Object.entries(RELATIONS[kind]) as [string, Relation][]) {
      const others = await rowsOf(of);
      const wanted = rows.map((row) => others.filter((other) => BELONGS[`${kind}.${name}`]!(row, other)));
      expect(wanted.flat().length, `${kind}.${name} has an example`).toBeGreaterThan(0);
      expect(
        rows.map(({ expanded }) => expanded[name]),
        `${kind}.${name}`,
      ).toEqual(wanted.map((all) => (isMany ? all.slice(0, EXPANDED_MAXIMUM) : (all[0] ?? null))));
    }
    for (const row of rows) {
      const alone =
        kind === 'order'
          ? await ask(`${LISTS.order}/details`, {
              order_number: row.reference,
              'expand[]': names[0]!,
              'expand[1]': names[1]!,
            })
          : await ask(`${LISTS[kind]}/${row.id}`, { expand: names.join(', ') });
      expect(alone.body.data.expanded, alone.raw).toEqual(row.expanded);
    }
    const plain = await rowsOf(kind);
    expect(plain).toEqual(rows.map(({ expanded: _, ...row }) => row));
  },
);

test('the newest of many are carried, and a customer that was merged is the one that is left', async () => {
  const body = { ...linkForm(daftar), max_payment_count: 100 };
  const call = { method: 'POST', path: '/merchant/payment_links/create', mode, as: owner } as const;
  const { id, link } = (await daftar.call({ ...call, body })).body.data;
  for (let n = 0; n <= EXPANDED_MAXIMUM; n += 1) {
    daftar.clock.advance({ seconds: 1 });
    await pay(link.split('/').at(-1));
  }
  const one = (await ask(`/merchant/payment_links/${id}`, { expand: 'transactions' })).body.data;
  const all = (await ask(`/merchant/payment_links/${id}/transactions`, { page_size: '20' })).body.data;
  expect(all).toHaveLength(EXPANDED_MAXIMUM + 1);
  const idsOf = (rows: Row[]) => rows.map((row) => row.id);
  expect(idsOf(one.expanded.transactions)).toEqual(idsOf(all).slice(0, EXPANDED_MAXIMUM));

  const invoice = (await rowsOf('invoice'))[0];
  const form = { name: 'Hoda', email: 'hoda@customers.example', mobile: '01298765432' };
  const create = { method: 'POST', path: '/merchant/Customer/Create', mode, as: owner } as const;
  const kept = (await daftar.call({ ...create, body: form })).body.data.id;
  const keep = { name: 'this', email: 'this', mobile: 'this', nationalId: 'this', description: 'this' };
  const merge = { other: invoice.customer.id, keep, confirmed: true };
  const path = `/merchant/customers/${kept}/merge`;
  expect((await daftar.call({ method: 'POST', path, mode, as: owner, body: merge })).status).toBe(200);
  const [row] = await rowsOf('invoice', { expand: 'customers' });
  expect(row.expanded.customers).toMatchObject([{ id: kept, name: 'Hoda' }]);
});

test('an unknown name is refused with those that there are, and what one may not read with its name', async () => {
  const refused = await ask('/merchant/refunds', { expand: 'transaction,customer' });
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({
    code: 'unknown_expand',
    param: 'expand',
    errors: { expand: ['Can be expanded here: transaction'] },
  });
  const inherited = await ask('/merchant/refunds', { expand: 'toString' });
  expect(inherited.status).toBe(422);

  const read = EXPANDED_KINDS.customer.read.access;
  const others = await daftar.colleague(
    owner,
    PERMISSIONS.filter((each) => each !== read),
  );
  const query = { expand: 'refunds,customer' };
  const forbidden = await ask('/merchant/transactions', query, others);
  expect(forbidden.body).toEqual({
    ...refusal(
      403,
      'You do not have permission to see this, which expand asks for: customer',
      'expand_forbidden',
    ),
    param: 'expand',
  });
  expect((await ask('/merchant/transactions', { expand: 'refunds' }, others)).status).toBe(200);
});

test('many rows cost no more queries than one, and nothing of another merchant or mode is carried', async () => {
  const caller = callerOf(owner, mode);
  const rows = await rowsOf('transaction');
  const watch = await watchPlans(daftar.database.url);
  const app = { ...daftar.app, db: watch.sql };
  // Whatever belongs to one row, each relation is looked for and read at most once.
  watch.taken();
  await expand(app, caller, 'transaction', namesOf('transaction'), rows);
  const queries = watch.taken().length;
  expect(rows.length).toBeGreaterThan(10);
  expect(queries).toBeLessThanOrEqual(2 * namesOf('transaction').length + 1);
  const stranger = await daftar.merchant();
  for (const other of [callerOf(stranger, mode), callerOf(owner, 'live')]) {
    const found = await expand(app, other, 'transaction', namesOf('transaction'), rows);
    for (const each of found) expect(Object.values(each).flat().filter(Boolean)).toEqual([]);
  }
  await watch.end();
});
