/** The figures of the console's overview: kept by a job, equal to the rows. */
import { WAITING_FILTERS, WAITING_KINDS, type WaitingKind } from '@daftar/contract/ops-overview';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAccount } from '../../tests/kit/ledger.ts';
import { differences, pay, refund } from '../../tests/kit/money.ts';
import { deskOf } from '../../tests/kit/ops.ts';
import { fillTables } from '../../tests/kit/platform/fill.ts';
import { rowsRead, watchPlans } from '../../tests/kit/platform/plans.ts';
import { moveToAccount } from '../../tests/kit/reconciliation.ts';
import { samples } from '../../tests/kit/samples.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { insertTransaction } from '../../tests/kit/transactions.ts';
import { bookCost } from '../acquirer-costs/service.ts';
import { openChargeback } from '../chargebacks/decide.ts';
import { nextDay } from '../platform/time/cairo.ts';
import { sumUpPayments } from './jobs.ts';
import { readMerchants, splitMonths } from './store-read.ts';

let daftar: TestServer;
let owner: Actor;
let reviewer: OperatorActor;
beforeAll(async () => {
  daftar = await startTestServer();
  daftar.clock.set('2026-06-10T09:00:00Z');
  owner = await daftar.merchant();
});
afterAll(() => daftar.close());
const { ask } = deskOf(() => daftar);

const JUNE = { date_from: '2026-06-08', date_to: '2026-06-14' };
const overview = async (query: Record<string, string> = {}) =>
  (await ask(reviewer, '/overview', { ...JUNE, merchant_id: String(owner.merchantId), ...query })).body.data;
const run = () => sumUpPayments(daftar.app);
const kept = () => daftar.database.sql`
  select * from payment_figures union all select * from payment_months order by 1, 2, 3, 4, 5, 6, 7`;

