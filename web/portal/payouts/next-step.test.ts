import { expect, test } from 'vitest';
import { timeLeft } from '../shared/time-left.tsx';
import { isBack, type NextStep, nextStepOf } from './next-step.ts';

const now = Date.parse('2026-06-15T09:00:00Z');
const base = {
  state: 'requested',
  bank_account: null,
  bank_reference: null,
  expires_at: '2026-06-22T09:00:00Z',
  sent_at: null,
} as const;
const toBank = { bank_account: 'CIB ****0002', expires_at: null } as const;
const sent = { ...toBank, sent_at: '2026-06-15T08:00:00Z' } as const;

test.each<[NextStep, object, boolean]>([
  ['collect', {}, false],
  ['over', { expires_at: '2026-06-15T09:00:00Z' }, false],
  ['file', toBank, false],
  ['sent', sent, false],
  ['collected', { state: 'handed-over' }, false],
  // An operator pays one that was to go to a bank by hand.
  ['collected', { ...toBank, state: 'handed-over' }, false],
  ['transferred', { ...sent, state: 'handed-over', bank_reference: 'B-1' }, false],
  ['expired', { state: 'expired' }, true],
  ['returned', { state: 'returned' }, true],
  ['refused', { ...sent, state: 'returned' }, true],
  ['cameBack', { ...sent, state: 'returned', bank_reference: 'B-1' }, true],
])('%s: %j', (step, change, back) => {
  const payout = { ...base, ...change } as Parameters<typeof nextStepOf>[0];
  expect([nextStepOf(payout, now), isBack(payout)]).toEqual([step, back]);
});

test('the time left is told in its largest whole unit, to the last minute', () => {
  const left = (until: string) => timeLeft(until, now);
  expect(left('2026-06-22T08:59:59Z')).toEqual({ unit: 'days', count: 6 });
  expect(left('2026-06-16T09:00:00Z')).toEqual({ unit: 'days', count: 1 });
  expect(left('2026-06-16T08:59:59Z')).toEqual({ unit: 'hours', count: 23 });
  expect(left('2026-06-15T09:59:59Z')).toEqual({ unit: 'minutes', count: 59 });
  expect(left('2026-06-15T09:00:01Z')).toEqual({ unit: 'minutes', count: 1 });
  expect(left('2026-06-15T09:00:00Z')).toBeNull();
});
