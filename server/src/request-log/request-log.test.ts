import { randomUUID } from 'node:crypto';
import { REQUESTS_KEPT } from '@daftar/contract/request-log';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { by, keysOf } from '../../tests/kit/api-keys.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { connect } from '../platform/db/connect.ts';
import { type Call, RequestQueue, WAITING_OF_ONE } from './queue.ts';
import { purgeRequests } from './service.ts';

/** A merchant's developers' view of their software's calls, and what it never contains. */
let daftar: TestServer;
let owner: Actor;
let machine: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  owner = await daftar.merchant();
  machine = by(
    owner,
    (await create(owner, ['create-pay-link', 'view-pay-link-details', 'add-customer'])).key,
  );
});

const { create } = keysOf(() => daftar);
const call = (
  method: 'GET' | 'POST',
  path: string,
  as: Actor,
  body?: object,
  query?: Record<string, string>,
) => daftar.call({ method, path, mode: 'test', as, ...(body ? { body } : {}), ...(query ? { query } : {}) });
const log = async (query: Record<string, string> = {}) => {
  const answer = await call('GET', '/merchant/api_requests', owner, undefined, query);
  expect(answer.status, answer.raw).toBe(200);
  return answer.body.data;
};
const linkForm = () => ({
  invoice_name: 'Order 1042',
  notes: 'Call Mona Adel at 01001234567',
  currency_id: 1,
  amount: 100,
  due_date: new Date(daftar.clock.now().getTime() + 86_400_000).toISOString(),
  language: 2,
});
const makeLink = () => call('POST', '/merchant/payment_links/create', machine, linkForm());

