/**
 * Numbers as people type and paste them: digits of either script, grouped thousands, blanks and direction marks. A
 * comma that may be a decimal mark is refused, because a wrong guess could change an amount a hundredfold.
 */
import * as z from 'zod/mini';
import { toLatinDigits } from './digits.ts';
import { reads } from './schema.ts';

/** The reason why a typed number is refused. */
type NumberProblem = 'Required' | 'DecimalComma' | 'Invalid';

/** A number as its digits, so that no float rounds it. */
interface TypedNumber {
  isNegative: boolean;
  whole: string;
  fraction: string;
}

const INVISIBLE = /\p{Cf}+/gu;
const BLANKS = /[\s\u0085]+/g;
const MINUS = /^[-\u2010-\u2015\u2212\uff0d] ?/;
/** Comma, Arabic comma and Arabic thousands separator. */
const COMMA = /[,،٬]/;
const PLAIN = /^\d+(?:\.\d*)?$/;
/**
 * One to three digits and then groups of three with the same separator. `0,500` is not among them: its writer meant a
 * fraction.
 */
const GROUPED = /^[1-9]\d{0,2}([,،٬ ])\d{3}(?:\1\d{3})*(?:\.\d*)?$/;
const ONE_COMMA = /^\d+[,،]\d{3}$/;

/**
 * Reads a number of at most `decimals` decimals. `1,234.50`, `12,500`, `12 500`, `١٬٢٣٤٫٥٠` and `5.` are accepted;
 * `10,50`, `1,00,0`, `1.234,50` and `10 50` are refused. If three decimals are allowed, `1,500` is ambiguous and
 * refused too.
 */
export function readNumber(typed: number | string, decimals: number): TypedNumber | NumberProblem {
  const text = toLatinDigits(String(typed))
    .replace(INVISIBLE, '')
    .replace('٫', '.')
    .replace(BLANKS, ' ')
    .trim();
  if (text === '') return 'Required';
  const digits = text.replace(MINUS, '');
  const isAmbiguous = decimals > 2 && ONE_COMMA.test(digits);
  const isGrouped = GROUPED.test(digits) && !isAmbiguous;
  if (!isGrouped && !PLAIN.test(digits))
    return COMMA.test(digits) && /\d/.test(digits) ? 'DecimalComma' : 'Invalid';
  const [whole = '', fraction = ''] = digits.replace(/[,،٬ ]/g, '').split('.');
  if (fraction.length > decimals || (decimals === 0 && digits.includes('.'))) return 'Invalid';
  return { isNegative: digits !== text, whole, fraction };
}

/**
 * Scales a typed number to an integer: `readScaled('1,234.5', 2, 10)` is 123450.
 * @param digits the maximum number of digits before the point
 * @returns null for a number that is invalid, negative or too large
 */
export function readScaled(typed: number | string, decimals: number, digits: number): number | null {
  const read = readNumber(typed, decimals);
  if (typeof read === 'string' || read.isNegative) return null;
  const whole = read.whole.replace(/^0+(?=\d)/, '');
  return whole.length > digits ? null : Number(whole + read.fraction.padEnd(decimals, '0'));
}

/** Returns the message key of a refused number: `own`, unless the problem has a more specific one. */
export function numberError<K extends string>(
  typed: number | string,
  decimals: number,
  own: K,
): K | 'Required' | 'DecimalComma' {
  const read = readNumber(typed, decimals);
  return typeof read !== 'string' || read === 'Invalid' ? own : read;
}

/** Bounds of a decimal number, and the message key for one outside them. */
interface Scale {
  decimals: number;
  /** Maximum number of digits before the point. */
  digits: number;
  /** Bound of the scaled integer. */
  least: number;
  most?: number;
  error: string;
}

/** Reads a decimal number in a transform: returns the scaled integer, or adds an issue. */
export function scaledOf(
  value: number | string,
  ctx: Pick<z.core.ParsePayload, 'issues'>,
  { decimals, digits, least, most = Number.MAX_SAFE_INTEGER, error }: Scale,
): number {
  const scaled = readScaled(value, decimals, digits);
  if (scaled !== null && scaled >= least && scaled <= most) return scaled;
  ctx.issues.push({ code: 'custom', message: numberError(value, decimals, error), input: value });
  return z.NEVER;
}

const DIGITS = /^\d{1,15}$/;

/**
 * Reads a whole number from its digits, in either script; `1e1`, `0x2`, `+124`, `124.0` and separators are refused.
 * @returns null for anything else; a negative JSON number is returned, negative text is not
 */
export function readWhole(typed: number | string): number | null {
  if (typeof typed === 'number') return Number.isSafeInteger(typed) ? typed : null;
  const digits = toLatinDigits(typed).replace(INVISIBLE, '').trim();
  return DIGITS.test(digits) ? Number(digits) : null;
}

/** Reads a number of pieces, days or times, with or without grouped thousands. Returns null for anything else. */
export const readCount = (typed: number | string): number | null =>
  typeof typed === 'number' ? readWhole(typed) : readScaled(typed, 0, 15);

/** Returns the message key of a refused count: `own`, unless the text is blank or negative. */
export function countError<K extends string>(
  typed: number | string,
  own: K,
): K | 'Required' | 'NegativeNumber' {
  const read = readNumber(typed, 0);
  if (read === 'Required') return read;
  return typeof read !== 'string' && read.isNegative && /[1-9]/.test(read.whole) ? 'NegativeNumber' : own;
}

/** Bounds of a whole number, and the message key for one outside them. */
interface Whole {
  least: number;
  most: number;
  error: string;
  params?: Record<string, number>;
}

/** A number of pieces, days or times, as JSON number or text, within bounds. */
export const count = ({ least, most, error, params }: Whole) =>
  reads(
    z.pipe(
      z.union([z.number(), z.string()]),
      z.transform((value: number | string, ctx): number => {
        const read = readCount(value);
        if (read !== null && read >= least && read <= most) return read;
        const message = countError(value, error);
        const said = message === error && params ? { message, params } : { message };
        ctx.issues.push({ code: 'custom', ...said, input: value });
        return z.NEVER;
      }),
    ),
    { type: 'integer', minimum: least, maximum: most },
  );
