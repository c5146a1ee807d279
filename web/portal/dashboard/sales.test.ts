import { expect, test } from 'vitest';
import { changeOf, measured, salesView, toneOf } from './sales.ts';

const NOW = Date.parse('2026-06-15T22:30:00Z');

test('without days the last 30 are shown by day, ending with today in Cairo', () => {
  expect(salesView({}, NOW)).toMatchObject({
    date_from: '2026-05-18',
    date_to: '2026-06-16',
    step: 'day',
    period: 'month',
    measure: 'sales',
  });
});

test('days that cannot be, or a step that does not suit them, are not taken from the address; too many are kept to say so', () => {
  for (const search of [
    { date_from: '2026-06-02', date_to: '2026-06-01' },
    { date_from: 'x', date_to: '2026-06-01' },
    // Days that no calendar has, or that the server does not take: their figures would never load.
    { date_from: '2026-02-31', date_to: '2026-03-05' },
    { date_from: '2026-04-31', date_to: '2026-04-31' },
    { date_from: '0000-01-01', date_to: '0000-01-05' },
    { date_from: '9999-12-31', date_to: '9999-12-31' },
    { date_from: '2020-01-01', date_to: '2026-06-01' },
  ]) {
    expect(salesView(search, NOW).period).toBe('month');
  }
  const tooLong = { date_from: '2020-01-01', date_to: '2026-06-01' };
  expect(salesView(tooLong, NOW).tooMany).toEqual(['2020-01-01', '2026-06-01']);
  const isImpossible = { date_from: '2026-06-02', date_to: '2026-06-01' };
  expect(salesView(isImpossible, NOW).tooMany).toBeNull();
  const year = { date_from: '2025-06-17', date_to: '2026-06-16', step: 'day', measure: 'nothing' };
  expect(salesView(year, NOW)).toMatchObject({ period: 'year', step: 'month', measure: 'sales' });
});

test('a day is shown by hour while its hours and those of the day before are kept', () => {
  const stepsOf = (date_from: string, date_to: string, step?: string) => {
    const view = salesView({ date_from, date_to, step }, NOW);
    return [view.step, view.steps];
  };
  expect(stepsOf('2026-06-16', '2026-06-16', 'day')).toEqual(['hour', ['hour']]);
  expect(stepsOf('2026-06-10', '2026-06-10')).toEqual(['hour', ['hour']]);
  expect(stepsOf('2026-06-09', '2026-06-09', 'hour')).toEqual(['day', ['day']]);
  expect(stepsOf('2026-06-15', '2026-06-16', 'hour')).toEqual(['day', ['day']]);
});

test('a change is told against the period before, and is good or bad news by what it is of', () => {
  expect(changeOf(150, 100)).toEqual({ way: 'up', percent: 50 });
  expect(changeOf(99.9, 100)).toEqual({ way: 'down', percent: -0.1 });
  expect(changeOf(1_099, 100)).toEqual({ way: 'up', percent: 999 });
  expect(changeOf(1_100, 100)).toEqual({ way: 'up', percent: null });
  expect(changeOf(5, 0)).toEqual({ way: 'none' });
  expect(changeOf(0, 0)).toEqual({ way: 'none' });
  expect(changeOf(7, 7)).toEqual({ way: 'same' });
  expect(toneOf('sales', changeOf(2, 1))).toBe('good');
  expect(toneOf('refunded', changeOf(2, 1))).toBe('bad');
  expect(toneOf('refunded', changeOf(1, 2))).toBe('good');
  expect(toneOf('fees', changeOf(2, 1))).toBe('plain');
});

test('a day that is not over is told from one that is: less than all of yesterday is no bad news yet', () => {
  const compared = (date_from: string, date_to: string) => salesView({ date_from, date_to }, NOW).compared;
  expect(compared('2026-06-16', '2026-06-16')).toBe('today');
  expect(compared('2026-06-10', '2026-06-16')).toBe('untilToday');
  expect(compared('2026-06-15', '2026-06-15')).toBe('past');
  expect(toneOf('sales', changeOf(1, 2), 'today')).toBe('plain');
  expect(toneOf('rate', changeOf(1, 2), 'today')).toBe('bad');
  expect(toneOf('sales', changeOf(1, 2), 'untilToday')).toBe('bad');
});

test('the success rate leaves out what is open or canceled', () => {
  const figures = { paid: 3, failed: 1, sales: 0, fees: 0, refunded: 0 };
  expect(measured('rate', figures)).toBe(75);
  expect(measured('rate', { ...figures, paid: 0, failed: 0 })).toBeNull();
});