test('the figures follow what becomes of payments, also days later, and running the job again changes nothing', async () => {
  const { sql } = daftar.database;
  const card = await pay(daftar, owner, { pounds: 100 });
  const account = await anAccount(sql);
  await moveToAccount(daftar, owner, card.id, account);
  await pay(daftar, owner, { pounds: 50, method: 3 });
  const returned = await pay(daftar, owner, { pounds: 40 });
  await pay(daftar, owner, { pounds: 70, mode: 'test' });
  const [, waiting] = await Promise.all(
    [2, 0].map((status) =>
      insertTransaction(sql, { ...owner, mode: 'live' }, { status, createdAt: daftar.clock.now() }),
    ),
  );
  await run();
  daftar.clock.set('2026-06-12T09:00:00Z');
  reviewer = await daftar.operator('reviewer');
  await run();

  const first = await overview();
  expect(first.as_of).toBe('2026-06-12T09:00:00.000Z');
  expect(first.totals).toMatchObject({
    paid: 3,
    failed: 1,
    open: 1,
    volume: 190,
    chargebacks: 0,
    refunded: 0,
  });
  expect(first.totals.fees).toBeGreaterThan(0);
  expect(first.days.map(({ day, figures }: never) => [day, (figures as { paid: number }).paid])).toEqual([
    ['2026-06-08', 0],
    ['2026-06-09', 0],
    ['2026-06-10', 3],
    ['2026-06-11', 0],
    ['2026-06-12', 0],
    ['2026-06-13', 0],
    ['2026-06-14', 0],
  ]);
  expect(first.methods.map(({ method }: { method: { id: number } }) => method.id)).toEqual([1, 3]);
  expect(first.accounts[0]).toMatchObject({
    account: { id: account, name: 'Bank' },
    figures: { volume: 100 },
  });
  expect((await overview({ account_id: '0' })).totals).toMatchObject({ paid: 2, volume: 90, failed: 1 });
  expect((await overview({ payment_method_id: '3' })).totals).toMatchObject({ paid: 1, volume: 50 });
  expect((await overview({ mode: 'test' })).totals).toMatchObject({ paid: 1, volume: 70 });
  // Behind each figure are the rows that its link lists: of all, an account, a method, a day, a mode.
  for (const query of [
    {},
    { account_id: String(account) },
    { account_id: '0' },
    { payment_method_id: '3' },
    { date_from: '2026-06-10', date_to: '2026-06-10' },
    { mode: 'test' },
  ] as Record<string, string>[]) {
    const total = async (status: number) => {
      const filters = { ...JUNE, merchant_id: String(owner.merchantId), ...query, status: String(status) };
      return (await ask(reviewer, '/transactions', filters)).body.meta.total as number;
    };
    const [open, paid, failed, refunded, , expired] = await Promise.all([0, 1, 2, 3, 4, 5].map(total));
    const { totals } = await overview(query);
    const listed = { paid: paid! + refunded!, failed: failed! + expired!, open };
    expect(listed, JSON.stringify(query)).toEqual({
      paid: totals.paid,
      failed: totals.failed,
      open: totals.open,
    });
  }
  // The period before ends the day before this one begins.
  const later = await overview({ date_from: '2026-06-11', date_to: '2026-06-12' });
  expect([later.totals.paid, later.before.paid]).toEqual([0, 3]);
  expect(later.days.map((each: { before: { paid: number } }) => each.before.paid)).toEqual([0, 3]);
  const { merchant_id: _, ...all } = { merchant_id: '', ...JUNE };
  expect((await ask(reviewer, '/overview', all)).body.data.totals.volume).toBe(190);

  // The day is closed; a refund, a chargeback and an outcome change it.
  // The merchant's session is of the first day.
  daftar.clock.set('2026-06-10T09:05:00Z');
  expect((await refund(daftar, owner, returned.id, { amount: 30 })).status).toBe(200);
  daftar.clock.set('2026-06-12T09:05:00Z');
  const ref = { merchantId: owner.merchantId, transactionId: card.id };
  await bookCost(daftar.app, ref, {
    kind: 'acquirer_fee',
    amountPiastres: 200,
    vatPiastres: null,
    reference: 'C-1',
    actor: 'ops',
  });
  await openChargeback(daftar.app, ref, {
    amountPiastres: 2_000,
    reason: 'x',
    caseId: '',
    reasonCode: '',
    stage: 'chargeback',
    actor: 'ops',
  } as never);
  await sql`update transactions set status = 5 where merchant_id = ${owner.merchantId} and id = ${waiting!}`;
  await run();
  expect((await overview()).totals).toMatchObject({
    paid: 3,
    failed: 2,
    open: 0,
    volume: 190,
    refunded: 30,
    costs: 2,
    chargebacks: 1,
    lost_chargebacks: 0,
  });
  const now = await kept();
  await run();
  expect(await kept()).toEqual(now);
  const top = (await ask(reviewer, '/overview/merchants', JUNE)).body.data;
  expect(top).toHaveLength(1);
  expect(top[0]).toMatchObject({ merchant: { id: owner.merchantId }, figures: { volume: 190, paid: 3 } });
  expect((await ask(reviewer, '/overview/merchants', { ...JUNE, q: 'nobody has this' })).body.data).toEqual(
    [],
  );

  // Counted again from the start, it is the same.
  await sql`delete from payment_figures_state`;
  await sql`delete from payment_figures`;
  await sql`delete from payment_months`;
  await run();
  expect(await kept()).toEqual(now);

  const ours = async () => (await differences(daftar)).filter(({ rule }) => rule.startsWith('payment_'));
  await sql`update payment_figures_state set as_of = '2026-06-20T00:00:00Z'`;
  expect(await ours()).toEqual([]);
  await sql`update payment_figures set paid_count = paid_count + 1 where payment_method = 3 and mode = 'live'`;
  expect((await ours()).map(({ rule }) => rule).sort()).toEqual([
    'payment_figures',
    'payment_months',
    'payment_totals',
  ]);
});

