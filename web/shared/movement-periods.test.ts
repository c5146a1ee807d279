import { expect, test } from 'vitest';
import { presetDays } from './movement-periods.ts';

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
