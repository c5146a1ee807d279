import { expect, test } from 'vitest';
import { daysOf } from './periods.ts';

const at = (iso: string) => Date.parse(iso);

test('this month runs from its first day to today', () => {
  expect(daysOf('this-month', at('2026-03-17T10:00:00Z'))).toEqual({
    date_from: '2026-03-01',
    date_to: '2026-03-17',
  });
});

test('the last 7 days are today and the six before, across months', () => {
  expect(daysOf('last-7-days', at('2026-03-03T10:00:00Z'))).toEqual({
    date_from: '2026-02-25',
    date_to: '2026-03-03',
  });
});

test('the previous month is complete, also in January and in leap years', () => {
  expect(daysOf('previous-month', at('2026-01-10T10:00:00Z'))).toEqual({
    date_from: '2025-12-01',
    date_to: '2025-12-31',
  });
  expect(daysOf('previous-month', at('2028-03-31T10:00:00Z'))).toEqual({
    date_from: '2028-02-01',
    date_to: '2028-02-29',
  });
});

test('days follow Cairo time: late in the evening UTC it is already tomorrow, an hour earlier in summer', () => {
  expect(daysOf('this-month', at('2026-01-31T22:30:00Z')).date_from).toBe('2026-02-01');
  expect(daysOf('this-month', at('2026-01-31T21:30:00Z')).date_to).toBe('2026-01-31');
  expect(daysOf('this-month', at('2026-07-31T21:30:00Z')).date_from).toBe('2026-08-01');
});
