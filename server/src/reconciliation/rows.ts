/** Streams the rows of a settlement file in bounded memory, whatever its size. */
import {
  PROFILE_COLUMNS,
  type ProfileColumn,
  type ReconciliationLayout,
} from '@daftar/contract/ops-settlement-profiles';
import { InvalidError } from '../platform/http/errors.ts';
import { decoded, piecesOf, recordsOf, type Source } from '../platform/sheets/csv.ts';
import { LINE_END } from '../platform/sheets/csv-records.ts';
import { plainHeading as plain } from '../platform/sheets/csv-text.ts';
import { SheetRefused } from '../platform/sheets/errors.ts';
import { SheetProblem } from '../platform/sheets/problem.ts';
import { readChunks } from '../platform/sheets/read.ts';
import type { CellProblemKey } from '../platform/sheets/sheet.ts';
import { FileRefused } from './errors.ts';
import type { Cells, SourceRow } from './lines.ts';
import { AMOUNT_COLUMNS, type CommaTable, splitInWideRow } from './split-amounts.ts';

export type { Source } from '../platform/sheets/csv.ts';

/** A row with the cells of the columns that the profile names. */
export interface FileRow extends SourceRow {
  row: number;
  /** Set for comma-separated text. */
  table?: CommaTable;
}

/** A workbook is read into memory, so its limit is smaller than that of a text file. */
const WORKBOOK_BYTES = 32 * 1024 * 1024;
const WORKBOOK_ROWS = 100_000;
/** Maximum length of a fixed-width line, in characters. */
const LONGEST_LINE = 64 * 1024;
/** Maximum number of rows above the headings, such as the bank's name and the period. */
const MAX_ABOVE = 100;
const STRETCH_ROWS = 500;
/** Columns of amounts, which a truncated row would falsify. */
const PAIRS: readonly (readonly ProfileColumn[])[] = [
  ['gross', 'gross_debit'],
  ['net', 'net_debit'],
  ['fee', 'fee_credit'],
];
const AMOUNTS: ReadonlySet<ProfileColumn> = new Set(AMOUNT_COLUMNS);

/**
 * Yields the rows of a file below its headings, in chunks.
 * @throws FileRefused when the file does not fit the profile; SheetRefused for a workbook
 */
export async function* readRows(source: Source, layout: ReconciliationLayout): AsyncGenerator<FileRow[]> {
  const pieces = piecesOf(source);
  const first = await pieces.next();
  if (first.done) throw new SheetRefused('EmptySheet');
  const start = first.value.toString('latin1', 0, 4);
  if (start === 'PK\u0003\u0004') {
    yield* workbookRows(await wholeOf(first.value, pieces), layout);
    return;
  }
  if (start === '\u00d0\u00cf\u0011\u00e0' || start === '%PDF') throw new SheetRefused('InvalidFileType');
  const all = async function* () {
    yield first.value;
    yield* pieces;
  };
  try {
    const text = decoded(all(), layout.encoding);
    yield* layout.format === 'fixed' ? fixedRows(text, layout) : tableRows(text, layout);
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error;
    throw error.key === 'WrongEncoding'
      ? new FileRefused('WrongEncoding')
      : new SheetRefused(error.key, error.params);
  }
}

async function wholeOf(first: Buffer, rest: AsyncGenerator<Buffer>): Promise<Buffer> {
  const all = [first];
  let bytes = first.length;
  for await (const piece of rest) {
    bytes += piece.length;
    if (bytes > WORKBOOK_BYTES) throw new SheetRefused('SheetTooLarge');
    all.push(piece);
  }
  return Buffer.concat(all);
}

async function* workbookRows(content: Buffer, layout: ReconciliationLayout): AsyncGenerator<FileRow[]> {
  const table = new Table(layout);
  const file = { field: 'file', name: 'file.xlsx', claimedType: '', content };
  let isFirst = true;
  const headings = Object.values(layout.columns).filter((name) => !name.startsWith('#'));
  const limits = {
    maximumRows: WORKBOOK_ROWS,
    ...(headings.some(Boolean) ? { headings } : {}),
    ...(layout.decimal_mark === 'comma' ? { decimalMark: ',' as const } : {}),
  };
  for await (const { headings, headingsRow, rows, serials } of readChunks(0, file, limits)) {
    // The first row that is not blank may stand above the headings.
    const found = isFirst ? [table.add(headingsRow, headings)] : [];
    isFirst = false;
    for (const { row, cells, problems } of rows) found.push(table.add(row, cells, problems));
    yield found.flatMap((each) => (each ? [{ ...each, ...(serials && { serials }) }] : []));
  }
  table.end();
}