test('a period is at most a year and does not end before it begins', async () => {
  const ask2 = async (query: Record<string, string>) => (await ask(reviewer, '/overview', query)).body.errors;
  expect(await ask2({ date_from: '2026-06-02', date_to: '2026-06-01' })).toHaveProperty('date_to');
  expect(await ask2({ date_from: '2025-01-01', date_to: '2026-06-01' })).toHaveProperty('date_to');
  expect(await ask2({ date_to: '2026-06-01' })).toHaveProperty('date_from');
});

test('what waits is counted for whoever may look at it', async () => {
  const finance = await daftar.operator('finance');
  const of = async (who: OperatorActor) =>
    Object.fromEntries(
      (await ask(who, '/overview/waiting')).body.data.map(({ kind, count }: never) => [kind, count]),
    );
  const before = await of(finance);
  expect(before).not.toHaveProperty('kyc');
  await insertPayout();
  expect((await of(finance)).payouts).toBe(before.payouts + 1);
  const theirs = await of(reviewer);
  expect(theirs).toHaveProperty('kyc');
  expect(theirs).not.toHaveProperty('payouts');
});

const insertPayout = () => daftar.database.sql`
  insert into payouts (merchant_id, mode, code, transaction_id, amount_piastres, requested_by, created_at, expires_at)
  values (${owner.merchantId}, 'live', 'PAY-OVERVIEW01', 1, 100,
          (select min(id) from users where merchant_id = ${owner.merchantId}), now(), now())`;

/** For each kind, the calls whose samples create open work, and the lists where it is handled. */
const QUEUES: Record<WaitingKind, { made: string[]; lists: string[] }> = {
  kyc: { made: ['ops-kyc.approve'], lists: ['/kyc'] },
  screening: { made: ['ops-screening.decide'], lists: ['/screening'] },
  reviews: { made: ['ops-risk-reviews.approve'], lists: ['/risk/reviews'] },
  approvals: { made: ['ops-approvals.approve'], lists: ['/approvals'] },
  tickets: { made: ['ops-tickets.reply', 'ops-tickets.close'], lists: ['/tickets'] },
  overdue: { made: ['ops-tickets.assign'], lists: ['/tickets'] },
  refunds: { made: ['ops-processors.decideRefund'], lists: ['/processors/refunds'] },
  discrepancies: { made: ['ops-discrepancies.bookRefund'], lists: ['/discrepancies'] },
  breaks: { made: ['ops-reconciliation.take'], lists: ['/reconciliation/breaks'] },
  batches: { made: ['ops-bank-statements.book'], lists: ['/bank-batches'] },
  payouts: { made: ['ops-money.handOverPayout'], lists: ['/payouts'] },
  settlements: { made: ['ops-money.paySettlement'], lists: ['/settlements'] },
  transfers: { made: ['ops-bank-transfers.cancel'], lists: ['/bank-transfers'] },
  unanswered: { made: [], lists: ['/unanswered-payments'] },
  chargebacks: {
    made: ['ops-money.applyChargeback', 'ops-money.takeBackChargeback'],
    lists: ['/chargebacks'],
  },
  documents: { made: [], lists: ['/documents'] },
  failures: {
    made: ['ops-platform.retryJob', 'ops-platform.retryDelivery', 'ops-platform.retryMessage'],
    lists: ['/failures/jobs', '/failures/webhooks', '/failures/messages'],
  },
};

test('of every queue of the console, what is counted is what its list shows with the filters of the link', async () => {
  const { sql } = daftar.database;
  const actor = await daftar.merchant();
  for (const mode of ['live', 'test'] as const)
    for (const { made } of Object.values(QUEUES))
      for (const name of made) await samples[name]!.params!({ daftar, actor, mode });
  // Open work that no call creates: payments without an answer, and documents, one of them expired.
  for (const mode of ['live', 'test'] as const) await pay(daftar, actor, { mode });
  await sql`update payment_attempts set unanswered_at = ${daftar.clock.now()} where merchant_id = ${actor.merchantId}`;
  await sql`
    insert into document_expiries (merchant_id, kind, expires_on, set_at, set_by)
    values (${actor.merchantId}, 'tax_card', '2026-06-01', now(), 'x'), (${actor.merchantId}, 'id_card', '2030-06-01', now(), 'x')`;
  daftar.clock.advance({ days: 3 });
  const admin = await daftar.operator('admin');
  const counted = (await ask(admin, '/overview/waiting')).body.data;
  expect(counted.map(({ kind }: { kind: string }) => kind)).toEqual(WAITING_KINDS);
  const listed = await Promise.all(
    WAITING_KINDS.map(async (kind) => {
      const replies = await Promise.all(
        QUEUES[kind].lists.map((path) => ask(admin, path, { ...WAITING_FILTERS[kind] })),
      );
      return {
        kind,
        count: replies.reduce((all, { body }) => all + (body.meta?.total ?? body.data.length), 0),
      };
    }),
  );
  expect(listed).toEqual(counted);
  expect(counted.filter(({ count }: { count: number }) => count === 0)).toEqual([]);
});

