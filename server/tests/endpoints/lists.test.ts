import { EVENT_SORTS } from '@daftar/contract/events';
import { EXPANDED_MAXIMUM, RELATIONS } from '@daftar/contract/expand';
import { INVOICE_SORTS } from '@daftar/contract/invoices';
import { LINK_SORTS } from '@daftar/contract/payment-links';
import { PERMISSIONS } from '@daftar/contract/permissions';
import { TRANSACTION_SORTS } from '@daftar/contract/transactions';
import { LATEST_VERSION } from '@daftar/contract/versions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readStatistics } from '../../src/dashboard/service.ts';
import { expand } from '../../src/expand/service.ts';
import type { OwnFilters } from '../../src/integration-fields/fields.ts';
import { listInvoicesOfCustomer } from '../../src/invoices/of-customer.ts';
import { countByStatus as invoicesByStatus, listInvoices } from '../../src/invoices/service.ts';
import {
  archiveUpTo,
  listHistory,
  listNotifications,
  countByState as notificationsByState,
} from '../../src/notifications/service.ts';
import {
  countByStatus as linksByStatus,
  listLinks,
  listTransactions as listOfLink,
} from '../../src/payment-links/service.ts';
import { listSales } from '../../src/payment-links/till.ts';
import type { App, Caller } from '../../src/platform/context.ts';
import { connect, type Tx } from '../../src/platform/db/connect.ts';
import { countByOutcome as callsByOutcome } from '../../src/request-log/service.ts';
import {
  getTransaction,
  listTransactions,
  countByStatus as transactionsByStatus,
} from '../../src/transactions/service.ts';
import { listEvents } from '../../src/webhooks/events.ts';
import { countByState as messagesByState } from '../../src/webhooks/service.ts';
import { BOUND, eachWay, expectBounded, expectByIndex, FEW, MANY, underBothPlans } from '../kit/by-index.ts';
import { fillTables } from '../kit/platform/fill.ts';
import { type PlanWatch, rowsRead, watchPlans } from '../kit/platform/plans.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

const CUSTOMERS = 500;

let daftar: TestServer;
let watch: PlanWatch;
let app: App;
let caller: Caller;

beforeAll(async () => {
  daftar = await startTestServer();
  const owner = await daftar.merchant();
  const { sql } = daftar.database;
  await sql`
    insert into merchants (business_name, email, mobile)
    select 'Shop ' || n, 'shop' || n || '@example.com', '0' || n from generate_series(1, 750) n`;
  await fillTables(
    sql,
    [
      'transactions',
      'payment_links',
      'customers',
      'invoices',
      'invoice_shares',
      'notifications',
      'events',
      'webhook_events',
      'api_requests',
      'users',
      'roles',
    ],
    (tx) => insertRows(tx, owner.merchantId, owner.userId),
  );
  watch = await watchPlans(daftar.database.url);
  app = { ...daftar.app, db: watch.sql };
  caller = {
    ...owner,
    mode: 'live',
    locale: 'en',
    permissions: new Set(),
    merchantStatus: 3,
    address: '127.0.0.1',
  };
});
afterAll(async () => {
  await watch?.end();
  await daftar.close();
});

