import { parse } from 'csv-parse/sync';
import { SheetRefused } from './errors.ts';
import { MAXIMUM_COLUMNS, type Sheet, SheetBuilder, type SheetLimits, type SheetRow } from './sheet.ts';

/** Lines looked at, empty ones included; more is no list of anything. */
const MAXIMUM_LINES = 200_000;
const LONGEST_RECORD = 64 * 1024;

/**
 * Reads a CSV file as spreadsheets write them: UTF-8, UTF-16 or Arabic Windows text, separated by commas, semicolons
 * or tabs. A cell that begins with `=` would be a formula there, and is a problem here.
 * @throws SheetRefused
 */
export function* readCsv(content: Buffer, limits: SheetLimits): Generator<Sheet> {
  const text = decode(content);
  const builder = new SheetBuilder(limits);
  let number = 0;
  try {
    parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      max_record_size: LONGEST_RECORD,
      on_record: (record: string[]) => {
        number += 1;
        if (number > MAXIMUM_LINES) throw new SheetRefused('UnreadableFile');
        builder.add(rowOf(number, record));
        // Kept by the builder: the parser need not.
        return null;
      },
    });
  } catch (error) {
    throw error instanceof SheetRefused ? error : new SheetRefused('UnreadableFile');
  }
  yield* builder.finish();
}

function rowOf(number: number, record: readonly string[]): SheetRow {
  const row: SheetRow = { row: number, cells: record.slice(0, MAXIMUM_COLUMNS).map((cell) => cell.trim()) };
  row.cells.forEach((cell, column) => {
    if (!cell.startsWith('=')) return;
    row.problems ??= new Map();
    row.problems.set(column, 'FormulaNotAllowed');
    row.cells[column] = '';
  });
  return row;
}

/** Control characters that no text has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const BINARY = /[\u0000-\u0008\u000e-\u001f]/;

function decode(content: Buffer): string {
  const isWide = (content[0] === 0xff && content[1] === 0xfe) || (content[0] === 0xfe && content[1] === 0xff);
  const text = isWide ? decodeWide(content) : decodeNarrow(content);
  if (BINARY.test(text)) throw new SheetRefused('InvalidFileType');
  return text;
}

const decodeWide = (content: Buffer) =>
  new TextDecoder(content[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(content);

function decodeNarrow(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    // "CSV" without a word about UTF-8, as Excel saves it on an Arabic Windows.
    return new TextDecoder('windows-1256').decode(content);
  }
}

/** The separator that the first line has most of. */
function delimiterOf(text: string): string {
  const line = /[^\r\n]+/.exec(text)?.[0] ?? '';
  const counts = [',', ';', '\t'].map((mark) => ({ mark, count: line.split(mark).length }));
  return counts.reduce((most, each) => (each.count > most.count ? each : most)).mark;
}
