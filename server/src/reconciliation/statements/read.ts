/** Reads a bank statement in any supported format, as lines between two balances. */
import { createHash } from 'node:crypto';
import type { BankFileNote } from '@daftar/contract/bank-files';
import { formatPounds } from '@daftar/contract/money';
import type {
  StatementFileForm,
  StatementFormat,
  StatementLayoutForm,
} from '@daftar/contract/ops-bank-statements';
import {
  PROFILE_COLUMNS,
  PROFILE_WORDS,
  type ReconciliationLayout,
  SIGN_WORDS,
} from '@daftar/contract/ops-settlement-profiles';
import { transferIdsIn } from '../../platform/bank-files/own-ids.ts';
import { BankFileProblem } from '../../platform/bank-files/problem.ts';
import { notAddingUp } from '../../platform/bank-files/statement.ts';
import { InvalidError } from '../../platform/http/errors.ts';
import { plainHeading } from '../../platform/sheets/csv-text.ts';
import { maskCards } from '../../processors/redact.ts';
import { isLabel, isNote } from '../footers.ts';
import { type FileRow, readRows } from '../rows.ts';
import { ofPair, signed, signReader, wordsOf } from '../signs.ts';
import { amountOf, CellProblem, MAX_FILE_PIASTRES } from '../values.ts';
import { dayOf } from '../written-days.ts';
import type { OwnAccount } from './account.ts';
import { BalanceWanted, StatementRefused } from './errors.ts';
import { type Balances, formatOf, lineOf, type ReadLine } from './parse.ts';
import { readInThread } from './reader.ts';

/** The content of a file about one account. */
export interface ReadStatement {
  format: StatementFormat;
  sha256: Buffer;
  openingPiastres: number;
  closingPiastres: number;
  firstDay: string;
  lastDay: string;
  /** The bank has closed the last day, so no further line of it can follow. */
  isFinal: boolean;
  lines: ReadLine[];
  /** Deviations from the format that were tolerated. */
  notes: BankFileNote[];
}

const emptyOf = <const K extends string>(names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, ''])) as Record<K, string>;

/** Converts the layout of a statement into that of a profile, so that the same reader reads both. */
const layoutOf = ({
  encoding,
  delimiter,
  decimal_mark,
  dates,
  columns,
  words,
  rounding,
}: StatementLayoutForm) =>
  ({
    format: 'table',
    encoding,
    delimiter,
    decimal_mark,
    unit: 'pounds',
    signs: 'as-written',
    dates,
    columns: {
      ...emptyOf(PROFILE_COLUMNS),
      gross: columns.amount || columns.credit,
      gross_debit: columns.debit,
      gross_sign: columns.sign ?? '',
      record: columns.record ?? '',
      vat: columns.balance,
      processor_ref: columns.reference,
      occurred_on: columns.booked_on,
      value_on: columns.value_on,
      text: columns.text,
    },
    words: { ...emptyOf(PROFILE_WORDS), ...emptyOf(SIGN_WORDS), ...words },
    rounding,
  }) satisfies ReconciliationLayout;

const MAX_LINES = 200_000;

/** Returns whether each balance follows from the one before. */
const follows = (rows: readonly { amount: number; balance: number }[]) =>
  rows.every((row, at) => at === 0 || rows[at - 1]!.balance + row.amount === row.balance);

type TableRow = { line: ReadLine; amount: number; balance: number | null };

/**
 * Creates a reader of table rows. It returns null for a row that is no booking.
 * @throws CellProblem, of the column last passed to `at`
 */
