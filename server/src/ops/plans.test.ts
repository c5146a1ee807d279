/** The console's lists, which go across all merchants: by index alone, however many rows there are. */
import { OPS_TABS } from '@daftar/contract/ops-list-counts';
import { OPS_VIEW_LISTS } from '@daftar/contract/ops-saved-views';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eachWay, expectBounded, expectByIndex, FEW, MANY } from '../../tests/kit/by-index.ts';
import { startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { dueList } from '../bank-transfers/lists.ts';
import { expiries } from '../document-expiry/service.ts';
import { activationRequests } from '../kyc/queue.ts';
import type { App, Operator } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { fillTables } from '../platform/testing/fill.ts';
import { type PlanNode, type PlanWatch, watchPlans } from '../platform/testing/plans.ts';
import { reserveItems } from '../reserve/items.ts';
import { entries } from '../risk/entries.ts';
import { reviews } from '../risk/reviews.ts';
import { hits } from '../screening/service.ts';
import { chargebacks } from './cross-merchant/chargebacks.ts';
import { payouts } from './cross-merchant/payouts.ts';
import { refunds } from './cross-merchant/refunds.ts';
import { settlements } from './cross-merchant/settlements.ts';
import { transactions, unanswered } from './cross-merchant/transactions.ts';
import { countRows } from './list-counts/service.ts';
import { allMerchants } from './merchants/service.ts';
import { audit, failedDeliveries, failedMessages } from './platform/lists.ts';

/** As many as one large merchant has rows, among many small ones. */
const MERCHANTS = MANY;
const OTHERS = 750;
/** A reference without its prefix that settlements of so many merchants have. */
const SHARED = '7K3M9Q2D';
const SHARING = 300;
const TABLES = [
  'merchants',
  'transactions',
  'payment_attempts',
  'processor_ids',
  'payouts',
  'refunds',
  'settlements',
  'settlement_payments',
  'reserve_items',
  'chargebacks',
  'audit_log',
  'messages',
  'webhook_events',
  'risk_entries',
  'risk_reviews',
  'screening_hits',
  'kyc_submissions',
  'document_expiries',
];

let daftar: TestServer;
let watch: PlanWatch;
let app: App;
let largest: number;
/** One payment among all. */
let payment: { id: number };
/** The beginning of a chargeback's reference that fits few. */
let disputed: string;

beforeAll(async () => {
  daftar = await startTestServer();
  largest = (await daftar.merchant()).merchantId;
  const { sql } = daftar.database;
  await fillTables(sql, TABLES, (tx) => insertRows(tx));
  [payment] = (await sql`select id from transactions order by id offset 12345 limit 1`) as unknown as [
    { id: number },
  ];
  const [chargeback] = await sql<{ begins: string }[]>`
    select left(c.reference, 8) as begins from chargebacks c
      join transactions t on t.merchant_id = c.merchant_id and t.id = c.transaction_id order by c.id limit 1`;
  disputed = chargeback!.begins;
  watch = await watchPlans(daftar.database.url);
  app = { ...daftar.app, db: watch.sql };
}, 240_000);
afterAll(async () => {
  await watch?.end();
  await daftar.close();
});

async function insertRows(tx: Tx): Promise<void> {
  const start = daftar.clock.now();
  await tx`
    insert into merchants (business_name, email, mobile, status, created_at)
    select 'Shop ' || md5(n::text), md5('e' || n) || '@example.com', '010' || lpad(n::text, 8, '0'),
           case when n % 40 = 0 then 4 else n % 4 end, ${start}::timestamptz - n * interval '9 minutes'
      from generate_series(1, ${MERCHANTS}::int) n`;
  const rows = tx`
    rows as (
      select ${largest}::bigint as merchant_id, n, ${start}::timestamptz - n * interval '7 minutes' as moment
        from generate_series(1, ${MANY}::int) n
      union all
      select m.id, n, ${start}::timestamptz - (n * 31 + m.id) * interval '3 minutes'
        from (select id from merchants where id <> ${largest} order by id limit ${OTHERS}) m, generate_series(1, ${FEW}::int) n)`;
  await tx`
    with ${rows}
    insert into transactions (merchant_id, mode, reference, source_kind, source_id, source_name, payment_method, status,
      currency, subtotal, total, value_piastres, charged_piastres, fee_piastres, net_piastres, customer_name,
      customer_email, customer_mobile, created_at, updated_at)
    select merchant_id, 'live', 'TRX-' || upper(substr(md5(n || 'r' || merchant_id), 1, 10)), 'payment-link', n % 50,
           'Some', 1 + n % 5, case n % 40 when 0 then 5 when 1 then 4 when 2 then 2 else 1 end, 'EGP', 100 * n, 100 * n,
           100 * n, 100 * n, 300, 100 * n - 300, 'Payer ' || md5(n || 'p' || merchant_id), 'payer@example.com',
           '01000000000', moment, moment from rows`;
  await tx`
    insert into payment_attempts (merchant_id, mode, token, payable_kind, payable_id, transaction_id, payment_method, state,
      holds_place, hold_expires_at, expires_at, processor, value_piastres, charge_piastres, fee_piastres, vat_piastres,
      rate_bps, fixed_fee_piastres, vat_bps, fees_on, locale, created_at, updated_at, external_ref)
    select merchant_id, mode, md5(id::text), source_kind, source_id, id, payment_method, 'succeeded', false, created_at,
           created_at, 'mpgs', value_piastres, value_piastres, 300, 0, 275, 0, 1400, 'M', 'en', created_at, created_at,
           'R' || lpad(id::text, 19, '0')
      from transactions`;
  await tx`
    insert into processor_ids (merchant_id, attempt_id, account_id, kind, value, at)
    select merchant_id, id, 0, (array['receipt', 'transaction', 'order'])[1 + id % 3], (600000000000 + transaction_id)::text,
           created_at from payment_attempts`;
  await tx`
    insert into refunds (merchant_id, mode, transaction_id, amount_piastres, state, refund_key, processor, order_id, created_at,
                         finished_at, processor_account_id, processor_refund_id, payer_key, payment_method)
    select merchant_id, mode, id, value_piastres, case when id % 40 = 0 then 'failed' else 'succeeded' end, 'RFD-' || id, 'mpgs',
           'O' || id, created_at, created_at, null, 'G' || lpad(id::text, 11, '0'),
           search_key(customer_name || ' ' || customer_email || ' ' || customer_mobile), payment_method from transactions`;
  await tx`
    with ${rows}
    insert into payouts (merchant_id, mode, code, transaction_id, amount_piastres, state, requested_by, created_at,
                         expires_at, finished_at)
    select merchant_id, 'live', 'PAY-' || upper(substr(md5(n || 'p' || merchant_id), 1, 10)), n, 100 * n,
           (array['requested', 'expired', 'returned', 'handed-over'])[least(4, 1 + n % 40)], 1, moment,
           moment + interval '7 days', case when n % 40 > 0 then moment + interval '1 day' end from rows`;
  await tx`
    with ${rows}
    insert into settlements (merchant_id, mode, reference, amount_piastres, total_transactions, created_at, is_paid,
                             bank_account_id, bank_account_version, bank_piastres)
    select merchant_id, 'live', 'STL-' || upper(substr(md5(n || 's' || merchant_id), 1, 10)), 100 * n, 1 + n % 70,
           moment, n % 40 > 1, case when n % 40 > 0 then 1 end, case when n % 40 > 0 then 1 end,
           case when n % 40 > 0 then 100 * n else 0 end from rows`;
  // One reference in test mode of many merchants.
  await tx`
    insert into settlements (merchant_id, mode, reference, amount_piastres, total_transactions, created_at, is_paid, bank_piastres)
    select id, 'test', ${`STL-${SHARED}`}, 100, 1, ${start}, false, 0
      from (select id from merchants order by id limit ${SHARING}) m`;
  await tx`
    insert into settlement_payments (merchant_id, settlement_id, bank_reference, paid_at)
    select merchant_id, id, 'CIB-' || id, ${start} from settlements where is_paid`;
  await tx`
    insert into reserve_items (merchant_id, mode, settlement_id, share_basis_points, days, held_piastres, left_piastres, held_at,
                               release_on, released_at, released_piastres)
    select merchant_id, mode, id, 1000, 90, 1 + id, case when id % 40 < 2 then 1 + id else 0 end, created_at,
           created_at::date + 90, case when id % 40 > 2 then created_at end, case when id % 40 > 2 then 1 + id end
      from settlements`;
  await tx`
    with ${rows}
    insert into chargebacks (merchant_id, mode, reference, transaction_id, transaction_reference, name, amount_piastres,
                             status, held_from, due_at, created_at, decided_at, case_id)
    select merchant_id, 'live', 'CHB-' || upper(substr(md5(n || 'c' || merchant_id), 1, 10)), n,
           'TRX-' || upper(substr(md5(n || 't' || merchant_id), 1, 10)), 'Customer', 100 * n, least(2, n % 40), 'pending',
           moment + interval '14 days', moment, case when n % 40 > 0 then moment + interval '9 days' end,
           'CASE-' || upper(substr(md5(n || 'i' || merchant_id), 1, 10)) from rows`;
  await tx`
    with ${rows}
    insert into audit_log (merchant_id, mode, at, actor, action, subject, after)
    select merchant_id, 'live', moment, 'person' || n % 500 || '@example.com',
           (array['payout.request', 'customer.create', 'invoice.create'])[1 + least(2, n % 40)], 'transaction:' || n,
           jsonb_build_object('reference', md5(n::text), 'name', repeat('Nour ', 20), 'note', repeat('x', 200)) from rows`;
  await tx`
    with ${rows}
    insert into messages (merchant_id, channel, recipient, locale, body_text, state, last_error, created_at)
    select merchant_id, 'email', md5(n || 'm' || merchant_id) || '@example.com', 'ar', repeat('Salam ', 100), case when n % 10 = 0 then 'failed' else 'sent' end,
           'refused', moment from rows`;
  await tx`
    insert into webhook_events (merchant_id, mode, message_id, type, payload, state, attempts, created_at, finished_at)
    select ${largest}, 'live', 'msg-' || n, 'payment.succeeded', repeat('{"data": 1} ', 50), case when n % 2 = 0 then 3 else 2 end, 9,
           ${start}::timestamptz - n * interval '1 minute', ${start} from generate_series(1, ${MANY}::int) n`;
  await insertRisks(tx, start);
}

/** What the provider watches: half of it waits. */
async function insertRisks(tx: Tx, start: Date): Promise<void> {
  const each = tx`generate_series(1, ${MANY}::int) n`;
  const moment = tx`${start}::timestamptz - n * interval '7 minutes'`;
  await tx`
    insert into risk_entries (list, kind, key, shown, reason, added_by, created_at, expires_at)
    select case when n % 40 = 0 then 'trusted' else 'blocked' end, 'bin', lpad(n::text, 6, '0')::bytea, lpad(n::text, 6, '0'),
           'Fraud ' || md5(n::text), 'somebody@example.com', ${moment},
           case when n % 2 = 0 then ${start}::timestamptz + n * interval '1 minute' end from generate_series(1, 20000) n`;
  await tx`
    insert into risk_reviews (merchant_id, transaction_id, attempt_id, mode, state, created_at, waiting_since, decided_by, decided_at,
                              reason, payer_key, charged_piastres)
    select merchant_id, id, id, mode, case when id % 40 = 0 then 'waiting' else 'approved' end, created_at, created_at,
           case when id % 40 > 0 then 'somebody' end, case when id % 40 > 0 then created_at end, case when id % 40 > 0 then 'known' end,
           search_key(customer_name || ' ' || customer_email || ' ' || customer_mobile), charged_piastres from transactions`;
  await tx`
    insert into screening_hits (merchant_id, part, name, name_key, listed_name, listed_reference, birth_date, source, score, found_at,
                                state, decided_by, decided_at)
    select case when n % 2 = 0 then ${largest}::bigint else 1 + n % 700 end, case when n % 40 < 2 then 'account' else 'person' end,
           'Name ' || md5(n::text), n::text, 'Listed ' || md5('l' || n), 'QDi.' || n, '', 'UN', 60 + n % 40, ${moment},
           case when n % 4 < 2 then 'open' else 'false' end, case when n % 4 > 1 then 'somebody' end,
           case when n % 4 > 1 then ${start}::timestamptz end from ${each}`;
  await tx`
    insert into kyc_submissions (merchant_id, state, business_type, submitted_at, updated_at)
    select id, case when status = 1 and (id / 4) % 10 = 0 then 'submitted' when status in (1, 3) then 'approved' else 'draft' end, 1 + (id / 40) % 2, created_at, created_at
      from merchants`;
  await tx`
    insert into document_expiries (merchant_id, kind, expires_on, set_at, set_by, hold_reason)
    select m.id, kind, ${start}::date - 50 + (m.id % 300)::int, ${start}, 'somebody', case when m.id % 300 < 10 then 'It ended' end
      from merchants m, unnest(array['id_card', 'commercial_register', 'tax_card']) kind`;
}

const operator = { locale: 'en' } as Operator;

interface List {
  name: string;
  sorts: readonly string[];
  read: (paging: never, filters: never) => Promise<{ meta: { total: number } }>;
  /** What leaves much and what leaves little; of the largest merchant too. */
  filters: () => object[];
  pages?: readonly number[];
  /** So few are in the list unless it is filtered that they may be sorted. */
  isFew?: true;
}

/** PostgreSQL decides after five runs whether it keeps a plan for any values: what it does from then on. */
async function onceUsual(run: () => Promise<unknown>): Promise<PlanNode[][]> {
  for (let time = 0; time < 7; time += 1) await run();
  watch.taken();
  await run();
  return watch.taken();
}

const days = { date_from: '2026-06-01', date_to: '2026-06-02' };
const lists: List[] = [
  {
    name: 'merchants',
    sorts: ['created_at', 'name'],
    read: (paging, filters) => allMerchants.page(app, operator, paging, filters),
    filters: () => [{ q: 'abcd' }, { q: '00001234' }, { q: 'shop' }, { status: 4 }, { status: 1, q: 'shop' }],
  },
  {
    name: 'transactions',
    sorts: ['created_at', 'amount'],
    read: (paging, filters) => transactions.page(app, operator, paging, filters),
    filters: () => [
      { reference: 'trx-a' },
      { q: 'trx-a' },
      { q: disputed },
      { q: 'abcd' },
      { q: '1,234' },
      { q: '1234', merchant_id: largest },
      { q: '0100000' },
      { q: String(600_000_000_000 + payment.id) },
      { q: `R${String(payment.id).padStart(19, '0')}` },
      { payer: 'abcd' },
      { payer: 'payer' },
      { status: 5 },
      { payment_method_id: 3 },
      { amount_from: 123_400, amount_to: 123_400 },
      { merchant_id: largest },
      { merchant_id: largest, ...days },
      days,
    ],
  },
  {
    name: 'refunds',
    sorts: ['created_at', 'amount'],
    read: (paging, filters) => refunds.page(app, operator, paging, filters),
    filters: () => [
      { q: 'trx-abc' },
      { q: 'abcd' },
      { q: '1,234' },
      { q: '0100000' },
      { q: String(600_000_000_000 + payment.id) },
      { q: `RFD-${payment.id}` },
      { state: 'failed' },
      { state: 'succeeded' },
      { payment_method_id: 3 },
      { state: 'failed', payment_method_id: 3 },
      { merchant_id: largest },
      { merchant_id: largest, q: 'abcd' },
      { merchant_id: largest, state: 'failed' },
      days,
    ],
  },
  {
    name: 'chargebacks',
    sorts: ['created_at', 'due_date', 'amount'],
    read: (paging, filters) => chargebacks.page(app, operator, paging, filters),
    filters: () => [
      { reference: 'chb-a' },
      { q: 'chb-a' },
      { q: 'CASE-A1' },
      { q: '1,234' },
      { q: 'customer' },
      { case_id: 'case-a1' },
      { status: 0 },
      { status: 2 },
      { merchant_id: largest },
      days,
    ],
  },
  {
    name: 'payouts',
    sorts: ['created_at', 'amount'],
    read: (paging, filters) => payouts.page(app, operator, paging, filters),
    filters: () => [
      { code: 'pay-a' },
      { q: 'pay-a' },
      { q: '1,234' },
      { state: 'requested' },
      { state: 'handed-over' },
      { merchant_id: largest },
      days,
    ],
  },
  {
    name: 'settlements',
    sorts: ['created_at', 'amount'],
    read: (paging, filters) => settlements.page(app, operator, paging, filters),
    filters: () => [
      { reference: 'stl-a' },
      { q: 'stl-a' },
      { q: '1,234' },
      { q: 'CIB-12' },
      { state: 'paid' },
      { state: 'unpaid' },
      { state: 'balance' },
      { state: 'unpaid', merchant_id: largest },
      { merchant_id: largest },
      days,
    ],
  },
  {
    name: 'what is held as reserve',
    sorts: ['release_on', 'amount'],
    read: (paging, filters) => reserveItems.page(app, operator, paging, filters),
    filters: () => [
      { q: 'stl-abc' },
      { q: '123.45' },
      { q: 'shop ab' },
      { state: 'held' },
      { state: 'released' },
      { state: 'used' },
      { state: 'held', merchant_id: largest },
      { merchant_id: largest },
      { merchant_id: largest, q: 'stl-abc' },
      { date_from: '2026-08-01', date_to: '2026-08-02' },
    ],
  },
  {
    name: 'transfers due',
    sorts: ['created_at', 'amount'],
    isFew: true,
    read: (paging, filters) => dueList.page(app, operator, paging, filters),
    filters: () => [{ q: 'stl-a' }, { q: '1,241' }, { state: 'unwritable' }, { kind: 'settlement' }, days],
  },
  {
    name: 'the audit log',
    sorts: ['created_at', 'actor', 'action'],
    read: (paging, filters) => audit.page(app, operator, paging, filters),
    filters: () => [
      { actor: 'person7@example.com' },
      { q: 'person7@example.com' },
      { q: 'Person7@example.com', date_from: '2026-01-01' },
      { q: 'transaction:77' },
      { q: 'TRX' },
      { q: 'trx-ab' },
      { action: 'payout.request' },
      { action: 'invoice.create' },
      { merchant_id: largest },
      { merchant_id: largest, action: 'payout.request' },
      days,
    ],
  },
  {
    name: 'messages that failed',
    sorts: ['created_at', 'recipient'],
    isFew: true,
    read: (paging, filters) => failedMessages.page(app, operator, paging, filters),
    filters: () => [{ merchant_id: largest }, days],
  },
  {
    name: 'webhooks that were given up',
    sorts: ['created_at', 'type'],
    read: (paging, filters) => failedDeliveries.page(app, operator, paging, filters),
    filters: () => [{ q: 'payment.' }, { merchant_id: largest }],
  },
  {
    name: 'entries of risk lists',
    sorts: ['created_at', 'expires_at'],
    read: (paging, filters) => entries.page(app, operator, paging, filters),
    filters: () => [
      { q: '004321' },
      { q: 'abcd' },
      { q: 'fraud' },
      { list: 'trusted' },
      { kind: 'bin' },
      { list: 'blocked', q: 'abcd' },
      days,
    ],
  },
  {
    name: 'payments to review',
    sorts: ['waiting_since', 'amount'],
    read: (paging, filters) => reviews.page(app, operator, paging, filters),
    filters: () => [
      { q: 'payer' },
      { state: 'approved' },
      ...['trx-abc', 'abcd', '1,234'].map((q) => ({ state: 'approved', q })),
      { mode: 'live' },
      { merchant_id: largest },
      days,
    ],
  },
  {
    name: 'screening hits',
    sorts: ['found_at', 'score'],
    read: (paging, filters) => hits.page(app, operator, paging, filters),
    filters: () => [
      { q: 'abcd' },
      { q: 'QDi.4321' },
      { q: 'listed' },
      { state: 'false', q: 'abcd' },
      { part: 'account' },
      { merchant_id: largest },
      days,
    ],
  },
  {
    name: 'activation requests',
    sorts: ['submitted_at'],
    isFew: true,
    read: (paging, filters) => activationRequests.page(app, operator, paging, filters),
    filters: () => [
      { q: 'shop' },
      { state: 'approved' },
      { business_type: 2 },
      { late: 1 },
      { state: 'approved', q: 'abcd' },
      days,
    ],
  },
  {
    name: 'documents that expire',
    sorts: ['expires_on'],
    read: (paging, filters) => expiries.page(app, operator, paging, filters),
    filters: () => [
      { q: 'abcd' },
      { q: 'shop ab' },
      { kind: 'tax_card' },
      ...['valid', 'soon', 'expired', 'held'].map((state) => ({ state })),
      { is_expired: 'yes' },
      { merchant_id: largest },
      { date_from: '2026-06-20', date_to: '2026-06-21' },
    ],
  },
];

describe.each(lists)('$name', ({ sorts, read, filters, pages = [1, 500], isFew }) => {
  const page = (number: number, sort: { sortBy: string; sortType: string }) =>
    ({ page: number, pageSize: 10, ...sort }) as never;

  test.each(eachWay(sorts))('a page by $sortBy $sortType is read by index alone', async (sort) => {
    for (const number of pages) {
      const plans = await onceUsual(() => read(page(number, sort), {} as never));
      if (isFew) expectBounded(plans, sort.sortBy);
      else expectByIndex(plans);
    }
  });

  test('matches are found without reading other rows, by any column', async () => {
    for (const filter of filters()) {
      for (const sort of eachWay(sorts)) {
        watch.taken();
        const { meta } = await read(page(1, sort), filter as never);
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
     where reference like 'TRX-A%' and merchant_id <> ${largest} group by 1 order by 2 desc, 1 limit 1`;
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
    for (const filters of isOfMerchants ? [{}, { merchant_id: largest }] : [{}]) {
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
