import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pay, refund } from '../../tests/kit/money.ts';
import { reportForm, reportsOf } from '../../tests/kit/reports.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { insertTransaction } from '../../tests/kit/transactions.ts';
import { jobHandlers } from '../jobs.ts';
import { cairoDay } from '../platform/time/cairo.ts';

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
const { ask, at, call, create, list, reports } = reportsOf(() => ({ daftar, owner }));

describe('a report', () => {
  test('that was sent today and is moved to a later hour says that it comes tomorrow, and does', async () => {
    const id = await create();
    expect(await at('2026-06-16T05:00:00Z')).toHaveLength(1);
    const form = reportForm({ members: [owner.userId], hour: 20 });
    expect((await call('PUT', `/${id}`, owner, form)).status).toBe(200);
    const tomorrow = '2026-06-17T17:00:00.000Z';
    expect(await reports()).toMatchObject([{ next_at: tomorrow }]);
    for (const is_paused of [true, false])
      expect((await call('POST', `/${id}/pause`, owner, { is_paused })).status).toBe(200);
    expect(await reports()).toMatchObject([{ next_at: tomorrow }]);
    expect(await at('2026-06-16T18:00:00Z')).toHaveLength(1);
    expect(await at(tomorrow)).toHaveLength(2);
  });

  test('is made with what its maker may do when it is sent; without that it stops and says so', async () => {
    const clerk = await daftar.colleague(owner, ['view-transactions-list', 'export-transactions']);
    const form = reportForm({ members: [owner.userId] });
    expect((await call('POST', '/create', clerk, form)).status).toBe(200);
    await daftar.database.sql`
      update roles set permissions = '{view-transactions-list}'
       where merchant_id = ${owner.merchantId} and id = (select role_id from users where id = ${clerk.userId})`;
    expect(await at('2026-06-16T05:00:00Z')).toEqual([]);
    expect(await reports()).toMatchObject([{ stopped: 'permission', next_at: null, is_mine: false }]);
    const bell = await ask({ path: '/merchant/notifications', mode: 'live', as: owner });
    expect(bell.body.data.data[0].content).toContain('not sent any more');
  });

  test.each([
    { kind: 'week', rhythm: 'week', weekday: 1 },
    { kind: 'view', list: 'invoices', query: {} },
    { kind: 'view', list: 'fee-invoices', query: {} },
    { kind: 'view', list: 'events', query: {} },
  ])('of what its maker may not save is refused: %j', async (more) => {
    const clerk = await daftar.colleague(owner, ['view-transactions-list', 'export-transactions']);
    const refused = await call('POST', '/create', clerk, reportForm({ members: [clerk.userId], ...more }));
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toHaveProperty('kind');
  });

  test('of a list that any of several permissions opens has what its maker may see of it', async () => {
    const refunds = await daftar.colleague(owner, ['transaction-refund']);
    const payouts = await daftar.colleague(owner, ['payout-request-transactions']);
    const body = { enabled: true, refund_above: 50 };
    const path = '/merchant/approvals/settings';
    expect((await ask({ method: 'POST', path, mode: 'live', as: owner, body })).status).toBe(200);
    const { id } = await pay(daftar, owner, { pounds: 100 });
    await refund(daftar, owner, id, { amount: 60 });
    const form = reportForm({ kind: 'view', list: 'approvals', query: { state: 'waiting' } });
    for (const maker of [refunds, payouts])
      expect((await call('POST', '/create', maker, { ...form, members: [maker.userId] })).status).toBe(200);
    const sent = await at('2026-06-16T05:00:00Z');
    const rows = new Map(sent.map(({ to, file }) => [to, file!.trim().split('\r\n').slice(1)]));
    expect(rows.get(refunds.email)).toHaveLength(1);
    expect(rows.get(payouts.email)).toEqual([]);
    const refused = await call('POST', '/create', payouts, {
      ...form,
      list: 'events',
      query: {},
      members: [payouts.userId],
    });
    expect(refused.body.errors).toHaveProperty('kind');
  });

  test.each([
    [{ members: [], addresses: [] }, 'members'],
    [{ format: 'pdf' }, 'format'],
    [{ rhythm: 'week', weekday: 1 }, 'rhythm'],
    [{ kind: 'month', rhythm: 'month' }, 'month_day'],
    [{ kind: 'month', rhythm: 'month', month_day: 29 }, 'month_day'],
    [{ kind: 'view', list: 'transactions', query: { color: 'red' } }, 'query'],
    [{ kind: 'view', list: 'invoices', query: {}, period: 'last7' }, 'period'],
    [{ kind: 'view' }, 'list'],
    [{ kind: 'view', list: 'transactions', query: { reference: '\u0000' } }, 'query'],
    [{ kind: 'view', list: 'transactions', query: { reference: '\ud800' } }, 'query'],
    [{ hour: 24 }, 'hour'],
    [{ members: [999_999_999] }, 'members'],
  ])('is refused with %j', async (more, field) => {
    const refused = await call('POST', '/create', owner, reportForm({ members: [owner.userId], ...more }));
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors)[0]).toMatch(new RegExp(`^${field}`));
    expect(await reports()).toEqual([]);
  });

  test('is its maker’s; whoever manages the team sees, pauses and deletes it too', async () => {
    const clerk = await daftar.colleague(owner, ['view-transactions-list', 'export-transactions']);
    const manager = await daftar.colleague(owner, ['users-manage', 'export-invoices']);
    const id = await create();
    expect(await reports(clerk)).toEqual([]);
    for (const as of [clerk, await daftar.merchant()]) {
      expect((await call('POST', `/${id}/pause`, as, { is_paused: true })).status).toBe(404);
      expect((await call('DELETE', `/${id}`, as)).status).toBe(404);
    }
    const form = reportForm({ members: [owner.userId] });
    expect((await call('PUT', `/${id}`, manager, form)).status).toBe(404);
    expect((await call('POST', `/${id}/pause`, manager, { is_paused: true })).status).toBe(200);
    expect(await at('2026-06-16T05:00:00Z')).toEqual([]);
    expect((await call('POST', `/${id}/pause`, owner, { is_paused: false })).status).toBe(200);
    expect(await reports()).toMatchObject([{ next_at: '2026-06-17T05:00:00.000Z' }]);
    expect((await call('DELETE', `/${id}`, manager)).status).toBe(200);
    expect(await at('2026-06-18T05:00:00Z')).toEqual([]);
    const log = await daftar.database.sql<{ action: string }[]>`
      select action from audit_log where merchant_id = ${owner.merchantId} and subject = ${`report:${id}`} order by id`;
    expect(log.map(({ action }) => action)).toEqual([
      'report.create',
      'report.pause',
      'report.resume',
      'report.delete',
    ]);
  });

  test('that is too large for a mail is fetched by its recipients of the business, for some days', async () => {
    const reader = await daftar.colleague(owner, ['products-list']);
    const other = await daftar.colleague(owner, ['products-list']);
    const id = await create({ members: [reader.userId], kind: 'view', list: 'transactions', query: {} });
    await insertTransaction(
      daftar.database.sql,
      { merchantId: owner.merchantId, mode: 'live' },
      { createdAt: new Date('2026-06-15T09:00:00Z'), status: 1, paymentMethod: 1 },
    );
    await daftar.database.sql`
      update transactions set source_name = repeat('x', 1100000) where merchant_id = ${owner.merchantId}`;
    const [mail] = await at('2026-06-16T05:00:00Z');
    expect(mail!.file).toBeNull();
    expect(mail!.text).toContain(`/reports/${id}-2026-06-16-live`);
    expect(mail!.text).toContain('The report is of live mode');
    const file = (as: Actor) => call('GET', `/${id}/runs/2026-06-16/file`, as);
    expect((await file(reader)).raw).toContain('xxxx');
    expect((await file(other)).status).toBe(404);
    daftar.clock.advance({ days: 8 });
    expect((await file(reader)).status).toBe(404);
  });
});

