/** Fawry's statuses and codes, and their meanings here. */
import type { FailureReason } from '@daftar/contract/checkout';

/** The state of an order at Fawry. `refunded` and `part-refunded` were paid before. */
export type OrderState =
  | 'unpaid'
  | 'paid'
  | 'refunded'
  | 'part-refunded'
  | 'canceled'
  | 'expired'
  | 'failed'
  | 'unknown';

/**
 * DELIVERED is omitted: it belongs to goods that Fawry delivers, and the documentation does not say that such an order
 * was paid. Like every unknown status it leaves the payment open, for an operator to look at.
 */
const STATES: Readonly<Record<string, OrderState>> = {
  NEW: 'unpaid',
  UNPAID: 'unpaid',
  PAID: 'paid',
  REFUNDED: 'refunded',
  PARTIAL_REFUNDED: 'part-refunded',
  CANCELED: 'canceled',
  CANCELLED: 'canceled',
  EXPIRED: 'expired',
  FAILED: 'failed',
};

export const stateOf = (word: string): OrderState =>
  Object.hasOwn(STATES, word) ? STATES[word]! : 'unknown';

export const SUCCESS = '200';
export const UNKNOWN_ORDER = '9938';
export const ALREADY_CANCELED = '9984';

/** Codes for a wrong merchant code or signature, so that nothing was done. */
const WRONG_CREDENTIALS = new Set(['401', '9901', '9946']);
export const isWrongCredentials = (code: string): boolean => WRONG_CREDENTIALS.has(code);

/** Codes of a refund that was certainly not made: too large, or of an order that is unpaid or does not exist. */
const REFUND_REFUSALS = new Set(['9935', '9954', UNKNOWN_ORDER]);
export const isRefundRefusal = (code: string): boolean => REFUND_REFUSALS.has(code);

/** Faults of the bank or of Fawry itself, in the list of codes 99901 to 99996. */
const TECHNICAL = new Set(
  '99908 99910 99912 99915 99922 99930 99958 99976 99977 99978 99979 99980 99981 99984 99986 99987 99988 99989 99991 99992 99994 99996'.split(
    ' ',
  ),
);
const INSUFFICIENT_FUNDS = '99951';

/** Returns the reason of a failed payment; `declined` for unknown codes. */
export function failureOf(code: string | null | undefined): FailureReason {
  if (!code) return 'declined';
  if (TECHNICAL.has(code)) return 'processing_error';
  return code === INSUFFICIENT_FUNDS ? 'insufficient_funds' : 'declined';
}
