/** Reads a bank's statement, in whatever format, as lines between two balances. */
import { createHash } from 'node:crypto';
import { formatPounds } from '@daftar/contract/money';
import type {
  StatementFileForm,
  StatementFormat,
  StatementLayoutForm,
} from '@daftar/contract/ops-bank-statements';
import type { ReconciliationLayout } from '@daftar/contract/ops-settlement-profiles';
import { readCamt053 } from '../../platform/bank-files/camt053.ts';
import { readMt940 } from '../../platform/bank-files/mt940.ts';
import { BankFileProblem } from '../../platform/bank-files/problem.ts';
import { type BankStatement, decodeText } from '../../platform/bank-files/statement.ts';
import { InvalidError } from '../../platform/http/errors.ts';
import { maskCards } from '../../processors/redact.ts';
import { readRows } from '../rows.ts';
import { amountOf, CellProblem, dayOf, MAX_FILE_PIASTRES } from '../values.ts';
import { BalanceWanted, StatementRefused } from './errors.ts';

/** One booking of the bank's; below zero, money went. */
export interface ReadLine {
  lineNo: number;
  bookedOn: string;
  valueOn: string;
  amountPiastres: number;
  isReversal: boolean;
  bankReference: string;
  ownReference: string;
  text: string;
  /** Ids of our transfers that the bank repeats. */
  transferIds: string[];
  /** SHA-256 of what it says. */
  fingerprint: Buffer;
}

/** What a file says of one account. */
export interface ReadStatement {
  format: StatementFormat;
  sha256: Buffer;
  openingPiastres: number;
  closingPiastres: number;
  firstDay: string;
  lastDay: string;
  /** The bank has closed its last day: no other line of that day can follow. */
  isFinal: boolean;
  lines: ReadLine[];
}

