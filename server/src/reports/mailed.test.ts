import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pay, refund, reportRefund, settleAll } from '../../tests/kit/money.ts';
import { type Mail, reportsOf } from '../../tests/kit/reports.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { sumUpPayments } from '../overview/jobs.ts';
import { reportJobs } from './send.ts';

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
const { ask, at, call, create, mails, reports } = reportsOf(() => ({ daftar, owner }));

describe('the takings of a day', () => {
  test('are mailed once at the hour in Cairo, equal to the dashboard and to the saved file', async () => {
    const { id } = await pay(daftar, owner, { pounds: 199.99 });
    await pay(daftar, owner, { pounds: 50.01 });
    await refund(daftar, owner, id, { amount: 30.5 });
    await create();
    expect(await at('2026-06-16T04:59:00Z')).toEqual([]);
    const [mail, ...others] = await at('2026-06-16T05:00:00Z');
    expect(others).toEqual([]);
    const query = { date_from: '2026-06-15', date_to: '2026-06-15' };
    const sales = await ask({ path: '/merchant/statistics/sales', mode: 'live', as: owner, query });
    const { totals } = sales.body.data;
    expect(totals).toMatchObject({ paid: 2, sales: 250, refunded: 30.5 });
    for (const pounds of [totals.sales, totals.fees, totals.refunded])
      expect(mail!.text).toContain(`: ${pounds.toFixed(2)} EGP`);
    expect(mail!.text).toContain('2 payments');
    const saved = await ask({
      path: '/merchant/transactions/exportCsv',
      mode: 'live',
      as: owner,
      query,
    });
    expect(mail!.file).toBe(saved.raw);
    expect(mail!.name).toBe('daftar-transactions-2026-06-15.csv');
    expect(await at('2026-06-16T05:30:00Z')).toHaveLength(1);
    expect(await reports()).toMatchObject([
      { next_at: '2026-06-17T05:00:00.000Z', last_sent_at: '2026-06-16T05:00:00.000Z' },
    ]);
  });

  test('say what was refunded and what came back on the day, whenever it was paid', async () => {
    const { id } = await pay(daftar, owner, { pounds: 100 });
    await create();
    const said = (mail: Mail | undefined) =>
      ['Sales', 'Refunds made that day', 'Refunds that came back that day'].map(
        (label) => new RegExp(`^${label}: (.*) EGP$`, 'm').exec(mail!.text)?.[1],
      );
    // A minute before midnight in Cairo is the day of the mail, midnight the next.
    daftar.clock.set('2026-06-16T20:59:00Z');
    expect((await refund(daftar, await daftar.elsewhere(owner), id, { amount: 10.5 })).status).toBe(200);
    daftar.clock.set('2026-06-16T21:00:00Z');
    const back = await refund(daftar, await daftar.elsewhere(owner), id, { amount: 20 });
    await reportRefund(daftar, back.body.data.id, 'reversed');
    const sent = await at('2026-06-18T05:00:00Z');
    expect(sent.map(said)).toEqual([
      ['100.00', '0.00', undefined],
      ['0.00', '10.50', undefined],
      ['0.00', '20.00', '20.00'],
    ]);
  });

  test('wait for figures that are not summed up yet, and are sent once by two workers at the same time', async () => {
    await create();
    await sumUpPayments(daftar.app);
    daftar.clock.set('2026-06-16T05:00:00Z');
    await Promise.all([
      reportJobs['plan-reports']!(daftar.app, {}),
      reportJobs['plan-reports']!(daftar.app, {}),
    ]);
    const payload = { merchantId: owner.merchantId, id: (await reports())[0].id, day: '2026-06-16' };
    await reportJobs['send-report']!(daftar.app, payload);
    expect(await mails()).toEqual([]);
    await sumUpPayments(daftar.app);
    await Promise.all([1, 2, 3].map(() => reportJobs['send-report']!(daftar.app, payload)));
    expect(await mails()).toHaveLength(1);
  });

  test('of days that were missed are each sent once, later', async () => {
    await create();
    const sent = await at('2026-06-18T12:00:00Z');
    expect(sent.map(({ subject }) => subject)).toEqual([
      'Takings · 15 June 2026',
      'Takings · 16 June 2026',
      'Takings · 17 June 2026',
    ]);
    expect(await at('2026-06-18T12:01:00Z')).toHaveLength(3);
  });
});