async function insertRows(sql: Tx, merchantId: number, userId: number): Promise<void> {
  const start = daftar.clock.now();
  // Of the others, each a handful: what PostgreSQL takes for the usual merchant.
  await sql`
    with owners as (
      select ${merchantId}::bigint as merchant_id, n from generate_series(1, ${MANY}::int) n
      union all
      select m.id, n from merchants m, generate_series(1, ${FEW}::int) n where m.id <> ${merchantId}
    )
    insert into transactions (merchant_id, mode, reference, external_reference, source_kind, source_id, source_name,
      payment_method, status, currency, subtotal, total, value_piastres, charged_piastres, fee_piastres, net_piastres,
      created_at, updated_at)
    select merchant_id, 'live', 'TRX-' || upper(substr(md5(n || 'r' || merchant_id), 1, 10)),
           'ext-' || md5(n || 'e' || merchant_id), 'payment-link', n % 50, 'Some', 1 + n % 5,
           case n % 40 when 0 then 5 when 1 then 4 when 2 then 2 else 1 end,
           'EGP', 100 * n, 100 * n, 100 * n, 100 * n, 300, 100 * n - 300,
           ${start}::timestamptz - n * interval '7 minutes', ${start}
    from owners`;
  // The other merchants have links too, by owners of their own.
  await sql`
    with roles_made as (
      insert into roles (merchant_id, name_en, name_ar)
      select id, 'Owner', 'المالك' from merchants where id <> ${merchantId} returning merchant_id, id
    ), people_made as (
      insert into people (email, mobile)
      select 'owner' || merchant_id || '@example.com', '1' || merchant_id from roles_made returning id, email
    )
    insert into users (merchant_id, role_id, first_name, last_name, email, mobile, person_id)
    select r.merchant_id, r.id, 'A', 'B', p.email, '1' || r.merchant_id, p.id
      from roles_made r join people_made p on p.email = 'owner' || r.merchant_id || '@example.com'`;
  await sql`
    with owners as (
      select ${merchantId}::bigint as merchant_id, ${userId}::bigint as user_id, n
      from generate_series(1, ${MANY}::int) n
      union all
      select u.merchant_id, u.id, n from users u, generate_series(1, ${FEW}::int) n where u.merchant_id <> ${merchantId}
    )
    insert into payment_links (merchant_id, mode, reference, token, invoice_name, currency, amount, total,
      value_piastres, payment_methods, due_at, status, from_till, merchant_reference, metadata, created_by, created_at,
      updated_at)
    select merchant_id, 'live', 'LNK-' || upper(substr(md5(n || 'l' || merchant_id), 1, 10)),
           md5(n || 't' || merchant_id), 'Invoice ' || md5(n::text), 'EGP', 100 * n, 100 * n, 100 * n, '{1,2}',
           ${start}::timestamptz + (n - 2) * interval '1 hour', case n % 40 when 0 then 1 when 1 then 3 else 2 end,
           n % 2 = 0, case when n % 2 = 0 then 'N-' || n end, case when n % 4 = 0 then '{}' else
             jsonb_build_object('order', n::text, 'branch', (n % 20)::text, 'channel', 'web') end, user_id, ${start}::timestamptz - n * interval '7 minutes', ${start}
    from owners`;
  await sql`
    insert into customers (merchant_id, mode, name, email, mobile, created_by, created_at, updated_at)
    select ${merchantId}::bigint, 'live', 'Customer ' || n, n || '@c.example', '01' || n, ${userId}, ${start}, ${start}
    from generate_series(1, ${CUSTOMERS}::int) n`;
  await sql`
    with owners as (
      select ${merchantId}::bigint as merchant_id, ${userId}::bigint as user_id, n
      from generate_series(1, ${MANY}::int) n
      union all
      select u.merchant_id, u.id, n from users u, generate_series(1, ${FEW}::int) n where u.merchant_id <> ${merchantId}
    )
    insert into invoices (merchant_id, mode, reference, invoice_name, currency, amount, total, value_piastres,
      payment_methods, due_at, status, customers_count, paid_count, customer_name, customer_email, customers_key,
      merchant_reference, metadata, created_by, created_at, updated_at)
    select merchant_id, 'live', 'INV-' || upper(substr(md5(n || 'i' || merchant_id), 1, 10)),
           'Invoice ' || md5(n::text), 'EGP', 100 * n, 100 * n, 100 * n, '{1,2}',
           ${start}::timestamptz + (n - 2) * interval '1 hour',
           case n % 40 when 0 then 3 when 1 then 4 when 2 then 1 else 2 end, 1,
           (n % 40 > 2)::int, 'Customer', 'c@example.com', 'customer ' || md5(n || 'c'),
           case when n % 2 = 0 then 'N-' || n end, case when n % 4 = 0 then '{}' else
             jsonb_build_object('order', n::text, 'branch', (n % 20)::text, 'channel', 'web') end, user_id, ${start}::timestamptz - n * interval '7 minutes', ${start}
    from owners`;
  await sql`
    insert into invoice_shares (merchant_id, mode, invoice_id, customer_id, token, customer_name, customer_email,
      customer_mobile, created_at)
    select i.merchant_id, 'live', i.id, c.id, md5(i.id::text), c.name, c.email, c.mobile, ${start}
    from invoices i join (select *, row_number() over (order by id) as place from customers) c
      on c.merchant_id = i.merchant_id and c.place = 1 + i.id % ${CUSTOMERS}::int
    where i.merchant_id = ${merchantId}`;
  await sql`
    insert into notifications (merchant_id, mode, kind, created_at)
    select ${merchantId}, 'live', 'account-approve', ${start} from generate_series(1, 5000)`;
  await sql`
    with owners as (
      select ${merchantId}::bigint as merchant_id, n from generate_series(1, ${MANY}::int) n
      union all
      select m.id, n from merchants m, generate_series(1, ${FEW}::int) n where m.id <> ${merchantId}
    )
    insert into events (merchant_id, mode, message_id, type, object, object_id, reference, data, created_at)
    select merchant_id, 'live', 'msg_' || md5(n || 'm' || merchant_id),
           case n % 400 when 0 then 'order.paid' else 'payment.succeeded' end,
           case n % 400 when 0 then 'order' else 'payment' end, n, '', '{}',
           ${start}::timestamptz - n * interval '1 minute'
    from owners`;
  await insertCalls(sql, merchantId);
}

