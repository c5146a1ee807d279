const HOUR = 3_600_000;

/** Until when an order can be paid: a day, or two months for payment on delivery. */
export function dueAt(now: Date, payment: 'now' | 'delivery'): Date {
  return new Date(now.getTime() + (payment === 'now' ? 24 : 60 * 24) * HOUR);
}

/** Lifetime of a code that confirms a shopper's number, and the pause before another is sent. */
export const CODE_MINUTES = 10;
export const CODE_RESEND_SECONDS = 90;

/**
 * How many pieces of a product certain unpaid orders may hold together: half of all, rounded up, so that the last piece
 * can be ordered, and of several one is always left for others.
 * @param free pieces that nobody holds
 */
export function maxHeldUnpaid(free: number, held: number): number {
  return Math.ceil((free + held) / 2);
}

/** The total price of some items. */
export function priceOf(items: readonly { pricePiastres: number; quantity: number }[]): number {
  return items.reduce((sum, { pricePiastres, quantity }) => sum + pricePiastres * quantity, 0);
}
