import { finished } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { unescaped } from '../csv/csv.ts';
import { SheetProblem } from './problem.ts';
import { MAXIMUM_COLUMNS, type Sheet, SheetBuilder, type SheetLimits, type SheetRow } from './sheet.ts';

/** The most rows read, including those of separators only. */
const MAXIMUM_RECORDS = 50_000;
/** A wider row refuses the file. */
const WIDEST_ROW = 256;
/** The most cells of a file; more than the maximum rows and columns have. */
const MAXIMUM_CELLS = 1_000_000;
/** Bytes of one row's cells. */
const LONGEST_RECORD = 64 * 1024;
/** Characters between two rows, including separators and empty lines, each of which costs the parser time. */
const LONGEST_ROW = 128 * 1024;
/** Characters passed to the parser at once. */
const PIECE_LENGTH = 32 * 1024;

/**
 * Reads a CSV file as spreadsheets write it: UTF-8, UTF-16 or Arabic Windows text, separated by commas, semicolons or
 * tabs. A cell that starts with `=` is refused as a formula.
 * @throws SheetProblem
 */
export async function* readCsv(content: Buffer, limits: SheetLimits): AsyncGenerator<Sheet> {
  const text = decode(content);
  const builder = new SheetBuilder(limits);
  let records = 0;
  let cells = 0;
  /** Characters since the last complete row. */
  let unfinished = 0;
  const parser = parse({
    delimiter: delimiterOf(text),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_RECORD,
    on_record: (record: string[], { empty_lines }) => {
      unfinished = 0;
      records += 1;
      cells += record.length;
      if (records > MAXIMUM_RECORDS) throw new SheetProblem('UnreadableFile');
      if (record.length > WIDEST_ROW) throw new SheetProblem('TooManyColumns', { maximum: WIDEST_ROW });
      if (cells > MAXIMUM_CELLS) throw new SheetProblem('SheetTooLarge');
      builder.add(rowOf(records + empty_lines, record));
      // The builder keeps the rows, so the parser need not.
      return null;
    },
  });
  // The parser creates and drops an error for each row shorter than the first; stack traces would be most of the work.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const ended = finished(parser.resume());
  // Reported below; the first error ends it.
  ended.catch(() => {});
  try {
    for (let from = 0; from < text.length && !parser.errored; from += PIECE_LENGTH) {
      unfinished += PIECE_LENGTH;
      parser.write(text.slice(from, from + PIECE_LENGTH));
      if (unfinished > LONGEST_ROW) throw new SheetProblem('SheetTooLarge');
      yield* builder.chunks();
    }
    parser.end();
    await ended;
  } catch (error) {
    throw error instanceof SheetProblem ? error : new SheetProblem('UnreadableFile');
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    parser.destroy();
  }
  yield* builder.finish();
}

function rowOf(number: number, record: readonly string[]): SheetRow {
  const row: SheetRow = { row: number, cells: record.slice(0, MAXIMUM_COLUMNS).map((cell) => cell.trim()) };
  row.cells.forEach((cell, column) => {
    // As files of this product have it: text, and no formula.
    if (cell.includes("'")) row.cells[column] = unescaped(cell);
    if (!cell.startsWith('=')) return;
    row.problems ??= new Map();
    row.problems.set(column, 'FormulaNotAllowed');
    row.cells[column] = '';
  });
  return row;
}

/** Control characters, which text does not contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const BINARY = /[\u0000-\u0008\u000e-\u001f]/;

function decode(content: Buffer): string {
  const isWide = (content[0] === 0xff && content[1] === 0xfe) || (content[0] === 0xfe && content[1] === 0xff);
  const text = isWide ? decodeWide(content) : decodeNarrow(content);
  if (BINARY.test(text)) throw new SheetProblem('InvalidFileType');
  return text;
}

const decodeWide = (content: Buffer) =>
  new TextDecoder(content[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(content);

function decodeNarrow(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    // "CSV" without UTF-8, as Excel saves it on an Arabic Windows.
    return new TextDecoder('windows-1256').decode(content);
  }
}

/** The most frequent separator of the first line. */
function delimiterOf(text: string): string {
  const counts = new Map([',', ';', '\t'].map((mark) => [mark, 0]));
  let begun = false;
  for (const character of text.slice(0, LONGEST_RECORD)) {
    const isEnd = character === '\n' || character === '\r';
    if (isEnd && begun) break;
    begun ||= !isEnd;
    const count = counts.get(character);
    if (count !== undefined) counts.set(character, count + 1);
  }
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most))[0];
}
