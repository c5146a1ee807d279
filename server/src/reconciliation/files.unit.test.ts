/** Files as processors and banks really write them: each is read to the piastre, or its rows are named. */
import { readFileSync } from 'node:fs';
import { ProfileForm } from '@daftar/contract/ops-settlement-profiles';
import { validate } from '@daftar/contract/validate';
import { describe, expect, test } from 'vitest';
import { xlsxOf } from '../../tests/kit/platform/sheets.ts';
import { profileForm } from '../../tests/kit/reconciliation.ts';
import type { SettlementLine } from '../processors/gateway.ts';
import { newReading, readLines } from './read-lines.ts';

const COLUMNS = { our_ref: 'Reference', gross: 'Amount', fee: 'Commission', net: 'Net', occurred_on: 'Date' };

function layoutOf(changed: Record<string, unknown>): ProfileForm {
  const form = validate(ProfileForm, profileForm(1, { dates: 'ymd', columns: COLUMNS, ...changed }));
  if (!form.ok) throw new Error(JSON.stringify(form.errors));
  return form.value;
}

const pounds = (piastres: number) => piastres / 100;

async function read(content: Buffer | string, changed: Record<string, unknown> = {}) {
  const reading = newReading();
  const lines: { line: SettlementLine }[] = [];
  for await (const some of readLines([Buffer.from(content as string)], layoutOf(changed), reading))
    lines.push(...some);
  const sum = (of: (line: (typeof lines)[number]['line']) => number) =>
    pounds(lines.reduce((total, { line }) => total + of(line), 0));
  return {
    lines: lines.length,
    gross: sum(({ grossPiastres }) => grossPiastres),
    fee: sum(({ feePiastres }) => feePiastres),
    net: sum(({ netPiastres }) => netPiastres),
    days: [...new Set(lines.map(({ line }) => line.occurredOn))],
    ...reading,
  };
}

const columns = (of: Record<string, string>) => ({
  columns: { our_ref: 'Reference', occurred_on: 'Date', ...of },
});
const one = { lines: 1, gross: 100, net: 98, invalid: 0, days: ['2026-11-03'] };

describe('a file', () => {
  test.each([
    ['csv-mixed-eol-settlement.csv', {}, { lines: 3, gross: 600, net: 588, invalid: 0, footers: 0 }],
    ['csv-title-cr.csv', {}, { ...one, footers: 0 }],
    ['csv-zero-padded.csv', {}, { ...one, fee: 2 }],
    ['csv-month-names.csv', {}, { lines: 4, gross: 1_000, fee: 20, days: ['2026-02-01'], invalid: 0 }],
    [
      'csv-unlabelled-total.csv',
      columns({ gross: 'Amount', fee: 'Commission' }),
      { lines: 2, gross: 300, fee: 6, footers: 2, invalid: 0 },
    ],
    [
      'csv-split-amount.csv',
      columns({ gross: 'Amount', fee: 'Commission', text: 'Note' }),
      { invalid: 1, problems: [{ row: 3, column: 'gross', value: '1,500.00', key: 'SplitAmount' }] },
    ],
    ['csv-total-in-date-column.csv', {}, { ...one, footers: 1 }],
    [
      'csv-sign-column.csv',
      columns({ gross: 'Amount', gross_sign: 'D/C', fee: 'Fee', fee_sign: 'Fee D/C' }),
      { lines: 2, gross: 50, fee: 1, net: 49, invalid: 0 },
    ],
    [
      'csv-debit-credit-columns.csv',
      columns({ gross: 'Credit', gross_debit: 'Debit' }),
      { lines: 2, gross: 50, invalid: 0 },
    ],
    [
      'csv-four-fee-columns.csv',
      columns({
        gross: 'Gross',
        fee: 'Commission',
        fee_2: 'Markup',
        fee_3: 'Scheme',
        fee_4: 'Interchange',
        net: 'Net',
      }),
      { ...one, fee: 2 },
    ],
    [
      'csv-six-decimals.csv',
      { ...columns({ gross: 'Gross', fee: 'Fee', net: 'Net' }), rounding: 'half-up' },
      { lines: 1, gross: 100, fee: 1.23, net: 98.77, invalid: 0 },
    ],
    ['csv-six-decimals.csv', columns({ gross: 'Gross', fee: 'Fee', net: 'Net' }), { lines: 0, invalid: 1 }],
    [
      'fixed-hdt.txt',
      {
        format: 'fixed',
        unit: 'piastres',
        columns: { kind: '1-1', our_ref: '2-14', gross: '15-26', occurred_on: '27-34', fee: '35-48' },
        words: { payment: 'D', ignored: 'H,T' },
      },
      { lines: 2, gross: 300, fee: 6, skipped: 2, invalid: 0 },
    ],
    [
      'fixed-hdt.txt',
      {
        format: 'fixed',
        unit: 'piastres',
        columns: { record: '1-1', our_ref: '2-14', gross: '15-26', occurred_on: '27-34', fee: '35-48' },
        words: { counted: 'D' },
      },
      { lines: 2, gross: 300, fee: 6, skipped: 2, invalid: 0 },
    ],
    ['xlsx-total-word.xlsx', {}, { lines: 1, gross: 100, invalid: 0 }],
    ['xlsx-1904.xlsx', {}, { days: ['2026-11-03'], invalid: 0 }],
    ['xlsx-empty-shared-string.xlsx', {}, { lines: 1, gross: 100, footers: 1, invalid: 0 }],
    ['xlsx-sum-formula.xlsx', {}, { lines: 2, gross: 300, invalid: 0 }],
    ['xlsx-second-sheet.xlsx', {}, { invalid: 0 }],
  ])('%s is read with these figures', async (name, layout, figures) => {
    const content = readFileSync(new URL(`./files/${name}`, import.meta.url));
    expect(await read(content, layout)).toMatchObject(figures);
  });
});

