/** Sales over time: read from figures that are kept, equal to the rows to the piastre. */
import type { SalesFigures } from '@daftar/contract/dashboard';
import type { TransactionRow } from '@daftar/contract/transactions';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { differences, pay, refund } from '../../tests/kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { insertTransaction } from '../../tests/kit/transactions.ts';
import { sumUpPayments } from '../overview/jobs.ts';
import { daysBefore, hoursOf, stepsOf } from './rules.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
  daftar.clock.set('2026-06-10T09:00:00Z');
  owner = await daftar.merchant();
});
afterAll(() => daftar.close());

type Mode = 'live' | 'test';
const sales = async (query: Record<string, string>, mode: Mode = 'live', as: Actor = owner) =>
  daftar.call({ path: '/merchant/statistics/sales', mode, as, query });

test('a period is cut into steps without a gap, and compared with as many days before', () => {
  const period = { from: '2026-01-30', to: '2026-03-02' };
  expect(stepsOf(period, 'month')).toEqual([
    { from: '2026-01-30', to: '2026-01-31' },
    { from: '2026-02-01', to: '2026-02-28' },
    { from: '2026-03-01', to: '2026-03-02' },
  ]);
  expect(stepsOf({ from: '2026-06-01', to: '2026-06-10' }, 'week')).toEqual([
    { from: '2026-06-01', to: '2026-06-07' },
    { from: '2026-06-08', to: '2026-06-10' },
  ]);
  expect(stepsOf(period, 'day')).toHaveLength(32);
  expect(daysBefore(period)).toEqual({ from: '2025-12-29', to: '2026-01-29' });
});

test('a day has the hours that Cairo’s clock gives it, each with the same hour of the day before', () => {
  const of = (day: string) =>
    hoursOf(day).map(({ at, before }) => [at, before].map((each) => each?.toISOString().slice(0, 13)));
  expect(of('2026-06-10')).toHaveLength(24);
  expect(of('2026-06-10')[0]).toEqual(['2026-06-09T21', '2026-06-08T21']);
  // The clock goes forward at midnight, so that the day begins at one o’clock …
  expect(of('2026-04-24')).toHaveLength(23);
  expect(of('2026-04-24')[0]).toEqual(['2026-04-23T22', '2026-04-22T23']);
  expect(of('2026-04-25')).toHaveLength(24);
  expect(of('2026-04-25')[0]).toEqual(['2026-04-24T21', undefined]);
  // … and back at the next, so that the hour before midnight comes twice.
  expect(of('2026-10-29')).toHaveLength(25);
  expect(of('2026-10-29').slice(-2)).toEqual([
    ['2026-10-29T20', '2026-10-28T20'],
    ['2026-10-29T21', undefined],
  ]);
  expect(of('2026-10-30').at(-1)).toEqual(['2026-10-30T21', '2026-10-29T20']);
});

