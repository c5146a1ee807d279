import type { PaymentLinkFormInput, TillSale } from '@daftar/contract/payment-links';
import { momentOf, wallClockOf } from '../../ui/zoned.ts';

/** Whoever scans shortly before midnight still has time to pay. */
const LEAST_MILLISECONDS = 3_600_000;

/** Until when a sale at the till can be paid: the end of the day in Cairo, but an hour at least. */
export function dueOf(now: number): string {
  const day = wallClockOf(new Date(now).toISOString(), 'cairo').slice(0, 10);
  const midnight = Date.parse(momentOf(`${day} 23:59:59`, 'cairo'));
  return new Date(Math.max(midnight, now + LEAST_MILLISECONDS)).toISOString();
}

/**
 * Whether a sale on the screen is asked about again. Also one that was canceled or is over: whoever was paying at that
 * moment may still have paid.
 */
export const isAsked = (state: TillSale['state']) => state !== 'paid';

/** Whether a sale was paid while the screen showed it. @param before undefined: it was not shown. */
export const isJustPaid = (before: TillSale['state'] | undefined, now: TillSale['state'] | undefined) =>
  before !== undefined && isAsked(before) && now === 'paid';

/**
 * Keeps what is first made for a key, so that a call that is repeated under it says the same: a sale's due time follows the
 * clock. @returns a function that makes it, or returns what was made for this key.
 */
export function keptPerKey<T>(): (key: string, make: () => T) => T {
  let kept: { key: string; made: T } | null = null;
  return (key, make) => {
    if (kept?.key !== key) kept = { key, made: make() };
    return kept.made;
  };
}

interface Terms {
  amount: string;
  name: string;
  language: number;
  now: number;
}

/** The link of a sale: in pounds, by any method, for one payment. */
export const formOf = ({ amount, name, language, now }: Terms): PaymentLinkFormInput => ({
  invoice_name: name,
  currency_id: 1,
  amount,
  due_date: dueOf(now),
  language,
  max_payment_count: 1,
  from_till: true,
});
