import { REASON_FAMILIES } from '@daftar/contract/chargebacks';
import { expect, test } from 'vitest';
import { canAnswer, daysLeft } from './due.ts';
import { helpsOf } from './helps.ts';
import { situationOf } from './situation.ts';

const due = '2026-03-15T12:00:00.000Z';
const at = (moment: string) => Date.parse(moment);

test('a pending chargeback can be answered until its due date, a decided one never', () => {
  expect(canAnswer({ status: 0, due_date: due }, at('2026-03-15T11:59:59Z'))).toBe(true);
  expect(canAnswer({ status: 0, due_date: due }, at(due))).toBe(false);
  expect(canAnswer({ status: 1, due_date: due }, at('2026-03-01T00:00:00Z'))).toBe(false);
  expect(canAnswer({ status: 2, due_date: due }, at('2026-03-01T00:00:00Z'))).toBe(false);
});

test('whole days left are counted down, and the last day counts as zero', () => {
  expect(daysLeft(due, at('2026-03-01T12:00:00Z'))).toBe(14);
  expect(daysLeft(due, at('2026-03-14T11:00:00Z'))).toBe(1);
  expect(daysLeft(due, at('2026-03-14T13:00:00Z'))).toBe(0);
  expect(daysLeft(due, at('2026-04-01T00:00:00Z'))).toBe(0);
});

test('where a chargeback stands is told by its decision, its deadline and its response', () => {
  const before = at('2026-03-15T11:59:59Z');
  const answered = '2026-03-02T08:00:00.000Z';
  const row = { status: 0, due_date: due, answered_at: null };
  expect(situationOf(row, before)).toBe('respond');
  expect(situationOf({ ...row, answered_at: answered }, before)).toBe('responded');
  expect(situationOf(row, at(due))).toBe('unanswered');
  expect(situationOf({ ...row, answered_at: answered }, at(due))).toBe('deciding');
  expect(situationOf({ ...row, status: 1 }, before)).toBe('lost');
  expect(situationOf({ ...row, status: 2, answered_at: answered }, before)).toBe('won');
});

test('each family of reasons has evidence of its own; a refund comes first, once', () => {
  for (const family of REASON_FAMILIES) {
    const helps = helpsOf(family, true);
    expect(helps[0], family).toBe('refund');
    expect(new Set(helps).size, family).toBe(helps.length);
    expect(helpsOf(family, false).length, family).toBeGreaterThan(1);
  }
  expect(helpsOf('not_received', false)[0]).toBe('delivery');
  expect(helpsOf(null, false)).toContain('invoice');
});