test('totals, steps and the period before equal the rows, by Cairo days and in both modes', async () => {
  const { sql } = daftar.database;
  const start = Date.parse('2026-05-01T00:00:00Z');
  const payment = fc.record({
    // Hours around midnight in Cairo, where a day in UTC would be another.
    hour: fc.integer({ min: 0, max: 39 * 24 }),
    status: fc.constantFrom(0, 1, 1, 1, 2, 4, 5),
    method: fc.constantFrom(1, 3, 4),
    mode: fc.constantFrom<Mode>('live', 'live', 'test'),
  });
  for (const { hour, status, method, mode } of fc.sample(payment, { numRuns: 60, seed: 7 })) {
    await insertTransaction(
      sql,
      { merchantId: owner.merchantId, mode },
      { createdAt: new Date(start + hour * 3_600_000), status, paymentMethod: method },
    );
  }
  await insertTransaction(
    sql,
    { merchantId: (await daftar.merchant()).merchantId, mode: 'live' },
    { createdAt: new Date(start), status: 1, paymentMethod: 1 },
  );
  const { id } = await pay(daftar, owner, { pounds: 99.99 });
  expect((await refund(daftar, owner, id, { amount: 33.33 })).status).toBe(200);
  await sumUpPayments(daftar.app);

  const summed = async (mode: Mode, from: string, to: string, hour: string | null = null) => {
    const [row] = await sql<{ figures: object }[]>`
      select json_build_object(
               'paid', count(*) filter (where status in (1, 3)), 'failed', count(*) filter (where status in (2, 5)),
               'sales', coalesce(sum(charged_piastres) filter (where status in (1, 3)), 0) / 100.0,
               'fees', coalesce(sum(fee_piastres + vat_piastres) filter (where status in (1, 3)), 0) / 100.0,
               'refunded', coalesce(sum(refunded_piastres), 0) / 100.0) as figures
        from transactions where merchant_id = ${owner.merchantId} and mode = ${mode} and not is_payout
         and (created_at at time zone 'Africa/Cairo')::date between ${from}::date and ${to}::date
         and (${hour}::timestamptz is null or date_trunc('hour', created_at, 'UTC') = ${hour}::timestamptz)`;
    return row!.figures;
  };
  // The list behind a bar adds up to the bar, with a payout and a canceled payment beside it.
  await insertTransaction(
    sql,
    { merchantId: owner.merchantId, mode: 'live' },
    { createdAt: new Date('2026-06-05T09:00:00Z'), status: 1, paymentMethod: null, isPayout: true },
  );
  const listed = async (mode: Mode, query: Record<string, string>) => {
    const of = async (payments: string): Promise<TransactionRow[]> => {
      const all = { ...query, payments, page_size: '100' };
      return (await daftar.call({ path: '/merchant/transactions', mode, as: owner, query: all })).body.data;
    };
    const [paid, ended, refunded] = await Promise.all(['paid', 'ended', 'refunded'].map(of));
    const sum = (rows: TransactionRow[] | undefined, amount: (row: TransactionRow) => number) =>
      rows!.reduce((pounds, row) => pounds + Math.round(amount(row) * 100), 0) / 100;
    return {
      paid: paid!.length,
      failed: ended!.length - paid!.length,
      sales: sum(paid, (row) => row.charged_amount),
      fees: sum(paid, (row) => row.fee + row.vat),
      refunded: sum(refunded, (row) => row.refunded_amount),
    };
  };
  for (const mode of ['live', 'test'] as const) {
    for (const step of ['day', 'week', 'month'] as const) {
      const { body } = await sales({ date_from: '2026-05-20', date_to: '2026-06-10', step }, mode);
      expect(body.data.totals).toEqual(await summed(mode, '2026-05-20', '2026-06-10'));
      expect(body.data.before).toEqual(await summed(mode, '2026-04-28', '2026-05-19'));
      for (const { date_from: from, date_to: to, hour, figures, before } of body.data.steps) {
        expect(hour).toBeNull();
        expect(figures).toEqual(await summed(mode, from, to));
        if (step === 'week') expect(await listed(mode, { date_from: from, date_to: to })).toEqual(figures);
        expect(before.figures).toEqual(await summed(mode, before.date_from, before.date_to));
      }
      const last = body.data.steps.at(-1);
      expect([last.date_to, last.before.date_to]).toEqual(['2026-06-10', '2026-05-19']);
    }
    for (const day of ['2026-06-04', '2026-06-09', '2026-06-10']) {
      const { totals, before, steps } = (await sales({ date_from: day, date_to: day, step: 'hour' }, mode))
        .body.data;
      expect(steps).toHaveLength(24);
      expect(totals).toEqual(await summed(mode, day, day));
      const day2 = steps[0].before.date_from;
      expect(before).toEqual(await summed(mode, day2, day2));
      const busiest = steps.find(({ figures }: { figures: SalesFigures }) => figures.paid > 0);
      if (busiest) expect(await listed(mode, { hour: busiest.hour })).toEqual(busiest.figures);
      for (const each of steps) {
        expect(each.figures).toEqual(await summed(mode, day, day, each.hour));
        expect(each.before.figures).toEqual(await summed(mode, day2, day2, each.before.hour));
        if (each !== steps[0] && each.figures.paid + each.figures.failed === 0) continue;
        // The list behind a bar.
        const list = await daftar.call({
          path: '/merchant/transactions',
          mode,
          as: owner,
          query: { hour: each.hour, status: '1' },
        });
        const { body: failed } = await daftar.call({
          path: '/merchant/transactions',
          mode,
          as: owner,
          query: { hour: each.hour, date_from: day, date_to: day },
        });
        expect(list.body.meta.total).toBe(each.figures.paid);
        expect(failed.meta.total).toBeGreaterThanOrEqual(each.figures.paid + each.figures.failed);
      }
    }
  }
  const [hours] = await sql`select count(*)::int as n, min(hour) as first from payment_hours`;
  expect(hours!.n).toBeGreaterThan(5);
  expect(hours!.first.getTime()).toBeGreaterThanOrEqual(Date.parse('2026-06-02T21:00:00Z'));
  const { data } = (await sales({ date_from: '2026-06-10', date_to: '2026-06-10' })).body;
  expect(data.as_of).toBe('2026-06-10T09:00:00.000Z');
  expect(data.totals.refunded).toBe(33.33);
  expect(data.steps).toHaveLength(1);
});