const LONGEST_REFERENCE = 100;
const LONGEST_TEXT = 500;
/** Characters that PostgreSQL or a screen cannot show: controls, half pairs, direction marks. */
const UNSHOWN = /[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;
const clean = (text: string, most: number) =>
  [...text.replace(UNSHOWN, ' ').replace(/\s+/g, ' ').trim()].slice(0, most).join('');

/** Our end-to-end ids of transfers, wherever a bank writes them. */
const TRANSFER_ID = /TRF-[0-9A-HJKMNP-TV-Z]{12}/g;
const MAX_IDS = 1_000;

type Unsigned = Omit<ReadLine, 'fingerprint'>;

function lineOf(line: Unsigned): ReadLine {
  const bankReference = clean(line.bankReference, LONGEST_REFERENCE);
  const ownReference = clean(line.ownReference, LONGEST_REFERENCE);
  const text = maskCards(clean(line.text, LONGEST_TEXT));
  const { bookedOn, valueOn, amountPiastres } = line;
  const said = JSON.stringify([bookedOn, valueOn, amountPiastres, bankReference, ownReference, text]);
  return {
    ...line,
    bankReference,
    ownReference,
    text,
    transferIds: [...new Set(line.transferIds)].slice(0, MAX_IDS),
    fingerprint: createHash('sha256').update(said).digest(),
  };
}

const idsIn = (...texts: string[]) => texts.flatMap((text) => text.toUpperCase().match(TRANSFER_ID) ?? []);

/** Whether a statement is of this account: its IBAN, or the number at the end of it. */
function isOf(iban: string, account: string): boolean {
  const said = account.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
  const digits = said.replace(/^0+/, '');
  return said === '' || said === iban || (/^\d{6,}$/.test(digits) && iban.endsWith(digits));
}

function linesOf(statement: BankStatement): ReadLine[] {
  return statement.entries
    .filter(({ amountPiastres }) => amountPiastres !== 0)
    .map((entry) =>
      lineOf({
        lineNo: entry.line,
        bookedOn: entry.bookedOn,
        valueOn: entry.valueOn,
        amountPiastres: entry.amountPiastres,
        isReversal: entry.isReversal,
        bankReference: entry.bankReference,
        ownReference: entry.ownReference,
        text: entry.text,
        transferIds: idsIn(entry.ownReference, entry.text, ...entry.details.map((each) => each.endToEndId)),
      }),
    );
}

/** What a file says; days are empty where it does not name them. */
interface Balances {
  opening: number | null;
  closing: number | null;
  lines: ReadLine[];
  /** Of the opening and closing balances. */
  firstDay: string;
  lastDay: string;
  isFinal: boolean;
}

/** The statements of one account in a file, one after the other. @throws StatementRefused */
function joined(statements: readonly BankStatement[], iban: string): Balances {
  const own = statements.filter(({ account }) => isOf(iban, account));
  if (own.length === 0) throw new StatementRefused('otherAccount');
  if (own.some(({ currency }) => currency !== '' && currency !== 'EGP'))
    throw new StatementRefused('otherCurrency');
  let closing: number | null = null;
  for (const statement of own) {
    const opening = statement.opening?.amountPiastres ?? null;
    if (closing !== null && opening !== null && opening !== closing) throw new StatementRefused('gap');
    closing = statement.closing?.amountPiastres ?? null;
  }
  return {
    opening: own[0]!.opening?.amountPiastres ?? null,
    closing,
    lines: own.flatMap(linesOf),
    firstDay: own[0]!.opening?.day ?? '',
    lastDay: own.at(-1)!.closing?.day ?? '',
    isFinal: own.at(-1)!.isFinal,
  };
}

/** The columns of a statement as those of a profile, so that both are read by the same reader. */
const layoutOf = ({ encoding, delimiter, decimal_mark, dates, columns }: StatementLayoutForm) =>
  ({
    format: 'table',
    encoding,
    delimiter,
    decimal_mark,
    unit: 'pounds',
    signs: 'as-written',
    dates,
    columns: {
      gross: columns.amount || columns.credit,
      fee: columns.debit,
      vat: columns.balance,
      net: '',
      kind: '',
      our_ref: '',
      processor_ref: columns.reference,
      rrn: '',
      auth_code: '',
      card: '',
      currency: '',
      occurred_on: columns.booked_on,
      value_on: columns.value_on,
      batch: '',
      text: columns.text,
    },
    words: { payment: '', refund: '', reversal: '', chargeback: '', fee: '', adjustment: '', ignored: '' },
  }) satisfies ReconciliationLayout;

const MAX_LINES = 200_000;

/** Whether each balance follows from the one before. */
const follows = (rows: readonly { amount: number; balance: number }[]) =>
  rows.every((row, at) => at === 0 || rows[at - 1]!.balance + row.amount === row.balance);

async function readTable(content: Buffer, form: StatementLayoutForm): Promise<Balances> {
  const layout = layoutOf(form);
  const rows: { line: ReadLine; amount: number; balance: number | null }[] = [];
  for await (const chunk of readRows([content], layout)) {
    for (const { row, cells, problem } of chunk) {
      if (problem)
        throw InvalidError.field('file', 'BankFileFieldWrong', {
          line: row,
          column: 0,
          field: problem.column,
        });
      let field = '';
      const cell = (name: keyof typeof cells, heading: string) => {
        field = heading;
        return cells[name] ?? '';
      };
      try {
        const { columns } = form;
        const booked = dayOf(cell('occurred_on', columns.booked_on), form.dates);
        const signed = amountOf(cell('gross', columns.amount || columns.credit), layout);
        const debit = columns.amount ? null : amountOf(cell('fee', columns.debit), layout);
        const balance = amountOf(cell('vat', columns.balance), layout);
        const amount = (signed ?? 0) - Math.abs(debit ?? 0);
        // Sums, balances brought forward and notes below the lines name no day or no amount.
        if (booked === null || amount === 0) continue;
        const valueOn = dayOf(cell('value_on', columns.value_on), form.dates) ?? booked;
        const [reference, text] = [cells.processor_ref ?? '', cells.text ?? ''];
        rows.push({
          amount,
          balance,
          line: lineOf({
            lineNo: row,
            bookedOn: booked,
            valueOn,
            amountPiastres: amount,
            isReversal: false,
            bankReference: reference,
            ownReference: '',
            text,
            transferIds: idsIn(reference, text),
          }),
        });
      } catch (error) {
        if (!(error instanceof CellProblem)) throw error;
        throw InvalidError.field('file', 'BankFileFieldWrong', { line: row, column: 0, field });
      }
    }
    if (rows.length > MAX_LINES) throw InvalidError.field('file', 'BankFileTooLarge');
  }
  // A table does not say when it was made: of today it may be a part.
  const said = { firstDay: '', lastDay: '', isFinal: false };
  return { ...balancesOf(rows), lines: rows.map(({ line }) => line), ...said };
}

/** The balances around the rows: oldest first, or newest first. @throws InvalidError when they do not add up */
function balancesOf(rows: readonly { line: ReadLine; amount: number; balance: number | null }[]) {
  const named = rows.filter((row): row is typeof row & { balance: number } => row.balance !== null);
  if (rows.length === 0 || named.length < rows.length) return { opening: null, closing: null };
  const order = follows(named) ? named : named.toReversed();
  if (!follows(order))
    throw InvalidError.field('file', 'BankFileDoesNotAddUp', { line: rows.at(-1)!.line.lineNo });
  return { opening: order[0]!.balance - order[0]!.amount, closing: order.at(-1)!.balance };
}

/** The format by its content; workbooks are read as CSV is. */
function formatOf(content: Buffer): StatementFormat {
  if (content.toString('latin1', 0, 4) === 'PK\u0003\u0004') return 'csv';
  const beginning = decodeText(content.subarray(0, 4_096))
    .replace(/^\ufeff/, '')
    .trimStart();
  if (beginning.startsWith('<')) return 'camt.053';
  return /^(?:\{1:|(?:\{4:)?:20:)/m.test(beginning) ? 'mt940' : 'csv';
}

/** A balance of the file, or of the form beside it. @throws BalanceWanted */
function balance(field: 'opening' | 'closing', said: number | null, typed: number | undefined): number {
  const found = said ?? typed;
  if (found === undefined) throw new BalanceWanted(field);
  if (typed !== undefined && typed !== found)
    throw new BalanceWanted(field, `${found < 0 ? '-' : ''}${formatPounds(Math.abs(found))}`);
  return found;
}

/**
 * How far a statement goes: to its last line, or to a later day that it names or that was typed beside it.
 * @throws StatementRefused when it names no day at all; InvalidError on `last_day`
 */
function lastDayOf(days: readonly string[], said: string, typed: string | undefined): string {
  const known = [...days, said].toSorted().at(-1) ?? '';
  if (typed === undefined) {
    if (known === '') throw new StatementRefused('nothingNew');
    return known;
  }
  // A file that names its day must agree; one that does not may go on after its last line.
  if (said === '' ? typed < known : typed !== known)
    throw InvalidError.field('last_day', 'reconciliation.statement.other.last_day', { actual: known });
  return typed;
}

/**
 * Reads a file as lines that lead from an opening to a closing balance.
 * @param layout of the account's CSV files; null without one
 * @throws StatementRefused, BalanceWanted; InvalidError 422 on `file` with the line
 */
export async function readStatement(
  content: Buffer,
  { iban, layout }: { iban: string; layout: StatementLayoutForm | null },
  typed: StatementFileForm,
): Promise<ReadStatement> {
  const format = formatOf(content);
  let read: Balances;
  try {
    if (format === 'csv' && !layout) throw new StatementRefused('noLayout');
    read =
      format === 'csv'
        ? await readTable(content, layout!)
        : joined(format === 'mt940' ? readMt940(content) : readCamt053(content), iban);
  } catch (error) {
    if (!(error instanceof BankFileProblem)) throw error;
    throw InvalidError.field('file', error.key, error.params);
  }
  const { lines } = read;
  const days = lines.map(({ bookedOn }) => bookedOn).toSorted();
  const lastDay = lastDayOf(days, read.lastDay, typed.last_day);
  let total = 0;
  for (const { amountPiastres, lineNo } of lines) {
    total += Math.abs(amountPiastres);
    if (total > MAX_FILE_PIASTRES)
      throw InvalidError.field('file', 'BankFileFieldWrong', { line: lineNo, column: 0, field: '' });
  }
  const openingPiastres = balance('opening', read.opening, typed.opening);
  const closingPiastres = balance('closing', read.closing, typed.closing);
  const sum = lines.reduce((total, line) => total + line.amountPiastres, openingPiastres);
  if (sum !== closingPiastres)
    throw InvalidError.field('file', 'BankFileDoesNotAddUp', { line: lines.at(-1)?.lineNo ?? 1 });
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
  };
}
