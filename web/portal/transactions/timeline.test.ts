import { expect, test } from 'vitest';
import { detailOf, knownKind, titleOf } from './timeline.ts';

const event = (detail: string | null) => ({
  kind: 'succeeded',
  at: '2026-01-01T00:00:00Z',
  amount: 1,
  detail,
});

test('a detail that consists of flags is parsed as flags', () => {
  expect(detailOf(event('late,duplicate'))).toEqual({ flags: ['late', 'duplicate'], words: null });
});

test('any other detail is shown as text, including its commas', () => {
  expect(detailOf(event('late, said the bank'))).toEqual({ flags: [], words: 'late, said the bank' });
  expect(detailOf(event(null))).toEqual({ flags: [], words: null });
});

test('an event of a kind that this release does not know has no kind', () => {
  expect(knownKind('refunded')).toBe('refunded');
  expect(knownKind('dispute_withdrawn')).toBe('dispute_withdrawn');
  expect(knownKind('teleported')).toBeNull();
});

test('the first and last events of a payout have titles of their own', () => {
  expect(titleOf('created', null)).toBe('event.created');
  expect(titleOf('created', 'requested')).toBe('payoutEvent.requested');
  expect(titleOf('succeeded', 'handed-over')).toBe('payoutEvent.handed-over');
  expect(titleOf('expired', 'returned')).toBe('payoutEvent.returned');
  expect(titleOf('expired', 'expired')).toBe('payoutEvent.expired');
});
