/** The invoice as a document, looked at as a person would: as a picture. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { picture } from '../../tests/kit/files.ts';
import { serverRoot } from '../platform/paths.ts';
import { documentData, renderDocument } from './document.ts';
import type { DocumentFacts } from './store-document.ts';

const run = promisify(execFile);
const PAY_URL = 'https://daftar.example/pay/AbCdEfGhIjKlMnOpQrStUvWxYz0';

const facts: DocumentFacts = {
  merchantId: 1,
  merchantName: 'متجر النور للأثاث',
  mode: 'live',
  token: 'AbCdEfGhIjKlMnOpQrStUvWxYz0',
  reference: 'INV-7K3M9Q2D',
  invoiceName: 'طاولة سفرة مع ستة كراسي (خشب زان)',
  description:
    'دفعة أولى عن توريد Dell Latitude 5440 (عدد 12 جهازًا) ضمان سنتين، حسب عرض السعر رقم Q-2026/114، شاملة التوصيل إلى فرع المعادي.\nالسداد قبل التسليم',
  currency: 'EGP',
  amount: 123_450,
  feesBps: 0,
  taxBps: 1_400,
  fees: 1_000,
  tax: 17_283,
  total: 141_733,
  valuePiastres: 141_733,
  rateScaled: 1_000_000,
  dueAt: new Date('2026-07-01T10:00:00Z'),
  createdAt: new Date('2026-06-15T09:00:00Z'),
  language: 1,
  status: 1,
  shareStatus: 'unpaid',
  paidAt: null,
  transactionReference: null,
  customerName: 'منى عادل عبد الرحمن',
  customerEmail: 'mona.adel@example.com',
  customerMobile: '01012345678',
};
const render = async (more: Partial<DocumentFacts> = {}) =>
  renderDocument(await documentData({ ...facts, ...more }, PAY_URL), null);

function has(command: string): boolean {
  try {
    execFileSync(command, ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

let canLook = has('pdftoppm');
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'daftar-document-'));
  if (canLook || process.getuid?.() !== 0) return;
  await run('apt-get', ['install', '-y', '-qq', 'poppler-utils'], { timeout: 100_000 }).catch(() => {});
  canLook = has('pdftoppm');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** All that is written in a document, without its spaces and line ends. */
async function textOf(pdf: Buffer): Promise<string> {
  const file = join(folder, 'text.pdf');
  writeFileSync(file, pdf);
  const { stdout } = await run('pdftotext', ['-raw', file, '-']);
  return stdout.replace(/\s/g, '');
}

const CELL = 4;

/** Returns the darkness of each spot of the first page, 0 (white) to 9, a row of digits per line. */
async function look(pdf: Buffer): Promise<number[][]> {
  const file = join(folder, 'page');
  writeFileSync(`${file}.pdf`, pdf);
  await run('pdftoppm', ['-r', '60', '-gray', '-singlefile', `${file}.pdf`, file]);
  const picture = readFileSync(`${file}.pgm`);
  const [, width = '0', height = '0'] =
    /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(picture.toString('latin1', 0, 40)) ?? [];
  const [wide, high] = [Number(width), Number(height)];
  const start = picture.length - wide * high;
  const rows: number[][] = [];
  for (let y = 0; y + CELL <= high; y += CELL) {
    const row: number[] = [];
    for (let x = 0; x + CELL <= wide; x += CELL) {
      let ink = 0;
      for (let dy = 0; dy < CELL; dy += 1) {
        for (let dx = 0; dx < CELL; dx += 1) ink += 255 - (picture[start + (y + dy) * wide + x + dx] ?? 255);
      }
      row.push(Math.round((ink / (CELL * CELL * 255)) * 9));
    }
    rows.push(row);
  }
  return rows;
}

/**
 * Returns the difference of two pages, relative to all ink in the first. Renderers smooth edges differently: a few
 * per cent.
 */
function difference(one: number[][], other: number[][]): number {
  const ink = one.flat().reduce((sum, each) => sum + each, 0);
  const differing = one.flatMap((row, y) => row.map((each, x) => Math.abs(each - (other[y]?.[x] ?? 0))));
  return differing.reduce((sum, each) => sum + each, 0) / ink;
}

const TOLERANCE = 0.05;
const written = (rows: number[][]) => `${rows.map((row) => row.join('').replaceAll('0', '.')).join('\n')}\n`;
const readBack = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => [...line].map((mark) => (mark === '.' ? 0 : Number(mark))));

