import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { PASSWORD, withPassword } from '../../tests/kit/profile.ts';
import { reportForm, reportsOf } from '../../tests/kit/reports.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';

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
const { at, call, create, mails, reports } = reportsOf(() => ({ daftar, owner }));

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

  async function approve(id: number, as = owner, read?: number): Promise<number> {
    const [report] = await reports();
    const [recipient] = report.recipients;
    const version = read ?? report.version;
    await withPassword(daftar, as);
    const path = `/${id}/recipients/${recipient.id}/approve`;
    return (await call('POST', path, as, { version, current_password: PASSWORD })).status;
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

  test.each<[string, object, object]>([
    ['filters', { query: { status: '1' } }, { query: {} }],
    ['period', { period: 'yesterday' }, { period: 'last30' }],
    ['rhythm', { rhythm: 'month', month_day: 1 }, { rhythm: 'day' }],
    ['kind of file', { format: 'xlsx' }, { format: 'csv' }],
  ])(
    'is approved again when the %s of the report changes, and for no version but the one that was read',
    async (_what, narrow, wide) => {
      const VIEW = { kind: 'view', list: 'transactions', query: {}, members: [], addresses: [BOOKS] };
      const id = await create({ ...VIEW, ...narrow });
      const { version: read } = (await reports())[0];
      expect(await approve(id)).toBe(200);
      await page(pathIn((await mails())[0]!.text, 'confirm'), 'POST');
      expect(await stateOf()).toBe('active');
      const changed = await call('PUT', `/${id}`, owner, reportForm({ ...VIEW, ...narrow, ...wide }));
      expect(changed.status, changed.raw).toBe(200);
      expect(await stateOf()).toBe('waiting-owner');
      expect(await approve(id, owner, read)).toBe(409);
      expect(await stateOf()).toBe('waiting-owner');
      expect(await approve(id)).toBe(200);
      expect(await stateOf()).toBe('waiting-address');
    },
  );

  test('is not approved for what a report has become while the password was being checked', async () => {
    const id = await create({ members: [], addresses: [BOOKS] });
    await withPassword(daftar, owner);
    let pending: Promise<number> | undefined;
    await daftar.database.sql.begin(async (tx) => {
      await tx`
        update reports set kind = 'view', list = 'customers', query = '{}', version = version + 1 where id = ${id}`;
      await tx`update report_recipients set approved_at = null where report_id = ${id}`;
      pending = approve(id);
      await vi.waitUntil(
        async () => {
          const [row] = await daftar.database.sql<{ n: number }[]>`
            select count(*)::int as n from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock' and query like '%report%'`;
          return row!.n > 0;
        },
        { timeout: 100_000 },
      );
    });
    expect(await pending).toBe(409);
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
    const body = { version: 1, current_password: PASSWORD };
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
