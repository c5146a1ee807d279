/** Reads the lines and the other rows of a settlement file. */
import type { ImportResult } from '@daftar/contract/ops-settlement-files';
import type { ReconciliationLayout } from '@daftar/contract/ops-settlement-profiles';
import type { SettlementLine } from '../processors/gateway.ts';
import { FileRefused } from './errors.ts';
import { lineReader, type ReadRow, type RowProblem } from './lines.ts';
import { type FileRow, readRows, type Source } from './rows.ts';
import { SplitAmounts } from './split-amounts.ts';
import { Totals } from './totals.ts';
import { MAX_FILE_PIASTRES } from './values.ts';

/** The result of reading a file, besides its lines. */
export interface FileReading {
  /** Blank rows, and rows that the profile excludes. */
  skipped: number;
  /** Totals and notes below the last line. */
  footers: number;
  footerRows: ImportResult['footer_rows'];
  /** Rows that cannot be read; a single one prevents the import. */
  invalid: number;
  /** The first of these rows. */
  problems: RowProblem[];
}

export const newReading = (): FileReading => ({
  skipped: 0,
  footers: 0,
  footerRows: [],
  invalid: 0,
  problems: [],
});

/** Maximum number of lines in one file. */
const MAXIMUM_LINES = 5_000_000;
/** Maximum number of problems shown; further ones are only counted. */
const SHOWN_PROBLEMS = 100;
/** Maximum length of a value shown. */
export const LONGEST_VALUE = 100;
/** Maximum number of rows below the last line; a file with more of them is read with a wrong profile. */
const MAXIMUM_FOOTERS = 50;
const SHOWN_FOOTERS = 20;

type Judged = { problem: RowProblem; isFooter: boolean } | null;
const ofRow = (row: number, { problem, isFooter }: Extract<ReadRow, { problem: object }>): Judged => ({
  problem: { row, ...problem },
  isFooter,
});

/** Returns a row as the dry run shows it. */
const shownOf = (raw: readonly string[]) =>
  raw
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(' · ')
    .slice(0, 2 * LONGEST_VALUE);

/**
 * Yields the lines of a file in chunks, and completes the reading. Totals and notes are footers only if no line
 * follows them.
 * @throws FileRefused TooManyRows; as {@link readRows}
 */
export async function* readLines(
  source: Source,
  layout: ReconciliationLayout,
  reading: FileReading,
): AsyncGenerator<{ row: number; line: SettlementLine }[]> {
  const lineOf = lineReader(layout);
  let count = 0;
  let total = 0;
  /** Returns whether sums over the file still fit into exact numbers. */
  const fits = ({ grossPiastres, feePiastres }: SettlementLine) => {
    total += Math.abs(grossPiastres) + Math.abs(feePiastres);
    return total <= MAX_FILE_PIASTRES;
  };
  const refuse = (problem: RowProblem) => {
    reading.invalid += 1;
    if (reading.problems.length < SHOWN_PROBLEMS) reading.problems.push(problem);
  };
  const totals = new Totals(layout);
  const splits = new SplitAmounts(layout);
  /** Finds problems of a row that was read as a line. */
  const judge = (source: FileRow, line: SettlementLine): Judged => {
    const { row, cells, raw, table } = source;
    const split = table && splits.add(row, raw, table, line);
    if (split) return { problem: { ...split, key: 'SplitAmount' }, isFooter: false };
    const kind = totals.judge(source, line);
    const problem = { row, column: 'gross', value: cells.gross ?? '' } as const;
    if (kind === 'footer') return { problem: { ...problem, key: 'NotALine' }, isFooter: true };
    if (kind === 'unclear') return { problem: { ...problem, key: 'LooksLikeTotal' }, isFooter: false };
    return fits(line) ? null : { problem: { ...problem, key: 'InvalidAmountFormat' }, isFooter: false };
  };
  /** Rows that are footers unless a line follows. */
  let below: { problem: RowProblem; text: string }[] = [];
  for await (const rows of readRows(source, layout)) {
    const good: { row: number; line: SettlementLine }[] = [];
    for (const sourceRow of rows) {
      const { row, raw } = sourceRow;
      const read = lineOf(sourceRow);
      if (read === 'skipped') {
        reading.skipped += 1;
        continue;
      }
      const wrong: Judged = 'line' in read ? judge(sourceRow, read.line) : ofRow(row, read);
      if (wrong?.isFooter && below.length < MAXIMUM_FOOTERS) {
        below.push({ problem: wrong.problem, text: shownOf(raw) });
        continue;
      }
      for (const { problem } of below) refuse(problem);
      below = [];
      if (wrong) refuse(wrong.problem);
      else if ('line' in read) good.push({ row, line: read.line });
    }
    count += good.length;
    if (count > MAXIMUM_LINES) throw new FileRefused('TooManyRows', { maximum: MAXIMUM_LINES });
    yield good;
  }
  const split = splits.end();
  for (const each of split.rows) refuse({ ...each, key: 'SplitAmount' });
  reading.invalid += split.count - split.rows.length;
  const above = totals.end();
  if (above) refuse({ ...above, column: 'gross', key: 'LooksLikeTotal' });
  reading.footers = below.length;
  reading.footerRows = below.slice(0, SHOWN_FOOTERS).map(({ problem: { row }, text }) => ({ row, text }));
}
