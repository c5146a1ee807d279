import { CUSTOMER_EVENTS, EVENTS_PER_PAGE } from '@daftar/contract/customer-page';
import { CUSTOMER_SORTS } from '@daftar/contract/customers';
import { PERMISSIONS } from '@daftar/contract/permissions';
import { expect, test } from 'vitest';
import { BOUND, filledWith, HALF, ownersOf, underBothPlans } from '../../tests/kit/by-index.ts';
import { type PlanNode, rowsRead } from '../../tests/kit/platform/plans.ts';
import { countInvoicesOfCustomer } from '../invoices/of-customer.ts';
import { getTimeline, summarize } from './page.ts';
import { lookUp } from './service.ts';
import { type ListFilters, listCustomers } from './store.ts';

const TABLES = [
  'customers',
  'customer_events',
  'customer_figures',
  'transactions',
  'invoices',
  'invoice_shares',
];
const filled = filledWith(TABLES, async (tx, { merchantId, userId }, now) => {
  await tx`
    with ${ownersOf(tx, merchantId, now, HALF)}
    insert into customers (merchant_id, mode, name, email, mobile, national_id, merchant_reference, metadata, created_by,
      created_at, updated_at)
    select merchant_id, 'live', 'Customer ' || md5(n::text), md5('e' || n) || '@example.com',
           '010' || lpad(n::text, 8, '0'), case when n % 3 = 0 then '29' || lpad(n::text, 12, '0') else '' end,
           'N-' || n, jsonb_build_object('branch', (n % 20)::text), ${userId}, moment, moment
    from owners`;
  // Half of them are archived, and some have a tag.
  await tx`
    update customers set state = (id % 2)::smallint, tags = case when id % 200 = 0 then '{VIP}'::text[] else '{}' end
     where merchant_id = ${merchantId}`;
  await tx`insert into customer_tags (merchant_id, mode, tag) values (${merchantId}, 'live', 'VIP')`;
  // One customer made all payments and owes all invoices, which is the worst case.
  await tx`
    with ${ownersOf(tx, merchantId, now, HALF)}
    insert into transactions (merchant_id, mode, reference, source_kind, source_id, source_name, payment_method, status,
      currency, subtotal, total, value_piastres, charged_piastres, net_piastres, created_at, updated_at)
    select merchant_id, 'live', 'TRX-' || merchant_id || '-' || n, 'payment-link', 1, 'Some', 1, 1, 'EGP', 100, 100, 100, 100, 100,
           moment, moment from owners`;
  await tx`
    with ${ownersOf(tx, merchantId, now, HALF)}
    insert into invoices (merchant_id, mode, reference, invoice_name, currency, amount, total, value_piastres,
      payment_methods, due_at, customers_count, customer_name, customer_email, customers_key, created_by, created_at, updated_at)
    select merchant_id, 'live', 'INV-' || merchant_id || '-' || n, 'Some', 'EGP', 100, 100, 100, '{1}',
           ${now}::timestamptz + interval '1 day', 1, 'C', 'c@example.com', 'c', ${userId}, moment, moment from owners`;
  await tx`
    insert into invoice_shares (merchant_id, mode, invoice_id, customer_id, token, customer_name, customer_email,
      customer_mobile, created_at)
    select i.merchant_id, 'live', i.id, c.id, i.reference, 'C', 'c@example.com', '0', i.created_at
      from invoices i join (select merchant_id, min(id) as id from customers group by 1) c using (merchant_id)`;
  await tx`
    insert into customer_events (merchant_id, kind, row_id, customer_id, at)
    select t.merchant_id, kind, t.id, c.id, t.created_at
      from transactions t join (select merchant_id, min(id) as id from customers group by 1) c using (merchant_id),
           unnest(case when t.id % 1000 = 0 then '{payment,refund}'::text[] else '{payment}' end) kind
    on conflict do nothing`;
});

const whereOf = (node: PlanNode) => `${node['Node Type']} ${node['Index Name'] ?? ''}`;

const sorted = CUSTOMER_SORTS.flatMap((sortBy) =>
  (['asc', 'desc'] as const).map((sortType) => ({ sortBy, sortType })),
);