test('everybody of a business can get one, however many they are', async () => {
  const { sql } = daftar.database;
  await sql`
    insert into users (merchant_id, role_id, first_name, last_name, email, mobile, password_hash)
    select merchant_id, role_id, 'Amal', lpad(n::text, 4, '0'), 'amal' || n || 'of' || merchant_id || '@example.com', '', password_hash
      from users, generate_series(1, 600) n where id = ${owner.userId}`;
  const { members } = await list();
  expect(members).toHaveLength(601);
  const [last] = await sql<{ id: number }[]>`
    select id from users where merchant_id = ${owner.merchantId} and last_name = '0600'`;
  expect(members).toContainEqual(expect.objectContaining({ id: last!.id }));
  await create({ members: [last!.id] });
});

test('the file of a day that no calendar has is not there', async () => {
  const id = await create();
  for (const day of ['2026-02-30', '2026-99-99', '0000-00-00'])
    expect((await call('GET', `/${id}/runs/${day}/file`, owner)).status, day).toBe(404);
});

test.each(['Takings\nYour account is blocked', 'Takings\r\nBcc: all', 'Takings\u2028x'])(
  'a name that would add lines to mails is kept on one line: %j',
  async (name) => {
    const id = await create({ name });
    const [row] = await daftar.database.sql<{ name: string }[]>`select name from reports where id = ${id}`;
    expect(row!.name).toBe(name.replace(/\s+/g, ' '));
  },
);

