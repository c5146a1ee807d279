import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { wholeSheet } from '../sheets/sheet.ts';
import { readXlsx } from '../sheets/xlsx.ts';
import type { Cell } from './csv.ts';
import { XlsxWriter } from './xlsx-writer.ts';

const now = new Date('2026-06-15T09:00:00Z');

function write(batches: Cell[][][], rightToLeft = false, sheetRows?: number): Buffer {
  const writer = new XlsxWriter({ headings: ['الاسم', 'المبلغ'], rightToLeft, now }, sheetRows);
  return Buffer.concat([...batches.map((rows) => writer.rows(rows)), writer.end()]);
}
const part = (file: Buffer, name: string) => strFromU8(unzipSync(file)[name] ?? new Uint8Array());
const read = async (file: Buffer) =>
  (await wholeSheet(readXlsx(file, { maximumRows: 100_000 }))).rows.map(({ cells }) => cells);

test('rows read back as they were written, including Arabic and XML markup', async () => {
  const file = write([[['منى <عادل> & "شركاه"', { hundredths: 123_450 }]], [['x', 7]]]);
  expect(await read(file)).toEqual([
    ['منى <عادل> & "شركاه"', '1234.5'],
    ['x', '7'],
  ]);
});

test('amounts are numbers, and text never becomes a formula', () => {
  const sheet = part(write([[['=1+1', { hundredths: 5 }]]]), 'xl/worksheets/sheet1.xml');
  expect(sheet).toContain('<c s="0" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>');
  expect(sheet).toContain('<c s="2"><v>0.05</v></c>');
  expect(sheet).not.toContain('<f>');
});

test('days and times are dates that Excel groups and filters, and what is no such text stays text', () => {
  const days = ['2026-06-15', '1970-01-01', '2026-06-15 14:05', '2026-06-15 14:05:30', '1970'].map(
    (moment) => ({ moment }),
  );
  const sheet = part(write([[days]]), 'xl/worksheets/sheet1.xml');
  expect(sheet).toContain('<c s="3"><v>46188</v></c><c s="3"><v>25569</v></c><c s="4"><v>46188.586805555');
  expect(sheet).toMatch(/<c s="5"><v>46188\.587152777\d*<\/v><\/c><c s="0" t="inlineStr">/);
  const styles = part(write([]), 'xl/styles.xml');
  expect(styles).toContain('numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"');
});

test('characters that XML forbids are left out, and text that looks like an Excel escape is kept', () => {
  const sheet = part(write([[['a\u0000\u0007b_x0041_\r\n', null]]]), 'xl/worksheets/sheet1.xml');
  expect(sheet).toContain('>ab_x005F_x0041_&#13;\n</t>');
  expect(sheet).toContain('<c/>');
});

test('text that no cell holds is cut with a mark, never within a character, and text that just fits is not', async () => {
  const fits = 'ن'.repeat(32_767);
  const [row] = await read(write([[[fits, `${'a'.repeat(32_762)}🧾${'b'.repeat(100)}`]]]));
  expect(row?.[0]).toBe(fits);
  expect(row?.[1]).toBe(`${'a'.repeat(32_762)} […]`);
});

test('an Arabic sheet runs from right to left', () => {
  expect(part(write([], true), 'xl/worksheets/sheet1.xml')).toContain('rightToLeft="1"');
  expect(part(write([], false), 'xl/worksheets/sheet1.xml')).not.toContain('rightToLeft');
});

test('rows beyond the limit of a sheet continue on another one, under the same headings', () => {
  const file = write(
    [
      [
        ['a', 1],
        ['b', 2],
        ['c', 3],
      ],
      [
        ['d', 4],
        ['e', 5],
      ],
    ],
    false,
    3,
  );
  const rows = (n: number) => [...part(file, `xl/worksheets/sheet${n}.xml`).matchAll(/<row>/g)].length;
  expect([1, 2, 3, 4].map(rows)).toEqual([3, 3, 2, 0]);
  expect(part(file, 'xl/workbook.xml').match(/<sheet /g)).toHaveLength(3);
});

test('the file is returned in pieces while rows are added', () => {
  const writer = new XlsxWriter({ headings: ['x'], rightToLeft: false, now });
  let given = 0;
  for (let batch = 0; batch < 50; batch += 1) {
    const rows = Array.from({ length: 1000 }, (_, n) => [`${batch}-${n}-${Math.sin(batch * 1000 + n)}`]);
    given += writer.rows(rows).length;
  }
  expect(given).toBeGreaterThan(100_000);
});
