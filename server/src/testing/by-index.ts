/** How the plans of a list are looked at. */
import { expect } from 'vitest';
import { type PlanNode, type PlanWatch, rowsRead } from '../platform/testing/plans.ts';

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
