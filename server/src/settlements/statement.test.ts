/** Statements, in every file format, equal the ledger: to the piastre. */
import { parsePounds } from '@daftar/contract/money';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callerOf, differences, pay, refund } from '../../tests/kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { wholeSheet } from '../platform/sheets/sheet.ts';
import { readXlsx } from '../platform/sheets/xlsx.ts';
import { settleAllDue, settleNow } from './service.ts';
import { statementData } from './statement.ts';
import { type FullSettlement, type StatementLine, type StatementSums, statementHead } from './store.ts';

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

const download = async (path: string, headers: Record<string, string> = {}) => {
  const reply = await daftar.server.inject({ url: path, headers: { ...owner.headers, ...headers } });
  expect(reply.statusCode).toBe(200);
  return reply;
};
const statement = (id: number, format: string, headers?: Record<string, string>) =>
  download(`/api/merchant/settlements/export/${id}?format=${format}`, headers);
const csvRows = (text: string) =>
  text
    .replace('\ufeff', '')
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));
const xlsxRows = async (file: Buffer) =>
  (await wholeSheet(readXlsx(file, { maximumRows: 1000 }))).rows.map(({ cells }) => cells);
const piastres = (cell: string | undefined) =>
  parsePounds(cell?.replace('-', '') ?? '')! * (cell?.startsWith('-') ? -1 : 1);

/** Returns the amount that the ledger moved from `pending` for a settlement. */
async function movedBy(id: number): Promise<number> {
  const [row] = await daftar.database.sql<{ moved: number }[]>`
    select -sum(p.amount) as moved from ledger_transfers t
      join ledger_postings p on p.merchant_id = t.merchant_id and p.transfer_id = t.id and p.account = 'pending'
     where t.merchant_id = ${owner.merchantId} and t.idempotency_key = ${`settlement:${id}`}`;
  return Number(row!.moved);
}

/** A settlement of payments by every method, one of them given back in part and one wholly. */
async function settled(): Promise<{ id: number; reference: string; amount: number }> {
  for (const [pounds, method] of [
    [0.01, 1],
    [33.33, 3],
    [1234.56, 4],
    [99.99, 5],
    [700, 2],
  ] as const) {
    await pay(daftar, owner, { pounds, method });
  }
  const [part, whole] = [await pay(daftar, owner, { pounds: 200 }), await pay(daftar, owner, { pounds: 50 })];
  expect((await refund(daftar, owner, part.id, { amount: 66.67 })).status).toBe(200);
  expect((await refund(daftar, owner, whole.id, { amount: 50 })).status).toBe(200);
  await settleAllDue({ ...daftar.app, clock: { now: () => new Date('2026-06-16T09:00:00Z') } });
  const list = await daftar.call({ path: '/merchant/settlements', mode: 'live', as: owner });
  return list.body.data[0];
}

describe('a statement', () => {
  test('as CSV and as a workbook adds up to the settlement, which agrees with the ledger', async () => {
    const { id, reference, amount } = await settled();
    // Another settlement has lines of its own.
    await pay(daftar, owner, { pounds: 10 });
    await settleAllDue({ ...daftar.app, clock: { now: () => new Date('2026-06-17T09:00:00Z') } });
    const moved = await movedBy(id);
    expect(moved).toBe(Math.round(amount * 100));
    const csv = await statement(id, 'csv');
    expect(csv.headers['content-disposition']).toContain(`settlement-${reference}`);
    const xlsx = await statement(id, 'xlsx');
    expect(xlsx.headers['content-type']).toContain('spreadsheetml');
    for (const rows of [csvRows(csv.body), await xlsxRows(xlsx.rawPayload)]) {
      const lines = rows.slice(0, -1);
      expect(lines).toHaveLength(7);
      for (const column of [3, 4, 5, 6, 7]) {
        const added = lines.reduce((sum, line) => sum + piastres(line[column]), 0);
        expect(added).toBe(piastres(rows.at(-1)![column]));
      }
      expect(piastres(rows.at(-1)![7])).toBe(moved);
    }
    const head = await statementHead(daftar.app.db, owner.merchantId, id, 100);
    expect(head.lines.map(({ settledPiastres }) => settledPiastres)).toEqual(
      csvRows(csv.body)
        .slice(0, -1)
        .map((row) => piastres(row[7])),
    );
    expect(head.totals.settledPiastres).toBe(moved);
    expect(await differences(daftar)).toEqual([]);
  });

  test('is a document in the reader’s language, the same bytes each time', async () => {
    const { id, reference } = await settled();
    const english = await statement(id, 'pdf');
    expect(english.headers['content-type']).toBe('application/pdf');
    expect(english.headers['content-disposition']).toContain(`daftar-settlement-${reference}.pdf`);
    expect(english.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await statement(id, 'pdf')).rawPayload.equals(english.rawPayload)).toBe(true);
    const arabic = await statement(id, 'pdf', { 'accept-language': 'ar-EG' });
    expect(arabic.rawPayload.equals(english.rawPayload)).toBe(false);
  });

  test('of test money says so, and of another merchant or kind is refused', async () => {
    await pay(daftar, owner, { mode: 'test' });
    const made = await settleNow(daftar.app, callerOf(owner));
    const path = `/api/merchant/settlements/export/${made!.id}`;
    const ask = (as: Actor, format: string) => daftar.call({ path, as, query: { format } });
    expect((await ask(owner, 'pdf')).status).toBe(200);
    expect((await ask(owner, 'docx')).status).toBe(422);
    expect((await ask(await daftar.merchant(), 'pdf')).status).toBe(404);
  });
});

