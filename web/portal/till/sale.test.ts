import { expect, test } from 'vitest';
import { dueOf, isAsked, isJustPaid } from './sale.ts';

test('a sale can be paid until midnight in Cairo, and for an hour at least', () => {
  // In summer Cairo is three hours ahead of UTC, in winter two.
  expect(dueOf(Date.parse('2026-06-15T09:00:00Z'))).toBe('2026-06-15T20:59:59.000Z');
  expect(dueOf(Date.parse('2026-01-15T23:00:00Z'))).toBe('2026-01-16T21:59:59.000Z');
  expect(dueOf(Date.parse('2026-06-15T20:30:00Z'))).toBe('2026-06-15T21:30:00.000Z');
});

test('a sale is asked about, and heard, until it is paid: also one that was canceled while it was being paid', () => {
  for (const state of ['waiting', 'canceled', 'expired'] as const) {
    expect(isAsked(state)).toBe(true);
    expect(isJustPaid(state, 'paid')).toBe(true);
    expect(isJustPaid('waiting', state)).toBe(false);
  }
  expect(isAsked('paid')).toBe(false);
  expect(isJustPaid('paid', 'paid')).toBe(false);
  // Opened when it was already paid.
  expect(isJustPaid(undefined, 'paid')).toBe(false);
});
