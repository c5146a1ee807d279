import { unescaped } from '../csv/csv.ts';
import { recordsOf } from './csv.ts';
import type { CsvRecord } from './csv-records.ts';
import { decodeText } from './csv-text.ts';
import { SheetProblem } from './problem.ts';
import { MAXIMUM_COLUMNS, type Sheet, SheetBuilder, type SheetLimits, type SheetRow } from './sheet.ts';

/** Maximum number of rows read, including those of separators only. */
const MAXIMUM_RECORDS = 50_000;
/** Maximum number of cells in a file; larger than the product of the maximum rows and columns. */
const MAXIMUM_CELLS = 1_000_000;
/** Number of characters parsed at once. */
const PIECE_LENGTH = 64 * 1024;
/** Maximum number of characters without a row, such as empty lines. */
const LONGEST_GAP = 128 * 1024;

/**
 * Reads a CSV file as spreadsheets write it: UTF-8, UTF-16 or Arabic Windows text, with any line ends and any usual
 * delimiter. A cell that starts with `=` is refused as a formula.
 * @throws SheetProblem
 */
export async function* readCsv(content: Buffer, limits: SheetLimits): AsyncGenerator<Sheet> {
  const builder = new SheetBuilder(limits);
  let cells = 0;
  /** Characters since the last complete row. */
  let unfinished = 0;
  const text = textOf(content);
  const pieces = function* () {
    for (let from = 0; from < text.length; from += PIECE_LENGTH) {
      unfinished += PIECE_LENGTH;
      yield text.slice(from, from + PIECE_LENGTH);
    }
  };
  for await (const records of recordsOf(pieces(), { headings: limits.headings })) {
    if (records.length > 0) unfinished = 0;
    if (unfinished > LONGEST_GAP) throw new SheetProblem('SheetTooLarge');
    for (const record of records) {
      cells += record.cells.length;
      if (record.row > MAXIMUM_RECORDS) throw new SheetProblem('UnreadableFile');
      if (cells > MAXIMUM_CELLS) throw new SheetProblem('SheetTooLarge');
      builder.add(rowOf(record));
    }
    yield* builder.chunks();
  }
  yield* builder.finish();
}

function textOf(content: Buffer): string {
  try {
    return decodeText(content);
  } catch (error) {
    // No encoding was declared.
    const isCut = error instanceof SheetProblem && error.key === 'WrongEncoding';
    throw isCut ? new SheetProblem('UnreadableFile') : error;
  }
}

function rowOf({ row: number, cells, stray }: CsvRecord): SheetRow {
  const row: SheetRow = { row: number, cells: cells.slice(0, MAXIMUM_COLUMNS).map((cell) => cell.trim()) };
  const refuse = (column: number, key: 'FormulaNotAllowed' | 'StrayQuote') => {
    row.problems ??= new Map();
    row.problems.set(column, key);
  };
  row.cells.forEach((cell, column) => {
    // In files exported by this product, escaped text is text, not a formula.
    if (cell.includes("'")) row.cells[column] = unescaped(cell);
    if (!cell.startsWith('=')) return;
    refuse(column, 'FormulaNotAllowed');
    row.cells[column] = '';
  });
  if (stray !== undefined) refuse(Math.min(stray, MAXIMUM_COLUMNS - 1), 'StrayQuote');
  return row;
}
