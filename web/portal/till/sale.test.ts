import { expect, test } from 'vitest';
import { dueOf, formOf, isAsked, isJustPaid, keptPerKey } from './sale.ts';

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

test('a sale that is tried again under its key says the same, also late in the evening when its due time moves', () => {
  const bodyFor = keptPerKey<ReturnType<typeof formOf>>();
  const at = (time: string) => () =>
    formOf({ amount: '50', name: 'Tea', language: 1, now: Date.parse(`2026-06-15T${time}Z`) });
  const first = bodyFor('one', at('20:30:00'));
  expect(at('20:31:00')().due_date).not.toBe(first.due_date);
  expect(bodyFor('one', at('20:31:00'))).toEqual(first);
  expect(bodyFor('two', at('20:31:00'))).toEqual(at('20:31:00')());
});