test('the merchants of any period are those of its days, although whole months are read as such', async () => {
  const { sql, url } = daftar.database;
  const MERCHANTS = 40;
  await sql`
    insert into merchants (business_name, status, email, mobile)
    select 'Shop ' || n, 3, 'shop' || n || '@overview.example', '01000000000' from generate_series(1, ${MERCHANTS}) n`;
  await fillTables(sql, ['payment_figures', 'payment_months'], async (tx) => {
    await tx`
      insert into payment_figures
      select 'live', day::date, m.id, method, 0, 1 + (m.n * 7 + extract(day from day)::int * method) % 5, 100 * m.n, 1, 0, m.n, 1, 0, 0, 0, 0, 0
        from (select id, row_number() over (order by id) as n from merchants order by id limit ${MERCHANTS}) m,
             generate_series('2027-01-01'::date, '2028-03-31', '1 day') day, generate_series(1, 2) method`;
    await tx`
      insert into payment_months
      select mode, date_trunc('month', day)::date, merchant_id, payment_method, processor_account_id, sum(paid_count), sum(paid_piastres),
             sum(failed_count), sum(open_count), sum(fee_piastres), sum(vat_piastres), sum(cost_piastres), sum(refunded_piastres),
             sum(chargebacks), sum(lost_chargebacks), sum(lost_piastres)
        from payment_figures where day >= '2027-01-01' group by 1, 2, 3, 4, 5`;
  });
  const firstDay = '2027-01-01';
  await fc.assert(
    fc.asyncProperty(fc.nat(400), fc.nat(365), async (skipped, length) => {
      const from = nextDay(firstDay, skipped);
      const to = nextDay(from, length);
      const rows = await readMerchants(sql, { mode: 'live', from, to }, '', 100);
      const byDay = await sql<{ id: number; paid: number; volume: number }[]>`
        select merchant_id as id, sum(paid_count)::bigint as paid, sum(paid_piastres)::bigint as volume from payment_figures
         where mode = 'live' and day between ${from} and ${to} group by 1 order by 3 desc, 1`;
      expect(rows.map(({ id, paid, volume }) => ({ id, paid, volume }))).toEqual([...byDay]);
    }),
    { numRuns: 20 },
  );
  // A year that begins and ends within months reads the days of these two alone.
  const watch = await watchPlans(url);
  const period = { mode: 'live', from: '2027-01-15', to: '2028-01-14' } as const;
  const { days } = splitMonths(period.from, period.to);
  expect(days).toEqual([
    { from: '2027-01-15', to: '2027-01-31' },
    { from: '2028-01-01', to: '2028-01-14' },
  ]);
  await readMerchants(watch.sql, period, '', 20);
  const [plan] = watch.taken();
  const readOf = (table: string) =>
    plan!.filter((node) => node['Relation Name'] === table).reduce((all, node) => all + rowsRead(node), 0);
  const perDay = 2 * (await sql`select count(distinct merchant_id)::int as n from payment_months`)[0]!.n;
  await watch.end();
  expect(readOf('payment_figures')).toBeLessThanOrEqual(31 * perDay);
  // Eleven months, or all that there are where that is as cheap.
  expect(readOf('payment_months')).toBeLessThanOrEqual(16 * perDay);
});
