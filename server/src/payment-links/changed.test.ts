/** Links by when they changed: in order, though their index knows only the minute, which payments of one minute share. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { transaction } from '../platform/db/transaction.ts';
import { createEarlierDatabase } from '../platform/testing/earlier.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  daftar.clock.set('2026-06-15T09:00:00Z');
  owner = await daftar.merchant();
});

async function created(maxPayments: number): Promise<number> {
  const answer = await daftar.call({
    method: 'POST',
    path: '/merchant/payment_links/create',
    mode: 'live',
    as: owner,
    body: {
      ...{ invoice_name: 'فاتورة يونيو', currency_id: 1, amount: 100, language: 1 },
      ...{ due_date: '2026-07-01T10:00:00Z', max_payment_count: maxPayments },
    },
  });
  expect(answer.status, answer.raw).toBe(200);
  return answer.body.data.id;
}

const pay = (id: number, moment: string) => daftar.app.db`
  select payable_settle('payment-link', ${owner.merchantId}, ${id}, false, true, ${moment}::text::timestamptz)`;

async function listed(query: Record<string, string>): Promise<number[]> {
  const path = '/merchant/payment_links';
  const answer = await daftar.call({ path, mode: 'live', as: owner, query });
  expect(answer.status, answer.raw).toBe(200);
  return answer.body.data.map((row: { id: number }) => row.id);
}

test('links that were paid within one minute are in the order of their payments, to the microsecond, in a page and by cursor', async () => {
  const [a, b, c, d] = [await created(9), await created(9), await created(9), await created(9)] as const;
  await pay(b, '2026-06-15T09:01:59.999999Z');
  await pay(a, '2026-06-15T09:02:00Z');
  await pay(d, '2026-06-15T09:02:30.000001Z');
  await pay(c, '2026-06-15T09:02:30.000002Z');
  const inOrder = [b, a, d, c];
  for (const [sort_type, expected] of [
    ['asc', inOrder],
    ['desc', inOrder.toReversed()],
  ] as const) {
    expect(await listed({ sort_by: 'updated_at', sort_type })).toEqual(expected);
    const read: number[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = { sort_by: 'updated_at', sort_type, limit: '1', ...(cursor && { cursor }) };
      const page = await daftar.call({ path: '/merchant/payment_links', mode: 'live', as: owner, query });
      read.push(...page.body.data.map((row: { id: number }) => row.id));
      cursor = page.body.meta.next_cursor;
    }
    expect(read).toEqual(expected);
  }
  const since = (updated_since: string) => listed({ sort_by: 'updated_at', sort_type: 'asc', updated_since });
  expect(await since('2026-06-15T09:01:00Z')).toEqual(inOrder);
  expect(await since('2026-06-15T09:02:00Z')).toEqual([a, d, c]);
  expect(await since('2026-06-15T09:02:00.001Z')).toEqual([d, c]);
  expect(await since('2026-06-15T09:03:00Z')).toEqual([]);
});

test('a payment of a link that was paid in the same minute writes no entry into an index of links', async () => {
  const id = await created(9);
  await pay(id, '2026-06-15T09:02:00Z');
  const written = await transaction(daftar.app.db, async (tx) => {
    // Of earlier transactions too, until the connection has told them.
    const updates = async () => {
      const [row] = await tx<{ all: number; heapOnly: number }[]>`
        select pg_stat_get_xact_tuples_updated(oid)::int as "all", pg_stat_get_xact_tuples_hot_updated(oid)::int as "heapOnly"
          from pg_class where oid = 'payment_links'::regclass`;
      return row!;
    };
    const before = await updates();
    await tx`select payable_settle('payment-link', ${owner.merchantId}, ${id}, false, true, '2026-06-15T09:02:59Z')`;
    const after = await updates();
    return { all: after.all - before.all, heapOnly: after.heapOnly - before.heapOnly };
  });
  expect(written).toEqual({ all: 1, heapOnly: 1 });
});

test('an upgrade gives every link from before its minute', async () => {
  const database = await createEarlierDatabase('1060');
  const { sql } = database;
  await sql.begin(async (tx) => {
    // Without those who made them.
    await tx`set local session_replication_role = replica`;
    await tx`
    with m as (
      insert into merchants (business_name, status, email, mobile)
      select 'متجر', 3, n || '@example.com', '0100000000' || n from generate_series(1, 3) n returning id)
    insert into payment_links (merchant_id, mode, reference, token, invoice_name, currency, amount, total, value_piastres,
      rate_scaled, payment_methods, due_at, max_payment_count, language, created_by, created_at, updated_at)
    select id, 'live', 'LNK-' || id || '-' || n, 'token' || id || '-' || n, 'Rent', 'EGP', 100, 100, 100, 1000000, '{1}',
           '2099-01-01', 1, 2, 1, now(), '2026-01-01'::timestamptz + n * interval '17 seconds'
      from m, generate_series(1, case when id % 3 = 0 then 2500 else 3 end) n`;
  });
  await database.upgrade();
  const [links] = await sql`
    select count(*)::int as "all",
           count(*) filter (where updated_minute = date_trunc('minute', updated_at))::int as right from payment_links`;
  expect(links).toEqual({ all: 2506, right: 2506 });
  await database.drop();
});