test('a workbook that counts from 1904 has its own days, also where their cells have no date format', async () => {
  const rows = [
    ['Reference', 'Amount', 'Commission', 'Net', 'Date'],
    ['R1', 100, 2, 98, 44867],
  ];
  const columns = { columns: COLUMNS };
  expect((await read(xlsxOf(rows), columns)).days).toEqual(['2022-11-02']);
  expect((await read(xlsxOf(rows, { is1904: true }), columns)).days).toEqual(['2026-11-03']);
});

test('a number in the column of days of a text file is named with the reason', async () => {
  const { problems } = await read('Reference,Amount,Commission,Net,Date\nR1,100,2,98,40226');
  expect(problems).toEqual([{ row: 2, column: 'occurred_on', value: '40226', key: 'SerialDay' }]);
});

describe('an amount that its own comma splits into two cells', () => {
  const named = { columns: { our_ref: 'Order', gross: 'Gross', net: 'Net' } };
  const short = { columns: { our_ref: 'Order', gross: 'Gross', fee: 'Fee', text: 'Note' } };
  const alone = { columns: { our_ref: 'Order', gross: 'Gross', text: 'Note' } };
  const byNumber = { columns: { our_ref: '#1', gross: '#2', fee: '#3', text: '#4' } };
  test.each([
    ['under headings with empty ones behind them', alone, 'Order,Gross,Note,,\nR1,1,500.00,x'],
    ['under headings with one empty one', alone, 'Order,Note,Gross,\nR1,x,1,500.00'],
    ['where a blank note is left out', short, 'Order,Gross,Fee,Note\nR1,100.00,2.00\nR2,1,500.00,30.00'],
    ['of the only row', short, 'Order,Gross,Fee,Note\nR1,1,500.00,30.00'],
    ['of the only row, with a plausible cost', short, 'Order,Gross,Fee,Note\nR1,999,100.00,30.00'],
    ['in front of a blank note', short, 'Order,Gross,Fee,Note\nR1,100.00,2.00,\nR2,999,100.00,30.00,'],
    ['of whole pounds', short, 'Order,Gross,Fee,Note\nR1,100,2\nR2,1,500,30'],
    ['of whole pounds with a plausible cost', short, 'Order,Gross,Fee,Note\nR1,100,2\nR2,999,100,30'],
    ['of whole pounds in front of a blank note', alone, 'Order,Gross,Note\nR1,100,\nR2,1,500,'],
    ['of the only row, of whole pounds', alone, 'Order,Gross,Branch,Note\nR1,1,500'],
    ['of millions', short, 'Order,Gross,Fee,Note\nR1,100.00,2.00\nR2,1,234,567.00'],
    ['in Arabic digits', short, 'Order,Gross,Fee,Note\nR1,١٠٠٫٠٠,٢٫٠٠\nR2,١,٥٠٠٫٠٠,٣٠٫٠٠'],
    ['of a refund', short, 'Order,Gross,Fee,Note\nR1,100.00,2.00\nR2,-1,500.00,-30.00'],
    ['of columns known by number', byNumber, 'R1,100.00,2.00\nR2,999,100.00,30.00'],
    ['with a net amount', named, 'Order,Gross,Net,,,\nR1,100.00,98.00\nR2,1,500.00,1,470.00'],
    [
      'in a column that is not read',
      short,
      'Order,Asked,Gross,Fee,Note\nR1,100.00,100.00,2.00\nR2,1,500.00,450.00,30.00',
    ],
    [
      'in a column that is not read, beyond the headings',
      { columns: { our_ref: 'Order', gross: 'Gross', fee: 'Fee' } },
      'Order,Asked,Gross,Fee\nR1,100.00,100.00,2.00\nR2,1,500.00,450.00,30.00',
    ],
    ['by a decimal comma', { ...alone, decimal_mark: 'comma' }, 'Order,Gross,Note\nR1,"100,50",\nR2,100,50'],
  ])('%s is named, and nothing is read wrongly', async (_, layout, content) => {
    const { problems } = await read(content, layout);
    expect(problems.map(({ key }) => key)).toEqual(['SplitAmount']);
  });

  test.each([
    ['of whole pounds beside each other', named, 'Order,Gross,Net\nR1,500,490\nR2,1500,1470\nR3,600,588'],
    ['with a comma behind each row', named, 'Order,Gross,Net\nR1,500,490,\nR2,600,588,'],
    ['as spreadsheets write them', named, 'Order,Gross,Net\nR1,99.5,97\nR2,500,490.25\nR3,1500,1470'],
    ['with a cost of a fifth', short, 'Order,Gross,Fee,Note\nR1,500,100,\nR2,1000,200,x'],
    [
      'beside numbers of rows and branches',
      { columns: { our_ref: 'Order', gross: 'Gross' } },
      'No,Branch,Order,Gross\n1,101,R1,500.00\n2,101,R2,20.00',
    ],
    [
      'behind the number of the row',
      { columns: { our_ref: 'Order', gross: 'Gross', text: 'Note' } },
      'No,Gross,Order,Note\n1,500.00,R1,two, with ribbon\n2,120.00,R2,x',
    ],
    ['separated by semicolons', short, 'Order;Gross;Fee;Note\nR1;900.00;2.00;x\nR2;999;100.00;x'],
    ['in quotes', short, 'Order,Gross,Fee,Note\nR1,"1,500.00",30.00,\nR2,"999,100.00","19,982.00",x'],
  ])('amounts %s are read', async (_, layout, content) => {
    expect((await read(content, layout)).problems).toEqual([]);
  });
});