/** What a merchant's software is told and asks: few of it fails. */
async function insertCalls(sql: Tx, merchantId: number): Promise<void> {
  const start = daftar.clock.now();
  const owners = sql`
    owners as (
      select ${merchantId}::bigint as merchant_id, n from generate_series(1, ${MANY}::int) n
      union all
      select m.id, n from merchants m, generate_series(1, ${FEW}::int) n where m.id <> ${merchantId})`;
  await sql`
    with ${owners}
    insert into webhook_events (merchant_id, mode, message_id, type, payload, state, created_at, finished_at)
    select merchant_id, 'live', 'msg_' || md5(n || 'w' || merchant_id), 'payment.succeeded', repeat('{"data": 1} ', 20),
           case n % 40 when 0 then 3 else 2 end, ${start}::timestamptz - n * interval '1 minute', ${start} from owners`;
  await sql`
    with ${owners}
    insert into api_requests (merchant_id, mode, request_id, key_id, method, path, status, milliseconds, sent, created_at)
    select merchant_id, 'live', gen_random_uuid(), 1, 'GET', '/merchant/orders',
           case n % 40 when 0 then 500 when 1 then 422 else 200 end, 5, repeat('x', 200),
           ${start}::timestamptz - n * interval '1 minute' from owners`;
}

