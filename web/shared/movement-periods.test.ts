import { expect, test } from 'vitest';
import { daysOfMonth, monthsBefore, presetDays } from './movement-periods.ts';

test('months and years begin and end in Cairo', () => {
  const newYear = Date.parse('2026-12-31T22:30:00Z');
  expect(presetDays('thisMonth', newYear)).toEqual({ date_from: '2027-01-01' });
  expect(presetDays('lastMonth', newYear)).toEqual({ date_from: '2026-12-01', date_to: '2026-12-31' });
  expect(presetDays('thisYear', newYear)).toEqual({ date_from: '2027-01-01' });
  expect(presetDays('lastYear', newYear)).toEqual({ date_from: '2026-01-01', date_to: '2026-12-31' });
  expect(presetDays('lastMonth', Date.parse('2028-03-15T12:00:00Z'))).toEqual({
    date_from: '2028-02-01',
    date_to: '2028-02-29',
  });
  expect(presetDays('all', newYear)).toEqual({});
});

test('any month before is a period, from its first day to its last', () => {
  // In Cairo it is March already.
  const march = Date.parse('2028-02-29T22:30:00Z');
  expect(monthsBefore(march, 4)).toEqual(['2028-02', '2028-01', '2027-12', '2027-11']);
  expect(daysOfMonth('2028-02')).toEqual(presetDays('lastMonth', march));
  expect(daysOfMonth('2027-12')).toEqual({ date_from: '2027-12-01', date_to: '2027-12-31' });
});
