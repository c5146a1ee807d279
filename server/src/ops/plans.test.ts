/** The console's lists, which go across all merchants: by index alone, however many rows there are. */
import { OPS_TABS } from '@daftar/contract/ops-list-counts';
import { OPS_VIEW_LISTS } from '@daftar/contract/ops-saved-views';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eachWay, expectBounded, expectByIndex } from '../../tests/kit/by-index.ts';
import { CONSOLE_TABLES, insertConsoleRows, SHARED, SHARING } from '../../tests/kit/console-rows.ts';
import { fillTables } from '../../tests/kit/platform/fill.ts';
import { type PlanNode, type PlanWatch, watchPlans } from '../../tests/kit/platform/plans.ts';
import { startTestServer, type TestServer } from '../../tests/kit/server.ts';
import type { App, Operator } from '../platform/context.ts';
import { reserveItems } from '../reserve/items.ts';
import { chargebacks } from './cross-merchant/chargebacks.ts';
import { payouts } from './cross-merchant/payouts.ts';
import { refunds } from './cross-merchant/refunds.ts';
import { settlements } from './cross-merchant/settlements.ts';
import { transactions, unanswered } from './cross-merchant/transactions.ts';
import { countRows } from './list-counts/service.ts';
import { allMerchants } from './merchants/service.ts';
import { type Facts, lists } from './plans-lists.ts';
import { audit } from './platform/lists.ts';

let daftar: TestServer;
let watch: PlanWatch;
let app: App;
let facts: Facts;

beforeAll(async () => {
  daftar = await startTestServer();
  const largest = (await daftar.merchant()).merchantId;
  const { sql } = daftar.database;
  await fillTables(sql, CONSOLE_TABLES, (tx) => insertConsoleRows(tx, largest, daftar.clock.now()));
  const [row] = await sql<{ paymentId: number; disputed: string }[]>`
    select (select id from transactions order by id offset 12345 limit 1) as "paymentId",
           (select left(c.reference, 8) from chargebacks c
              join transactions t on t.merchant_id = c.merchant_id and t.id = c.transaction_id
             order by c.id limit 1) as disputed`;
  facts = { largest, ...row! };
  watch = await watchPlans(daftar.database.url);
  app = { ...daftar.app, db: watch.sql };
}, 240_000);
afterAll(async () => {
  await watch?.end();
  await daftar.close();
});

const operator = { locale: 'en' } as Operator;

/** PostgreSQL decides after five runs whether it keeps a generic plan; this tests the plan used from then on. */
async function onceUsual(run: () => Promise<unknown>): Promise<PlanNode[][]> {
  for (let time = 0; time < 7; time += 1) await run();
  watch.taken();
  await run();
  return watch.taken();
}

describe.each(lists)('$name', ({ sorts, list, filters, isFew }) => {
  const read = (paging: never, filter: object) => list.page(app, operator, paging, filter as never);
  const page = (number: number, sort: { sortBy: string; sortType: string }) =>
    ({ page: number, pageSize: 10, ...sort }) as never;

  test.each(eachWay(sorts))('a page by $sortBy $sortType is read by index alone', async (sort) => {
    for (const number of [1, 500]) {
      const plans = await onceUsual(() => read(page(number, sort), {}));
      if (isFew) expectBounded(plans, sort.sortBy);
      else expectByIndex(plans);
    }
  });

  test('matches are found without reading other rows, by any column', async () => {
    for (const filter of filters(facts)) {
      for (const sort of eachWay(sorts)) {
        watch.taken();
        const { meta } = await read(page(1, sort), filter);
        const about = `${JSON.stringify(filter)} by ${sort.sortBy} ${sort.sortType}`;
        expect(meta.total, about).toBeGreaterThan(0);
        expectBounded(watch.taken(), about);
      }
    }
  });
});

const lookingUp = [refunds, unanswered, chargebacks, payouts, settlements];

test('the beginning of a reference that fits more rows than are looked at is refused, but for the list’s own references', async () => {
  const paging = { page: 1, pageSize: 10, sortBy: 'created_at', sortType: 'desc' } as never;
  const refused = { status: 422, fields: { q: [{ key: 'TypeMore' }] } };
  for (const list of lookingUp)
    await expect(list.page(app, operator, paging, { q: 'trx-a' })).rejects.toMatchObject(refused);
  const { meta } = await transactions.page(app, operator, paging, { q: 'trx-a' });
  expect(meta.total).toBeGreaterThan(20);
  await expect(transactions.page(app, operator, paging, { q: 'chb-a' })).rejects.toMatchObject(refused);
});

test('references of other merchants than the chosen one, and of the other mode, are not counted: nobody is asked to type more for them', async () => {
  const paging = { page: 1, pageSize: 10, sortBy: 'created_at', sortType: 'desc' } as never;
  const { sql } = daftar.database;
  const [small] = await sql<{ id: number; n: number }[]>`
    select merchant_id as id, count(*)::int as n from transactions
     where reference like 'TRX-A%' and merchant_id <> ${facts.largest} group by 1 order by 2 desc, 1 limit 1`;
  for (const filters of [{ merchant_id: small!.id }, { mode: 'test' as const }])
    for (const list of lookingUp) {
      watch.taken();
      const { meta } = await list.page(app, operator, paging, { q: 'trx-a', ...filters });
      expectBounded(watch.taken(), JSON.stringify(filters));
      if (list === refunds) expect(meta.total).toBe('mode' in filters ? 0 : small!.n);
    }
  await expect(audit.page(app, operator, paging, { q: 'trx-a' })).rejects.toMatchObject({ status: 422 });
  watch.taken();
  await audit.page(app, operator, paging, { q: 'trx-a', merchant_id: small!.id });
  expectBounded(watch.taken(), 'the audit log of one merchant');
});

test('a reference without its prefix finds what is held of every settlement that has it', async () => {
  const paging = { page: 1, pageSize: 10, sortBy: 'release_on', sortType: 'desc' } as never;
  watch.taken();
  const { meta } = await reserveItems.page(app, operator, paging, { q: SHARED, mode: 'test' });
  expect(meta.total).toBe(SHARING);
  expectBounded(watch.taken(), SHARED);
});

const tabbed = {
  'ops-chargebacks': chargebacks,
  'ops-merchants': allMerchants,
  'ops-payouts': payouts,
  'ops-refunds': refunds,
  'ops-reserve-items': reserveItems,
  'ops-settlements': settlements,
  'ops-transactions': transactions,
};

test.each(Object.entries(tabbed) as [keyof typeof tabbed, (typeof tabbed)[keyof typeof tabbed]][])(
  'the tabs of %s say how many rows their pages have, without reading others',
  async (list, { page }) => {
    const { access, query } = OPS_VIEW_LISTS[list];
    const { by, values } = OPS_TABS[list];
    const isOfMerchants = query.list.filters.includes('merchant_id');
    for (const filters of isOfMerchants ? [{}, { merchant_id: facts.largest }] : [{}]) {
      const about = `${list} ${JSON.stringify(filters)}`;
      watch.taken();
      const counts = await countRows(app, { ...operator, reads: new Set([access]) }, { list, ...filters });
      expectBounded(watch.taken(), about);
      const counted = values.map(async (value) => {
        const { meta } = await page(
          app,
          operator,
          query.list.defaults as never,
          { ...filters, [by]: value } as never,
        );
        return { status: String(value), total: meta.total, more: meta.more ?? false };
      });
      expect(counts, about).toEqual(await Promise.all(counted));
      expect(counts.filter(({ total }) => total > 0).length, about).toBeGreaterThan(1);
    }
  },
);