async function* fixedRows(
  text: AsyncGenerator<string>,
  layout: ReconciliationLayout,
): AsyncGenerator<FileRow[]> {
  const places = PROFILE_COLUMNS.flatMap((column) => {
    const [from, to] = (layout.columns[column] ?? '').split('-').map(Number);
    return from && to ? [{ column, from: from - 1, to }] : [];
  });
  let row = 0;
  let rows: FileRow[] = [];
  for await (const line of linesOf(text)) {
    row += 1;
    const cells: Cells = {};
    let problem: FileRow['problem'];
    for (const { column, from, to } of places) {
      const cell = line.slice(from, to);
      cells[column] = cell.trim();
      // The line ends within a right-aligned or zero-padded amount, so digits are missing.
      const isCut = line.length > from && line.length < to && /^[ 0]/.test(cell) && cell.trim() !== '';
      if (isCut && AMOUNTS.has(column))
        problem ??= { column, value: cell.trim(), key: 'InvalidAmountFormat' };
    }
    rows.push({ row, cells, raw: [line], ...(problem ? { problem } : {}) });
    if (rows.length >= STRETCH_ROWS) {
      yield rows;
      rows = [];
    }
  }
  if (row === 0) throw new SheetRefused('EmptySheet');
  yield rows;
}

async function* linesOf(text: AsyncGenerator<string>): AsyncGenerator<string> {
  let left = '';
  for await (const piece of text) {
    const lines = (left + piece).split(/\r\n|\n|\r(?!$)/);
    left = lines.pop() ?? '';
    if (left.length > LONGEST_LINE) throw new SheetRefused('SheetTooLarge');
    yield* lines;
  }
  if (left.trim() !== '') yield left.replace(/\r$/, '');
}

async function* tableRows(
  text: AsyncGenerator<string>,
  { columns, delimiter, ...layout }: ReconciliationLayout,
): AsyncGenerator<FileRow[]> {
  const table = new Table({ columns, delimiter, ...layout });
  const options = {
    delimiter: delimiter === 'auto' ? undefined : DELIMITERS[delimiter],
    headings: Object.values(columns),
    onDelimiter: (found: string) => {
      table.isCommas = found === ',';
    },
  };
  for await (const records of recordsOf(text, options)) {
    yield records
      .map(({ row, cells, stray }) =>
        table.add(row, cells, stray === undefined ? undefined : new Map([[stray, 'StrayQuote']]), true),
      )
      .filter((row) => row !== null);
  }
  table.end();
}

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;

/** Finds the headings and picks the columns of the profile. */
class Table {
  readonly #wanted: readonly (readonly [ProfileColumn, string])[];
  #places: readonly (readonly [ProfileColumn, number])[] | null;
  #above = 0;
  readonly #layout: ReconciliationLayout;
  /** Number of columns up to the last heading with text; unknown without headings. */
  #width = 0;
  #filled = 0;
  #commas: CommaTable | null = null;
  /** The cells are separated by commas. */
  isCommas = false;
  /** The headings missing in the row that has most of them. */
  #missing: string[];

  constructor(layout: ReconciliationLayout) {
    const { columns } = layout;
    this.#layout = layout;
    this.#wanted = PROFILE_COLUMNS.flatMap((name) =>
      (columns[name] ?? '') === '' ? [] : [[name, columns[name]] as const],
    );
    this.#missing = this.#wanted.map(([, heading]) => heading);
    const numbered = this.#wanted.map(
      ([name, place]) => [name, Number(/^#(\d{1,3})$/.exec(place)?.[1]) - 1] as const,
    );
    // A profile that names all columns by number has no headings.
    this.#places = numbered.every(([, place]) => place >= 0) ? numbered : null;
  }