describe('a call by key', () => {
  test('is listed in its mode and hides what its address says of people, however that is written', async () => {
    const answer = await daftar.server.inject({
      url: '/api/%73andbox/merchant/payment_links/mona%2Eadel%40example.com%00',
      headers: { authorization: `Bearer ${machine.token}` },
    });
    expect(answer.statusCode).toBe(404);
    const [row, ...others] = await log();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ status: 404, request_id: answer.headers['x-request-id'] });
    expect(row.path).toMatch(/^\/merchant\/payment_links\/m[^a-z]*@example\.com$/);
  });

  test('is listed with its key, answer and what it made; calls of people are not', async () => {
    const made = await makeLink();
    await call('GET', `/merchant/payment_links/${made.body.data.id}`, machine);
    const refused = await call('POST', '/merchant/payment_links/create', machine, { amount: -1 });
    const forbidden = await call('GET', '/merchant/transactions', machine, undefined, { page: '2' });
    await call('GET', '/merchant/transactions', owner);
    const link = { object: 'payment-link', object_id: made.body.data.id };
    const rows = await log();
    expect(rows).toMatchObject([
      { method: 'GET', path: '/merchant/transactions', query: 'page=2', status: 403, object: null },
      { method: 'POST', path: '/merchant/payment_links/create', status: 422, object: null, key_name: 'Till' },
      { method: 'GET', path: `/merchant/payment_links/${link.object_id}`, status: 200, ...link },
      { method: 'POST', path: '/merchant/payment_links/create', status: 200, ...link },
    ]);
    expect(rows[0].request_id).toBe(forbidden.headers['x-request-id']);
    expect(machine.token.startsWith(rows[0].key_shown)).toBe(true);

    const [latest, second] = rows;
    for (const [query, expected] of [
      [{ outcome: 'refused' }, [latest, second]],
      [{ outcome: 'failed' }, []],
      [{ method: 'POST', outcome: 'answered' }, [rows[3]]],
      [{ path: 'TRANSACTIONS' }, [latest]],
      [{ request_id: String(refused.headers['x-request-id']) }, [second]],
      [{ request_id: 'no id' }, []],
      [{ key_id: String(latest.key_id) }, rows],
      [{ key_id: '999999' }, []],
      [{ date_to: '2020-01-01' }, []],
    ] as const) {
      expect((await log(query)).map(({ id }: { id: number }) => id)).toEqual(
        expected.map(({ id }: { id: number }) => id),
      );
    }
    const error = (await call('GET', `/merchant/api_requests/${second.id}`, owner)).body.data;
    expect(JSON.parse(error.sent)).toEqual({ amount: -1 });
    expect(JSON.parse(error.reply)).toMatchObject({ statusCode: 422, errors: { amount: expect.any(Array) } });
    // Replies to reads can be read again.
    expect((await call('GET', `/merchant/api_requests/${rows[2].id}`, owner)).body.data.reply).toBe('');
    const stranger = await daftar.merchant();
    expect((await call('GET', `/merchant/api_requests/${second.id}`, stranger)).status).toBe(404);
    expect((await call('GET', '/merchant/api_requests', machine)).status).toBe(403);
  });

  test('leaves neither secrets nor people’s data behind, in its body, query or reply', async () => {
    const made = await makeLink();
    const token = String(made.body.data.link).split('/').at(-1)!;
    await call('POST', '/merchant/Customer/Create', machine, {
      name: 'Mona Adel',
      email: 'mona@example.com',
      mobile: '01001234567',
      nationalId: '29001011234567',
      card_number: '4242424242424242',
      nested: [{ apiSecret: 'hush', otp: '123456', text: 'card 4242 4242 4242 4242 of mona@example.com' }],
    });
    await call('POST', '/merchant/payment_links/create', machine, {
      pin: '9876',
      key: machine.token,
      url: 'https://me:hunter2@shop.example/hooks?a=1&api_token=t0ps3cret',
    });
    await call('GET', '/merchant/payment_links/999', machine, undefined, {
      search: 'Mona Adel',
      email: 'mona@example.com',
      x: '+201001234567',
    });
    expect(await log()).toHaveLength(4);
    const rows = await daftar.database
      .sql`select * from api_requests where merchant_id = ${owner.merchantId}`;
    const kept = JSON.stringify(rows);
    const secrets = [
      'Mona',
      'mona@',
      '01001234567',
      '29001011234567',
      '4242',
      'hush',
      'hunter2',
      't0ps3cret',
      '123456',
      '9876',
      token,
    ];
    for (const secret of [...secrets, machine.token]) expect(kept).not.toContain(secret);
    expect(kept).toContain('Order 1042');
    expect(kept).toContain('m•••@example.com');
    expect(kept).toContain('010••••4567');
  });

  test('is in a file as it is listed: without what was sent and answered, and of its key the beginning', async () => {
    await makeLink();
    await call('GET', '/merchant/transactions', machine, undefined, { page: '2' });
    const file = async (query: Record<string, string>) => {
      const answer = await call('GET', '/merchant/api_requests/exportCsv', owner, undefined, query);
      expect(answer.status, answer.raw).toBe(200);
      return answer.raw.trim().split('\r\n');
    };
    const [head, ...lines] = await file({ sort_by: 'id', sort_type: 'asc' });
    expect(head!.split(',')).toHaveLength(9);
    const [made, read] = await log({ sort_by: 'id', sort_type: 'asc' });
    const lineOf = (row: typeof made) =>
      [row.method, row.path, row.query, row.status, row.milliseconds, row.key_name, row.key_shown].join();
    expect(lines.map((line) => line.slice(line.indexOf(',') + 1))).toEqual(
      [made, read].map((row) => `${lineOf(row)},${row.request_id}`),
    );
    expect(lines.join()).not.toContain('Mona');
    expect(await file({ outcome: 'refused' })).toEqual([head, lines[1]]);
    expect(await file({ outcome: 'failed' })).toEqual([head]);
  });

  test('is cut where its body is long, and leaves out one that is very long', async () => {
    const long = { ...linkForm(), description: '', invoice_name: `${'ط'.repeat(5000)}` };
    await call('POST', '/merchant/payment_links/create', machine, long);
    await call('POST', '/merchant/payment_links/create', machine, {
      ...long,
      invoice_name: 'x'.repeat(70_000),
    });
    const [huge, cut] = await log();
    const read = async (id: number) => (await call('GET', `/merchant/api_requests/${id}`, owner)).body.data;
    expect(await read(cut.id)).toMatchObject({ sent_cut: true, sent: expect.stringContaining('ططط') });
    expect((await read(cut.id)).sent).toHaveLength(4096);
    expect(await read(huge.id)).toMatchObject({ sent_cut: true, sent: '' });
  });
});

describe('a key that may read the log', () => {
  test('keeps up by cursor with the calls of every key of its mode, and its reading is counted but not listed', async () => {
    const reader = by(owner, (await create(owner, ['view-request-log'])).key);
    for (let n = 0; n < 3; n += 1) await makeLink();
    await call('GET', '/merchant/transactions', reader);
    const seen: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: Record<string, string> = { limit: '3', sort_type: 'desc', ...(cursor ? { cursor } : {}) };
      const page = await call('GET', '/merchant/api_requests', reader, undefined, query);
      expect(page.status, page.raw).toBe(200);
      seen.push(...page.body.data.map(({ status }: { status: number }) => status));
      cursor = page.body.meta.next_cursor;
    }
    expect(seen).toEqual([403, 200, 200, 200]);
    expect(await log()).toHaveLength(4);
    const usage = (await call('GET', '/merchant/api_usage', reader)).body.data;
    expect(usage.days.at(-1)).toMatchObject({ calls: 6, refused: 1 });
    const other = (await create(await daftar.merchant(), ['view-request-log'])).key;
    expect((await call('GET', '/merchant/api_requests', by(owner, other))).body.data).toEqual([]);
    expect((await daftar.call({ path: '/merchant/api_requests', mode: 'live', as: reader })).status).toBe(
      403,
    );
  });
});

