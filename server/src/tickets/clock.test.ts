import { expect, test } from 'vitest';
import { afterWorkingHours } from './clock.ts';

const DAY = { fromHour: 9, toHour: 17 };
const NONE = new Set<string>();
const due = (from: string, hours: number, holidays: ReadonlySet<string> = NONE, day = DAY) =>
  afterWorkingHours(new Date(from), hours, day, holidays).toISOString();

// In June Cairo is three hours ahead of UTC; 14 June 2026 is a Sunday.
test.each([
  ['within a day', '2026-06-14T07:00:00Z', 4, '2026-06-14T11:00:00.000Z'],
  ['to the very end of a day', '2026-06-14T06:00:00Z', 8, '2026-06-14T14:00:00.000Z'],
  ['over the night', '2026-06-14T13:00:00Z', 4, '2026-06-15T09:00:00.000Z'],
  ['asked before the day begins', '2026-06-14T01:00:00Z', 1, '2026-06-14T07:00:00.000Z'],
  ['asked in the evening', '2026-06-14T20:00:00Z', 1, '2026-06-15T07:00:00.000Z'],
  ['asked on Friday', '2026-06-12T09:00:00Z', 1, '2026-06-14T07:00:00.000Z'],
  ['over the weekend', '2026-06-11T13:30:00Z', 8, '2026-06-14T13:30:00.000Z'],
  ['three days', '2026-06-14T06:00:00Z', 24, '2026-06-16T14:00:00.000Z'],
  ['over the end of summer time', '2026-10-29T13:00:00Z', 2, '2026-11-01T08:00:00.000Z'],
])('working hours are counted %s', (_, from, hours, expected) => {
  expect(due(from, hours)).toBe(expected);
});

test('holidays do not count', () => {
  const holidays = new Set(['2026-06-14', '2026-06-15']);
  expect(due('2026-06-11T13:00:00Z', 2, holidays)).toBe('2026-06-16T07:00:00.000Z');
});

test('a desk that works around the clock counts every hour of its working days', () => {
  expect(due('2026-06-14T20:00:00Z', 4, NONE, { fromHour: 0, toHour: 24 })).toBe('2026-06-15T00:00:00.000Z');
});
