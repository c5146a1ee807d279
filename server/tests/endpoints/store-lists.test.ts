/** The lists of the store and what shoppers see of it, by index alone however many rows there are. */
import { CATEGORY_SORTS } from '@daftar/contract/categories';
import { ORDER_SORTS } from '@daftar/contract/orders';
import { PRODUCT_SORTS } from '@daftar/contract/products';
import { describe, expect, test } from 'vitest';
import { filledCategories, listCategories } from '../../src/categories/service.ts';
import { countByStatus, listOrders } from '../../src/orders/service.ts';
import type { Tx } from '../../src/platform/db/connect.ts';
import { offeredProducts } from '../../src/products/offer.ts';
import { listProducts, readStatistics } from '../../src/products/service.ts';
import {
  BOUND,
  eachWay,
  expectBounded,
  expectByIndex,
  filledWith,
  MANY,
  ownersOf,
  underBothPlans,
} from '../kit/by-index.ts';
import { rowsRead } from '../kit/platform/plans.ts';
import type { Actor } from '../kit/server.ts';

const CATEGORIES = 400;
/** A storefront names no more of them. */
const SHELVES = 200;

const filled = filledWith(['categories', 'sub_categories', 'products', 'orders', 'order_items'], insertRows);

async function insertRows(tx: Tx, { merchantId, userId }: Actor, start: Date): Promise<void> {
  await tx`
    with ${ownersOf(tx, merchantId, start, { many: CATEGORIES, few: 3 })}
    insert into categories (merchant_id, id, mode, name, created_by, created_at, updated_at) overriding system value
    select merchant_id, n, 'live', 'Category ' || md5(n::text), ${userId}, moment, moment from owners`;
  await tx`
    insert into sub_categories (merchant_id, category_id, name, position)
    select merchant_id, id, 'Sub ' || md5(id || 's' || n), n from categories, generate_series(1, 3) n`;
  await tx`
    with ${ownersOf(tx, merchantId, start)}, placed as (
      select o.*, s.category_id, s.id as sub_id from owners o join sub_categories s
          on s.merchant_id = o.merchant_id and s.position = 1 + o.n % 3
         and s.category_id = 1 + o.n % (case when o.merchant_id = ${merchantId} then ${CATEGORIES}::int else 3 end))
    insert into products (merchant_id, mode, name, code, description, price_piastres, in_stock, reserved, category_id,
                          sub_category_id, created_by, created_at, updated_at)
    select merchant_id, 'live', 'Product ' || md5(n::text), 'C-' || n, 'Described as ' || md5(n || 'd'), 100 * n,
           n % 900 + 5, n % 5, category_id, sub_id, ${userId}, moment, moment from placed`;
  await tx`
    with ${ownersOf(tx, merchantId, start)}
    insert into orders (merchant_id, mode, reference, token, submission_key, status, fulfilment, payment, amount_piastres,
      merchant_reference, metadata, customer_name, customer_email, customer_mobile, customer_address, language, stock, due_at, paid_at, created_at,
      updated_at)
    select merchant_id, 'live', 'ORD-' || upper(substr(md5(n || 'o' || merchant_id), 1, 10)),
           md5(n || 't' || merchant_id), 'key ' || n, 1 + (n % 40 > 0)::int, 'new', 'now', 100 * n,
           'N-' || n, jsonb_build_object('branch', (n % 20)::text), 'Shopper ' || md5(n::text), md5(n || 'e') || '@example.com', '010' || lpad(n::text, 8, '0'), 'Cairo', 1,
           case when n % 40 > 0 then 'taken' else 'released' end, moment + interval '1 day',
           case when n % 40 > 0 then moment end, moment, moment
      from owners`;
  await tx`
    insert into order_items (merchant_id, order_id, product_id, product_name, product_code, quantity, price_piastres)
    select merchant_id, id, n, 'Lamp', 'L', n, amount_piastres from orders, generate_series(1, 2) n`;
}

