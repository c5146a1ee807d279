/** Reads the rows of a settlement file as a stream: bounded in memory whatever its size. */
import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import {
  PROFILE_COLUMNS,
  type ProfileColumn,
  type ReconciliationLayout,
} from '@daftar/contract/ops-settlement-profiles';
import { parse } from 'csv-parse';
import { InvalidError } from '../platform/http/errors.ts';
import { SheetRefused } from '../platform/sheets/errors.ts';
import { readChunks } from '../platform/sheets/read.ts';
import { FileRefused } from './errors.ts';
import { type Cells, plain } from './lines.ts';

/** A row with the cells that the profile names. `problem`: a cell without a value, such as a formula. */
export interface FileRow {
  row: number;
  cells: Cells;
  problem?: { column: ProfileColumn; key: 'FormulaNotAllowed' | 'CellError' };
}

/** Bytes of a file in pieces of any size. */
export type Source = AsyncIterable<Buffer> | Iterable<Buffer>;

/** A workbook is read as a whole, so it is smaller than a file of text may be. */
const WORKBOOK_BYTES = 32 * 1024 * 1024;
const WORKBOOK_ROWS = 100_000;
/** Bytes of one row. */
const LONGEST_ROW = 64 * 1024;
const WIDEST_ROW = 256;
/** Rows above the headings: the bank's name, the period. */
const MAX_ABOVE = 100;
/** Other requests run in between. */
const PIECE_BYTES = 64 * 1024;
const STRETCH_ROWS = 500;

/**
 * Yields the rows of a file below its headings, in chunks.
 * @throws FileRefused when it is no file of this profile; SheetRefused for a workbook
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
  const text = decoded(first.value, pieces, layout.encoding);
  yield* layout.format === 'fixed' ? fixedRows(text, layout) : tableRows(text, layout);
}

/** Pieces of one size: small enough to be parsed at once, and the first has headings and some rows. */
async function* piecesOf(source: Source): AsyncGenerator<Buffer> {
  let kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    kept.push(chunk);
    bytes += chunk.length;
    if (bytes < PIECE_BYTES) continue;
    const whole = Buffer.concat(kept);
    const end = whole.length - (whole.length % PIECE_BYTES);
    for (let from = 0; from < end; from += PIECE_BYTES) yield whole.subarray(from, from + PIECE_BYTES);
    kept = [whole.subarray(end)];
    bytes = whole.length - end;
  }
  if (bytes > 0) yield Buffer.concat(kept);
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
  for await (const { headings, rows } of readChunks(0, file, { maximumRows: WORKBOOK_ROWS })) {
    // The first row that is not blank may be above the headings.
    const found = isFirst ? [table.add(1, headings)] : [];
    isFirst = false;
    for (const { row, cells, problems } of rows) found.push(table.add(row, cells, problems));
    yield found.filter((row) => row !== null);
  }
  table.end();
}

/** Any C0 control character but tab and line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const BINARY = /[\u0000-\u0008\u000e-\u0019\u001b-\u001f]/;

/** Decodes text piece by piece. @throws FileRefused when it is not in the encoding */
async function* decoded(
  first: Buffer,
  rest: AsyncGenerator<Buffer>,
  encoding: ReconciliationLayout['encoding'],
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding === 'auto' ? guess(first) : encoding, { fatal: true });
  const decode = (piece?: Buffer) => {
    let text: string;
    try {
      text = piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
    } catch {
      throw new FileRefused('WrongEncoding');
    }
    if (BINARY.test(text)) throw new SheetRefused('InvalidFileType');
    return text;
  };
  yield decode(first);
  for await (const piece of rest) {
    yield decode(piece);
    await setImmediate();
  }
  yield decode();
}

/** By its mark; without one UTF-8 when the beginning is, otherwise Arabic Windows text. */
function guess(first: Buffer): string {
  if (first[0] === 0xff && first[1] === 0xfe) return 'utf-16le';
  if (first[0] === 0xfe && first[1] === 0xff) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(first, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1256';
  }
}

async function* fixedRows(
  text: AsyncGenerator<string>,
  layout: ReconciliationLayout,
): AsyncGenerator<FileRow[]> {
  const places = PROFILE_COLUMNS.flatMap((column) => {
    const [from, to] = layout.columns[column].split('-').map(Number);
    return from && to ? [{ column, from: from - 1, to }] : [];
  });
  let row = 0;
  let rows: FileRow[] = [];
  for await (const line of linesOf(text)) {
    row += 1;
    const cells: Cells = {};
    for (const { column, from, to } of places) cells[column] = line.slice(from, to).trim();
    rows.push({ row, cells });
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
    if (left.length > LONGEST_ROW) throw new SheetRefused('SheetTooLarge');
    yield* lines;
  }
  if (left.trim() !== '') yield left.replace(/\r$/, '');
}

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;

