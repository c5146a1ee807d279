import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { pay, refund, reportRefund, settleAll } from '../../tests/kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { jobHandlers } from '../jobs.ts';
import { openBody } from '../messages/body.ts';
import { sumUpPayments } from '../overview/jobs.ts';
import { cairoDay } from '../platform/time/cairo.ts';
import { PASSWORD, withPassword } from '../profile/testing.ts';
import { insertTransaction } from '../transactions/testing.ts';
import { reportJobs } from './send.ts';
import { reportForm, sendReports } from './testing.ts';

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

/** Calls in a session of the moment: days pass in these tests. */
const ask = async (request: Parameters<TestServer['call']>[0] & { as: Actor }) =>
  daftar.call({ ...request, as: await daftar.elsewhere(request.as) });
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, as: Actor, body?: object) =>
  ask({ method, path: `/merchant/reports${path}`, mode: 'live', as, body });
async function create(more: object = {}, as = owner): Promise<number> {
  const made = await call('POST', '/create', as, reportForm({ members: [owner.userId], ...more }));
  expect(made.status, made.raw).toBe(200);
  return made.body.data.id;
}
const list = async (as = owner) => (await call('GET', '', as)).body.data;
const reports = async (as = owner) => (await list(as)).reports;

interface Mail {
  to: string;
  subject: string;
  text: string;
  file: string | null;
  name: string | null;
  unsubscribe: string | null;
}
/** The mails of the merchant's reports, oldest first, with their files. */
async function mails(): Promise<Mail[]> {
  const rows = await daftar.database.sql<{ to: string; subject: string; sealed: Buffer }[]>`
    select recipient as "to", subject, sealed from messages
     where merchant_id = ${owner.merchantId} and sealed is not null order by id`;
  return rows.flatMap(({ to, subject, sealed }) => {
    const body = openBody(daftar.app, sealed)!;
    if (!body.text.includes('Report of') && !body.text.includes('only if you confirm')) return [];
    const file = body.attachment ? Buffer.from(body.attachment.base64, 'base64').toString('utf8') : null;
    const name = body.attachment?.name ?? null;
    return [{ to, subject, text: body.text, file, name, unsubscribe: body.unsubscribe ?? null }];
  });
}
/** Lets time come, and does what is due. */
async function at(moment: string): Promise<Mail[]> {
  daftar.clock.set(moment);
  await sumUpPayments(daftar.app);
  await sendReports(daftar.app, owner.merchantId);
  return mails();
}

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

test('the file of a day that no calendar has is not there', async () => {
  const id = await create();
  for (const day of ['2026-02-30', '2026-99-99', '0000-00-00'])
    expect((await call('GET', `/${id}/runs/${day}/file`, owner)).status, day).toBe(404);
});

test.each(['Takings\nYour account is blocked', 'Takings\r\nBcc: all', 'Takings\u2028x', 'Takings\u0007'])(
  'a name that would add lines to mails is refused: %j',
  async (name) => {
    const refused = await call('POST', '/create', owner, reportForm({ members: [owner.userId], name }));
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toHaveProperty('name');
  },
);

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