describe('the data of the document', () => {
  const amounts = fc.integer({ min: 0, max: 1_000_000_000 });
  const line = fc.tuple(amounts, amounts, amounts, amounts).map(
    ([charged, fee, vat, out]): StatementLine => ({
      reference: 'TRX-7K3M9Q2D',
      paidOn: '2026-06-15 12:00',
      method: 1,
      chargedPiastres: charged,
      feePiastres: fee,
      vatPiastres: vat,
      outPiastres: out,
      settledPiastres: charged - fee - vat - out,
    }),
  );
  const KEYS = ['chargedPiastres', 'feePiastres', 'vatPiastres', 'outPiastres', 'settledPiastres'] as const;
  const added = (lines: StatementLine[]) =>
    Object.fromEntries(
      KEYS.map((key) => [key, lines.reduce((sum, each) => sum + each[key], 0)]),
    ) as unknown as StatementSums;
  const kept: FullSettlement = {
    id: 1,
    reference: 'STL-7K3M9Q2D',
    createdAt: new Date('2026-06-16T09:00:00Z'),
    amountPiastres: 9344,
    totalTransactions: 1,
    mode: 'live',
    merchantName: 'متجر النور',
    bankName: null,
    bankNumber: null,
    bankPiastres: 0,
    reservedPiastres: 0,
    paidAt: null,
    bankReference: null,
  };
  const read = (text: string) =>
    Number(text.replaceAll(',', '').replace('.', '').replace('\u200e\u2212', '-'));

  test('adds up: the lines and the summary of the rest equal the totals, however long it is', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 40 }), fc.nat(), (all, cut) => {
        const shown = all.slice(0, 1 + (cut % all.length));
        const totals = added(all);
        const settlement = {
          ...kept,
          amountPiastres: totals.settledPiastres,
          totalTransactions: all.length,
        };
        const data = statementData('ar', settlement, { lines: shown, totals }) as {
          lines: string[][];
          more: string[] | null;
          totals: string[];
        };
        expect(data.more === null).toBe(shown.length === all.length);
        expect(data.more?.[0] ?? '').not.toMatch(/[٠-٩]/);
        for (const place of [0, 1, 2, 3, 4]) {
          const lines = data.lines.reduce((sum, cells) => sum + read(cells[place + 3]!), 0);
          expect(lines + read(data.more?.[place + 1] ?? '0')).toBe(read(data.totals[place + 1]!));
        }
        expect(read(data.totals[5]!)).toBe(totals.settledPiastres);
      }),
    );
  });

  test('says where the money went, what it comes to, and whether it is test money', () => {
    const one: StatementLine = {
      reference: 'TRX-7K3M9Q2D',
      paidOn: '2026-06-15 12:00',
      method: 1,
      chargedPiastres: 10_000,
      feePiastres: 575,
      vatPiastres: 81,
      outPiastres: 0,
      settledPiastres: 9344,
    };
    const written = (changes: Partial<FullSettlement>) => {
      const data = statementData('en', { ...kept, ...changes }, { lines: [one], totals: added([one]) });
      return data as { facts: { value: string }[]; notice: string | null; total: object; footer: string };
    };
    const bank = { bankName: 'CIB', bankNumber: 'EG380019000500000000263180002' };
    const wentTo = (changes: Partial<FullSettlement>) => written(changes).facts.at(-1)!.value;
    expect(wentTo({})).toBe('Available balance');
    expect(wentTo({ ...bank, bankPiastres: 9344 })).toBe('\u2068CIB ****0002\u2069');
    expect(wentTo({ ...bank, bankPiastres: 9343 })).toBe(
      '93.43 EGP to \u2068CIB ****0002\u2069; the rest covered a negative balance',
    );
    const { facts, notice, total, footer } = written({ totalTransactions: 12 });
    expect(facts[1]!.value).toBe('12');
    expect(notice).toBeNull();
    expect(written({ mode: 'test' }).notice).toBe('Test data: no real money');
    expect(total).toEqual({ label: 'Settled', amount: '93.44 EGP' });
    expect(footer).toBe('متجر النور · all amounts in Egyptian pounds');
  });
});

describe('the exported list', () => {
  test('has the rows selected or filtered, with the total of each settlement', async () => {
    const first = await settled();
    await pay(daftar, owner, { pounds: 10 });
    await settleAllDue({ ...daftar.app, clock: { now: () => new Date('2026-06-17T09:00:00Z') } });
    const path = '/api/merchant/settlements/exportCsv';
    const all = csvRows((await download(path)).body);
    expect(all).toHaveLength(2);
    const chosen = csvRows((await download(`${path}?ids=${first.id}&date_from=2030-01-01`)).body);
    expect(chosen).toHaveLength(1);
    expect(chosen[0]![0]).toBe(first.reference);
    expect(piastres(chosen[0]![7])).toBe(await movedBy(first.id));
    expect(chosen[0]!.slice(8)).toEqual(['', '0.00', '', '0.00']);
    expect(csvRows((await download(`${path}?date_to=2026-06-16`)).body)).toEqual(chosen);
    const sheet = await xlsxRows((await download(`${path}?format=xlsx&ids=${first.id}`)).rawPayload);
    expect(sheet[0]![0]).toBe(first.reference);
    const bad = (query: Record<string, string>) => daftar.call({ path, as: owner, query });
    for (const ids of ['x', '1,,2', '-1', '1;2']) expect((await bad({ ids })).status, ids).toBe(422);
    const other = await daftar.merchant();
    const theirs = await daftar.call({ path, as: other, query: { ids: String(first.id) } });
    expect(csvRows(theirs.raw)).toEqual([]);
  });
});