interface List {
  name: string;
  sorts: readonly string[];
  /** The last of its pages of ten. */
  last: number;
  read: (paging: never, filters: object) => Promise<{ meta: { total: number } }>;
  filters: object[];
}

/** The lists, each with every column that it sorts by and filters that leave much, little and nothing. */
const lists: List[] = [
  {
    name: 'products',
    sorts: PRODUCT_SORTS,
    last: 500,
    read: (paging, filters) => listProducts(filled.app, filled.caller, { paging, filters }),
    filters: [
      { keyword: 'abcd' },
      { keyword: 'product' },
      { product_name: 'ABCD' },
      { product_code: 'c-1234' },
      { price_from: 500_000, price_to: 510_000 },
      { price_from: 10_000 },
      { category: 7 },
      { created_from: '2026-06-14', created_to: '2026-06-14' },
      { created_from: '2026-01-01', price_to: 2_000_000, keyword: 'abc' },
    ],
  },
  {
    name: 'categories',
    sorts: CATEGORY_SORTS,
    last: CATEGORIES / 10,
    read: (paging, filters) => listCategories(filled.app, filled.caller, { paging, filters }),
    filters: [{ keyword: 'abc' }, { keyword: 'category' }, { keyword: 'sub' }],
  },
  {
    name: 'orders',
    sorts: ORDER_SORTS,
    last: 500,
    read: (paging, filters) => listOrders(filled.app, filled.caller, { paging, filters }),
    filters: [
      { order_number: 'ord-a' },
      { order_number: 'ab' },
      { status: 1 },
      { status: 2 },
      { created_from: '2026-06-14', created_to: '2026-06-14' },
      { created_from: '2026-01-01', status: 1 },
      { updated_since: '2026-06-14T00:00:00Z' },
      { updated_since: '2026-03-01T00:00:00Z' },
      { merchant_reference: 'N-1234' },
      { metadata: { branch: '7' } },
    ],
  },
];

describe.each(lists)('$name', ({ sorts, last, read, filters }) => {
  const page = (number: number, sort: { sortBy: string; sortType: string }) =>
    ({ page: number, pageSize: 10, ...sort }) as never;

  test.each(eachWay(sorts))('a page by $sortBy $sortType is read by index alone', async (sort) => {
    for (const number of [1, last]) {
      expectByIndex(await underBothPlans(filled.watch, () => read(page(number, sort), {})));
    }
  });

  test.each(filters)(
    'rows that match %j are found without reading the rest, sorted by any column',
    async (filter) => {
      for (const sort of eachWay(sorts)) {
        filled.watch.taken();
        const { meta } = await read(page(1, sort), filter);
        expect(meta.total).toBeGreaterThan(0);
        expectBounded(filled.watch.taken(), `${sort.sortBy} ${sort.sortType}`);
      }
    },
  );
});

test('how many orders there are of each status, without reading others', async () => {
  filled.watch.taken();
  const counts = await countByStatus(filled.app, filled.caller);
  expectBounded(filled.watch.taken(), 'counts');
  expect(counts).toEqual([
    { status: 1, total: MANY / 40, more: false },
    { status: 2, total: BOUND - 1, more: true },
  ]);
});

describe('queries of the storefront', () => {
  const all = { keyword: '', category: null, sub: null, page: 1, pageSize: 24 };

  test.each(['newest', 'cheapest', 'dearest'] as const)(
    'list the %s products of a large store by index alone',
    async (sort) => {
      expectByIndex(
        await underBothPlans(filled.watch, () =>
          offeredProducts(filled.app.db, filled.caller, { ...all, sort }),
        ),
        24,
      );
    },
  );

  test('read the categories and the statistics in bounded time, whatever the categories contain', async () => {
    const plans = await underBothPlans(filled.watch, async () => {
      const { branches } = await filledCategories(filled.app.db, filled.caller, 200);
      expect(branches).toHaveLength(SHELVES);
      await readStatistics(filled.app, filled.caller);
    });
    for (const node of plans.flat()) expect(rowsRead(node), node['Node Type']).toBeLessThanOrEqual(BOUND);
  });
});
