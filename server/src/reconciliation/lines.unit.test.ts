/** Reading settlement files: amounts, days, kinds and rows in banks' formats. */
import type { ProfileForm } from '@daftar/contract/ops-settlement-profiles';
import { ProfileForm as Form } from '@daftar/contract/ops-settlement-profiles';
import { validate } from '@daftar/contract/validate';
import { describe, expect, test } from 'vitest';
import { xlsxOf } from '../../tests/kit/platform/sheets.ts';
import { profileForm } from '../../tests/kit/reconciliation.ts';
import { type Cells, lineReader } from './lines.ts';
import { type FileRow, readRows } from './rows.ts';
import { amountOf, idOf, last4Of, referencesIn } from './values.ts';
import { dayOf } from './written-days.ts';

function layoutOf(changed: Record<string, unknown> = {}): ProfileForm {
  const form = validate(Form, profileForm(1, changed));
  if (!form.ok) throw new Error(JSON.stringify(form.errors));
  return form.value;
}

const point = { decimal_mark: 'point', unit: 'pounds' } as const;
const comma = { decimal_mark: 'comma', unit: 'pounds' } as const;
const piastres = { decimal_mark: 'point', unit: 'piastres' } as const;

describe('an amount', () => {
  test.each([
    ['1,234.50', point, 123_450],
    ['١٬٢٣٤٫٥٠', point, 123_450],
    ['۱۲۳۴٫۵', point, 123_450],
    ['1.234,50', comma, 123_450],
    ["1'234.5", point, 123_450],
    ['EGP 100', point, 10_000],
    ['100.00 ج.م.', point, 10_000],
    ['\u200e-5.00', point, -500],
    ['\u061c-٥٫٠٠', point, -500],
    ['5.00-', point, -500],
    ['(5.00)', point, -500],
    ['5.00 DR', point, -500],
    ['5.00CR', point, 500],
    ['10.500', point, 1_050],
    ['-0.00', point, 0],
    ['12345', piastres, 12_345],
    ['1 234.50', point, 123_450],
    ['1\u202f234\u00a0567,50', comma, 123_456_750],
    ['0,500.00', point, 50_000],
    ['\u20115.00', point, -500],
    ['5.00\u2014', point, -500],
    ['5.00 جنيه مصري', point, 500],
    ['', point, null],
    [' - ', point, null],
    ['\u2014', point, null],
  ])('%j is read exactly', (cell, format, expected) => {
    expect(amountOf(cell, format)).toBe(expected);
  });

  test.each([
    '1.005',
    '12a',
    '1e3',
    '1.2.3',
    '--5',
    '99999999999999',
    'Infinity',
    '=',
    '10,00',
    '1,23,456',
    '0,10',
    '0,500',
    '10 50',
    '1 2345.67',
    '50 10 00',
    '100.00 200.00',
    '\u00ad5.00',
  ])('%j is refused, never rounded', (cell) => {
    expect(() => amountOf(cell, point)).toThrow(/^(InvalidAmountFormat|OtherDecimalMark)$/);
  });
});

test.each(['10.00', '1.23.456,00', '0.500', '10 50'])(
  '%j is refused where a comma is the decimal mark',
  (cell) => {
    expect(() => amountOf(cell, comma)).toThrow(/^(InvalidAmountFormat|OtherDecimalMark)$/);
  },
);

