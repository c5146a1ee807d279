/**
 * Money: integer piastres internally (1 EGP = 100), pounds with at most two decimals in the API. Percentages: integer
 * basis points internally (1 % = 100), percent with at most two decimals in the API. Other currencies use their
 * hundredths in the same way.
 */
import * as z from 'zod/mini';
import { numberError, readNumber, readScaled, scaledOf } from './numbers.ts';
import { reads } from './schema.ts';

/** The largest amount that the API accepts: 9,999,999,999.99. */
export const MAX_PIASTRES = 999_999_999_999;
const DECIMALS = 2;
const WHOLE_DIGITS = 10;

/**
 * Parses an amount exactly: a number, or text in pounds as people type it (see `readNumber`).
 * @returns piastres, or null for signs, exponents, a comma that may be a decimal mark, NaN, a third decimal or too large a value.
 */
export function parsePounds(input: unknown): number | null {
  if (typeof input !== 'number' && typeof input !== 'string') return null;
  return readScaled(input, DECIMALS, WHOLE_DIGITS);
}

/** Returns the message key for a typed amount that is invalid or below `least` piastres; null for a valid one. */
export function amountError<K extends string = 'InvalidAmountFormat'>(
  typed: number | string,
  least = 0,
  tooLow: K | 'InvalidAmountFormat' = 'InvalidAmountFormat',
) {
  const read = readNumber(typed, DECIMALS);
  if (typeof read === 'string') return numberError(typed, DECIMALS, 'InvalidAmountFormat');
  if (read.isNegative) return tooLow;
  const piastres = parsePounds(typed);
  if (piastres === null) return 'AmountTooLarge';
  return piastres < least ? tooLow : null;
}

/** Converts piastres to pounds for the API: 15025 → 150.25. */
export function toPounds(piastres: number): number {
  return piastres / 100;
}

/** Formats pounds with exactly two decimals and no grouping, for references and files: 15025 → "150.25". */
export function formatPounds(piastres: number): string {
  const sign = piastres < 0 ? '-' : '';
  const digits = String(Math.abs(piastres)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Calculates a × b ÷ divisor for integers, rounded half away from zero; the product is exact beyond 2^53. */
export function mulDivRound(a: number, b: number, divisor: number): number {
  const product = BigInt(a) * BigInt(b);
  const d = BigInt(divisor);
  const negative = product < 0n;
  const magnitude = negative ? -product : product;
  const rounded = (magnitude * 2n + d) / (d * 2n);
  return Number(negative ? -rounded : rounded);
}

/** Calculates a percentage of an amount, rounded once, half away from zero. */
export function percentOf(amountPiastres: number, basisPoints: number): number {
  return mulDivRound(amountPiastres, basisPoints, 10_000);
}

/** Exchange rates are integers of 10^-6 EGP per unit, so that conversion is exact. */
export const RATE_SCALE = 1_000_000;

/** Converts hundredths of another currency to piastres at a scaled rate. */
export function convert(amountMinor: number, scaledRate: number): number {
  return mulDivRound(amountMinor, scaledRate, RATE_SCALE);
}

/** Fees or tax: a fixed amount or a percentage; the unused one is zero. */
export interface Charge {
  fixedPiastres: number;
  basisPoints: number;
}

/** Calculates a charge on an amount: its fixed part plus its percentage, each rounded once. */
export function chargeOn(amountPiastres: number, charge: Charge): number {
  return charge.fixedPiastres + percentOf(amountPiastres, charge.basisPoints);
}

/** Calculates the total of a link or invoice: amount + tax + fees, all in hundredths of one currency. */
export function totalOf(amountPiastres: number, fees: Charge, tax: Charge) {
  const feesPiastres = chargeOn(amountPiastres, fees);
  const taxPiastres = chargeOn(amountPiastres, tax);
  return { feesPiastres, taxPiastres, totalPiastres: amountPiastres + feesPiastres + taxPiastres };
}

/** JSON accepts amounts as numbers and as text: `450`, `"450.00"`. */
const reading = (minimum: number, maximum: number) => ({
  type: ['number', 'string'],
  minimum,
  maximum,
  pattern: '^\\d{1,10}(\\.\\d{1,2})?$',
});

const amountSchema = (least: number, tooLow: string) =>
  reads(
    z.pipe(
      z.union([z.number(), z.string()]),
      z.transform((value: number | string, ctx): number => {
        const key = amountError(value, least, tooLow);
        if (key === null) return parsePounds(value) as number;
        ctx.issues.push({ code: 'custom', message: key, input: value });
        return z.NEVER;
      }),
    ),
    reading(toPounds(least), toPounds(MAX_PIASTRES)),
  );

/** Zero or more, in pounds on the wire → piastres. */
export const Amount = amountSchema(0, 'InvalidAmountFormat');
/** Above zero, in pounds on the wire → piastres. */
export const PositiveAmount = amountSchema(1, 'AmountMustBePositive');

/** Signed, in pounds on the wire → piastres: a balance that may be overdrawn. */
export const SignedAmount = z.pipe(
  z.union([z.number(), z.string()]),
  z.transform((value: number | string, ctx): number => {
    const read = readNumber(value, DECIMALS);
    const size = typeof read === 'string' ? value : `${read.whole}.${read.fraction}`;
    const piastres = parsePounds(size);
    // Avoids minus zero.
    if (piastres !== null) return typeof read !== 'string' && read.isNegative ? -piastres || 0 : piastres;
    ctx.issues.push({ code: 'custom', message: amountError(size) ?? 'InvalidAmountFormat', input: value });
    return z.NEVER;
  }),
);

const INVISIBLE = /\p{Cf}/gu;
/** One percent sign of any script, after the number or, as it is seen in Arabic, before it. */
const SIGN_LAST = /[%٪％﹪]$/u;
const SIGN_FIRST = /^[%٪％﹪]/u;
function withoutPercent(typed: number | string): string {
  const text = String(typed).replace(INVISIBLE, '').trim();
  if (SIGN_LAST.test(text)) return text.slice(0, -1);
  return SIGN_FIRST.test(text) ? text.slice(1) : text;
}

/** Parses a percentage as people type it, with or without a sign: `5%`, `٥٪`. @returns basis points, or null */
export const parsePercent = (typed: number | string): number | null => parsePounds(withoutPercent(typed));

/** The message key of a typed percentage that cannot be read; null for any other, also for one that is out of bounds. */
export function percentError(typed: number | string) {
  const text = withoutPercent(typed);
  if (parsePounds(text) !== null) return null;
  const key = numberError(text, DECIMALS, 'InvalidPercentage');
  return key === 'DecimalComma' ? 'PercentageComma' : key;
}

const PERCENT = { decimals: 2, digits: 3, least: 0, most: 10_000, error: 'InvalidPercentage' };

/** 0–100 with at most two decimals on the wire → basis points; blank is 0. */
export const Percentage = reads(
  z.pipe(
    z.union([z.number(), z.string()]),
    z.transform((value: number | string, ctx): number => {
      if (value === '') return 0;
      const message = percentError(value);
      if (message === null) return scaledOf(withoutPercent(value), ctx, PERCENT);
      ctx.issues.push({ code: 'custom', message, input: value });
      return z.NEVER;
    }),
  ),
  { ...reading(0, 100), pattern: '^\\d{1,3}(\\.\\d{1,2})?$' },
);