describe('how often keys are used', () => {
  test('is counted by day and key', async () => {
    const other = by(owner, (await create(owner, ['create-invoice'])).key);
    for (let n = 0; n < 6; n += 1) await call('GET', '/merchant/payment_links/999', machine);
    await call('GET', '/merchant/currency', other);
    await makeLink();
    const usage = (await call('GET', '/merchant/api_usage', owner)).body.data;
    expect(usage.days).toHaveLength(30);
    expect(usage.days.at(-1)).toMatchObject({ calls: 8, refused: 6, failed: 0 });
    expect(usage.days.at(-2)).toMatchObject({ calls: 0 });
    expect(usage.keys).toMatchObject([
      { calls: 7, refused: 6, key_name: 'Till' },
      { calls: 1, refused: 0 },
    ]);
    expect(usage.last_errors).toHaveLength(5);
    expect(usage.last_errors[0]).toMatchObject({ status: 404, path: '/merchant/payment_links/999' });
    daftar.clock.advance({ days: 1 });
    await call('GET', '/merchant/currency', machine);
    const session = {
      ...owner,
      headers: { authorization: `Bearer ${await daftar.auth.tokens.sign(owner, daftar.clock.now())}` },
    };
    const later = (await call('GET', '/merchant/api_usage', session)).body.data;
    expect(later.days.slice(-2)).toMatchObject([{ calls: 8 }, { calls: 1 }]);
  });
});

/** A refused call by the owner's key, as the server saw it. */
const refusedCall = (): Call => ({
  merchantId: owner.merchantId,
  mode: 'test',
  keyId: 1,
  requestId: randomUUID(),
  method: 'GET',
  url: '/api/sandbox/merchant/x',
  route: '/merchant/x',
  params: {},
  body: undefined,
  bodyLength: 0,
  status: 404,
  milliseconds: 1,
  reply: null,
});

describe('the log', () => {
  test('keeps thirty days, and of a mode the newest ten thousand', async () => {
    const now = daftar.clock.now();
    const { sql } = daftar.database;
    const insert = (mode: 'live' | 'test', count: number, days = 0) => sql`
      insert into api_requests (merchant_id, mode, request_id, key_id, method, path, status, milliseconds, created_at)
      select ${owner.merchantId}, ${mode}::mode, gen_random_uuid(), 1, 'GET', '/merchant/x', 200, 1,
             ${now}::timestamptz - ${days} * interval '1 day' from generate_series(1, ${count}::int)`;
    await insert('live', 3, 31);
    await insert('live', 2, 29);
    await insert('test', REQUESTS_KEPT + 7);
    await sql`
      insert into api_usage (merchant_id, mode, key_id, day, calls, refused, failed)
      values (${owner.merchantId}, 'test', 1, ${now}::timestamptz::date, ${REQUESTS_KEPT + 7}, 0, 0),
             (${owner.merchantId}, 'live', 1, ${now}::timestamptz::date - 40, 5, 0, 0)`;
    await purgeRequests(daftar.app);
    const left = await sql`
      select mode, count(*)::int as n from api_requests where merchant_id = ${owner.merchantId} group by mode order by mode`;
    expect(left.map(({ mode, n }) => [mode, n])).toEqual(
      expect.arrayContaining([
        ['live', 2],
        ['test', REQUESTS_KEPT],
      ]),
    );
    expect(await sql`select from api_usage where merchant_id = ${owner.merchantId}`).toHaveLength(1);
  });

  test('lists no more of a merchant than wait together, and counts them all', async () => {
    const queue = new RequestQueue(daftar.app);
    // Nothing is written between two of these: that takes a turn of the event loop.
    for (let n = 0; n < WAITING_OF_ONE + 10; n += 1) queue.add(refusedCall());
    await queue.flush();
    const { sql } = daftar.database;
    expect(await sql`select from api_requests where merchant_id = ${owner.merchantId}`).toHaveLength(
      WAITING_OF_ONE,
    );
    expect(
      await sql`select calls, refused from api_usage where merchant_id = ${owner.merchantId}`,
    ).toMatchObject([{ calls: WAITING_OF_ONE + 10, refused: WAITING_OF_ONE + 10 }]);
  });

  test('loses calls rather than failing or holding up anything when the database is away', async () => {
    const pool = connect(daftar.database.url);
    await pool.end();
    const queue = new RequestQueue({ ...daftar.app, pool });
    queue.add(refusedCall());
    await queue.flush();
    expect(daftar.logged.at(-1)).toContain('calls of API keys were not written down');
    await queue.flush();
  });
});
