/** Test helpers for query plans: a merchant with many rows among many with few. */
import { afterAll, beforeAll, expect } from 'vitest';
import type { App, Caller } from '../../src/platform/context.ts';
import type { Tx } from '../../src/platform/db/connect.ts';
import { callerOf } from './money.ts';
import { fillTables } from './platform/fill.ts';
import { type PlanNode, type PlanWatch, rowsRead, watchPlans } from './platform/plans.ts';
import { type Actor, startTestServer, type TestServer } from './server.ts';

/** Rows per table of the merchant with many rows: more than twice what a list counts, so that a plan that reads all is found. */
export const MANY = 21_000;

/** Of each other merchant: what PostgreSQL takes for the usual one. */
export const FEW = 10;

/**
 * Of each other merchant where theirs are to be about half of all: where most rows are of the merchant with many, a scan of
 * the table is right to match all.
 */
export const HALF = { few: 30 };

/** A filled database, and an app whose query plans are recorded. */
export interface Filled {
  daftar: TestServer;
  /** The merchant with many rows, signed in, in live mode. */
  caller: Caller;
  app: App;
  watch: PlanWatch;
}

/**
 * Starts the server for one test file, with tables filled by `insertRows`, which receives the merchant with many rows. The
 * fields of the result are set in `beforeAll`.
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
 * Returns the CTE `owners (merchant_id, n, moment)`: the numbers 1 to `many` for one merchant, at intervals of seven minutes
 * back from `now`, and 1 to `few` for 750 others, from which PostgreSQL estimates the average merchant.
 */
export const ownersOf = (tx: Tx, merchantId: number, now: Date, { many = MANY, few = FEW } = {}) => tx`
  owners as (
    select ${merchantId}::bigint as merchant_id, n, ${now}::timestamptz - n * interval '7 minutes' as moment
      from generate_series(1, ${many}::int) n
    union all
    select m, n, ${now}::timestamptz - n * interval '7 minutes'
      from generate_series(900001, 900750) m, generate_series(1, ${few}::int) n)`;

/** The most rows that a plan node of a list may read: where counting stops. */
export const BOUND = 10_001;

/** Returns each sort column in both directions. */
export const eachWay = <S extends string>(columns: readonly S[]) =>
  columns.flatMap((sortBy) => (['asc', 'desc'] as const).map((sortType) => ({ sortBy, sortType })));

const whereOf = (node: PlanNode) =>
  `${node['Node Type']} ${node['Relation Name'] ?? ''} ${node['Index Name'] ?? ''}`;

/** Whether a node counts up to the bound. A sequential scan whose rows all match is as good for that as an index. */
const isCount = (node: PlanNode) => node['Actual Rows'] === BOUND && !node['Rows Removed by Filter'];

/** Expects that no more rows were read than a page and the bound of counting, and that only the page was sorted. */
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
 * Expects that no more rows than the bound were discarded. Matches may be collected and sorted, up to the bound, or up to
 * `most` rows read where all matches are at the far end of the sort.
 */
export function expectBounded(plans: PlanNode[][], about: string, most = 2 * BOUND): void {
  expect(plans.length).toBeGreaterThan(0);
  for (const node of plans.flat())
    expect(rowsRead(node), `${about}: ${whereOf(node)}`).toBeLessThanOrEqual(most);
}

/** Runs `run` with generic plans, as on a busy server, and with custom plans for this merchant. @returns all plans */
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
