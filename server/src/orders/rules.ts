import { type Fulfilment, ORDER_STATUS } from '@daftar/contract/orders';

const HOUR = 3_600_000;

/** How long an order can be paid: a day, or two months for payment on delivery. */
export function dueAt(now: Date, payment: 'now' | 'delivery'): Date {
  return new Date(now.getTime() + (payment === 'now' ? 24 : 60 * 24) * HOUR);
}

/** Lifetime of a code that confirms a shopper's number, and the pause before another is sent. */
export const CODE_MINUTES = 10;
export const CODE_RESEND_SECONDS = 90;

/**
 * Returns how many pieces of a product unpaid orders of one group may hold together: half of all, rounded up, so that
 * the last piece can be ordered, and of several pieces one is always left for others.
 * @param free pieces that nobody holds
 */
export function maxHeldUnpaid(free: number, held: number): number {
  return Math.ceil((free + held) / 2);
}

/** Returns the total price of some items. */
export function priceOf(items: readonly { pricePiastres: number; quantity: number }[]): number {
  return items.reduce((sum, { pricePiastres, quantity }) => sum + pricePiastres * quantity, 0);
}

/** Returns why an order cannot be paid any more by anybody; null while it can. */
export function whyClosed(
  { status, fulfilment, dueAt }: { status: number; fulfilment: Fulfilment; dueAt: Date },
  now: Date,
): 'paid' | 'inactive' | 'expired' | null {
  if (status === ORDER_STATUS.paid) return 'paid';
  if (fulfilment === 'canceled') return 'inactive';
  return dueAt <= now ? 'expired' : null;
}

/** Returns whether a payer currently holds the order's place. */
export const isBeingPaid = ({ heldUntil }: { heldUntil: Date | null }, now: Date): boolean =>
  heldUntil !== null && heldUntil > now;