function tableReader(form: StatementLayoutForm, layout: ReturnType<typeof layoutOf>) {
  const { columns } = form;
  const sign = signReader(layout.words);
  const counted = new Set(wordsOf(layout.words.counted));
  return ({ row, cells, serials }: FileRow, at: (heading: string, cell: string) => void): TableRow | null => {
    const cell = (name: keyof typeof cells, heading: string) => {
      const value = cells[name] ?? '';
      at(heading, value);
      return value;
    };
    if (layout.columns.record !== '') {
      const record = cell('record', layout.columns.record);
      if (record === '') throw new CellProblem('Required');
      if (!counted.has(plainHeading(record))) return null;
    }
    const written = amountOf(cell('gross', columns.amount || columns.credit), layout);
    const paired =
      columns.debit === '' ? written : ofPair(written, amountOf(cell('gross_debit', columns.debit), layout));
    const amount =
      paired && layout.columns.gross_sign !== ''
        ? signed(paired, sign(cell('gross_sign', layout.columns.gross_sign)))
        : (paired ?? 0);
    const balance = amountOf(cell('vat', columns.balance), layout);
    const booked = dayOf(cell('occurred_on', columns.booked_on), form.dates, serials);
    // Rows with a balance or a continued text are no bookings.
    if (amount === 0) return null;
    if (booked === null) throw new CellProblem('Required');
    const valueOn = dayOf(cell('value_on', columns.value_on), form.dates, serials) ?? booked;
    const [reference, text] = [cells.processor_ref ?? '', cells.text ?? ''];
    const line = lineOf({
      lineNo: row,
      bookedOn: booked,
      valueOn,
      amountPiastres: amount,
      isReversal: false,
      bankReference: reference,
      ownReference: '',
      text,
      transferIds: transferIdsIn(reference, text),
    });
    return { amount, balance, line };
  };
}

async function readTable(content: Buffer, form: StatementLayoutForm): Promise<Balances> {
  const layout = layoutOf(form);
  const read = tableReader(form, layout);
  const rows: TableRow[] = [];
  /** The first row that looks like a sum or a note; an error if a booking follows. */
  let below: InvalidError | null = null;
  for await (const chunk of readRows([content], layout)) {
    for (const source of chunk) {
      const { row, cells, raw, problem } = source;
      const refused = (
        field: string,
        value: string | undefined,
        key: 'BankFileCellWrong' | 'BankFileSerialDay' = 'BankFileCellWrong',
      ) => InvalidError.field('file', key, { line: row, field, value: shown(value) });
      if (raw.every((cell) => cell.trim() === '')) continue;
      if (problem?.key === 'StrayQuote') throw refused(problem.column, problem.value);
      const isSum = (cells.processor_ref ?? '') === '' && (raw.some(isLabel) || isNote(raw));
      let field = '';
      let value: string | undefined;
      let found: TableRow | null = null;
      try {
        if (problem) throw new CellProblem('Required');
        found = read(source, (heading, cell) => {
          field = heading;
          value = cell;
        });
      } catch (error) {
        if (!(error instanceof CellProblem)) throw error;
        const key = error.key === 'SerialDay' ? 'BankFileSerialDay' : 'BankFileCellWrong';
        const wrong = refused(problem?.column ?? field, problem?.value ?? value, key);
        if (!isSum && ((cells.text ?? '') !== '' || (cells.processor_ref ?? '') !== '' || cells.occurred_on))
          throw wrong;
        // Balances and totals may stand above the bookings.
        if (rows.length > 0) below ??= wrong;
        continue;
      }
      if (!found) continue;
      if (below) throw below;
      rows.push(found);
    }
    if (rows.length > MAX_LINES) throw InvalidError.field('file', 'BankFileTooLarge');
  }
  // A table has no creation time, so today's lines may be incomplete.
  const said = { firstDay: '', lastDay: '', isFinal: false, notes: [] };
  return { ...balancesOf(rows), lines: rows.map(({ line }) => line), ...said };
}

/**
 * Returns the balances around the rows, which may be sorted oldest or newest first.
 * @throws InvalidError when they do not add up
 */