describe('as a picture', () => {
  test.each([
    ['ar', {}],
    [
      'en-paid',
      {
        language: 2,
        currency: 'USD',
        rateScaled: 48_500_000,
        valuePiastres: 6_874_051,
        shareStatus: 'paid',
        status: 2,
        paidAt: new Date('2026-06-16T09:00:00Z'),
        transactionReference: 'TRX-7K3M9Q2D',
        merchantName: 'Nile Crafts',
        invoiceName: 'Dining table',
        description: 'Beech, with six chairs',
      },
    ],
  ] as [string, Partial<DocumentFacts>][])(
    '%s looks like its last approved rendering',
    async (name, more) => {
      const pdf = await render(more);
      if (!canLook) return expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
      const seen = await look(pdf);
      const golden = join(serverRoot, 'src/invoices/golden', `${name}.txt`);
      if (process.env.UPDATE_GOLDEN) writeFileSync(golden, written(seen));
      expect(difference(readBack(readFileSync(golden, 'utf8')), seen)).toBeLessThan(TOLERANCE);
    },
  );

  test('letters that are not joined, or words in the wrong order, would be detected', async (context) => {
    context.skip(!canLook, 'pdftoppm is not there');
    const golden = readBack(readFileSync(join(serverRoot, 'src/invoices/golden/ar.txt'), 'utf8'));
    const unjoined = (text: string) => [...text].join('\u200c');
    const apart = { merchantName: unjoined(facts.merchantName), description: unjoined(facts.description) };
    expect(difference(golden, await look(await render(apart)))).toBeGreaterThan(TOLERANCE);
    const mirrored = golden.map((row) => row.toReversed());
    expect(difference(golden, mirrored)).toBeGreaterThan(TOLERANCE);
  });
});

describe('as a file', () => {
  test('the same invoice yields the same bytes, and another does not', async () => {
    const [one, again, other] = [
      await render(),
      await render(),
      await render({ total: 141_734, fees: 1_001 }),
    ];
    expect(one.equals(again)).toBe(true);
    expect(one.equals(other)).toBe(false);
  });

  test('typed text is rendered unchanged, never executed', async () => {
    const markup = '#panic("run") $x$ *a* _b_ `c` <d> @e \\ // /* #read("/etc/passwd") [ ] { }';
    const typed = { merchantName: markup, invoiceName: markup, description: markup, customerName: markup };
    await render({ language: 1, ...typed });
    const pdf = await render({ language: 2, ...typed });
    if (!canLook) return;
    // The business is named twice: at the head, and in the foot.
    expect((await textOf(pdf)).split(markup.replaceAll(' ', '')).length - 1).toBe(5);
  });

  test.each(['png', 'jpeg'] as const)('a logo is shown at the top, as %s', async (format) => {
    const data = await documentData(facts, PAY_URL);
    const bytes = [...(await picture({ format }))];
    const pictures = (pdf: Buffer) => pdf.toString('latin1').match(/\/Subtype\s*\/Image/g)?.length ?? 0;
    const without = await renderDocument(data, null);
    const withLogo = await renderDocument(data, { format: format === 'png' ? 'png' : 'jpg', bytes });
    expect(pictures(withLogo)).toBe(pictures(without) + 1);
  });

  test('a long description continues on further pages, and an empty one leaves no gap', async () => {
    const pages = (pdf: Buffer) => /\/Type\s*\/Pages[^>]*\/Count\s+(\d+)/.exec(pdf.toString('latin1'))?.[1];
    const long = 'سطر طويل من الوصف يتكرر كثيرًا\n'.repeat(120);
    expect((await render({ description: long })).length).toBeGreaterThan(
      (await render({ description: '' })).length,
    );
    expect(pages(await render({ description: long }))).not.toBe('1');
  });

  test('a test invoice is marked on every page as not valid', async () => {
    const mark = { 1: 'تجريبي', 2: 'TEST' };
    for (const language of [1, 2] as const) {
      const data = await documentData({ ...facts, language, mode: 'test' }, PAY_URL);
      expect(data.test).toContain(mark[language]);
      const [marked, live] = [await renderDocument(data, null), await render({ language })];
      expect(marked.equals(live)).toBe(false);
      if (!canLook || language === 1) continue;
      const long = await render({ language, mode: 'test', description: 'One more line\n'.repeat(120) });
      const marks = (text: string) => text.split('notavalidinvoice').length - 1;
      expect([marks(await textOf(marked)), marks(await textOf(live))]).toEqual([1, 0]);
      expect(marks(await textOf(long))).toBeGreaterThan(1);
    }
  });

  test('a paid, canceled or expired invoice asks for no payment', async () => {
    expect((await documentData(facts, PAY_URL)).pay).toMatchObject({ url: PAY_URL });
    for (const closed of [
      { shareStatus: 'paid' },
      { shareStatus: 'canceled' },
      { status: 3 },
      { status: 4 },
    ] as const) {
      expect((await documentData({ ...facts, ...closed }, PAY_URL)).pay).toBeNull();
    }
  });
});
