import { CUSTOMER_SORTS } from '@daftar/contract/customers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App, Scope } from '../platform/context.ts';
import { fillTables } from '../platform/testing/fill.ts';
import { type PlanNode, type PlanWatch, rowsRead, watchPlans } from '../platform/testing/plans.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { lookUp } from './service.ts';
import { type ListFilters, listCustomers } from './store.ts';

/** A merchant with many customers among many with few. */
const MANY = 24_000;
/** The page, and what is counted: no list looks at more than this, however many rows there are. */
const BOUND = 10_001;

let daftar: TestServer;
let watch: PlanWatch;
let app: App;
let scope: Scope;

beforeAll(async () => {
  daftar = await startTestServer();
  const owner = await daftar.merchant();
  scope = { merchantId: owner.merchantId, mode: 'live' };
  const { sql } = daftar.database;
  await fillTables(sql, ['customers'], async (tx) => {
    await tx`
      with owners as (
        select ${owner.merchantId}::bigint as merchant_id, n from generate_series(1, ${MANY}::int) n
        union all
        select m, n from generate_series(900001, 900750) m, generate_series(1, 30) n
      )
      insert into customers (merchant_id, mode, name, email, mobile, national_id, created_by, created_at, updated_at)
      select merchant_id, 'live', 'Customer ' || md5(n::text), md5('e' || n) || '@example.com',
             '010' || lpad(n::text, 8, '0'), case when n % 3 = 0 then '29' || lpad(n::text, 12, '0') else '' end,
             ${owner.userId}, ${daftar.clock.now()}::timestamptz - n * interval '7 minutes', ${daftar.clock.now()}
      from owners`;
  });
  watch = await watchPlans(daftar.database.url);
  app = { ...daftar.app, db: watch.sql };
}, 120_000);
afterAll(async () => {
  await watch?.end();
  await daftar.close();
});

const whereOf = (node: PlanNode) => `${node['Node Type']} ${node['Index Name'] ?? ''}`;

const sorted = CUSTOMER_SORTS.flatMap((sortBy) =>
  (['asc', 'desc'] as const).map((sortType) => ({ sortBy, sortType })),
);

test.each(sorted)('a page by $sortBy $sortType is read by index alone', async (sort) => {
  for (const kind of ['force_generic_plan', 'force_custom_plan']) {
    await watch.sql`select set_config('plan_cache_mode', ${kind}, false)`;
    for (const page of [1, 500]) {
      watch.taken();
      await listCustomers(app.db, scope, { paging: { page, pageSize: 10, ...sort }, filters: {} });
      const nodes = watch.taken().flat();
      expect(nodes.length).toBeGreaterThan(0);
      for (const node of nodes) {
        expect(rowsRead(node), whereOf(node)).toBeLessThanOrEqual(BOUND);
        if (node['Node Type'].includes('Sort')) expect(node['Actual Rows']).toBeLessThanOrEqual(10);
      }
    }
  }
  await watch.sql`select set_config('plan_cache_mode', 'auto', false)`;
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

test.each(filters)('what matches %j is found without reading the rest', async (filter) => {
  const everything = ['customer', 'a'].includes(filter.Keyword ?? '');
  for (const { sortBy, sortType } of sorted) {
    watch.taken();
    const paging = { page: 1, pageSize: 10, sortBy, sortType };
    const { meta } = await listCustomers(app.db, scope, { paging, filters: filter });
    expect(meta.total).toBeGreaterThan(0);
    for (const node of watch.taken().flat()) {
      expect(rowsRead(node), `${sortBy} ${whereOf(node)}`).toBeLessThanOrEqual(
        everything ? 2 * BOUND : BOUND,
      );
    }
  }
});

test.each(['', 'abcde', 'customer'])('choosing by %j reads no more than it offers', async (keyword) => {
  watch.taken();
  await lookUp(app, scope, { keyword, limit: 50 });
  for (const node of watch.taken().flat()) expect(rowsRead(node), whereOf(node)).toBeLessThanOrEqual(BOUND);
});
