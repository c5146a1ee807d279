import { act } from 'react';
import { expect, test } from 'vitest';
import { ApiError, NetworkError } from './errors.ts';
import type { ChosenColumns } from './import-columns.tsx';
import { ImportDialog } from './import-dialog.tsx';
import type { PreviewOf } from './import-preview.tsx';
import { field, press, renderAt, type, until } from './testing/render.tsx';

const COLUMNS = [
  { field: 'name', label: 'Name' },
  { field: 'mobile', label: 'Mobile' },
];
const KNOWN: Readonly<Record<string, string>> = { Name: 'name', Mobile: 'mobile' };

/** Reads a file as the server does: by known headings, or as chosen. A column without a heading has its place as its key. */
async function preview(file: File, _call: unknown, chosen: ChosenColumns): Promise<PreviewOf> {
  const columns = (await file.text()).split(',').map((heading, at) => {
    const key = heading || `#${at + 1}`;
    return {
      key,
      heading,
      field: key in chosen ? (chosen[key] ?? null) : (KNOWN[heading] ?? null),
      samples: ['x'],
    };
  });
  const missing = COLUMNS.map((each) => each.field).filter(
    (name) => !columns.some((each) => each.field === name),
  );
  return { columns, missing, total: 1, valid: 1, duplicates: 0, invalid: 0, rows: [] };
}

const open = (run: () => Promise<{ message: string; data: null }>) =>
  renderAt(
    '/',
    <ImportDialog
      opened
      onClose={() => {}}
      title="Customers"
      text="Columns"
      examples={[]}
      columns={COLUMNS}
      maximumRows={100}
      maximumBytes={1024 * 1024}
      preview={preview}
      run={run}
    />,
  );

/** Chooses a file with these headings. */
async function choose(...headings: string[]): Promise<void> {
  const input = await until(() => {
    const found = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (!found) throw new Error('no place for a file');
    return found;
  });
  const file = new File([headings.join(',')], 'buyers.csv', { type: 'text/csv' });
  Object.defineProperty(input, 'files', { value: [file], configurable: true });
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
}

const shows = (text: string) => until(() => expect(document.body.textContent).toContain(text));

test('a refused import shows its errors above the file and the columns that were assigned', async () => {
  await open(async () => {
    const errors = { 'row 7 · mobile': ['Enter a mobile number'], columns: ['Not these'] };
    throw new ApiError(422, { errors, error_places: { 'row 7 · mobile': { row: 7, field: 'mobile' } } });
  });
  await choose('Name', 'Reach at');
  await shows('Choose a column for');
  await type('Import “Reach at” as', 'mobile');
  await press('Continue');
  await shows('Every row is valid');
  await press('Import 1 row');
  await shows('Row 7, Reach at: Enter a mobile number');
  expect(document.body.textContent).toContain('Not these');
  expect(document.body.textContent).toContain('buyers.csv');
  await press('Change columns');
  expect(field('Import “Reach at” as').value).toBe('mobile');
});

test('an import that a lost connection interrupts is tried again with one press', async () => {
  let tries = 0;
  await open(async () => {
    tries += 1;
    if (tries === 1) throw new NetworkError();
    return { message: '1 customer was added', data: null };
  });
  await choose('Name', 'Mobile');
  await shows('Every row is valid');
  await press('Import 1 row');
  await shows('The import did not finish');
  await press('Import 1 row');
  await shows('1 customer was added');
});

test('another file keeps the columns assigned before, as far as it has them', async () => {
  await open(() => Promise.reject(new NetworkError()));
  await choose('Buyer', 'Mobile', '');
  await shows('Choose a column for');
  await type('Import “Buyer” as', 'name');
  await type('Import “Column 3 (no heading)” as', 'mobile');
  await press('Continue');
  await shows('Every row is valid');

  await press('Choose another file');
  await choose('Buyer', 'Mobile', '');
  await shows('Every row is valid');
  await press('Change columns');
  expect(field('Import “Column 3 (no heading)” as').value).toBe('mobile');

  // What stands third in a file with other columns is another thing.
  await press('Choose another file');
  await choose('Mobile', 'Buyer', '', 'Town');
  await shows('Every row is valid');
  await press('Change columns');
  expect(field('Import “Buyer” as').value).toBe('name');
  expect(field('Import “Column 3 (no heading)” as').value).toBe('');
});
