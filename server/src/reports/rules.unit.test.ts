import { describe, expect, test } from 'vitest';
import { daysOf, latestDay, missedTimes, nextTime, type Schedule } from './rules.ts';

const daily = (hour: number): Schedule => ({ rhythm: 'day', hour, weekday: null, monthDay: null });
const next = (schedule: Schedule, after: string) => nextTime(schedule, new Date(after)).toISOString();

describe('the next time of a report', () => {
  test.each([
    ['2026-01-10T05:59:59Z', '2026-01-10T06:00:00.000Z'],
    ['2026-01-10T06:00:00Z', '2026-01-11T06:00:00.000Z'],
    // In summer Cairo is three hours ahead.
    ['2026-07-10T06:00:00Z', '2026-07-11T05:00:00.000Z'],
  ])('every day at eight in Cairo, after %s is %s', (after, at) => expect(next(daily(8), after)).toBe(at));

  test('is of a day of the week or of the month', () => {
    const sunday: Schedule = { rhythm: 'week', hour: 9, weekday: 0, monthDay: null };
    expect(next(sunday, '2026-01-10T12:00:00Z')).toBe('2026-01-11T07:00:00.000Z');
    const first: Schedule = { rhythm: 'month', hour: 9, weekday: null, monthDay: 1 };
    expect(next(first, '2026-01-01T07:00:00Z')).toBe('2026-02-01T07:00:00.000Z');
  });

  test('stays at its hour of Cairo’s clock when that is set forward and back', () => {
    // 24 April 2026: 00:00 becomes 01:00. 29 October: 24:00 becomes 23:00.
    expect(next(daily(8), '2026-04-23T06:00:00Z')).toBe('2026-04-24T05:00:00.000Z');
    expect(next(daily(8), '2026-10-29T05:00:00Z')).toBe('2026-10-30T06:00:00.000Z');
    // The hour that is skipped is sent after the gap, the one that is there twice once.
    expect(next(daily(0), '2026-04-23T12:00:00Z')).toBe('2026-04-23T22:00:00.000Z');
    expect(next(daily(23), '2026-10-29T12:00:00Z')).toBe('2026-10-29T20:00:00.000Z');
    expect(next(daily(23), '2026-10-29T20:00:00Z')).toBe('2026-10-30T21:00:00.000Z');
  });

  test('of a whole year is once on every day, whatever the hour', () => {
    for (let hour = 0; hour < 24; hour += 1) {
      const days = new Set<string>();
      let at = new Date('2026-01-01T12:00:00Z');
      for (let times = 0; times < 365; times += 1) {
        at = nextTime(daily(hour), at);
        days.add(latestDay(daily(hour), at));
      }
      expect(days.size, `at ${hour}`).toBe(365);
    }
  });
});

test('of what was missed the last few are made up for', () => {
  const from = new Date('2026-01-01T06:00:00Z');
  const missed = missedTimes(daily(8), from, new Date('2026-01-31T07:00:00Z'), 3);
  expect(missed.map((at) => at.toISOString().slice(0, 10))).toEqual([
    '2026-01-29',
    '2026-01-30',
    '2026-01-31',
  ]);
  expect(missedTimes(daily(8), from, new Date('2026-01-01T05:00:00Z'), 3)).toEqual([]);
});

test('a report is about the days before the one on which it is sent', () => {
  expect(daysOf('takings', '2026-03-01')).toEqual({ from: '2026-02-28', to: '2026-02-28' });
  expect(daysOf('week', '2026-03-01')).toEqual({ from: '2026-02-22', to: '2026-02-28' });
  expect(daysOf('month', '2026-03-05')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
});