  /**
   * Takes the next row.
   * @returns the row when it is below the headings, otherwise null.
   * @param isText a text file keeps the empty cells at the end of a row
   * @throws FileRefused when there are no headings
   */
  add(
    row: number,
    values: readonly string[],
    problems?: ReadonlyMap<number, CellProblemKey>,
    isText = false,
  ): FileRow | null {
    if (this.#places === null) {
      this.#look(values);
      return null;
    }
    const cells: Cells = {};
    // Reports may repeat their headings on each page.
    if (this.#isHeadings(values)) return null;
    let problem: FileRow['problem'];
    for (const [name, place] of this.#places) {
      let cell = (values[place] ?? '').trim();
      // Spreadsheets preserve the leading zeros of an id as `="0123"`.
      if (cell.startsWith('=')) cell = cell.replace(/^="([^"]*)"$/, '$1');
      cells[name] = cell;
      const key =
        problems?.get(place) ??
        (cell.startsWith('=') ? 'FormulaNotAllowed' : undefined) ??
        (name !== 'text' && LINE_END.test(cell) ? 'LineEndInCell' : undefined);
      if (key) problem ??= { column: name, value: cell, key };
    }
    for (const [place, key] of problems ?? []) {
      // A stray quote may have swallowed rows, so the row is refused whatever its column.
      if (key === 'StrayQuote') problem ??= { column: this.#places[0]![0], value: values[place] ?? '', key };
    }
    const table = isText && this.isCommas ? this.#commaTable(this.#places) : undefined;
    const split = table && splitInWideRow(values, table, this.#layout);
    if (split) problem ??= { ...split, key: 'SplitAmount' };
    const missing = isText ? this.#missingAmount(cells, values.length) : undefined;
    if (missing) problem ??= { column: missing, value: '', key: 'Required' };
    return { row, cells, raw: values, ...(problem ? { problem } : {}), ...(table ? { table } : {}) };
  }

  #commaTable(places: CommaTable['places']): CommaTable {
    this.#commas ??= { places, width: this.#width, filled: this.#filled };
    return this.#commas;
  }

  /**
   * Returns a column of amounts beyond the end of a row that has other amounts: the row was truncated, perhaps within
   * its last amount.
   */
  #missingAmount(cells: Cells, width: number): ProfileColumn | undefined {
    const amounts = this.#places!.filter(([name]) => AMOUNTS.has(name));
    if (amounts.every(([, place]) => place < width) || amounts.every(([name]) => !cells[name]))
      return undefined;
    // One column of a pair is always empty.
    const isPaired = (name: ProfileColumn) =>
      PAIRS.some((pair) => pair.includes(name) && pair.some((each) => each !== name && cells[each]));
    return amounts.find(([name, place]) => place >= width && !isPaired(name))?.[0];
  }

  #isHeadings(values: readonly string[]): boolean {
    const named = this.#wanted.filter(([, heading]) => !heading.startsWith('#'));
    const [, first] = named[0] ?? [];
    // Cells are compared one by one, because nearly all rows differ in the first.
    return (
      first !== undefined &&
      named.every(([name, heading]) => {
        const place = this.#places!.find(([each]) => each === name)![1];
        return plain(values[place] ?? '') === plain(heading);
      })
    );
  }

  /** Checks that the headings were found. @throws FileRefused when no row had the headings */
  end(): void {
    if (this.#places === null) this.#refuse();
  }

  /** Takes a row as headings if it has all of them. */
  #look(values: readonly string[]): void {
    const headings = values.map(plain);
    const twice = (heading: string) => {
      const sought = plain(heading);
      return !heading.startsWith('#') && headings.indexOf(sought) !== headings.lastIndexOf(sought);
    };
    const places = this.#wanted.map(([name, heading]) => {
      const number = Number(/^#(\d{1,3})$/.exec(heading)?.[1]);
      return [name, number > 0 ? number - 1 : headings.indexOf(plain(heading))] as const;
    });
    const missing = this.#wanted.flatMap(([, heading], index) => (places[index]![1] < 0 ? [heading] : []));
    if (missing.length < this.#missing.length) this.#missing = missing;
    if (missing.length === 0) {
      // A repeated heading is ambiguous; the profile can name the column by its number instead.
      const unclear = this.#wanted.flatMap(([, heading]) => (twice(heading) ? [heading] : []));
      if (unclear.length > 0) throw refusal('ColumnTwice', unclear);
      this.#places = places;
      this.#width = values.length;
      this.#filled = values.findLastIndex((each) => each.trim() !== '') + 1;
    }
    this.#above += 1;
    if (this.#places === null && this.#above >= MAX_ABOVE) this.#refuse();
  }

  #refuse(): never {
    throw refusal('MissingColumn', this.#missing);
  }
}

const refusal = (key: 'MissingColumn' | 'ColumnTwice', columns: readonly string[]) =>
  new InvalidError({ file: columns.slice(0, 10).map((column) => ({ key, params: { column } })) });
