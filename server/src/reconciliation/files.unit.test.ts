/** Files as processors and banks really write them: each is read to the piastre, or its rows are named. */
import { readFileSync } from 'node:fs';
import { ProfileForm } from '@daftar/contract/ops-settlement-profiles';
import { validate } from '@daftar/contract/validate';
import { describe, expect, test } from 'vitest';
import type { SettlementLine } from '../processors/gateway.ts';
import { newReading, readLines } from './read-lines.ts';
import { profileForm } from './testing.ts';

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
