/** A merchant with many rows among many with few, and how the plans of what reads them are looked at. */
import { afterAll, beforeAll, expect } from 'vitest';
import type { App, Caller } from '../../src/platform/context.ts';
import type { Tx } from '../../src/platform/db/connect.ts';
import { fillTables } from '../../src/platform/testing/fill.ts';
import { type PlanNode, type PlanWatch, rowsRead, watchPlans } from '../../src/platform/testing/plans.ts';
import { callerOf } from './money.ts';
import { type Actor, startTestServer, type TestServer } from './server.ts';

/** Rows of the one merchant in each table: more than a list ever counts. */
export const MANY = 24_000;

/** A filled database, and the product whose every statement tells how it was run. */
export interface Filled {
  daftar: TestServer;
  /** The merchant of many rows, signed in, in live mode. */
  caller: Caller;
  app: App;
  watch: PlanWatch;
}

/**
 * Starts the product for the tests of one file, with tables filled by `insertRows`, which is handed the merchant whose the
 * many rows are. What it answers is there once tests run.
 */
export function filledWith(
  tables: readonly string[],
  insertRows: (tx: Tx, owner: Actor, now: Date) => Promise<unknown>,
): Filled {
  const filled = {} as Filled;
  beforeAll(async () => {
    const daftar = await startTestServer();
    filled.daftar = daftar;
    const owner = await daftar.merchant();
    await fillTables(daftar.database.sql, tables, (tx) => insertRows(tx, owner, daftar.clock.now()));
    const watch = await watchPlans(daftar.database.url);
    Object.assign(filled, { caller: callerOf(owner), app: { ...daftar.app, db: watch.sql }, watch });
  }, 120_000);
  afterAll(async () => {
    await filled.watch?.end();
    await filled.daftar.close();
  });
  return filled;
}

/**
 * `owners (merchant_id, n, moment)`, for a `with`: one merchant's numbers up to `many`, seven minutes apart back from
 * `now`, and those of 750 others up to `few`, which is what PostgreSQL takes for the usual merchant.
 */
export const ownersOf = (tx: Tx, merchantId: number, now: Date, { many = MANY, few = 30 } = {}) => tx`
  owners as (
    select ${merchantId}::bigint as merchant_id, n, ${now}::timestamptz - n * interval '7 minutes' as moment
      from generate_series(1, ${many}::int) n
    union all
    select m, n, ${now}::timestamptz - n * interval '7 minutes'
      from generate_series(900001, 900750) m, generate_series(1, ${few}::int) n)`;

/** The page, and what is counted: no list may look at more than this, however many rows there are. */
export const BOUND = 10_001;

/** A column of a list in both directions. */
export const eachWay = <S extends string>(columns: readonly S[]) =>
  columns.flatMap((sortBy) => (['asc', 'desc'] as const).map((sortType) => ({ sortBy, sortType })));

const whereOf = (node: PlanNode) =>
  `${node['Node Type']} ${node['Relation Name'] ?? ''} ${node['Index Name'] ?? ''}`;

/** The first rows as they lie, all of which match: as good a way to count to the bound as an index. */
const isCount = (node: PlanNode) => node['Actual Rows'] === BOUND && !node['Rows Removed by Filter'];

/** Looked at no more rows than a page and the bound of the count, and sorted nothing but the page. */
export function expectByIndex(plans: PlanNode[][], pageSize = 10): void {
  expect(plans.length).toBeGreaterThan(0);
  for (const node of plans.flat()) {
    const where = whereOf(node);
    expect(rowsRead(node), where).toBeLessThanOrEqual(BOUND);
    if (node['Node Type'].includes('Sort')) expect(node['Actual Rows'], where).toBeLessThanOrEqual(pageSize);
    if (node['Node Type'] === 'Seq Scan' && !isCount(node)) expect(rowsRead(node), where).toBeLessThan(100);
  }
}

/**
 * Of what does not match, no more than the bound may be passed on the way; what matches may be collected and sorted:
 * up to the bound, or `most` where all of it lies at the far end of the sort.
 */
export function expectBounded(plans: PlanNode[][], about: string, most = 2 * BOUND): void {
  expect(plans.length).toBeGreaterThan(0);
  for (const node of plans.flat())
    expect(rowsRead(node), `${about}: ${whereOf(node)}`).toBeLessThanOrEqual(most);
}

/** A plan kept for any merchant, which is what a busy server runs, and one made for this merchant. */
export async function underBothPlans(watch: PlanWatch, run: () => Promise<unknown>): Promise<PlanNode[][]> {
  const plans: PlanNode[][] = [];
  for (const kind of ['force_generic_plan', 'force_custom_plan']) {
    await watch.sql`select set_config('plan_cache_mode', ${kind}, false)`;
    watch.taken();
    await run();
    plans.push(...watch.taken());
  }
  await watch.sql`select set_config('plan_cache_mode', 'auto', false)`;
  return plans;
}
