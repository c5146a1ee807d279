import { CUSTOMER_SORTS } from '@daftar/contract/customers';
import { expect, test } from 'vitest';
import { BOUND, filledWith, ownersOf } from '../../tests/kit/by-index.ts';
import { type PlanNode, rowsRead } from '../platform/testing/plans.ts';
import { lookUp } from './service.ts';
import { type ListFilters, listCustomers } from './store.ts';

const filled = filledWith(['customers'], async (tx, { merchantId, userId }, now) => {
  await tx`
    with ${ownersOf(tx, merchantId, now)}
    insert into customers (merchant_id, mode, name, email, mobile, national_id, created_by, created_at, updated_at)
    select merchant_id, 'live', 'Customer ' || md5(n::text), md5('e' || n) || '@example.com',
           '010' || lpad(n::text, 8, '0'), case when n % 3 = 0 then '29' || lpad(n::text, 12, '0') else '' end,
           ${userId}, moment, ${now}
    from owners`;
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
];

test.each(filters)('matches of %j are found without reading other rows', async (filter) => {
  const everything = ['customer', 'a'].includes(filter.Keyword ?? '');
  for (const { sortBy, sortType } of sorted) {
    filled.watch.taken();
    const paging = { page: 1, pageSize: 10, sortBy, sortType };
    const { meta } = await listCustomers(filled.app.db, filled.caller, { paging, filters: filter });
    expect(meta.total).toBeGreaterThan(0);
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