describe('an address outside', () => {
  const BOOKS = 'books@accountant.example';
  const stateOf = async () => (await reports())[0].recipients[0].state;
  const page = (path: string, method: 'GET' | 'POST' = 'GET', body = '') =>
    daftar.call({
      method,
      path,
      as: null,
      ...(method === 'POST'
        ? { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
        : {}),
    });
  const pathIn = (text: string, what: string) => new RegExp(`/mail/${what}/[\\w.-]+`).exec(text)![0];

  async function approve(id: number, as = owner): Promise<number> {
    const [recipient] = (await reports())[0].recipients;
    await withPassword(daftar, as);
    const path = `/${id}/recipients/${recipient.id}/approve`;
    return (await call('POST', path, as, { current_password: PASSWORD })).status;
  }

  test('gets a report once an owner has approved it and it has confirmed itself, by a button', async () => {
    const id = await create({ members: [], addresses: [BOOKS] });
    expect(await stateOf()).toBe('waiting-owner');
    const manager = await daftar.colleague(owner, ['users-manage', 'export-transactions']);
    expect(await approve(id, manager)).toBe(403);
    expect(await at('2026-06-16T05:00:00Z')).toEqual([]);
    expect(await approve(id)).toBe(200);
    const [question] = await mails();
    expect(question).toMatchObject({ to: BOOKS, file: null });
    const path = pathIn(question!.text, 'confirm');
    expect((await page(path)).raw).toContain('<form method="post">');
    expect(await stateOf()).toBe('waiting-address');
    expect((await page(path, 'POST')).status).toBe(200);
    expect(await stateOf()).toBe('active');
    expect((await at('2026-06-17T05:00:00Z')).slice(1)).toMatchObject([{ to: BOOKS }]);
  });

  test('is entered once, however often it is typed', async () => {
    const id = await create({
      members: [owner.userId, owner.userId],
      addresses: [BOOKS, ` ${BOOKS.toUpperCase()}`],
    });
    expect((await reports())[0].recipients.map(({ email }: { email: string }) => email)).toEqual([
      owner.email,
      BOOKS,
    ]);
    const form = reportForm({ members: [owner.userId, owner.userId], addresses: [BOOKS, BOOKS] });
    expect((await call('PUT', `/${id}`, owner, form)).status).toBe(200);
  });

  test('is approved for what the report is about, and asked only as long as it has not answered', async () => {
    const id = await create({ members: [], addresses: [BOOKS] });
    await approve(id);
    await page(pathIn((await mails())[0]!.text, 'confirm'), 'POST');
    const change = (more: object) =>
      call('PUT', `/${id}`, owner, reportForm({ addresses: [BOOKS], ...more }));
    await change({ name: 'Takings of the day', hour: 9 });
    expect(await stateOf()).toBe('active');
    expect(await approve(id)).toBe(404);
    await change({ kind: 'view', list: 'transactions', query: {} });
    expect(await stateOf()).toBe('waiting-owner');
    await change({ kind: 'view', list: 'invoices', query: {} });
    expect(await at('2026-06-16T07:00:00Z')).toHaveLength(1);
    expect(await approve(id)).toBe(200);
  });

  test('is not approved for what a report has become while the password was being checked', async () => {
    const id = await create({ members: [], addresses: [BOOKS] });
    await withPassword(daftar, owner);
    let pending: Promise<number> | undefined;
    await daftar.database.sql.begin(async (tx) => {
      await tx`update reports set kind = 'view', list = 'customers', query = '{}' where id = ${id}`;
      await tx`update report_recipients set approved_at = null where report_id = ${id}`;
      pending = approve(id);
      await vi.waitUntil(
        async () => {
          const [row] = await daftar.database.sql<{ n: number }[]>`
            select count(*)::int as n from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock' and query like '%report%'`;
          return row!.n > 0;
        },
        { timeout: 20_000 },
      );
    });
    expect(await pending).toBe(404);
    expect(await stateOf()).toBe('waiting-owner');
    expect(await mails()).toEqual([]);
  });

  test('is not approved by a business that nobody has verified', async () => {
    const trial = await daftar.merchant({ status: 0 });
    const form = reportForm({ addresses: [BOOKS] });
    const made = await daftar.call({
      method: 'POST',
      path: '/merchant/reports/create',
      mode: 'test',
      as: trial,
      body: form,
    });
    const [recipient] = await daftar.database.sql<{ id: number }[]>`
      select id from report_recipients where merchant_id = ${trial.merchantId}`;
    await withPassword(daftar, trial);
    const path = `/merchant/reports/${made.body.data.id}/recipients/${recipient!.id}/approve`;
    const body = { current_password: PASSWORD };
    expect((await daftar.call({ method: 'POST', path, mode: 'test', as: trial, body })).status).toBe(400);
  });

  test('cannot confirm after the week, nor with an address that we have not made', async () => {
    const id = await create({ members: [], addresses: [BOOKS] });
    await approve(id);
    const path = pathIn((await mails())[0]!.text, 'confirm');
    const last = path.at(-1) === 'A' ? 'B' : 'A';
    expect((await page(`${path.slice(0, -1)}${last}`, 'POST')).status).toBe(404);
    daftar.clock.advance({ days: 8 });
    expect((await page(path, 'POST')).status).toBe(404);
    expect(await stateOf()).toBe('waiting-address');
  });

  test('unsubscribes without signing in: looking changes nothing, one click does, and can be taken back', async () => {
    const id = await create({ members: [], addresses: [BOOKS] });
    await approve(id);
    await page(pathIn((await mails())[0]!.text, 'confirm'), 'POST');
    const sent = await at('2026-06-16T05:00:00Z');
    const path = new URL(sent.at(-1)!.unsubscribe!).pathname;
    expect((await page(`${path}?lang=ar`)).raw).toContain('dir="rtl"');
    expect(await stateOf()).toBe('active');
    expect((await page(path, 'POST', 'List-Unsubscribe=One-Click')).status).toBe(200);
    expect(await stateOf()).toBe('unsubscribed');
    expect(await at('2026-06-17T05:00:00Z')).toHaveLength(sent.length);
    // Entering it once more does not get round that.
    const form = (addresses: string[]) => reportForm({ members: [owner.userId], addresses });
    await call('PUT', `/${id}`, owner, form([]));
    await call('PUT', `/${id}`, owner, form([BOOKS]));
    const states = (await reports())[0].recipients.map(({ state }: { state: string }) => state);
    expect(states).toContain('unsubscribed');
    expect((await page(path, 'POST', 'resubscribe=1')).status).toBe(200);
    const mailed = await at('2026-06-18T05:00:00Z');
    expect(mailed.slice(sent.length).map(({ to }) => to)).toContain(BOOKS);
  });

  test('is not asked or told by another site’s form', async () => {
    const id = await create({ members: [], addresses: [BOOKS] });
    await approve(id);
    const path = pathIn((await mails())[0]!.text, 'confirm');
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'cross-site',
    };
    expect((await daftar.call({ method: 'POST', path, as: null, body: '', headers })).status).toBe(403);
    expect(await stateOf()).toBe('waiting-address');
  });
});
