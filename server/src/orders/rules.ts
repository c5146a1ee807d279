const HOUR = 3_600_000;

/** Until when an order can be paid: a day, and two months for one that is paid on delivery. */
export function dueAt(now: Date, payment: 'now' | 'delivery'): Date {
  return new Date(now.getTime() + (payment === 'now' ? 24 : 60 * 24) * HOUR);
}

/** What some pieces cost together. */
export function priceOf(items: readonly { pricePiastres: number; quantity: number }[]): number {
  return items.reduce((sum, { pricePiastres, quantity }) => sum + pricePiastres * quantity, 0);
}