describe('a total without a label', () => {
  const day = {
    columns: { our_ref: 'Order', gross: 'Gross', fee: 'Fee', occurred_on: 'Date', kind: 'Type' },
  };
  const plain = { columns: { our_ref: 'Order', gross: 'Gross', fee: 'Fee', occurred_on: 'Date' } };
  const head = 'Order,Gross,Fee,Date\nR1,100.00,2.00,2026-11-03\nR2,200.00,4.00,2026-11-03';
  test.each([
    ['', `${head}\n,300.00,6.00,2026-11-03`, 1],
    ['and a grand total', `${head}\n,300.00,6.00,2026-11-03\nGrand total,300.00,6.00,2026-11-03`, 2],
    ['and the end of the report', `${head}\n,300.00,6.00,2026-11-03\nEnd of report,,,`, 2],
    ['without the sum of costs', `${head}\n,300.00,,2026-11-03`, 1],
    ['with an unknown word', `${head}\nTotaal,300.00,6.00,2026-11-03`, 1],
    ['with a dash', `${head}\n-,300.00,6.00,2026-11-03`, 1],
    ['with the number of lines', `${head}\n2,300.00,6.00,2026-11-03`, 1],
  ])('is left out below the last line %s', async (_, content, footers) => {
    expect(await read(content, plain)).toMatchObject({ lines: 2, gross: 300, footers, invalid: 0 });
  });

  test.each([
    ['of a part', `${head}\n,300.00,6.00,2026-11-03\nR3,50.00,1.00,2026-11-03`, plain, 'NotALine'],
    [
      'of one line',
      'Order,Gross,Fee,Date\nR1,100.00,2.00,2026-11-03\n,100.00,2.00,2026-11-03',
      plain,
      'LooksLikeTotal',
    ],
    [
      'of one kind',
      'Order,Gross,Fee,Date,Type\nR1,100,2,2026-11-03,Sale\nR2,200,4,2026-11-03,Sale\nR3,-50,0,2026-11-03,Refund\n,300,6,2026-11-03,Sale',
      day,
      'LooksLikeTotal',
    ],
    [
      'above its lines',
      'Order,Gross,Fee,Date\n,300.00,6.00,2026-11-03\nR1,100.00,2.00,2026-11-03\nR2,200.00,4.00,2026-11-03',
      plain,
      'LooksLikeTotal',
    ],
  ])('%s is named', async (_, content, layout, key) => {
    expect((await read(content, layout)).problems).toMatchObject([{ key }]);
  });

  test('that does not add up is named by its label, in whichever column it is', async () => {
    const content = `${head.replace('Date', 'Date,Shop')}\n,305.00,6.00,2026-11-03,Grand total:`;
    expect((await read(content, plain)).problems).toMatchObject([{ row: 4, key: 'LooksLikeTotal' }]);
  });

  test('is none where a fee with an id of letters follows a payment that was returned', async () => {
    const content =
      'Order,Gross,Fee,Date,Type\nR1,100,5,2026-11-03,Sale\nR1,-100,0,2026-11-03,Void\nmonth,0,5,,Monthly fee';
    expect(await read(content, day)).toMatchObject({ lines: 3, invalid: 0 });
  });

  test('is none where lines have no reference, or amounts that only look alike', async () => {
    const content = 'Order,Gross,Fee,Date\n,100,2,2026-11-03\n,100,2,2026-11-03\nR3,200,4,2026-11-03';
    expect(await read(content, plain)).toMatchObject({ lines: 3, gross: 400, invalid: 0 });
  });
});