test('a statement of a week equals the one of the screen, as a PDF where that is asked for', async () => {
  await pay(daftar, owner, { pounds: 120 });
  await settleAll(daftar, owner);
  const week = { kind: 'week', rhythm: 'week', weekday: 0 };
  await create({ ...week, name: 'Week' });
  await create({ ...week, name: 'Paper', format: 'pdf' });
  const sent = await at('2026-06-21T05:00:00Z');
  const query = { date_from: '2026-06-14', date_to: '2026-06-20', format: 'csv' };
  const as = owner;
  const saved = await ask({ path: '/merchant/balance/statement', mode: 'live', as, query });
  const page = await ask({
    path: '/merchant/balance/movements',
    mode: 'live',
    as,
    query: { date_from: '2026-06-14', date_to: '2026-06-20' },
  });
  expect(sent.map(({ subject }) => subject)).toEqual([
    'Week · 14 June 2026 – 20 June 2026',
    'Paper · 14 June 2026 – 20 June 2026',
  ]);
  expect(sent[0]!.file).toBe(saved.raw);
  expect(sent[0]!.name).toBe('daftar-statement-2026-06-14-2026-06-20.csv');
  for (const { closing } of page.body.data.accounts)
    expect(sent[0]!.text).toContain(`${closing.toFixed(2)} EGP`);
  expect(sent[1]!.file).toMatch(/^%PDF-/);
});

test('a statement of more movements than a file has comes without one, and says so', async () => {
  await create({ kind: 'week', rhythm: 'week', weekday: 0, format: 'pdf' });
  await pay(daftar, owner, { pounds: 120 });
  // Entries alone: they are counted, and nothing is written.
  await daftar.database.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into ledger_movements (merchant_id, mode, account, transfer_id, kind)
      select ${owner.merchantId}, 'live', 'reserve', 1000000000 + n, 'reserve_drawn' from generate_series(1, 100001) n`;
  });
  const [mail] = await at('2026-06-21T05:00:00Z');
  expect(mail).toMatchObject({ file: null });
  expect(mail!.text).toContain('more than 100,000 movements');
});

test.each([
  ['transactions', { status: '1' }, 'last7'],
  ['invoices', { status: '1', sort_by: 'id', sort_type: 'asc' }, null],
  ['payment-links', {}, null],
  ['chargebacks', { answer: 'due' }, 'yesterday'],
  ['customers', { archived: '1' }, null],
  ['orders', { status: '2', sort_by: 'amount', sort_type: 'asc' }, 'last7'],
  ['products', { keyword: 'shirt' }, 'yesterday'],
  ['tickets', { waits_for: 'merchant' }, null],
  ['settlements', {}, 'last7'],
  ['payouts', {}, 'yesterday'],
  ['audit', { action: 'user.create' }, 'last7'],
  ['categories', { keyword: 'shirt' }, null],
  ['approvals', { state: 'waiting', waits_for: 'me' }, null],
  ['fee-invoices', {}, null],
  ['webhooks', { state: '3' }, 'yesterday'],
  ['events', { type: 'payment.succeeded' }, 'last7'],
  ['request-log', { outcome: 'refused' }, 'yesterday'],
])('a view of %s is mailed as its list saves it', async (listName, query, period) => {
  await create({ kind: 'view', list: listName, query, period, name: 'Mine', format: 'xlsx' });
  const [mail] = await at('2026-06-16T05:00:00Z');
  const days = { yesterday: '-2026-06-15', last7: '-2026-06-10-2026-06-16' }[period ?? ''] ?? '-2026-06-16';
  const what = listName === 'audit' ? 'audit-log' : listName;
  expect(mail!.name).toBe(`daftar-${what}${days}.xlsx`);
  expect(mail!.file!.slice(0, 2)).toBe('PK');
});

test('“send now” mails the latest to the caller alone, and nobody else’s report', async () => {
  const clerk = await daftar.colleague(owner, ['view-transactions-list', 'export-transactions']);
  const id = await create({ members: [clerk.userId] });
  expect((await call('POST', `/${id}/test`, clerk)).status).toBe(404);
  expect((await call('POST', `/${id}/test`, owner)).status).toBe(200);
  const sent = await at('2026-06-15T10:00:00Z');
  expect(sent.map(({ to }) => to)).toEqual([owner.email]);
  expect(sent[0]!.text).toContain('a test that was sent to you alone');
  // The report itself is still to come.
  expect(await reports()).toMatchObject([{ last_sent_at: null }]);
  expect((await at('2026-06-16T05:00:00Z')).slice(1).map(({ to }) => to)).toEqual([clerk.email]);
});