test.each(sorted)('a page by $sortBy $sortType is read by index alone', async (sort) => {
  for (const kind of ['force_generic_plan', 'force_custom_plan']) {
    await filled.watch.sql`select set_config('plan_cache_mode', ${kind}, false)`;
    for (const page of [1, 500]) {
      filled.watch.taken();
      await listCustomers(filled.app.db, filled.caller, {
        paging: { page, pageSize: 10, ...sort },
        filters: {},
      });
      const nodes = filled.watch.taken().flat();
      expect(nodes.length).toBeGreaterThan(0);
      for (const node of nodes) {
        expect(rowsRead(node), whereOf(node)).toBeLessThanOrEqual(BOUND);
        if (node['Node Type'].includes('Sort')) expect(node['Actual Rows']).toBeLessThanOrEqual(10);
      }
    }
  }
  await filled.watch.sql`select set_config('plan_cache_mode', 'auto', false)`;
});

const filters: ListFilters[] = [
  { Keyword: 'ABCDE' },
  { Keyword: '+20 100 000 1234' },
  { mobile: '00001234' },
  { email: 'abcde' },
  { nationalId: '29000000003' },
  { creation: '2026-06-01' },
  { Keyword: 'customer' },
  { Keyword: 'a' },
  { tag: 'VIP' },
  { merchant_reference: 'N-1234' },
  { metadata: { branch: '8' } },
  { updated_since: '2026-06-14T00:00:00Z' },
  { updated_since: '2026-03-01T00:00:00Z' },
];

test.each(filters)('matches of %j are found without reading other rows', async (filter) => {
  const everything =
    ['customer', 'a'].includes(filter.Keyword ?? '') || filter.updated_since?.startsWith('2026-03');
  for (const { sortBy, sortType } of sorted) {
    filled.watch.taken();
    const paging = { page: 1, pageSize: 10, sortBy, sortType };
    const { meta } = await listCustomers(filled.app.db, filled.caller, { paging, filters: filter });
    expect(meta.total, JSON.stringify(filter)).toBeGreaterThan(0);
    for (const node of filled.watch.taken().flat()) {
      expect(rowsRead(node), `${sortBy} ${whereOf(node)}`).toBeLessThanOrEqual(
        everything ? 2 * BOUND : BOUND,
      );
    }
  }
});

test.each(['', 'abcde', 'customer'])('choosing by %j reads no more rows than it offers', async (keyword) => {
  filled.watch.taken();
  await lookUp(filled.app, filled.caller, { keyword, limit: 50 });
  for (const node of filled.watch.taken().flat())
    expect(rowsRead(node), whereOf(node)).toBeLessThanOrEqual(BOUND);
});

/** A page and one more of each kind, and the newest thousand open invoices. */
const OF_A_PAGE = (EVENTS_PER_PAGE + 2) * CUSTOMER_EVENTS.length;

test('the page of a customer with many payments and invoices reads as much as any other', async () => {
  const { app, watch } = filled;
  const caller = { ...filled.caller, permissions: new Set(PERMISSIONS) };
  const [who] = await watch.sql<{ id: number; at: Date; row: number }[]>`
    select e.customer_id as id, e.at, e.row_id as row from customer_events e
     where e.merchant_id = ${caller.merchantId} order by e.at limit 1 offset 12000`;
  const { id } = who!;
  for (const asked of [
    {},
    { kind: 'payment' as const },
    { kind: 'refund' as const },
    { kind: 'note' as const },
  ]) {
    for (const before of [undefined, `${who!.at.getTime()}-payment-${who!.row}`]) {
      const plans = await underBothPlans(watch, () => getTimeline(app, caller, id, { ...asked, before }));
      expect(plans.length).toBeGreaterThan(0);
      for (const node of plans.flat())
        expect(rowsRead(node), `${asked.kind} ${before}: ${whereOf(node)}`).toBeLessThanOrEqual(OF_A_PAGE);
    }
  }
  for (const node of (await underBothPlans(watch, () => summarize(app, caller, id))).flat())
    expect(rowsRead(node), whereOf(node)).toBeLessThanOrEqual(1_001);
  for (const node of (await underBothPlans(watch, () => countInvoicesOfCustomer(app, caller, id))).flat())
    expect(rowsRead(node), whereOf(node)).toBeLessThanOrEqual(BOUND);
});
