/** Amounts, days and ids as banks write them: pure. */
import { isDay } from '@daftar/contract/paging';
import { toLatinDigits } from '@daftar/contract/text';

/** A cell that cannot be read: a key of the contract's messages. */
export class CellProblem extends Error {
  readonly key:
    | 'InvalidAmountFormat'
    | 'OtherDecimalMark'
    | 'DebitAndCredit'
    | 'InvalidDate'
    | 'InvalidCurrency'
    | 'Required'
    | 'UnknownWord';
  constructor(key: CellProblem['key']) {
    super(key);
    this.key = key;
  }
}

/** All amounts of a file: a trillion pounds. Sums over many files must stay exact. */
export const MAX_FILE_PIASTRES = 1e14;

/** Direction marks and spaces of every kind. */
const INVISIBLE = /[\s\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/g;
/** Latin letters, digits and signs alone: nothing to be taken out or translated, as in nearly all cells. */
const USUAL = /^[!-~]*$/;
const latin = (cell: string) => (USUAL.test(cell) ? cell : toLatinDigits(cell).replace(INVISIBLE, ''));

const isDigit = (character: string | undefined) => character !== undefined && /\d/.test(character);

/** Direction marks and the like without the soft hyphen, which some mainframes write as a minus sign. */
const MARKS = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/g;
/** An amount without blanks; one between two digits must part thousands, as an apostrophe does. */
const withoutBlanks = (cell: string) =>
  USUAL.test(cell)
    ? cell
    : toLatinDigits(cell)
        .replace(MARKS, '')
        .replace(/\s+/g, (blank: string, at: number, whole: string) =>
          isDigit(whole[at - 1]) && isDigit(whole[at + blank.length]) ? "'" : '',
        );

/** Currencies that stand beside an amount. */
const BESIDE = /^(?:EGP|LE|L\.E\.|E£|ج\.م\.?|جنيه(?:مصري)?)|(?:EGP|LE|L\.E\.|E£|ج\.م\.?|جنيه(?:مصري)?)$/giu;
const NUMBER = /^(?:\d{1,13}(?:\.\d*)?|\.\d+)$/;
/** As nearly all amounts are written. */
const POUNDS = /^-?\d{1,13}\.\d\d$/;

/** Digits in threes: `10,00` is ten pounds with another decimal mark, and never a thousand. */
const GROUPED = {
  point: /^\d{1,3}(?:[,'’٬]\d{3})+(?:[.٫]\d*)?$/,
  comma: /^\d{1,3}(?:[.'’٬]\d{3})+(?:[,٫]\d*)?$/,
} as const;
/** `0,500` is half a pound to whoever wrote it, and never five hundred. */
const ZERO_THOUSANDS = /^0{1,2}\D\d{3}$/;

/** How amounts are written. */
export interface AmountFormat {
  decimal_mark: 'point' | 'comma';
  unit: 'pounds' | 'piastres';
  /** Of more than two decimals; absent: they are refused. */
  rounding?: 'refuse' | 'half-up' | undefined;
}

/** A minus sign as keyboards, word processors and banks write it. */
const DASH = /[\p{Pd}−]/gu;

/** Takes the sign off: `-5`, `5-`, `(5)`, `5 DR`. */
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
  // Some files fill numbers up with zeros.
  const number = together.replace(mark, '.').replace(/^0+(?=\d)/, '');
  if (!NUMBER.test(number)) throw new CellProblem('InvalidAmountFormat');
  const [whole = '', fraction = ''] = number.split('.');
  const decimals = unit === 'pounds' ? 2 : 0;
  const hundredths =
    unit === 'pounds' ? Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0')) : Number(whole);
  const behind = fraction.slice(decimals);
  // A digit that is too small to be kept is still not nothing.
  const millionths = Number(behind.slice(0, 6).padEnd(6, '0')) || (/[1-9]/.test(behind) ? 1 : 0);
  // Not minus zero.
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

/** Whether a cell that cannot be read is an amount with the other decimal mark: `10,50` where the point is declared. */
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
 * Parses an amount with its sign, exactly: Latin or Arabic digits, separators of thousands, a sign before or behind, brackets,
 * `CR` and `DR`.
 * @returns hundredths; null for an empty cell.
 * @throws CellProblem for anything else, also for parts of a piastre unless the format rounds them, for separators that do not
 * part thousands, and for the other decimal mark.
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

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const dayText = (year: number, month: number, day: number) =>
  [String(year < 100 ? 2000 + year : year).padStart(4, '0'), month, day]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

/** Excel counts days from the last of 1899. */
const EXCEL_EPOCH = Date.UTC(1899, 11, 30);
const SERIAL = /^(\d{5})(?:[.,]\d+)?$/;

/** Behind a day: nothing, or a time with or without a time zone, in Latin or Arabic. */
const TIME =
  /^(?:[T ,]*(?:[01]?\d|2[0-4])[:.][0-5]\d(?:[:.][0-5]\d(?:[.,:]\d{1,9})?)? ?(?:[ap]\.?m\.?|[صم])? ?(?:Z|UTC|GMT|EES?T|[+-]\d{2}(?::?\d{2})?)?|[T ]*(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?)?$/i;

/** Digits alone that make a day of another century were written in another order, or lost a zero. */
const ofCentury = (day: string): string | null => (day.startsWith('20') ? day : null);

function partsOf(text: string, order: 'dmy' | 'mdy' | 'ymd'): string | null {
  const serial = SERIAL.exec(text)?.[1];
  if (serial)
    return ofCentury(new Date(EXCEL_EPOCH + Number(serial) * 86_400_000).toISOString().slice(0, 10));
  const match = (pattern: RegExp) => {
    const found = pattern.exec(text);
    return found && TIME.test(text.slice(found[0].length)) ? found : null;
  };
  const iso = match(/^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/);
  if (iso) return dayText(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const named = match(/^(\d{1,2})[-/. ]?([a-z]{3})[a-z]*[-/., ]*(\d{4}|\d{2})(?!\d)/i);
  if (named) {
    const month = MONTHS.indexOf(named[2]!.toLowerCase()) + 1;
    return month === 0 ? null : dayText(Number(named[3]), month, Number(named[1]));
  }
  // `20260201134500`, as processors write days with their time.
  const compact = match(/^(\d{8})(?=\d{6}$|\d{4}$)/)?.[1] ?? match(/^(\d{8}|\d{6})(?!\d)/)?.[1];
  const separated = match(/^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/);
  const three = separated ? separated.slice(1, 4) : compact ? cut(compact, order) : null;
  if (!three) return null;
  const [a, b, c] = three.map(Number) as [number, number, number];
  const day = order === 'dmy' ? dayText(c, b, a) : order === 'mdy' ? dayText(c, a, b) : dayText(a, b, c);
  return separated ? day : ofCentury(day);
}

/** The three parts of digits without separators. */
function cut(digits: string, order: 'dmy' | 'mdy' | 'ymd'): string[] {
  const year = digits.length - 4;
  const lengths = order === 'ymd' ? [year, 2, 2] : [2, 2, year];
  const [first = 0, second = 0] = lengths;
  return [digits.slice(0, first), digits.slice(first, first + second), digits.slice(first + second)];
}

/**
 * Parses a day, with or without a time behind it: `01/02/2026`, `2026-02-01`, `1-Feb-26`, `01022026`, a workbook's serial number.
 * @returns `YYYY-MM-DD`; null for an empty cell.
 * @throws CellProblem for anything else
 */
export function dayOf(cell: string, order: 'dmy' | 'mdy' | 'ymd'): string | null {
  const text = toLatinDigits(cell)
    .replace(/[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .trim();
  if (text === '' || /^0+$/.test(text)) return null;
  const day = partsOf(text, order);
  if (day === null || !isDay(day)) throw new CellProblem('InvalidDate');
  return day;
}

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

/** The last four digits of a card number, masked or not; null when it does not end with four. */
export const last4Of = (cell: string): string | null => LAST_4.exec(toLatinDigits(cell))?.[1] ?? null;

const LONGEST_ID = 200;

/** An id as text without invisible characters; null for an empty cell, and for a workbook's leading apostrophe alone. */
export function idOf(cell: string): string | null {
  const text = latin(cell);
  const id = text.startsWith("'") ? text.slice(1) : text;
  return id === '' ? null : id.slice(0, LONGEST_ID);
}

const OURS = /TRX-[0-9A-Z]{8,12}|(?<![0-9A-Z])[0-9A-Z]{20}(?![0-9A-Z])/g;
const MAX_REFERENCES = 5;

/** The references of ours that a text may contain: a transaction's, or our id at a processor. */
export const referencesIn = (text: string): string[] => [
  ...new Set((toLatinDigits(text).toUpperCase().match(OURS) ?? []).slice(0, MAX_REFERENCES)),
];
