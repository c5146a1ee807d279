/**
 * Validates amounts, numbers and codes of refunds and payouts: the portal's own rules, as catalogue keys. Amounts are
 * pounds in the API.
 */
import { amountError, formatPounds, parsePounds, toPounds } from '@daftar/contract/money';
import { RefundAccount, RefundOtp } from '@daftar/contract/refunds';
import { validate } from '@daftar/contract/validate';

/** The smallest payout of the panel. */
const LEAST_PAYOUT_POUNDS = 1;

/** A number to check: digits, spaces, dashes, plus and brackets, longer than 10 and shorter than 16. */
export const accountError = (typed: string): string | undefined =>
  validate(RefundAccount, typed).ok ? undefined : 'InvalidAccount';

/** A one-time code: six digits. */
export const otpError = (typed: string): string | undefined =>
  validate(RefundOtp, typed).ok ? undefined : 'transactions:refund.otpInvalid';

/** An amount within the range of the inquiry, ends included. */
export function refundAmountError(typed: string, min: number, max: number): string | undefined {
  const piastres = parsePounds(typed);
  if (amountError(typed) === 'DecimalComma') return 'DecimalComma';
  const fits = piastres !== null && piastres >= Math.round(min * 100) && piastres <= Math.round(max * 100);
  return fits ? undefined : 'transactions:refund.amountInvalid';
}

/** A payout: an amount, positive, at least 1 pound, within the balance; in that order. */
export function payoutAmountError(typed: string, balance: number): string | undefined {
  const wrong = amountError(typed, 1, 'AmountMustBePositive');
  if (wrong === 'AmountTooLarge') return 'AmountExceedsBalance';
  if (wrong) return wrong;
  const pounds = toPounds(parsePounds(typed) ?? 0);
  if (pounds > balance) return 'AmountExceedsBalance';
  return pounds < LEAST_PAYOUT_POUNDS ? 'payouts:request.least' : undefined;
}

/** For the API: always two decimals. */
export const twoDecimals = (typed: string): string => formatPounds(parsePounds(typed) ?? 0);

/** Formats seconds as minutes and seconds in digits of a language: `1:05`. */
export function clockOf(seconds: number, digit: (value: number) => string): string {
  const rest = String(seconds % 60).padStart(2, '0');
  return `${digit(Math.floor(seconds / 60))}:${[...rest].map((each) => digit(Number(each))).join('')}`;
}
