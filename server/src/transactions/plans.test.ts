import { describe, expect, test } from 'vitest';
import { BOUND, eachWay, filledWith, MANY } from '../../tests/kit/by-index.ts';
import { type PlanNode, rowsRead } from '../../tests/kit/platform/plans.ts';
import { listTransactions } from './store.ts';
import type { ListFilters } from './store-filters.ts';

/** The newest rows, every other of which is pending: more than are collected and sorted. */
const NEW = 8_000;

const filled = filledWith(['transactions'], async (tx, { merchantId }, now) => {
  await tx`
    insert into transactions (merchant_id, mode, reference, source_kind, source_id, source_name, payment_method, status,
      currency, subtotal, total, value_piastres, charged_piastres, net_piastres, refunded_piastres, created_at, updated_at)
    select ${merchantId}::bigint, 'live', 'TRX-' || n, 'payment-link', 1, 'Some', 1 + n % 5, status, 'EGP', 100 * n, 100 * n,
           100 * n, 100 * n, 100 * n, case when status = 3 then 100 * n else 0 end, moment, moment
      from (select n, ${now}::timestamptz - n * interval '7 minutes' as moment,
                   case when n <= ${NEW}::int and n % 2 = 0 then 0 when n % 4 = 1 then 3 when n % 8 = 3 then 2 else 1 end as status
              from generate_series(1, ${MANY}::int) n) rows`;
});

/** Returns the number of table rows that a list reads, shown or skipped. */
function fetched(nodes: PlanNode[]): number {
  const ofTable = ({ 'Node Type': type, 'Relation Name': table }: PlanNode) =>
    table === 'transactions' && type !== 'Index Only Scan';
  return nodes.filter(ofTable).reduce((sum, node) => sum + rowsRead(node), 0);
}

async function read(
  filters: ListFilters,
  { sortBy, sortType }: { sortBy: 'created_at' | 'total_amount' | 'updated_at'; sortType: 'asc' | 'desc' },
) {
  filled.watch.taken();
  const { rows } = await listTransactions(
    filled.app.db,
    filled.caller,
    { page: 1, pageSize: 10, sortBy, sortType },
    filters,
  );
  expect(rows).toHaveLength(10);
  return filled.watch.taken().flat();
}

describe('few rows of the table are read, however many match, for', () => {
  test.each([
    { payments: 'paid' as const },
    { payments: 'ended' as const },
    { payments: 'paid' as const, date_from: '2026-01-01' },
    { payments: 'refunded' as const },
  ])('payments by what came of them: %j', async (filters) => {
    const sorts =
      filters.payments === 'refunded' ? (['created_at'] as const) : (['created_at', 'total_amount'] as const);
    for (const sort of eachWay(sorts)) {
      const nodes = await read(filters, sort);
      expect(fetched(nodes), `${sort.sortBy} ${sort.sortType}`).toBeLessThanOrEqual(40);
      for (const node of nodes) expect(rowsRead(node)).toBeLessThanOrEqual(BOUND);
    }
  });

  test.each([{ status: 0 }, { date_from: '2026-05-10' }])(
    'the newest payments, %j, in the order of changes',
    async (filters) => {
      for (const sort of eachWay(['updated_at'])) {
        const nodes = await read(filters, sort);
        expect(fetched(nodes), sort.sortType).toBeLessThanOrEqual(60);
      }
    },
  );
});

test('pending payments are not counted for the total of a list that has more others than are counted', async () => {
  const { sql } = filled.daftar.database;
  await sql`select count_lists()`;
  const nodes = await read({}, { sortBy: 'created_at', sortType: 'desc' });
  for (const node of nodes) expect(rowsRead(node)).toBeLessThanOrEqual(10);
});
