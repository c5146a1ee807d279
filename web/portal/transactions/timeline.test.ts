import { expect, test } from 'vitest';
import { detailOf, knownKind, titleOf } from './timeline.ts';

const event = (detail: string | null) => ({
  kind: 'succeeded',
  at: '2026-01-01T00:00:00Z',
  amount: 1,
  detail,
});

test('a detail made of flags is read as flags', () => {
  expect(detailOf(event('late,duplicate'))).toEqual({ flags: ['late', 'duplicate'], words: null });
});

test('any other detail is words for a person, commas and all', () => {
  expect(detailOf(event('late, said the bank'))).toEqual({ flags: [], words: 'late, said the bank' });
  expect(detailOf(event(null))).toEqual({ flags: [], words: null });
});

test('a kind that this release does not know is not guessed at', () => {
  expect(knownKind('refunded')).toBe('refunded');
  expect(knownKind('dispute_withdrawn')).toBe('dispute_withdrawn');
  expect(knownKind('teleported')).toBeNull();
});

test('a payout begins and ends in its own words', () => {
  expect(titleOf('created', null)).toBe('event.created');
  expect(titleOf('created', 'requested')).toBe('payoutEvent.requested');
  expect(titleOf('succeeded', 'handed-over')).toBe('payoutEvent.handed-over');
  expect(titleOf('expired', 'returned')).toBe('payoutEvent.returned');
  expect(titleOf('expired', 'expired')).toBe('payoutEvent.expired');
});