describe('a page is read by index alone, however many rows there are', () => {
  test.each(eachWay(TRANSACTION_SORTS))('transactions by $sortBy $sortType', async ({ sortBy, sortType }) => {
    for (const page of [1, 500]) {
      const paging = { page, pageSize: 10, sortBy, sortType };
      expectByIndex(await underBothPlans(watch, () => listTransactions(app, caller, paging, {})));
    }
  });

  test.each(eachWay(LINK_SORTS))('payment links by $sortBy $sortType', async ({ sortBy, sortType }) => {
    await listLinks(app, caller, {
      paging: { page: 1, pageSize: 1, sortBy: 'status', sortType: 'asc' },
      filters: {},
    });
    for (const page of [1, 500]) {
      const paging = { page, pageSize: 10, sortBy, sortType };
      expectByIndex(await underBothPlans(watch, () => listLinks(app, caller, { paging, filters: {} })));
    }
  });

  test.each(eachWay(INVOICE_SORTS))('invoices by $sortBy $sortType', async ({ sortBy, sortType }) => {
    await listInvoices(app, caller, {
      paging: { page: 1, pageSize: 1, sortBy: 'status', sortType: 'asc' },
      filters: {},
    });
    for (const page of [1, 500]) {
      const paging = { page, pageSize: 10, sortBy, sortType };
      expectByIndex(await underBothPlans(watch, () => listInvoices(app, caller, { paging, filters: {} })));
    }
  });

  test.each([{ invoice_name: 'ABCD' }, { customer_name: 'ABCD' }])(
    'invoices that match %j',
    async (filters) => {
      const paging = { page: 1, pageSize: 10, sortBy: 'created_at', sortType: 'desc' } as const;
      watch.taken();
      const found = await listInvoices(app, caller, { paging, filters });
      expect(found.meta.total).toBeGreaterThan(0);
      const nodes = watch.taken().flat();
      expect(nodes.some((node) => node['Index Name'] === 'invoices_name_search')).toBe(true);
      for (const node of nodes) expect(rowsRead(node)).toBeLessThan(BOUND);
    },
  );

  test('the invoices of one customer, sorted by any column', async () => {
    const [customer] = await daftar.database.sql<{ id: number }[]>`
      select id from customers where merchant_id = ${caller.merchantId} order by id limit 1`;
    for (const { sortBy, sortType } of eachWay(INVOICE_SORTS)) {
      watch.taken();
      const paging = { page: 1, pageSize: 10, sortBy, sortType };
      const found = await listInvoicesOfCustomer(app, caller, {
        paging,
        filters: { customer_id: customer!.id },
      });
      expect(found.meta.total).toBe(MANY / CUSTOMERS);
      for (const node of watch.taken().flat()) expect(rowsRead(node)).toBeLessThanOrEqual(BOUND);
    }
  });

  test.each([
    { reference: 'trx-a' },
    { reference: 'ab' },
    { external_reference: 'EXT-0' },
    { status: 5 },
    { status: 1 },
    { payment_method_id: 3 as const },
    { payments: 'paid' as const },
    { payments: 'ended' as const, date_from: '2026-05-01', date_to: '2026-06-14' },
    { payments: 'refunded' as const },
    { date_from: '2026-06-14', date_to: '2026-06-14' },
    { hour: '2026-05-14T09:00:00Z' },
    { date_from: '2026-01-01' },
    { amount_from: 500_000, amount_to: 510_000 },
    { amount_from: 10_000 },
    { status: 2, payment_method_id: 3 as const, date_from: '2026-05-01', amount_to: 2_000_000 },
  ])('transactions that match %j, sorted by any column', async (filters) => {
    for (const { sortBy, sortType } of eachWay(TRANSACTION_SORTS)) {
      watch.taken();
      await listTransactions(app, caller, { page: 1, pageSize: 10, sortBy, sortType }, filters);
      expectBounded(watch.taken(), `${sortBy} ${sortType}`);
    }
  });

  test.each([
    ...eachWay(['id', 'created_at', 'payment_method', 'external_reference']).map((by) => ({
      ...by,
      status: 5,
    })),
    ...eachWay(['id', 'external_reference']).map((by) => ({ ...by, status: 1 })),
  ])('transactions of status $status by $sortBy $sortType, wherever they are in the table', async (asked) => {
    const { status, sortBy, sortType } = asked;
    watch.taken();
    const found = await listTransactions(
      app,
      caller,
      { page: 1, pageSize: 10, sortBy, sortType },
      { status },
    );
    expect(found.rows).toHaveLength(10);
    expectByIndex(watch.taken());
  });

  test('a list as it opens is planned once, not at each read', async () => {
    const sql = connect(daftar.database.url, { max: 1 });
    await sql`set plan_cache_mode = auto`;
    const alone = { ...app, db: sql };
    const paging = { page: 1, pageSize: 10, sortBy: 'created_at', sortType: 'desc' } as const;
    // PostgreSQL plans five times for the values before it decides.
    for (let read = 0; read < 7; read += 1) {
      await listTransactions(alone, caller, paging, {});
      await listLinks(alone, caller, { paging, filters: {} });
      await listInvoices(alone, caller, { paging, filters: {} });
    }
    const lists = await sql<{ planned: number }[]>`
      select custom_plans as planned from pg_prepared_statements where statement like ${'%matchedRows%'}`;
    await sql.end();
    expect(lists.map(({ planned }) => planned)).toEqual([5, 5, 5]);
  });

  test('links whose name contains a few letters', async () => {
    const paging = { page: 1, pageSize: 10, sortBy: 'created_at', sortType: 'desc' } as const;
    watch.taken();
    const found = await listLinks(app, caller, { paging, filters: { invoice_name: 'ABCD' } });
    expect(found.meta.total).toBeGreaterThan(0);
    const nodes = watch.taken().flat();
    expect(nodes.some((node) => node['Index Name'] === 'payment_links_name_search')).toBe(true);
    for (const node of nodes) expect(rowsRead(node)).toBeLessThan(BOUND);
  });

  // One, some, and three quarters of them; and what nobody has.
  test.each<OwnFilters>([
    { merchant_reference: 'N-1234' },
    { merchant_reference: 'nobody has it' },
    { metadata: { order: '1235' } },
    { metadata: { branch: '7' } },
    { metadata: { channel: 'web' } },
    { metadata: { channel: 'web', order: '1235' } },
    { metadata: { channel: 'none' } },
    { updated_since: '2026-06-14T00:00:00Z' } as OwnFilters,
  ])('links, invoices and payments by the merchant’s own %j, sorted by any column', async (filters) => {
    for (const { sortBy, sortType } of eachWay(LINK_SORTS)) {
      watch.taken();
      await listLinks(app, caller, { paging: { page: 1, pageSize: 10, sortBy, sortType }, filters });
      expectBounded(watch.taken(), `links ${sortBy} ${sortType}`);
    }
    for (const { sortBy, sortType } of eachWay(INVOICE_SORTS)) {
      watch.taken();
      await listInvoices(app, caller, { paging: { page: 1, pageSize: 10, sortBy, sortType }, filters });
      expectBounded(watch.taken(), `invoices ${sortBy} ${sortType}`);
    }
    if ('metadata' in filters) return;
    for (const { sortBy, sortType } of eachWay(TRANSACTION_SORTS)) {
      watch.taken();
      await listTransactions(app, caller, { page: 1, pageSize: 10, sortBy, sortType }, filters);
      expectBounded(watch.taken(), `transactions ${sortBy} ${sortType}`);
    }
  });

  test('what is related to a page of rows, however much there is', async () => {
    const paging = { page: 1, pageSize: 100, sortBy: 'id', sortType: 'asc' } as const;
    const payments = (await listTransactions(app, caller, paging, {})).rows;
    const links = Array.from({ length: 100 }, (_, at) => ({ id: at + 1 }));
    for (const [kind, rows] of [
      ['transaction', payments],
      ['payment-link', links],
      ['invoice', (await listInvoices(app, caller, { paging, filters: {} })).rows],
    ] as const) {
      const plans = await underBothPlans(watch, () =>
        expand(app, caller, kind, Object.keys(RELATIONS[kind]), rows),
      );
      // Of fifty links, each of which has hundreds of payments, as many as are carried.
      for (const node of plans.flat())
        expect(
          rowsRead(node),
          `${kind} ${node['Node Type']} ${node['Index Name'] ?? ''}`,
        ).toBeLessThanOrEqual(100 * EXPANDED_MAXIMUM);
    }
  });

  test('the ten newest sales of a till that has sold for months', async () => {
    watch.taken();
    expect(await listSales(app, caller)).toHaveLength(10);
    expectByIndex(watch.taken());
  });

  test('the transactions of one link', async () => {
    const paging = { page: 1, pageSize: 10, sortBy: 'created_at', sortType: 'desc' } as const;
    const [link] = await daftar.database.sql<{ id: number }[]>`
      select l.id from payment_links l join transactions t
        on t.merchant_id = l.merchant_id and t.source_kind = 'payment-link' and t.source_id = l.id
      where l.merchant_id = ${caller.merchantId} limit 1`;
    expectByIndex(await underBothPlans(watch, () => listOfLink(app, caller, link!.id, paging, undefined)));
  });

  test('how many there are of each status, where no more than the bound are read of each', async () => {
    const ended = await daftar.database.sql<{ status: number; n: number }[]>`
      select status, count(*)::int as n from transactions where merchant_id = ${caller.merchantId} and mode = 'live'
      group by status`;
    watch.taken();
    const counts = await transactionsByStatus(app, caller);
    for (const { status, total, more } of counts) {
      const n = ended.find((one) => one.status === status)?.n ?? 0;
      expect({ status, total, more }).toEqual({ status, total: Math.min(n, 10_000), more: n > 10_000 });
    }
    expect(counts.some(({ more }) => more)).toBe(true);
    await linksByStatus(app, caller);
    await invoicesByStatus(app, caller);
    expect(await messagesByState(app, caller)).toEqual([
      { status: 1, total: 0, more: false },
      { status: 2, total: 10_000, more: true },
      { status: 3, total: MANY / 40, more: false },
    ]);
    expect(await callsByOutcome(app, caller)).toEqual([
      { status: 'answered', total: 10_000, more: true },
      { status: 'refused', total: MANY / 40, more: false },
      { status: 'failed', total: MANY / 40, more: false },
    ]);
    for (const node of watch.taken().flat())
      expect(rowsRead(node), `${node['Node Type']} ${node['Index Name']}`).toBeLessThanOrEqual(BOUND);
  });

  test.each([
    [{}],
    [{ topic: 'account' as const }],
    [{ topic: 'tickets' as const }],
    [{ date_from: '2026-06-01', date_to: '2026-06-30' }],
    [{ state: 'archived' as const }],
  ])('notifications that match %j, also for those who see few of them', async (filters) => {
    const clerk = { ...caller, permissions: new Set(['tickets-list'] as const) };
    const owner = { ...caller, permissions: new Set(PERMISSIONS) };
    for (const reader of [clerk, owner]) {
      watch.taken();
      const paging = { page: 1, pageSize: 10, sortBy: 'created_at', sortType: 'desc' } as const;
      await listHistory(app, reader, paging, filters);
      expectBounded(watch.taken(), reader === owner ? 'owner' : 'clerk');
    }
  });

  test.each([
    {},
    { type: 'order.paid' as const },
    { type: 'payment.succeeded' as const },
    { object: 'order' as const },
    { object_id: 17 },
    { object: 'payment' as const, object_id: 17 },
    { message_id: 'msg_none' },
    { date_from: '2026-06-14', date_to: '2026-06-14' },
    { type: 'payment.succeeded' as const, date_from: '2026-06-01' },
  ])('events that match %j, sorted by any column', async (filters) => {
    for (const { sortBy, sortType } of eachWay(EVENT_SORTS)) {
      watch.taken();
      await listEvents(app, caller, LATEST_VERSION, { page: 1, pageSize: 10, sortBy, sortType }, filters);
      expectBounded(watch.taken(), `${sortBy} ${sortType}`);
    }
  });

  test('one transaction, the dashboard and the bell', async () => {
    const [one] = await daftar.database.sql<{ id: number }[]>`
      select id from transactions where merchant_id = ${caller.merchantId} limit 1`;
    const seen = await underBothPlans(watch, async () => {
      await getTransaction(app, caller, one!.id);
      await readStatistics(app, caller);
      await listNotifications(app, caller);
    });
    for (const node of seen.flat())
      expect(rowsRead(node), `${node['Node Type']} ${node['Index Name']}`).toBeLessThanOrEqual(200);
  });

  test('how many notifications are archived, for who sees all and for who sees few, before and after', async () => {
    const clerk = { ...caller, permissions: new Set(['tickets-list'] as const) };
    const owner = { ...caller, permissions: new Set(PERMISSIONS) };
    const paging = { page: 1, pageSize: 10, sortBy: 'created_at', sortType: 'desc' } as const;
    const [newest] = (await listHistory(app, owner, paging, {})).rows;
    for (const archives of [false, true]) {
      if (archives) await archiveUpTo(app, owner, newest!.notificationId);
      for (const reader of [clerk, owner]) {
        watch.taken();
        const counts = await notificationsByState(app, reader);
        expectBounded(watch.taken(), reader === owner ? 'owner' : 'clerk');
        for (const { status, total, more } of counts) {
          const { meta } = await listHistory(app, reader, paging, { state: status });
          expect({ status, total, more }).toEqual({ status, total: meta.total, more: meta.more ?? false });
        }
        const archived = counts.find(({ status }) => status === 'archived')!;
        expect(archived.total > 0).toBe(archives);
      }
    }
  });
});

test('beyond 10,000 matching rows the total is not counted, and a next page is offered while rows remain', async () => {
  const paging = { page: 1200, pageSize: 10, sortBy: 'id', sortType: 'asc' } as const;
  const { rows, meta } = await listTransactions(app, caller, paging, {});
  expect(rows).toHaveLength(10);
  expect(meta).toEqual({ current_page: 1200, last_page: 1201, per_page: 10, total: 10_000, more: true });
});

test('a filtered list is planned for its own values and leaves no prepared statement behind', async () => {
  const paging = { page: 1, pageSize: 10, sortBy: 'id', sortType: 'asc' } as const;
  await listTransactions(app, caller, paging, { status: 5 });
  const kept = await watch.sql<{ statement: string }[]>`select statement from pg_prepared_statements`;
  expect(kept.filter(({ statement }) => statement.includes('sort_key'))).toEqual([]);
});