describe('a day', () => {
  test.each([
    ['01/02/2026', 'dmy', '2026-02-01'],
    ['01/02/2026', 'mdy', '2026-01-02'],
    ['٠١/٠٢/٢٠٢٦ 13:45', 'dmy', '2026-02-01'],
    ['2026-02-01T10:00:00', 'dmy', '2026-02-01'],
    ['1-Feb-26', 'dmy', '2026-02-01'],
    ['01 February 2026', 'dmy', '2026-02-01'],
    ['01022026', 'dmy', '2026-02-01'],
    ['20260201', 'ymd', '2026-02-01'],
    ['260201', 'ymd', '2026-02-01'],
    ['Feb 1, 2026', 'dmy', '2026-02-01'],
    ['February 1 2026 10:30 AM', 'dmy', '2026-02-01'],
    ['1 Feb 2026', 'mdy', '2026-02-01'],
    ['1st February, 2026', 'ymd', '2026-02-01'],
    ['Sunday, 1 Feb 2026', 'dmy', '2026-02-01'],
    ['01-Feb-26', 'dmy', '2026-02-01'],
    ['01-FEB-26', 'ymd', '2026-02-01'],
    ['2026-Feb-01', 'dmy', '2026-02-01'],
    ['15 Sept 2026', 'dmy', '2026-09-15'],
    ['١ فبراير ٢٠٢٦', 'dmy', '2026-02-01'],
    ['الأحد، ١ فبراير ٢٠٢٦م ١٠:٣٠ ص', 'dmy', '2026-02-01'],
    ['1 يناير 2026', 'ymd', '2026-01-01'],
    ['1-كانون الثاني-2026', 'dmy', '2026-01-01'],
    ['٣ كانون الأوّل ٢٠٢٦', 'dmy', '2026-12-03'],
    ['أغسطس ٥، ٢٠٢٦', 'dmy', '2026-08-05'],
    ['5 آب 2026', 'dmy', '2026-08-05'],
    ['5 جويلية 2026', 'dmy', '2026-07-05'],
    ['7 إبريل 2026', 'dmy', '2026-04-07'],
    ['01 / 02 / 2026', 'dmy', '2026-02-01'],
    ['01 / 02 / 2026 13:45', 'mdy', '2026-01-02'],
    ['٢٠٢٦ / ٠٢ / ٠١', 'dmy', '2026-02-01'],
    ['1 . 2 . 2026', 'dmy', '2026-02-01'],
    ['01\u20112\u20112026', 'dmy', '2026-02-01'],
    ['\u200f01\u200f/02\u200f/2026', 'dmy', '2026-02-01'],
    ['０１／０２／２０２６', 'dmy', '2026-02-01'],
    ['00000000', 'dmy', null],
    ['', 'dmy', null],
  ] as const)('%j by %s', (cell, order, expected) => {
    expect(dayOf(cell, order)).toBe(expected);
  });

  test.each([
    ...['31/02/2026', 'yesterday', '1/13/2026', '12-Foo-26', '20121220', '1 رمضان 2026', 'Feb 2026'],
    ...['Feb 1', '1 Marble 2026', '01/02/2026/03', '1/2', 'Feb 30, 2026'],
  ])('%j is refused', (cell) => {
    expect(() => dayOf(cell, 'dmy')).toThrow('InvalidDate');
  });

  test('whose year could be either number is refused', () => {
    expect(() => dayOf('26-Feb-27', 'ymd')).toThrow('InvalidDate');
  });

  test('that a workbook holds as a number counts from where the workbook does', () => {
    expect(dayOf('46054', 'dmy', 'from1900')).toBe('2026-02-01');
    expect(dayOf('46054.75', 'dmy', 'from1900')).toBe('2026-02-01');
    expect(dayOf('44592', 'dmy', 'from1904')).toBe('2026-02-01');
  });

  test.each(['46054', '46054.75', '44592', '40226', '10226', '99999'])(
    'in text is never guessed from the number %j',
    (cell) => {
      expect(() => dayOf(cell, 'dmy')).toThrow('SerialDay');
    },
  );

  test('that lost a zero in a workbook is not taken for another', () => {
    expect(() => dayOf('40226', 'dmy', 'from1900')).toThrow('SerialDay');
  });
});

test('ids, cards and references are read from what surrounds them', () => {
  expect(idOf(" '٠٠١٢٣\u200f ")).toBe('00123');
  expect(idOf('  ')).toBeNull();
  expect(last4Of('450875******1019')).toBe('1019');
  expect(last4Of('٤٥٠٨ **** ١٠١٩')).toBe('1019');
  expect(last4Of('visa')).toBeNull();
  expect(referencesIn('pay TRX-7K3M9Q2D, order 0123456789ABCDEFGHJK; x0123456789ABCDEFGHJKMN')).toEqual([
    'TRX-7K3M9Q2D',
    '0123456789ABCDEFGHJK',
  ]);
});

