import { describe, expect, test } from 'vitest';
import { sharesOf, slicesOf } from './shares.ts';

const counts = [
  { payment_method: 'Kiosk', total_transactions: 1 },
  { payment_method: 'Card', total_transactions: 6 },
  { payment_method: 'InstaPay', total_transactions: 0 },
  { payment_method: 'Wallet', total_transactions: 2 },
];

describe('shares of payment methods', () => {
  test('are sorted from the largest, without methods never used', () => {
    const { shares, total } = sharesOf(counts);
    expect(total).toBe(9);
    expect(shares.map(({ name, percent, colour }) => [name, percent, colour])).toEqual([
      ['Card', 66.7, 0],
      ['Wallet', 22.2, 1],
      ['Kiosk', 11.1, 2],
    ]);
  });

  test('are empty without payments', () => {
    expect(sharesOf([])).toEqual({ shares: [], total: 0 });
  });

  test('reuse the first colour for the seventh method', () => {
    const many = Array.from({ length: 7 }, (_, index) => ({
      payment_method: String(index),
      total_transactions: 10 - index,
    }));
    expect(sharesOf(many).shares.at(-1)?.colour).toBe(0);
  });
});

describe('the ring chart', () => {
  test('starts at the top, and each slice starts where the last one ended', () => {
    const [first, second] = slicesOf(sharesOf(counts).shares, 10, 5);
    expect(first?.path.startsWith('M0 -10')).toBe(true);
    const end = /A10 10 0 0 1 (\S+ \S+?)L/.exec(first?.path ?? '')?.[1];
    expect(second?.path.startsWith(`M${end}`)).toBe(true);
  });

  test('is a full ring for a single method', () => {
    const [only] = slicesOf([{ name: 'Card', count: 3, percent: 100, colour: 0 }], 10, 5);
    expect(only?.path).toBe('M0 -10A10 10 0 0 1 0 10A10 10 0 0 1 0 -10L0 -5A5 5 0 0 0 0 5A5 5 0 0 0 0 -5Z');
  });
});