test('a name with a control character is refused', async () => {
  const form = reportForm({ members: [owner.userId], name: 'Takings\u0007' });
  const refused = await call('POST', '/create', owner, form);
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toHaveProperty('name');
});

test('what is known of its days is forgotten after 90, but for its last days and files that can be fetched', async () => {
  const id = await create();
  const other = await create();
  const { sql } = daftar.database;
  const day = (ago: number) => cairoDay(new Date(daftar.clock.now().getTime() - ago * 86_400_000));
  type Kind = 'sent' | 'planned' | 'test' | 'fetched';
  const leave = async (report: number, ago: number, kind: Kind) => {
    const at = new Date(`${day(ago)}T05:00:00Z`);
    const isPlanned = kind === 'sent' || kind === 'planned';
    const fileUntil = kind === 'fetched' ? day(-1) : kind === 'planned' ? null : at;
    await sql`
      insert into report_runs (merchant_id, report_id, day, due_at, sent_at, file_until)
      values (${owner.merchantId}, ${report}, ${day(ago)}, ${isPlanned ? at : null}, ${kind === 'sent' ? at : null}, ${fileUntil})`;
  };
  for (const ago of [90, 91, 92, 400]) await leave(id, ago, 'sent');
  await leave(id, 95, 'test');
  await leave(id, 96, 'fetched');
  await leave(id, 97, 'planned');
  // This one was sent, and planned in vain, long ago.
  for (const ago of [500, 501]) await leave(other, ago, 'planned');
  for (const ago of [502, 503]) await leave(other, ago, 'sent');
  const kept = async (report: number) => {
    const rows = await sql<{ day: string }[]>`
      select day::text from report_runs where report_id = ${report} order by day desc`;
    return rows.map((row) => row.day);
  };
  await jobHandlers({ email: null, sms: null })['forget-old-rows']!(daftar.app, {});
  expect(await kept(id)).toEqual([90, 96].map(day));
  expect(await kept(other)).toEqual([500, 502].map(day));
  expect(await reports()).toMatchObject([
    { last_sent_at: `${day(90)}T05:00:00.000Z` },
    { last_sent_at: `${day(502)}T05:00:00.000Z` },
  ]);
});
