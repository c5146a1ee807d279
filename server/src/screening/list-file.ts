/** Reads a list of names: CSV with a heading, one person or business a line. */
import { LIST_BYTES, LIST_LINES } from '@daftar/contract/ops-screening';
import { type CsvRecord, readCsvRecords } from '../platform/sheets/csv.ts';
import { SheetProblem } from '../platform/sheets/problem.ts';

/** One person or business of a list. */
export interface Entry {
  /** Its number in the list, or its name. */
  reference: string;
  name: string;
  aliases: string[];
  /** `YYYY-MM-DD` or a year; empty when unknown. */
  birthDate: string;
  /** The source stated by the list. */
  source: string;
}

/** An error in a list, with its place counted from 1. */
export interface Problem {
  line: number;
  column: string;
  reason: 'unreadable' | 'tooLarge' | 'tooMany' | 'missing' | 'tooLong' | 'date' | 'letters';
}

const PROBLEMS_SHOWN = 20;
const LONGEST = 300;
const BIRTH = /^(\d{4}(-\d{2}-\d{2})?)?$/;
const COLUMNS = ['reference', 'name', 'aliases', 'birth_date', 'source'] as const;
/** Control characters and unpaired surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
const BAD_LETTERS = /[\u0000-\u0008\u000b-\u001f\u007f\ufffd]/u;

/** Parses a list. @returns the entries, or at most twenty problems; with any problem the list is not loaded */
export function readList(bytes: Buffer): { entries: Entry[] } | { problems: Problem[] } {
  if (bytes.length > LIST_BYTES) return { problems: [{ line: 1, column: '', reason: 'tooLarge' }] };
  let rows: CsvRecord[];
  try {
    // Other encodings become replacement characters, which are refused with their line.
    rows = readCsvRecords(Buffer.from(bytes.toString('utf8')), { headings: COLUMNS, takesAll: true });
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error;
    return { problems: [{ line: 1, column: '', reason: 'unreadable' }] };
  }
  const [head, ...lines] = rows;
  const places = new Map((head?.cells ?? []).map((name, at) => [name.trim().toLowerCase(), at]));
  const absent = (['name', 'source'] as const).filter((column) => !places.has(column));
  if (absent.length > 0)
    return { problems: absent.map((column) => ({ line: 1, column, reason: 'missing' })) };
  if (lines.length > LIST_LINES)
    return { problems: [{ line: LIST_LINES + 2, column: '', reason: 'tooMany' }] };
  const problems: Problem[] = [];
  const entries = lines.map(({ cells, line, stray, isLoose }): Entry => {
    const cell = (column: (typeof COLUMNS)[number]) => cells[places.get(column) ?? -1]?.trim() ?? '';
    const wrong = (column: string, reason: Problem['reason']) => problems.push({ line, column, reason });
    if (stray !== undefined || isLoose) wrong('', 'unreadable');
    for (const column of COLUMNS) {
      if (cell(column).length > (column === 'aliases' ? 10 * LONGEST : LONGEST)) wrong(column, 'tooLong');
      if (BAD_LETTERS.test(cell(column))) wrong(column, 'letters');
    }
    for (const column of ['name', 'source'] as const) if (cell(column) === '') wrong(column, 'missing');
    if (!BIRTH.test(cell('birth_date'))) wrong('birth_date', 'date');
    return {
      reference: cell('reference') || cell('name'),
      name: cell('name'),
      aliases: cell('aliases')
        .split(';')
        .map((alias) => alias.trim())
        .filter((alias) => alias !== '')
        .slice(0, 50),
      birthDate: cell('birth_date'),
      source: cell('source'),
    };
  });
  return problems.length > 0 ? { problems: problems.slice(0, PROBLEMS_SHOWN) } : { entries };
}