describe('a row', () => {
  const cells = (changed: Cells): Cells => ({
    kind: 'SALE',
    our_ref: 'R1',
    occurred_on: '15/06/2026',
    ...changed,
  });
  const read = (changed: Cells, layout: Record<string, unknown> = {}) =>
    lineReader(layoutOf(layout))({ cells: cells(changed), raw: Object.values(cells(changed)) });
  const money = (changed: Cells, layout: Record<string, unknown> = {}) => {
    const row = read(changed, layout);
    if (row === 'skipped' || !('line' in row)) return row;
    const { kind, grossPiastres, feePiastres, vatPiastres, netPiastres } = row.line;
    return [kind, grossPiastres, feePiastres, vatPiastres, netPiastres];
  };
  const vat = { columns: { ...profileForm(1).columns, vat: 'VAT' } };

  test('keeps no number of a card, in whichever column it stands', () => {
    const row = read({ gross: '100', card: '5123450000000008', text: 'card 5123450000000008' });
    expect(row).toMatchObject({ line: { last4: '0008', text: 'card 512345******0008' } });
  });

  test('has gross, fee with VAT and net that add up, whatever of them the file has', () => {
    expect(money({ gross: '100', fee: '2', vat: '0.28' }, vat)).toEqual(['payment', 10_000, 228, 28, 9_772]);
    expect(money({ gross: '100', net: '97.72' })).toEqual(['payment', 10_000, 228, 0, 9_772]);
    expect(money({ gross: '100', fee: '2.28', vat: '0.28', net: '97.72' }, vat)).toEqual([
      'payment',
      10_000,
      228,
      28,
      9_772,
    ]);
    expect(money({ gross: '100', fee: '2', net: '99' })).toEqual({
      isFooter: false,
      problem: { column: 'net', value: '99', key: 'AmountsDisagree' },
    });
  });

  test('has the sign of its kind when the file writes none', () => {
    const byKind = { signs: 'by-kind' };
    expect(money({ kind: 'Refund', gross: '100' }, byKind)).toEqual(['refund', -10_000, 0, 0, -10_000]);
    expect(money({ kind: 'Refund', gross: '100', net: '98' }, byKind)).toEqual([
      'refund',
      -10_000,
      -200,
      0,
      -9_800,
    ]);
    expect(money({ kind: 'بَيْع', gross: '100' }, byKind)).toEqual(['payment', 10_000, 0, 0, 10_000]);
    expect(money({ kind: 'Refund', gross: '-100' })).toEqual(['refund', -10_000, 0, 0, -10_000]);
  });

  test('that charges for nothing in particular is a fee, in whichever column it is', () => {
    expect(money({ kind: 'Monthly fee', gross: '-50' })).toEqual(['fee', 0, 5_000, 0, -5_000]);
    expect(money({ kind: 'Monthly fee', gross: '0', fee: '50', net: '-50' })).toEqual([
      'fee',
      0,
      5_000,
      0,
      -5_000,
    ]);
    expect(money({ kind: 'Monthly fee', gross: '0', fee: '50', net: '50' })).toEqual([
      'fee',
      0,
      -5_000,
      0,
      5_000,
    ]);
  });

  test('that is blank or ignored is left out', () => {
    expect(read({ kind: '', our_ref: '', occurred_on: '' })).toBe('skipped');
    expect(read({ kind: 'TOTAL', gross: '100' })).toBe('skipped');
  });

  test.each([
    ['amounts alone', { kind: '', our_ref: '', occurred_on: '', gross: '100' }],
    ['a label in the column of references', { kind: '', our_ref: 'Total', occurred_on: '', gross: '100' }],
    ['a label in the column of days', { kind: '', our_ref: '', occurred_on: 'Grand Total:', gross: '100' }],
    ['a label in the column of kinds', { kind: 'الإجمالي', our_ref: '', occurred_on: '', gross: '100' }],
    ['a label with a day', { our_ref: 'Sub-total', gross: '100' }],
    ['a number of records', { kind: '', our_ref: '', occurred_on: '', text: 'Number of records: 3' }],
    ['the end of a report', { kind: '', our_ref: '', occurred_on: '', text: '*** End of Report ***' }],
    ['a sentence', { kind: '', our_ref: '', occurred_on: '', text: 'Amounts are in Egyptian pounds' }],
  ])('of %s may be a footer', (_, cells) => {
    expect(read(cells)).toMatchObject({ isFooter: true });
  });

  test.each([
    ['without a day', { occurred_on: '', gross: '100' }, 'occurred_on'],
    ['cut behind its reference', { kind: '', occurred_on: '' }, 'kind'],
    ['cut within its day', { occurred_on: '15/06/', gross: '100' }, 'occurred_on'],
    [
      'of a shop called Total, without a day',
      { occurred_on: '', gross: '100', text: 'Total Energies' },
      'occurred_on',
    ],
  ])('%s is a mistake wherever it stands', (_, cells, column) => {
    expect(read(cells)).toMatchObject({ isFooter: false, problem: { column } });
  });

  test('of a fee alone needs no day', () => {
    expect(money({ kind: 'Monthly fee', occurred_on: '', fee: '5' })).toEqual(['fee', 0, 500, 0, -500]);
  });

  test('with a word that the profile does not know is told, not guessed', () => {
    expect(read({ kind: 'Gift', gross: '1' })).toEqual({
      isFooter: false,
      problem: { column: 'kind', value: 'Gift', key: 'UnknownWord' },
    });
  });
});