test('hours are written anew with their day, kept for eight days, and are no more than the day', async () => {
  const { sql } = daftar.database;
  const ours = async () => (await differences(daftar)).filter(({ rule }) => rule === 'payment_hours');
  daftar.clock.set('2026-06-12T09:00:00Z');
  await sumUpPayments(daftar.app);
  expect(await ours()).toEqual([]);
  const kept = await sql`select * from payment_hours order by 1, 2, 3`;
  expect(kept[0]!.hour.getTime()).toBeGreaterThanOrEqual(Date.parse('2026-06-04T21:00:00Z'));
  // The merchant's session is of the day before.
  daftar.clock.set('2026-06-10T09:00:00Z');
  // As after an upgrade: no hours yet of days that are summed up.
  await sql`delete from payment_hours`;
  const today = { date_from: '2026-06-10', date_to: '2026-06-10', step: 'hour' };
  expect((await sales(today)).body.data.as_of).toBeNull();
  await sql`update payment_figures_state set next_day = '2026-06-05'`;
  await sumUpPayments(daftar.app);
  expect(await sql`select * from payment_hours order by 1, 2, 3`).toEqual(kept);
  expect((await sales(today)).body.data.as_of).not.toBeNull();
  // Only days that are closed are compared.
  await sql`update payment_figures_state set next_day = '2026-06-11'`;
  expect(await ours()).toEqual([]);
  await sql`update payment_hours set paid_piastres = paid_piastres + 1 where hour = '2026-06-10T09:00:00Z'`;
  expect(await ours()).toHaveLength(1);
});

test('a year is read along the merchant’s own figures, not its transactions', async () => {
  const { sql } = daftar.database;
  const text = await sql.begin(async (tx) => {
    await tx`set local enable_seqscan = off`;
    const plan = await tx<{ 'QUERY PLAN': string }[]>`
      explain select day, sum(paid_count) from payment_figures
       where mode = 'live' and day between '2025-06-11' and '2026-06-10' and merchant_id = ${owner.merchantId}
       group by day order by day`;
    return plan.map((line) => line['QUERY PLAN']).join('\n');
  });
  expect(text).toContain('payment_figures_of_merchant');
});

describe('who asks', () => {
  test('needs the permission to see transactions', async () => {
    const query = { date_from: '2026-06-01', date_to: '2026-06-10' };
    const without = await daftar.colleague(owner, ['view-settlements']);
    expect((await sales(query, 'live', without)).status).toBe(403);
    const allowed = await daftar.colleague(owner, ['view-transactions-list']);
    expect((await sales(query, 'live', allowed)).status).toBe(200);
  });

  test('is told of a period that ends before it begins, or is longer than a year', async () => {
    const asked = async (query: Record<string, string>) => (await sales(query)).body.errors;
    expect(await asked({ date_from: '2026-06-02', date_to: '2026-06-01' })).toHaveProperty('date_to');
    expect(await asked({ date_from: '2025-01-01', date_to: '2026-06-01' })).toHaveProperty('date_to');
    expect(await asked({ date_to: '2026-06-01' })).toHaveProperty('date_from');
    expect(await asked({ date_from: '2026-06-09', date_to: '2026-06-10', step: 'hour' })).toHaveProperty(
      'step',
    );
    expect(await asked({ date_from: '2026-06-03', date_to: '2026-06-03', step: 'hour' })).toEqual({
      date_from: ['Hours are kept of the last 7 days only'],
    });
  });
});