function balancesOf(rows: readonly { line: ReadLine; amount: number; balance: number | null }[]) {
  const named = rows.filter((row): row is typeof row & { balance: number } => row.balance !== null);
  if (rows.length === 0 || named.length < rows.length) return { opening: null, closing: null };
  const order = follows(named) ? named : named.toReversed();
  const wrong = order.findIndex((row, at) => at > 0 && order[at - 1]!.balance + row.amount !== row.balance);
  if (wrong > 0) {
    const { line, amount, balance: closing } = order[wrong]!;
    throw notAddingUp(line.lineNo, order[wrong - 1]!.balance + amount, closing);
  }
  return { opening: order[0]!.balance - order[0]!.amount, closing: order.at(-1)!.balance };
}

/** Reads a file in any format. @throws InvalidError 422 on `file` with the place and cause */
function refuse({ key, params }: BankFileProblem): never {
  throw InvalidError.field('file', key, params);
}

/** Returns a cell as an error shows it. */
const shown = (cell = '') => [...maskCards(cell)].slice(0, 40).join('');

/** Returns a balance from the file, or from the form. @throws BalanceWanted */
function balance(field: 'opening' | 'closing', said: number | null, typed: number | undefined): number {
  const found = said ?? typed;
  if (found === undefined) throw new BalanceWanted(field);
  if (typed !== undefined && typed !== found) throw new BalanceWanted(field, found);
  return found;
}

/**
 * Returns the last day of a statement: that of its last line, or a later day stated in the file or typed in the form.
 * @throws StatementRefused when it has no day at all; InvalidError on `last_day`
 */
function lastDayOf(days: readonly string[], said: string, typed: string | undefined): string {
  const known = [...days, said].toSorted().at(-1) ?? '';
  if (typed === undefined) {
    if (known === '') throw new StatementRefused('nothingNew');
    return known;
  }
  // A day stated in the file must equal the typed one; without one, the period may extend beyond the last line.
  if (said === '' ? typed < known : typed !== known)
    throw InvalidError.field('last_day', 'reconciliation.statement.other.last_day', { actualDay: known });
  return typed;
}

/**
 * Reads a file as lines that lead from an opening to a closing balance.
 * @param layout of the account's CSV files; null: not set
 * @throws StatementRefused, BalanceWanted; InvalidError 422 on `file` with the line
 */
export async function readStatement(
  content: Buffer,
  { layout, ...own }: OwnAccount & { layout: StatementLayoutForm | null },
  typed: StatementFileForm,
): Promise<ReadStatement> {
  const format = formatOf(content);
  let read: Balances;
  try {
    if (format === 'csv' && !layout) throw new StatementRefused('noLayout');
    read =
      format === 'csv'
        ? await readTable(content, layout!)
        : await readInThread(content, { format, own: { iban: own.iban, bic: own.bic } });
  } catch (error) {
    if (error instanceof BankFileProblem) refuse(error);
    throw error;
  }
  const { lines } = read;
  const days = lines.map(({ bookedOn }) => bookedOn).toSorted();
  const lastDay = lastDayOf(days, read.lastDay, typed.last_day);
  let total = 0;
  for (const { amountPiastres, lineNo } of lines) {
    total += Math.abs(amountPiastres);
    if (total > MAX_FILE_PIASTRES)
      throw InvalidError.field('file', 'BankFileAmountWrong', {
        line: lineNo,
        column: 1,
        field: '',
        value: formatPounds(Math.abs(amountPiastres)),
      });
  }
  const openingPiastres = balance('opening', read.opening, typed.opening);
  const closingPiastres = balance('closing', read.closing, typed.closing);
  const sum = lines.reduce((total, line) => total + line.amountPiastres, openingPiastres);
  if (sum !== closingPiastres) refuse(notAddingUp(lines.at(-1)?.lineNo ?? 1, sum, closingPiastres));
  const firstDay = days[0] ?? (read.firstDay || lastDay);
  return {
    format,
    sha256: createHash('sha256').update(content).digest(),
    openingPiastres,
    closingPiastres,
    firstDay: [firstDay, lastDay].toSorted()[0]!,
    lastDay,
    isFinal: read.isFinal,
    lines,
    notes: read.notes,
  };
}