async function rowsOf(content: string | Buffer, changed: Record<string, unknown> = {}): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  const bytes = Buffer.from(content as string);
  // In pieces that cut characters and rows.
  const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) =>
    bytes.subarray(at * 7, at * 7 + 7),
  );
  for await (const some of readRows(pieces, layoutOf(changed))) rows.push(...some);
  return rows;
}

const three = (changed: Record<string, string> = {}) => ({
  columns: { gross: 'المبلغ', our_ref: 'رقم الطلب', text: 'البيان', ...changed },
});

describe('a file', () => {
  const arabic = 'بنك\r\n\r\nرقم الطلب;البيان;المبلغ\r\n"A;1";بيع;١٠٠\r\nB2;رد;5\r\n';
  // The letters of Windows-1256.
  const windows = Buffer.from(
    [...arabic].flatMap((letter) => {
      const place = [
        ...new TextDecoder('windows-1256').decode(Uint8Array.from({ length: 256 }, (_, n) => n)),
      ].indexOf(letter);
      return place >= 0 ? [place] : [0x31];
    }),
  );

  test.each([
    ['UTF-8', Buffer.from(arabic)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${arabic}`)],
    ['UTF-16', Buffer.from(`\ufeff${arabic}`, 'utf16le')],
    ['Windows-1256', windows],
  ])('in %s is read below its headings, wherever these are', async (_, content) => {
    const rows = await rowsOf(content, three());
    expect(rows.map(({ row }) => row)).toEqual([4, 5]);
    expect(rows[0]!.cells).toMatchObject({ our_ref: 'A;1', text: 'بيع' });
    expect(rows[1]!.cells).toEqual({ gross: '5', our_ref: 'B2', text: 'رد' });
  });

  test('without headings is read by the numbers of its columns', async () => {
    const rows = await rowsOf('5|x|R1\n="007"|y|R2', { columns: { gross: '#1', our_ref: '#3' } });
    expect(rows.map(({ cells }) => cells)).toEqual([
      { gross: '5', our_ref: 'R1' },
      { gross: '007', our_ref: 'R2' },
    ]);
  });

  test('of any size loses no row and no letter where it is cut', async () => {
    const rows = Array.from({ length: 9_000 }, (_, n) => `R${n};"بيع ${'ش'.repeat(n % 9)}\n${n}";${n}`);
    const read = await rowsOf(['رقم الطلب;البيان;المبلغ', ...rows].join('\n'), three());
    expect(read.map(({ cells }) => `${cells.our_ref};"${cells.text}";${cells.gross}`)).toEqual(rows);
  });

  test('of a workbook has the same amounts whichever decimal mark its profile declares for text', async () => {
    const workbook = xlsxOf([
      ['Gross', 'Order', 'Date'],
      [1234.5, 'R1', 46054.75],
      [1.234, 'R2', 46054],
    ]);
    const columns = { gross: 'Gross', our_ref: 'Order', occurred_on: 'Date' };
    for (const decimal_mark of ['point', 'comma']) {
      const layout = layoutOf({ decimal_mark, columns, rounding: 'half-up' });
      const rows = await rowsOf(workbook, { decimal_mark, columns });
      expect(rows.map(({ cells }) => amountOf(cells.gross!, layout))).toEqual([123_450, 123]);
      expect(rows.map(({ cells, serials }) => dayOf(cells.occurred_on!, 'dmy', serials))).toEqual([
        '2026-02-01',
        '2026-02-01',
      ]);
    }
  });

  test('names a row that was cut within its amounts, in text and in fixed width', async () => {
    const columns = { our_ref: 'Order', gross: 'Gross', fee: 'Fee', net: 'Net', text: 'Details' };
    const rows = await rowsOf('Order,Gross,Fee,Net,Details\nR1,100,2,98,x\nR2,100,2\nR3,100,2,98\nTotal', {
      columns,
    });
    expect(rows.map(({ problem }) => problem?.column)).toEqual([undefined, 'net', undefined, undefined]);
    const pair = { our_ref: 'Order', gross_debit: 'Debit', gross: 'Credit' };
    const [debit] = await rowsOf('Order,Debit,Credit\nR1,5', { columns: pair });
    expect(debit!.problem).toBeUndefined();
    const layout = { format: 'fixed', columns: { our_ref: '1-4', gross: '5-10' } };
    const fixed = await rowsOf('R001001000\nR0020010\nR003  10\nR00412', layout);
    expect(fixed.map(({ problem }) => problem?.column)).toEqual([undefined, 'gross', 'gross', undefined]);
  });

  test('names an amount that its own comma split into two columns', async () => {
    const columns = { our_ref: 'Order', gross: 'Gross', text: 'Details' };
    const rows = await rowsOf(
      'Order,Details,Gross\nR1,x,1,500.00\nR2,x,100,50\nR3,"x","1,500.00"\nR4,x,100,,\nR5,x,100,EGP',
      { columns },
    );
    expect(rows.map(({ problem }) => problem?.value)).toEqual(['1,500.00', '100,50', ...Array(3)]);
    const [middle, note] = await rowsOf('Order,Gross,Details\nR1,1,500.00,x\nR2,100.00,2 pieces, blue', {
      columns,
    });
    expect([middle!.problem?.column, note!.problem]).toEqual(['gross', undefined]);
  });

  test('of fixed width is read by positions', async () => {
    const layout = { format: 'fixed', columns: { our_ref: '1-4', gross: '5-10', occurred_on: '11-18' } };
    expect((await rowsOf('R001001000150620\r\nR002 00250', layout)).map(({ cells }) => cells)).toEqual([
      { our_ref: 'R001', gross: '001000', occurred_on: '150620' },
      { our_ref: 'R002', gross: '00250', occurred_on: '' },
    ]);
  });

  test('without its headings, of another kind or in another encoding is refused with the reason', async () => {
    await expect(rowsOf('a;b\n1;2', three())).rejects.toMatchObject({
      fields: { file: expect.arrayContaining([{ key: 'MissingColumn', params: { column: 'المبلغ' } }]) },
    });
    await expect(rowsOf('المبلغ,رقم الطلب,البيان,المبلغ\n1,R,x,2', three())).rejects.toMatchObject({
      fields: { file: [{ key: 'ColumnTwice', params: { column: 'المبلغ' } }] },
    });
    const [named] = await rowsOf('المبلغ,رقم الطلب,البيان,المبلغ\n1,R,x,2', three({ gross: '#4' }));
    expect(named!.cells.gross).toBe('2');
    await expect(rowsOf('%PDF-1.7', three())).rejects.toMatchObject({
      fields: { file: [{ key: 'InvalidFileType' }] },
    });
    await expect(
      rowsOf(Buffer.from([0x80, 0x81, 0xff]), { ...three(), encoding: 'utf-8' }),
    ).rejects.toMatchObject({
      fields: { file: [{ key: 'WrongEncoding' }] },
    });
    await expect(rowsOf('', three())).rejects.toMatchObject({ fields: { file: [{ key: 'EmptySheet' }] } });
  });

  test('with a formula in a cell that is read names the cell', async () => {
    const [row] = await rowsOf('المبلغ,رقم الطلب,البيان\n=1+1,R,x', three());
    expect(row!.problem).toEqual({ column: 'gross', value: '=1+1', key: 'FormulaNotAllowed' });
  });
});
