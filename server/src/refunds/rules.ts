import { PAYMENT_METHODS } from '@daftar/contract/lookups';
import { TRANSACTION_STATUS } from '@daftar/contract/transactions';

/**
 * The way in which a payment is refunded: `aman` by a one-time code, `bank` to a bank account, `direct` back the way it
 * came.
 */
export type RefundChannel = 'aman' | 'bank' | 'direct';

/** The fields of a payment that determine whether and how it can be refunded. */
export interface Refundable {
  status: number;
  isPayout: boolean;
  method: number | null;
  valuePiastres: number;
  refundedPiastres: number;
  refundingPiastres: number;
  disputedPiastres: number;
}

/**
 * Returns the refundable amount: the value minus amounts refunded, being refunded or disputed; never negative, although
 * a dispute may exceed the rest.
 */
export function refundablePiastres(payment: Refundable): number {
  if (payment.isPayout || payment.status !== TRANSACTION_STATUS.success) return 0;
  const { valuePiastres, refundedPiastres, refundingPiastres, disputedPiastres } = payment;
  return Math.max(0, valuePiastres - refundedPiastres - refundingPiastres - disputedPiastres);
}

/** Returns the way in which a payment is refunded; null if nothing is refundable. */
export function refundChannel(payment: Refundable): RefundChannel | null {
  if (refundablePiastres(payment) <= 0) return null;
  const code = PAYMENT_METHODS.find(({ id }) => id === payment.method)?.code;
  if (code === 'AmanCard') return 'aman';
  return code === 'Kiosk' ? 'bank' : 'direct';
}

/** The smallest refund. */
export const MIN_REFUND_PIASTRES = 1;

/** Lifetime of a code, and the number of wrong tries that invalidate it. */
export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;
