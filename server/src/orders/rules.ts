const HOUR = 3_600_000;

/** Until when an order can be paid: a day, and two months for one that is paid on delivery. */
export function dueAt(now: Date, payment: 'now' | 'delivery'): Date {
  return new Date(now.getTime() + (payment === 'now' ? 24 : 60 * 24) * HOUR);
}

/** A code that confirms a shopper's number lives this long, and another is sent this often. */
export const CODE_MINUTES = 10;
export const CODE_RESEND_SECONDS = 90;

/**
 * How many pieces of a product some unpaid orders may hold together: half of what there is, rounded up, so that the last
 * piece can be ordered and of more than one there is always one left for others. @param free pieces that nobody holds
 */
export function mostHeldUnpaid(free: number, held: number): number {
  return Math.ceil((free + held) / 2);
}

/** What some pieces cost together. */
export function priceOf(items: readonly { pricePiastres: number; quantity: number }[]): number {
  return items.reduce((sum, { pricePiastres, quantity }) => sum + pricePiastres * quantity, 0);
}
