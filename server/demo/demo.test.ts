import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differences } from '../tests/kit/money.ts';
import { startTestServer, type TestServer } from '../tests/kit/server.ts';
import { seedDemo } from './seed.ts';

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());

test('the demo data covers every status of payments and of the store, and the ledger balances', async () => {
  await seedDemo(daftar.app, daftar.auth, () => {});
  const { sql } = daftar.database;
  const [found] = await sql<Record<string, string | string[]>[]>`
    select (select array_agg(distinct state order by state) from payouts) as payouts,
           (select array_agg(distinct state order by state) from refunds) as refunded,
           (select array_agg(distinct state order by state) from approvals) as approvals,
           (select array_agg(distinct kind order by kind) from notifications
             where kind like 'chargeback-%') as disputed,
           (select array_agg(distinct status::text order by status::text) from chargebacks) as chargebacks,
           (select array_agg(distinct status::text order by status::text) from transactions) as transactions,
           (select array_agg(distinct settlement_status::text order by settlement_status::text) from transactions)
             as settled,
           (select array_agg(distinct concat_ws(' ', payment, status, fulfilment)
                             order by concat_ws(' ', payment, status, fulfilment)) from orders) as orders,
           (select array_agg(distinct stock order by stock) from orders) as stock,
           (select array_agg(distinct mode::text order by mode::text) from products p
             where exists (select from product_images i
                            where (i.merchant_id, i.product_id) = (p.merchant_id, p.id))) as pictured,
           (select array_agg(distinct state order by state) from risk_reviews where state <> 'unpaid') as reviewed,
           (select array_agg(distinct list order by list) from risk_entries) as listed,
           (select array_agg(distinct kind order by kind) from document_expiries) as expiring,
           (select (count(*) > 0)::text from reserve_items where left_piastres > 0) as reserved,
           (select count(*)::text from volume_limits) as limits,
           (select count(*)::text from risk_rules where is_on) as rules,
           (select count(*)::text from ticket_messages where path is not null) as papers,
           (select array_agg(distinct status::text order by status::text) from tickets) as tickets`;
  expect(found).toEqual({
    payouts: ['expired', 'handed-over', 'requested', 'returned'],
    refunded: ['failed', 'pending', 'succeeded'],
    approvals: ['declined', 'waiting'],
    disputed: ['chargeback-due', 'chargeback-opened'],
    chargebacks: ['0', '1', '2'],
    transactions: ['0', '1', '2', '3', '4', '5'],
    settled: ['1', '2'],
    orders: [
      'delivery 1 canceled',
      'delivery 1 new',
      'delivery 1 prepared',
      'delivery 1 shipped',
      'delivery 2 delivered',
      'now 1 canceled',
      'now 1 new',
      'now 2 delivered',
      'now 2 new',
      'now 2 prepared',
      'now 2 shipped',
    ],
    stock: ['released', 'taken'],
    pictured: ['live', 'test'],
    reviewed: ['approved', 'waiting'],
    listed: ['blocked', 'trusted'],
    expiring: ['commercial_register', 'tax_card'],
    reserved: 'true',
    limits: '1',
    rules: '2',
    papers: '2',
    tickets: ['1', '2', '3'],
  });
  const [{ refunds, settlements, days, arrived, amounts }] = (await sql`
    select (select count(*) from refunds where state = 'succeeded') as refunds,
           (select count(*) from settlements) as settlements,
           (select count(distinct created_at::date) from settlements where mode = 'live') as days,
           (select count(*) from settlement_payments) as arrived,
           (select count(distinct amount_piastres) from chargebacks) as amounts`) as unknown as [
    Record<'refunds' | 'settlements' | 'days' | 'arrived' | 'amounts', number>,
  ];
  // The Balance list reads in the order of time.
  const [back] = await sql`
    select count(*)::int as entries from (
      select effective_at < lag(effective_at) over (partition by merchant_id, mode order by id) as is_back
        from ledger_transfers) t where is_back`;
  expect(back).toEqual({ entries: 0 });
  // The bell tells of payments when they came, not of twelve in one moment.
  const [told] = await sql<{ moments: number }[]>`
    select count(distinct created_at)::int as moments from notifications where kind = 'payment-received'`;
  expect(told?.moments).toBeGreaterThan(5);
  // Nothing of it is yet to come.
  const [ahead] = await sql`
    select (select count(*)::int from notifications where created_at > ${daftar.app.clock.now()}) as news,
           (select count(*)::int from transactions where paid_at > ${daftar.app.clock.now()}) as payments`;
  expect(ahead).toEqual({ news: 0, payments: 0 });
  const applicants = await sql`
    select m.status, k.state, k.business_type as type from kyc_submissions k join merchants m on m.id = k.merchant_id
     order by k.submitted_at`;
  expect(applicants).toEqual([
    { status: 3, state: 'approved', type: 1 },
    { status: 2, state: 'rejected', type: 1 },
    { status: 1, state: 'submitted', type: 1 },
    { status: 1, state: 'submitted', type: 2 },
  ]);
  expect(refunds).toBeGreaterThan(10);
  expect(settlements).toBeGreaterThan(40);
  expect(days).toBeGreaterThan(40);
  expect(arrived).toBeGreaterThan(10);
  expect(amounts).toBeGreaterThan(5);
  expect(await differences(daftar)).toEqual([]);
  const body = {
    firstName: 'Sara',
    lastName: 'Nabil',
    email: 'sara@example.com',
    businessName: 'Cotton',
    tAndC: true,
  };
  const texts = readFileSync(new URL('../../web/locales/en/auth.json', import.meta.url), 'utf8');
  const mobileNumber = JSON.parse(texts)['signUp.mobileHelp'].match(/\d{11}/)?.[0];
  const copied = await daftar.call({
    method: 'POST',
    path: '/api/merchant/register',
    body: { ...body, mobileNumber },
  });
  expect(copied.status, 'whoever types the example of the sign-up form signs up').toBe(200);
}, 180_000);