/** The delimiter that separates most of the headings, or else occurs most often. */
function delimiterOf(text: string, { delimiter, columns }: ReconciliationLayout): string {
  if (delimiter !== 'auto') return DELIMITERS[delimiter];
  const wanted = new Set(Object.values(columns).map(plain).filter(Boolean));
  const lines = text.split(/\r\n|\n|\r/, MAX_ABOVE);
  const score = (mark: string) => {
    const found = lines.map((line) => line.split(mark).filter((cell) => wanted.has(plain(cell))).length);
    return Math.max(...found) * text.length + text.split(mark).length;
  };
  const marks = Object.values(DELIMITERS).map((mark) => [mark, score(mark)] as const);
  return marks.reduce((most, each) => (each[1] > most[1] ? each : most))[0];
}

async function* tableRows(
  text: AsyncGenerator<string>,
  layout: ReconciliationLayout,
): AsyncGenerator<FileRow[]> {
  const table = new Table(layout);
  const first = await text.next();
  const start = (first.done ? '' : first.value).replace(/^\ufeff/, '');
  let found: FileRow[] = [];
  let refused: unknown;
  /** Bytes since the last complete row. */
  let unfinished = 0;
  const parser = parse({
    delimiter: delimiterOf(start, layout),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: LONGEST_ROW,
    on_record: (record: string[], { lines }) => {
      unfinished = 0;
      if (refused) return null;
      try {
        if (record.length > WIDEST_ROW) throw new SheetRefused('TooManyColumns', { maximum: WIDEST_ROW });
        const row = table.add(lines, record);
        if (row) found.push(row);
      } catch (error) {
        refused = error;
      }
      // The rows are kept here, so the parser need not.
      return null;
    },
  });
  const ended = finished(parser.resume());
  ended.catch(() => {});
  const write = (piece: string) => {
    unfinished += piece.length;
    parser.write(piece);
    if (refused) throw refused;
    if (parser.errored || unfinished > 2 * LONGEST_ROW + PIECE_BYTES)
      throw new SheetRefused('UnreadableFile');
    const rows = found;
    found = [];
    return rows;
  };
  try {
    yield write(start);
    for await (const piece of text) yield write(piece);
    parser.end();
    await ended.catch(() => {
      throw new SheetRefused('UnreadableFile');
    });
    if (refused) throw refused;
    yield found;
  } finally {
    parser.destroy();
  }
  table.end();
}

/** Finds the headings and picks the columns of the profile. */
class Table {
  readonly #wanted: readonly (readonly [ProfileColumn, string])[];
  #places: readonly (readonly [ProfileColumn, number])[] | null;
  #above = 0;
  /** Of the row above with most of the headings: those that are missing in it. */
  #missing: string[];

  constructor({ columns }: ReconciliationLayout) {
    this.#wanted = PROFILE_COLUMNS.flatMap((name) =>
      columns[name] === '' ? [] : [[name, columns[name]] as const],
    );
    this.#missing = this.#wanted.map(([, heading]) => heading);
    const numbered = this.#wanted.map(
      ([name, place]) => [name, Number(/^#(\d{1,3})$/.exec(place)?.[1]) - 1] as const,
    );
    // By number alone there are no headings.
    this.#places = numbered.every(([, place]) => place >= 0) ? numbered : null;
  }

  /** The row when it is below the headings, otherwise null. @throws FileRefused when there are none */
  add(
    row: number,
    values: readonly string[],
    problems?: ReadonlyMap<number, 'FormulaNotAllowed' | 'CellError'>,
  ): FileRow | null {
    if (this.#places === null) {
      this.#look(values);
      return null;
    }
    const cells: Cells = {};
    let problem: FileRow['problem'];
    for (const [name, place] of this.#places) {
      let cell = (values[place] ?? '').trim();
      // Spreadsheets keep the zeros of an id as `="0123"`.
      if (cell.startsWith('=')) cell = cell.replace(/^="([^"]*)"$/, '$1');
      cells[name] = cell;
      const key = problems?.get(place) ?? (cell.startsWith('=') ? 'FormulaNotAllowed' : undefined);
      if (key) problem ??= { column: name, key };
    }
    return problem ? { row, cells, problem } : { row, cells };
  }

  /** @throws FileRefused when no row had the headings */
  end(): void {
    if (this.#places === null) this.#refuse();
  }

  /** Takes a row as headings when it has all of them. */
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
      // Which of them is meant nobody can tell; a profile can name the column by its number.
      const unclear = this.#wanted.flatMap(([, heading]) => (twice(heading) ? [heading] : []));
      if (unclear.length > 0) throw refusal('ColumnTwice', unclear);
      this.#places = places;
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
