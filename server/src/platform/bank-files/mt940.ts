/** Reads statements in SWIFT's MT940 (`:60F: :61: :86: :62F:`), with or without the blocks of a message around them. */
import { decode } from './encoding.ts';
import { entryOf, wordsOf } from './mt940-entry.ts';
import { amountIn, dayIn, type Field, fieldsOf, wrong } from './mt940-fields.ts';
import { Notes } from './notes.ts';
import { plainSigns } from './own-ids.ts';
import { BankFileProblem } from './problem.ts';
import {
  type Balance,
  type BankStatement,
  MAX_ENTRIES,
  type ReadFile,
  requireSize,
  requireSum,
  type StatementEntry,
} from './statement.ts';

const BALANCE = /^ *([CD]) *(\d{6}|\d{8}) *([A-Z]{3}) *(\d[\d.,'\u2019 ]{0,30}|[.,]\d{1,2}) *$/;

/** `C260615EGP1234,56` */
function balanceOf(field: Field, notes: Notes): Balance & { currency: string } {
  const written = field.lines[0] ?? '';
  const typed = plainSigns(written);
  const match = BALANCE.exec(typed.toUpperCase());
  if (!match) throw wrong(field, 0, typed);
  const [, mark, dayTyped, currency, amountWritten] = match;
  const amountTyped = amountWritten!.trimEnd();
  const day = dayIn(field, dayTyped!, typed.indexOf(dayTyped!));
  const amount = amountIn(field, amountTyped, typed.lastIndexOf(amountTyped));
  if (typed !== written || /[ '\u2019]/.test(amountTyped)) notes.add('form', { line: field.line });
  // Avoids minus zero.
  return { amountPiastres: mark === 'C' ? amount : 0 - amount, day, currency: currency! };
}

/** Adds the free text after an entry to it. */
function describe(entry: StatementEntry, field: Field): void {
  const { text, said, endToEndId, returnReason } = wordsOf(field);
  entry.text = [entry.text, text].filter((part) => part !== '').join(' ');
  entry.said = [entry.said, said].filter((part) => part !== '').join('|');
  if (endToEndId !== '' || returnReason !== '')
    entry.details.push({ endToEndId, amountPiastres: null, isForeign: false, text, returnReason });
}

const emptyStatement = (number: string, account: string): BankStatement => ({
  number,
  account,
  currency: '',
  opening: null,
  closing: null,
  isFinal: false,
  entries: [],
});

/** Fields that begin a statement after a closing balance, if a bank does not repeat `:20:`. */
const BEGINS = new Set(['25', '25P', '28', '28C', '60F', '60M']);

/**
 * Reads every statement of a file. Each begins with `:20:` and must have an opening and a closing balance that agree
 * with its entries, so that a truncated file is noticed.
 * @throws BankFileProblem
 */
export function readMt940(content: Uint8Array): ReadFile {
  requireSize(content);
  const notes = new Notes();
  const { text, encoding } = decode(content);
  if (encoding !== 'utf-8') notes.add('encoding', { detail: encoding });
  const statements: BankStatement[] = [];
  let current: BankStatement | null = null;
  let last: StatementEntry | null = null;
  let entries = 0;
  /** The line of the closing balance. */
  let closedAt = 0;
  const open = (field: Field): BankStatement => {
    if (!current)
      throw new BankFileProblem('BankFileFieldMissing', { line: field.line, column: 1, field: ':20:' });
    return current;
  };
  const close = (line: number): void => {
    if (!current) return;
    if (!current.opening || !current.closing) throw new BankFileProblem('BankFileCutOff', { line });
    requireSum(current, closedAt);
    statements.push(current);
  };
  let line = 0;
  for (const field of fieldsOf(text)) {
    line = field.line;
    const [first = ''] = field.lines;
    if (BEGINS.has(field.tag) && current?.closing) {
      close(line);
      current = emptyStatement(current.number, current.account);
      last = null;
    }
    switch (field.tag) {
      case '20':
        close(line);
        current = emptyStatement(first.trim(), '');
        last = null;
        break;
      case '25':
      case '25P':
        // The second line of :25P: is the bank's BIC.
        open(field).account = field.lines.toReversed().join('/').trim();
        break;
      case '28':
      case '28C':
        open(field).number = first.trim();
        break;
      case '60F':
      case '60M': {
        const { currency, ...opening } = balanceOf(field, notes);
        Object.assign(open(field), { opening, currency });
        break;
      }
      case '61': {
        entries += 1;
        if (entries > MAX_ENTRIES) throw new BankFileProblem('BankFileTooLarge', { line });
        const statement = open(field);
        last = entryOf(field, notes);
        if (last) statement.entries.push(last);
        break;
      }
      case '86':
        // After the closing balance, the text concerns the whole statement.
        if (last && !open(field).closing) describe(last, field);
        break;
      case '62F':
      case '62M': {
        const { currency, ...closing } = balanceOf(field, notes);
        const statement = open(field);
        if (statement.currency !== '' && statement.currency !== currency)
          throw new BankFileProblem('BankFileCurrencyWrong', {
            line,
            column: 1,
            field: `:${field.tag}:`,
            value: currency,
          });
        statement.closing = closing;
        statement.isFinal = field.tag === '62F';
        closedAt = line;
        break;
      }
      case '34F':
        // The minimum reported amount, which only an MT942 has.
        throw new BankFileProblem('BankFileIntraday', { field: 'MT942' });
      default:
      // :13D:, :64:, :65: and others contain nothing that is booked.
    }
  }
  close(line);
  if (statements.length === 0) throw new BankFileProblem('BankFileOtherKind');
  return { statements, notes: notes.all };
}
