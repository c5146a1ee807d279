import { expect, test } from 'vitest';
import { canAnswer, daysLeft } from './due.ts';

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
