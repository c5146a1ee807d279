/** Amounts, currencies and ids as banks write them: pure. */
import { toLatinDigits } from '@daftar/contract/text';

/** A cell that cannot be read; `key` is a key of the contract's messages. */
export class CellProblem extends Error {
  readonly key:
    | 'InvalidAmountFormat'
    | 'OtherDecimalMark'
    | 'DebitAndCredit'
    | 'InvalidDate'
    | 'SerialDay'
    | 'InvalidCurrency'
    | 'Required'
    | 'UnknownWord';
  constructor(key: CellProblem['key']) {
    super(key);
    this.key = key;
  }
}

/** Maximum sum of a file's amounts: a trillion pounds, so that sums over many files stay exact. */
export const MAX_FILE_PIASTRES = 1e14;

/** Direction marks and spaces of every kind. */
const INVISIBLE = /[\s\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/g;
/** Only Latin letters, digits and signs, as in nearly all cells: such a cell needs no conversion. */
const USUAL = /^[!-~]*$/;
const latin = (cell: string) => (USUAL.test(cell) ? cell : toLatinDigits(cell).replace(INVISIBLE, ''));

const isDigit = (character: string | undefined) => character !== undefined && /\d/.test(character);

/** Invisible characters except the soft hyphen, which some mainframes write as a minus sign. */
const MARKS = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/g;
/**
 * Removes blanks from an amount. A blank between two digits becomes an apostrophe, so that it must separate
 * thousands.
 */
const withoutBlanks = (cell: string) =>
  USUAL.test(cell)
    ? cell
    : toLatinDigits(cell)
        .replace(MARKS, '')
        .replace(/\s+/g, (blank: string, at: number, whole: string) =>
          isDigit(whole[at - 1]) && isDigit(whole[at + blank.length]) ? "'" : '',
        );

/** Currencies that may stand beside an amount. */
const BESIDE = /^(?:EGP|LE|L\.E\.|E£|ج\.م\.?|جنيه(?:مصري)?)|(?:EGP|LE|L\.E\.|E£|ج\.م\.?|جنيه(?:مصري)?)$/giu;
const NUMBER = /^(?:\d{1,13}(?:\.\d*)?|\.\d+)$/;
/** The format of nearly all amounts. */
const POUNDS = /^-?\d{1,13}\.\d\d$/;

/** Digits in groups of three: `10,00` is ten pounds with the other decimal mark, never a thousand. */
const GROUPED = {
  point: /^\d{1,3}(?:[,'’٬]\d{3})+(?:[.٫]\d*)?$/,
  comma: /^\d{1,3}(?:[.'’٬]\d{3})+(?:[,٫]\d*)?$/,
} as const;
/** `0,500` is meant as half a pound, never as five hundred. */
const ZERO_THOUSANDS = /^0{1,2}\D\d{3}$/;

/** The format of amounts. */
export interface AmountFormat {
  decimal_mark: 'point' | 'comma';
  unit: 'pounds' | 'piastres';
  /** Rounding of amounts with more than two decimals; absent: they are refused. */
  rounding?: 'refuse' | 'half-up' | undefined;
}

/** Minus signs as keyboards, word processors and banks write them. */
const DASH = /[\p{Pd}−]/gu;

/** Separates the sign from an amount: `-5`, `5-`, `(5)`, `5 DR`. */
function withoutSign(text: string): { digits: string; isNegative: boolean } {
  const bracketed = /^\((.+)\)$/.exec(text)?.[1];
  if (bracketed) return { digits: bracketed, isNegative: true };
  const worded = /^(.+?)(CR|DR|C|D)$/i.exec(text);
  if (worded) return { digits: worded[1]!, isNegative: /^D/i.test(worded[2]!) };
  const marked = text.replace(DASH, '-');
  const digits = marked.replace(/^[+-]|[+-]$/g, '');
  return { digits, isNegative: marked.startsWith('-') || marked.endsWith('-') };
}

/** An amount in hundredths, and millionths of one; both have the amount's sign. */
type Exact = readonly [hundredths: number, millionths: number];
const MILLION = 1_000_000;

function exactOf(cell: string, { decimal_mark, unit }: AmountFormat): Exact | null {
  const plain = withoutBlanks(cell).replace(BESIDE, '');
  if (plain.replace(DASH, '-') === '-' || plain === '') return null;
  const { digits: written, isNegative } = withoutSign(plain);
  const digits = written.replace(BESIDE, '');
  const [thousands, mark] = decimal_mark === 'comma' ? [/[.'’٬]/g, /[,٫]/] : [/[,'’٬]/g, /[.٫]/];
  const together = digits.replace(thousands, '');
  if (together !== digits && (!GROUPED[decimal_mark].test(digits) || ZERO_THOUSANDS.test(digits)))
    throw new CellProblem('InvalidAmountFormat');
  // Some files pad numbers with zeros.
  const number = together.replace(mark, '.').replace(/^0+(?=\d)/, '');
  if (!NUMBER.test(number)) throw new CellProblem('InvalidAmountFormat');
  const [whole = '', fraction = ''] = number.split('.');
  const decimals = unit === 'pounds' ? 2 : 0;
  const hundredths =
    unit === 'pounds' ? Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0')) : Number(whole);
  const behind = fraction.slice(decimals);
  // A remainder below a millionth still counts as more than nothing.
  const millionths = Number(behind.slice(0, 6).padEnd(6, '0')) || (/[1-9]/.test(behind) ? 1 : 0);
  // Avoids minus zero.
  return isNegative ? [hundredths && -hundredths, millionths && -millionths] : [hundredths, millionths];
}

/** Rounds to whole hundredths, a half away from zero. @throws CellProblem unless the format rounds */
function rounded([hundredths, millionths]: Exact, { rounding }: AmountFormat): number {
  if (millionths === 0) return hundredths;
  if (rounding !== 'half-up') throw new CellProblem('InvalidAmountFormat');
  let whole = hundredths + Math.trunc(millionths / MILLION);
  let rest = millionths % MILLION;
  if (whole > 0 && rest < 0) [whole, rest] = [whole - 1, rest + MILLION];
  if (whole < 0 && rest > 0) [whole, rest] = [whole + 1, rest - MILLION];
  return Math.abs(rest) * 2 >= MILLION ? whole + Math.sign(rest) : whole;
}

/** Returns whether an unreadable cell is an amount with the other decimal mark: `10,50` where the point is declared. */
function hasOtherMark(cell: string, format: AmountFormat): boolean {
  if (!/[.,]\d{1,2}\D*$/.test(latin(cell))) return false;
  try {
    return (
      exactOf(cell, { ...format, decimal_mark: format.decimal_mark === 'point' ? 'comma' : 'point' }) !== null
    );
  } catch {
    return false;
  }
}

/**
 * Parses a signed amount exactly: Latin or Arabic digits, thousands separators, a sign before or behind, brackets,
 * `CR` and `DR`.
 * @returns hundredths; null for an empty cell.
 * @throws CellProblem for anything else, also for fractions of a piastre unless the format rounds them, for misplaced
 * thousands separators, and for the other decimal mark.
 */
export function amountOf(cell: string, format: AmountFormat): number | null {
  return sumOf([cell], format);
}

/** Adds the amounts of several cells exactly, and rounds the sum if the format rounds. @throws as {@link amountOf} */
export function sumOf(cells: readonly string[], format: AmountFormat): number | null {
  let sum: Exact | null = null;
  for (const cell of cells) {
    if (cell === '') continue;
    let exact: Exact | null;
    if (format.unit === 'pounds' && format.decimal_mark === 'point' && POUNDS.test(cell))
      exact = [noMinusZero(Number(cell.replace('.', ''))), 0];
    else {
      try {
        exact = exactOf(cell, format);
      } catch (error) {
        throw hasOtherMark(cell, format) ? new CellProblem('OtherDecimalMark') : error;
      }
    }
    if (exact) sum = sum ? [sum[0] + exact[0], sum[1] + exact[1]] : exact;
  }
  return sum && rounded(sum, format);
}

const noMinusZero = (value: number) => (value === 0 ? 0 : value);

/** Parses a currency: ISO 4217 by letters or number; EGP for an empty cell and Egypt's own signs. @throws CellProblem */
export function currencyOf(cell: string): string {
  const text = latin(cell).toUpperCase();
  if (text === '' || text === '818' || text.replace(BESIDE, '') === '') return 'EGP';
  if (text === '840') return 'USD';
  if (text === '978') return 'EUR';
  if (!/^[A-Z]{3}$/.test(text)) throw new CellProblem('InvalidCurrency');
  return text;
}

const LAST_4 = /(\d{4})\D*$/;

/** Returns the last four digits of a card number, masked or not; null when it does not end with four. */
export const last4Of = (cell: string): string | null => LAST_4.exec(toLatinDigits(cell))?.[1] ?? null;

const LONGEST_ID = 200;

/**
 * Returns an id as text without invisible characters; null for an empty cell, and for a workbook's leading apostrophe
 * alone.
 */
export function idOf(cell: string): string | null {
  const text = latin(cell);
  const id = text.startsWith("'") ? text.slice(1) : text;
  return id === '' ? null : id.slice(0, LONGEST_ID);
}

const OURS = /TRX-[0-9A-Z]{8,12}|(?<![0-9A-Z])[0-9A-Z]{20}(?![0-9A-Z])/g;
const MAX_REFERENCES = 5;

/** Returns our references contained in a text: a transaction's, or our id at a processor. */
export const referencesIn = (text: string): string[] => [
  ...new Set((toLatinDigits(text).toUpperCase().match(OURS) ?? []).slice(0, MAX_REFERENCES)),
];
