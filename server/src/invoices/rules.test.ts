import { expect, test } from 'vitest';
import { editRefusal, mayDeactivate } from './rules.ts';

test('only an unpaid invoice may be canceled', () => {
  expect([1, 2, 3, 4].map(mayDeactivate)).toEqual([true, false, false, false]);
});

test('only an unpaid invoice that nobody has paid or is paying may be edited', () => {
  const refusal = (status: number, paidCount = 0, isBeingPaid = false) =>
    editRefusal({ status, paidCount, isBeingPaid });
  expect(refusal(1)).toBeNull();
  expect(refusal(1, 1)).toBe('paid-in-part');
  expect(refusal(1, 0, true)).toBe('being-paid');
  for (const status of [2, 3, 4]) expect(refusal(status)).toBe('not-unpaid');
});
