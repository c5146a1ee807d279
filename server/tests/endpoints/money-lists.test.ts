/** The lists of money that leads on from a payment, by index alone however many rows there are. */

import { APPROVAL_SORTS } from '@daftar/contract/approvals';
import { CHARGEBACK_SORTS } from '@daftar/contract/chargebacks';
import { PAYOUT_SORTS } from '@daftar/contract/payouts';
import { PERMISSIONS } from '@daftar/contract/permissions';
import { REFUND_SORTS } from '@daftar/contract/refunds';
import { SETTLEMENT_SORTS } from '@daftar/contract/settlements';
import { describe, expect, test } from 'vitest';
import { listApprovals, countByState as requestsByState } from '../../src/approvals/rows.ts';
import { listChargebacks } from '../../src/chargebacks/service.ts';
import { countByState, listPayouts } from '../../src/payouts/service.ts';
import type { Tx } from '../../src/platform/db/connect.ts';
import { cairoDay } from '../../src/platform/time/cairo.ts';
import { listAll as listRefunds, readRefunded, refundsOf } from '../../src/refunds/service.ts';
import { listSettlements } from '../../src/settlements/service.ts';
import {
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

/** Refunds of one payment, given back piastre by piastre. */
const REFUNDS = 200;

const filled = filledWith(
  ['payouts', 'settlements', 'chargebacks', 'transactions', 'refunds', 'approvals'],
  insertRows,
);

async function insertRows(tx: Tx, { merchantId, userId }: Actor, start: Date): Promise<void> {
  const owners = ownersOf(tx, merchantId, start);
  await tx`
    with ${owners}
    insert into payouts (merchant_id, mode, code, transaction_id, amount_piastres, state, requested_by, created_at,
                         expires_at, finished_at)
    select merchant_id, 'live', 'PAY-' || upper(substr(md5(n || 'p' || merchant_id), 1, 10)), n, 100 * n,
           (array['requested', 'expired', 'returned', 'handed-over'])[least(4, 1 + n % 40)], ${userId}, moment,
           moment + interval '7 days', case when n % 40 > 0 then moment + interval '1 day' end
      from owners`;
  // Every fortieth waits; a third of those has waited too long.
  await tx`
    with ${owners}
    insert into approvals (merchant_id, mode, kind, state, amount_piastres, requested_by, decided_by, created_at, expires_at,
                           decided_at)
    select merchant_id, 'live', 'payout',
           case when n % 40 = 0 then 'waiting' when n % 2 = 0 then 'declined' else 'withdrawn' end, n, ${userId},
           case when n % 40 > 0 then ${userId}::bigint + case when n % 2 = 0 then 1 else 0 end end, moment,
           ${start}::timestamptz + case when n % 120 = 0 then interval '0' else interval '1 day' end,
           case when n % 40 > 0 then moment end
      from owners`;
  await tx`
    with ${owners}
    insert into settlements (merchant_id, mode, reference, amount_piastres, total_transactions, created_at, changed_at)
    select merchant_id, 'live', 'STL-' || upper(substr(md5(n || 's' || merchant_id), 1, 10)), 100 * n, 1 + n % 70,
           moment, case when n % 2 = 0 then moment + interval '1 day' end from owners`;
  await tx`
    with ${owners}
    insert into chargebacks (merchant_id, mode, reference, transaction_id, transaction_reference, name, amount_piastres,
                             status, held_from, due_at, created_at, decided_at, case_id)
    select merchant_id, 'live', 'CHB-' || upper(substr(md5(n || 'c' || merchant_id), 1, 10)), n,
           'TRX-' || upper(substr(md5(n || 't' || merchant_id), 1, 10)), 'Customer ' || md5(n || 'n'), 100 * n,
           least(2, n % 40), 'pending', moment + interval '14 days', moment,
           case when n % 40 > 0 then moment + interval '9 days' end,
           'CASE-' || upper(substr(md5(n || 'i' || merchant_id), 1, 10))
      from owners`;
  await tx`
    insert into transactions (merchant_id, mode, reference, source_kind, source_id, payment_method, status, currency,
      subtotal, total, value_piastres, charged_piastres, fee_piastres, net_piastres, created_at, updated_at)
    select ${merchantId}, 'live', 'TRX-' || n, 'payment-link', 1, 1, 1, 'EGP', 10000, 10000, 10000, 10000, 656, 9344,
           ${start}, ${start} from generate_series(1, ${MANY / REFUNDS}) n`;
  await tx`
    insert into approvals (merchant_id, mode, kind, state, transaction_id, amount_piastres, requested_by, decided_by,
                           created_at, expires_at, decided_at)
    select merchant_id, 'live', 'refund', 'declined', id, id, ${userId}, ${userId}::bigint + 1, ${start}, ${start}, ${start}
      from transactions where merchant_id = ${merchantId}`;
  await tx`
    insert into refunds (merchant_id, mode, transaction_id, amount_piastres, state, refund_key, processor, order_id,
                         requested_by, merchant_reference, metadata, created_at, finished_at)
    select ${merchantId}, 'live', id, k, 'succeeded', 'key-' || k, 'sandbox', 'order', ${userId}, 'N-' || k,
           jsonb_build_object('branch', (k % 20)::text), ${start}::timestamptz - k * interval '7 minutes',
           ${start}::timestamptz - k * interval '7 minutes'
      from (select t.id, row_number() over () as k
              from transactions t, generate_series(1, ${REFUNDS}) n where t.merchant_id = ${merchantId}) x`;
  await tx`
    with ${owners}
    insert into refunds (merchant_id, mode, transaction_id, amount_piastres, state, refund_key, processor, order_id,
                         requested_by, created_at, finished_at)
    select merchant_id, 'live', n, n, 'succeeded', 'key-' || n, 'sandbox', 'order-' || n, ${userId}, moment, moment
      from owners where merchant_id <> ${merchantId}`;
}

interface List {
  name: string;
  sorts: readonly string[];
  read: (paging: never, filters: object) => Promise<{ meta: { total: number } }>;
  filters: object[];
}

/** The lists, each with every column that it sorts by and filters that leave much, little and nothing. */
const lists: List[] = [
  {
    name: 'refunds',
    sorts: REFUND_SORTS,
    read: (paging, filters) => listRefunds(filled.app, filled.caller, paging, filters),
    filters: [
      { date_from: '2026-06-14', date_to: '2026-06-14' },
      { updated_since: '2026-06-14T00:00:00Z' },
      { merchant_reference: 'N-1234' },
      { metadata: { branch: '7' } },
    ],
  },
  {
    name: 'payouts',
    sorts: PAYOUT_SORTS,
    read: (paging, filters) => listPayouts(filled.app, filled.caller, paging, filters),
    filters: [
      { code: 'pay-a' },
      { state: 'requested' },
      { state: 'handed-over' },
      { date_from: '2026-06-14', date_to: '2026-06-14' },
      { date_from: '2026-01-01', state: 'expired' },
      { updated_since: '2026-06-14T00:00:00Z' },
      { updated_since: '2026-03-01T00:00:00Z' },
    ],
  },
  {
    name: 'settlements',
    sorts: SETTLEMENT_SORTS,
    read: (paging, filters) => listSettlements(filled.app, filled.caller, paging, filters),
    filters: [
      { reference: 'stl-a' },
      { reference: 'ab' },
      { date_from: '2026-06-14', date_to: '2026-06-14' },
      { date_from: '2026-01-01' },
      { updated_since: '2026-06-14T00:00:00Z' },
      { updated_since: '2026-03-01T00:00:00Z' },
    ],
  },
  {
    name: 'chargebacks',
    sorts: CHARGEBACK_SORTS,
    read: (paging, filters) => listChargebacks(filled.app, filled.caller, paging, filters),
    filters: [
      { chargeback_name: 'ABCD' },
      { chargeback_name: 'customer' },
      { reference: 'chb-a' },
      { reference: 'TRX-A' },
      { case_id: 'case-a1' },
      { status: 0 },
      { status: 2 },
      { amount: 123_400 },
      { date_from: '2026-06-14', date_to: '2026-06-14', status: 2 },
      { date_from: '2026-01-01', chargeback_name: 'abcd' },
      { updated_since: '2026-06-14T00:00:00Z' },
      { updated_since: '2026-03-01T00:00:00Z' },
    ],
  },
];

/** Somebody who sees every kind of request. */
const approver = () => ({ ...filled.caller, permissions: new Set(PERMISSIONS) });
lists.push({
  name: 'requests for approval',
  sorts: APPROVAL_SORTS,
  read: (paging, filters) => listApprovals(filled.app, approver(), paging, filters),
  filters: [
    { q: 'trx-7' },
    { q: 'mona' },
    { q: 'mona', state: 'waiting' },
    { q: 'trx-7', state: 'declined' },
    { kind: 'refund' },
    { state: 'waiting' },
  ],
});

describe.each(lists)('$name', ({ sorts, read, filters }) => {
  const page = (number: number, sort: { sortBy: string; sortType: string }) =>
    ({ page: number, pageSize: 10, ...sort }) as never;

  test.each(eachWay(sorts))('a page by $sortBy $sortType is read by index alone', async (sort) => {
    for (const number of [1, 500]) {
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

test('the refunds of one payment are found without reading any others', async () => {
  const [one] = await filled.daftar.database.sql<{ id: number }[]>`
    select id from transactions where merchant_id = ${filled.caller.merchantId} limit 1`;
  const plans = await underBothPlans(filled.watch, () => refundsOf(filled.app, filled.caller, one!.id));
  expect(plans.length).toBeGreaterThan(0);
  for (const node of plans.flat()) expect(rowsRead(node), node['Node Type']).toBeLessThanOrEqual(REFUNDS);
});

test('what was refunded on a day is summed up without reading what changed before', async () => {
  const day = cairoDay(new Date(filled.daftar.clock.now().getTime() - 86_400_000));
  const plans = await underBothPlans(filled.watch, () =>
    readRefunded(filled.app, filled.caller, { date_from: day, date_to: day }),
  );
  expect(plans.length).toBeGreaterThan(0);
  // One every seven minutes, of that day and since.
  for (const node of plans.flat()) expect(rowsRead(node), node['Node Type']).toBeLessThanOrEqual(2 * 206);
});

test('how many requests there are of each state, without reading others or those of other kinds', async () => {
  const all = approver();
  const clerk = { ...filled.caller, permissions: new Set(['transaction-refund'] as const) };
  const paging = { page: 1, pageSize: 10, sortBy: 'id', sortType: 'asc' } as const;
  for (const caller of [all, clerk]) {
    filled.watch.taken();
    const counts = await requestsByState(filled.app, caller);
    expectBounded(filled.watch.taken(), 'counts');
    for (const { status, total, more } of counts) {
      const { meta } = await listApprovals(filled.app, caller, paging, { state: status });
      expect({ status, total, more }).toEqual({ status, total: meta.total, more: meta.more ?? false });
    }
    expect(counts.filter(({ total }) => total > 0)).toHaveLength(caller === all ? 4 : 1);
  }
});

test('how many payouts there are of each state, without reading others', async () => {
  filled.watch.taken();
  const counts = await countByState(filled.app, filled.caller);
  expectBounded(filled.watch.taken(), 'counts');
  const paging = { page: 1, pageSize: 10, sortBy: 'id', sortType: 'asc' } as const;
  for (const { status, total, more } of counts) {
    const { meta } = await listPayouts(filled.app, filled.caller, paging, { state: status });
    expect({ total, more }).toEqual({ total: meta.total, more: meta.more ?? false });
  }
  expect(counts.filter(({ total }) => total > 0).length).toBeGreaterThan(1);
});
