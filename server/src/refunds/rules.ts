import { PAYMENT_METHODS } from '@daftar/contract/lookups';
import { TRANSACTION_STATUS } from '@daftar/contract/transactions';

/** How a payment is given back: `aman` by a one-time code, `bank` to a bank account, `direct` the way it came. */
export type RefundWay = 'aman' | 'bank' | 'direct';

/** What of a payment decides whether and how it can be given back. */
export interface Refundable {
  status: number;
  isPayout: boolean;
  method: number | null;
  valuePiastres: number;
  refundedPiastres: number;
  refundingPiastres: number;
  disputedPiastres: number;
}

/** What can still be given back: the value without what is given back, promised back, or disputed. */
export function leftPiastres(payment: Refundable): number {
  if (payment.isPayout || payment.status !== TRANSACTION_STATUS.success) return 0;
  const { valuePiastres, refundedPiastres, refundingPiastres, disputedPiastres } = payment;
  return valuePiastres - refundedPiastres - refundingPiastres - disputedPiastres;
}

/** How it is given back; null when there is nothing to give back. */
export function wayOf(payment: Refundable): RefundWay | null {
  if (leftPiastres(payment) <= 0) return null;
  const code = PAYMENT_METHODS.find(({ id }) => id === payment.method)?.code;
  if (code === 'AmanCard') return 'aman';
  return code === 'Kiosk' ? 'bank' : 'direct';
}

/** The smallest refund there is. */
export const MIN_REFUND_PIASTRES = 1;

/** A code lives this long and dies after so many wrong tries. */
export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;
