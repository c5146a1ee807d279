import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

async function create(overrides: Record<string, unknown> = {}, as = owner): Promise<number> {
  const form = {
    invoice_name: 'Rent',
    currency_id: 1,
    amount: 100,
    due_date: '2026-07-01T10:00:00Z',
    language: 1,
  };
  const answer = await daftar.call({
    method: 'POST',
    path: '/merchant/payment_links/create',
    mode: 'live',
    as,
    body: { ...form, ...overrides },
  });
  return answer.body.data.id;
}

const download = (
  payLinks: unknown,
  query: Record<string, string> = {},
  headers: Record<string, string> = {},
  format?: string,
) =>
  daftar.call({
    method: 'POST',
    path: '/merchant/payment_links/exportCsv',
    mode: 'live',
    as: owner,
    body: { payLinks, ...(format ? { format } : {}) },
    query,
    headers,
  });

/** Hangs up at the first bytes of the file. */
function leaveEarly(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const path = '/api/merchant/payment_links/exportCsv';
    const headers = { ...owner.headers, 'content-type': 'application/json' };
    const sent = request({ port, path, method: 'POST', headers, agent: false }, (response) => {
      response.once('data', () => sent.destroy());
      response.once('close', resolve);
    });
    sent.on('error', reject);
    sent.end('{"payLinks":null}');
  });
}

/** Reads RFC 4180 strictly: every row ends in CRLF, and quotes are where they must be. */
function parse(raw: string): string[][] {
  expect(raw.startsWith('\ufeff')).toBe(true);
  const rows: string[][] = [];
  let rest = raw.slice(1);
  let row: string[] = [];
  while (rest !== '') {
    const cell = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest);
    if (!cell) throw new Error(`Not RFC 4180: ${JSON.stringify(rest.slice(0, 80))}`);
    row.push(cell[1]?.replaceAll('""', '"') ?? cell[2] ?? '');
    if (cell[3] === '\r\n') {
      rows.push(row);
      row = [];
    }
    rest = rest.slice(cell[0].length);
  }
  return rows;
}

describe('the file of payment links', () => {
  test('has the filtered rows in the order of the list, in the language of the request', async () => {
    await create({ invoice_name: 'Rent of June', amount: 10.5, currency_id: 2, max_payment_count: 4 });
    await create({ invoice_name: 'Rent of July', fixed_fees: 1 });
    await create({ invoice_name: 'School' });
    const answer = await download(null, { invoice_name: 'rent', sort_by: 'invoice_name', sort_type: 'asc' });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toContain('filename="daftar-payment-links-2026-06-15.csv"');
    const [heads, ...rows] = parse(answer.raw);
    expect(heads?.slice(0, 4)).toEqual(['Reference', 'Invoice name', 'Amount', 'Currency']);
    expect(rows.map((row) => row.slice(1, 10))).toEqual([
      ['Rent of July', '101.00', 'EGP', '101.00', '2026-07-01 10:00', 'Active', '0', '1', '2026-06-15 12:00'],
      ['Rent of June', '10.50', 'USD', '509.25', '2026-07-01 10:00', 'Active', '0', '4', '2026-06-15 12:00'],
    ]);
    expect(rows[0]?.[10]).toMatch(/\/pay\/[\w-]{27}$/);
    const arabic = parse((await download(null, {}, { 'accept-language': 'ar-EG' })).raw);
    expect(arabic[0]?.slice(0, 2)).toEqual(['الرقم المرجعي', 'البيان']);
    expect(arabic[1]?.[6]).toBe('نشط');
  });

  test('is available as a workbook too, and in no third format', async () => {
    await create({ invoice_name: 'Rent' });
    const workbook = await download(null, {}, {}, 'xlsx');
    expect(workbook.status).toBe(200);
    expect(workbook.headers['content-disposition']).toContain('daftar-payment-links-2026-06-15.xlsx');
    expect(workbook.raw.startsWith('PK')).toBe(true);
    expect((await download(null, {}, {}, 'doc')).status).toBe(422);
  });

  test('is named by the day in Cairo', async () => {
    daftar.clock.set('2026-06-15T21:30:00Z');
    const token = await daftar.auth.tokens.sign(owner, daftar.clock.now());
    owner = { ...owner, headers: { authorization: `Bearer ${token}` } };
    const answer = await download(null);
    expect(answer.headers['content-disposition']).toContain('daftar-payment-links-2026-06-16.csv');
    expect(parse(answer.raw)).toHaveLength(1);
  });

  test('has the selected links; those of another merchant or the other mode are left out', async () => {
    const first = await create({ invoice_name: 'first' });
    await create({ invoice_name: 'second' });
    const third = await create({ invoice_name: 'third' });
    const foreign = await create({}, await daftar.merchant());
    const answer = await download([third, first, foreign, 999_999], {
      sort_type: 'asc',
      invoice_name: 'ignored',
    });
    expect(parse(answer.raw).map((row) => row[1])).toEqual(['Invoice name', 'first', 'third']);
    expect(parse((await download([])).raw)).toHaveLength(1);
    expect((await download(['x'])).status).toBe(422);
    expect((await download(Array(10_001).fill(1))).status).toBe(422);
  });

  test('neutralizes formulas, and keeps all other text unchanged', async () => {
    const naughty = [
      '=1+1',
      '+20',
      '-cmd',
      '@x',
      '-5.00',
      'a"b',
      'a,b',
      'سطر\nثانٍ',
      'a\r\nb',
      '🌵 ü',
      "'x",
      "'=x",
    ];
    for (const invoice_name of naughty) await create({ invoice_name });
    const rows = parse((await download(null, { sort_by: 'id', sort_type: 'asc' })).raw).slice(1);
    expect(rows.map((row) => row[1])).toEqual([
      "'=1+1",
      "'+20",
      "'-cmd",
      "'@x",
      '-5.00',
      // Names hold one line.
      ...naughty.slice(5, -1).map((name) => name.replace(/\r?\n/, ' ')),
      // Written like a neutralized cell, except for one more apostrophe, which distinguishes them.
      "''=x",
    ]);
  });

  test('streams in batches, and releases its connection when the reader disconnects', async () => {
    const { sql } = daftar.database;
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`
        insert into payment_links (merchant_id, mode, reference, token, invoice_name, currency, amount, total,
          value_piastres, payment_methods, due_at, created_by, created_at, updated_at)
        select ${owner.merchantId}, 'live', 'LNK-' || n, 'token' || n, 'Invoice ' || n, 'EGP', n, n, n, '{1}',
               '2027-01-01', ${owner.userId}, '2026-01-01', '2026-01-01'
        from generate_series(1, 12000) n`;
    });
    const rows = parse((await download(null, { sort_by: 'id', sort_type: 'asc' })).raw).slice(1);
    expect(rows).toHaveLength(12_000);
    expect(rows.map((row) => row[1])).toEqual(Array.from({ length: 12_000 }, (_, n) => `Invoice ${n + 1}`));
    await daftar.server.listen({ host: '127.0.0.1', port: 0 });
    const address = daftar.server.server.address() as { port: number };
    for (let each = 0; each < 12; each += 1) await leaveEarly(address.port);
    expect(parse((await download(null)).raw)).toHaveLength(12_001);
  });
});
