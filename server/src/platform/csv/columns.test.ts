import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/kit/platform/database.ts';
import { readText } from '../db/batches.ts';
import type { Tx } from '../db/connect.ts';
import {
  amount,
  type Columns,
  cellOf,
  csvLine,
  number,
  several,
  text,
  word,
  wordOrItself,
} from './columns.ts';
import { csvRow } from './csv.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

interface Row {
  name: string | null;
  note: string | null;
  count: number;
  sum: number;
  status: number | null;
  reason: string | null;
  flags: string[];
}

const AWKWARD = [
  '=1+1',
  "'=1+1",
  "''-5",
  '＝1+1',
  '|cmd',
  '@x',
  'a,b',
  'say "no"',
  'two\nlines',
  " o'clock ",
  '-5',
  "a\\nb'; --",
  'مدفوعة، نعم',
  '$1',
];
const columns: Columns<Row> = {
  name: text('name'),
  note: text('note', '=total'),
  count: number('count'),
  sum: amount('sum'),
  status: word('status', new Map(AWKWARD.map((said, place) => [String(place), said])), 'none, at all'),
  reason: wordOrItself('reason', new Map([['known', 'It is "known"']])),
  flags: several('flags', new Map(AWKWARD.map((said, place) => [`flag${place}`, said]))),
};

const encoded = (row: Row) => csvRow(Object.values(columns).map((column) => cellOf(column, row)));

/** Returns the lines that PostgreSQL writes for the rows. */
async function written(rows: Row[], batchRows = 7): Promise<string> {
  const list = (of: keyof Row) => rows.map((row) => row[of] as string);
  const inOrder = (tx: Tx) => tx`
    select name, note, count, sum, status, reason,
           array(select f from jsonb_array_elements_text(flags::jsonb) f) as flags
      from unnest(${list('name')}::text[], ${list('note')}::text[], ${list('count')}::int[], ${list('sum')}::bigint[],
                  ${list('status')}::smallint[], ${list('reason')}::text[],
                  ${rows.map((row) => JSON.stringify(row.flags))}::text[])
        with ordinality as t (name, note, count, sum, status, reason, flags, place)
     order by place`;
  const lines = (tx: Tx) => tx`select ${csvLine(tx, Object.values(columns))} from (${inOrder(tx)}) r`;
  const pieces: Buffer[] = [];
  for await (const piece of readText(database.sql, lines, batchRows)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/**
 * Every white-space character of JavaScript, and characters with a special meaning in CSV, spreadsheets, SQL and
 * patterns.
 */
const SPACES = '\t\n\v\f\r \u00a0\u1680\u2000\u2005\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
const OTHERS = `"',;=+-@.\\$|01a ة٣\u0085\u200b\u200f\u180e\u001f\u{1f600}`;
const character = fc.constantFrom(...SPACES, ...OTHERS);
const typed = fc.oneof(
  fc.string({ unit: character, maxLength: 6 }),
  fc.constantFrom(...AWKWARD, '', 'null', '\\N', '\\.', '-12.50', '-12.', '01001234567', '١٢', '-١٢'),
  fc.string({ unit: 'grapheme', maxLength: 6 }).map((some) => some.replaceAll('\0', '')),
);
const row = fc.record<Row>({
  name: fc.option(typed),
  note: fc.option(typed),
  count: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  sum: fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.maxSafeInteger()),
  status: fc.option(fc.integer({ min: 0, max: 12 })),
  reason: fc.option(fc.oneof(typed, fc.constant('known'))),
  flags: fc.array(
    fc.integer({ min: 0, max: 12 }).map((place) => `flag${place}`),
    { maxLength: 3 },
  ),
});

test('PostgreSQL and JavaScript write the same rows as the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 40 }), async (rows) => {
      expect(await written(rows)).toBe(rows.map(encoded).join(''));
    }),
    { numRuns: 60 },
  );
});

test('PostgreSQL and JavaScript treat every character alike at either end of a cell', async () => {
  const plain = { note: null, count: 0, sum: 0, status: null, reason: null, flags: [] };
  const rows = [...SPACES, ...OTHERS].flatMap((each) =>
    [each, `${each}x`, `x${each}`, `x${each}x`, `-1${each}`].map((name) => ({ ...plain, name })),
  );
  expect(await written(rows, 1000)).toBe(rows.map(encoded).join(''));
});

test('what is text for JavaScript is written whatever its type is for PostgreSQL', async () => {
  interface Typed {
    key: string | null;
    name: string;
    note: string;
    table: string;
  }
  const typed: Columns<Typed> = {
    key: text('key', 'none'),
    name: text('name'),
    note: wordOrItself('note', new Map([['known', 'It is known']])),
    table: text('table'),
  };
  const rows = (tx: Tx) => tx<Typed[]>`
    select key, '-5,a'::varchar as name, '=b'::name as note, 'pg_class'::regclass as table
      from unnest(array['b0a1d9a0-0000-4000-8000-000000000001', null]::uuid[]) key`;
  const list = Object.values(typed);
  const lines = (tx: Tx) => tx`select ${csvLine(tx, list)} from (${rows(tx)}) r`;
  const pieces: Buffer[] = [];
  for await (const piece of readText(database.sql, lines, 7)) pieces.push(piece);
  const read = await database.sql.begin((tx) => rows(tx));
  const said = read.map((each) => csvRow(list.map((column) => cellOf(column, each)))).join('');
  expect(Buffer.concat(pieces).toString()).toBe(said);
  expect(said).toContain('b0a1d9a0-0000-4000-8000-000000000001,');
});

test('an empty result writes no lines', async () => {
  expect(await written([])).toBe('');
});
