import { DAY_PERIODS } from '@daftar/contract/periods';
import { expect, test } from 'vitest';
import { daysOfPreset, presetsOf } from './day-presets.ts';

const NEW_YEAR = Date.parse('2026-12-31T22:30:00Z');

test('presets are days in Cairo, where the year begins earlier than in UTC, and the last days include today', () => {
  expect(Object.fromEntries(DAY_PERIODS.map((preset) => [preset, daysOfPreset(preset, NEW_YEAR)]))).toEqual({
    today: ['2027-01-01', '2027-01-01'],
    yesterday: ['2026-12-31', '2026-12-31'],
    last7: ['2026-12-26', '2027-01-01'],
    last30: ['2026-12-03', '2027-01-01'],
    last90: ['2026-10-04', '2027-01-01'],
    thisMonth: ['2027-01-01', '2027-01-01'],
    lastMonth: ['2026-12-01', '2026-12-31'],
    thisYear: ['2027-01-01', '2027-01-01'],
  });
  expect(daysOfPreset('lastMonth', Date.parse('2028-03-15T12:00:00Z'))).toEqual(['2028-02-01', '2028-02-29']);
});

test('a range is recognized as its preset only on the day that it is one', () => {
  expect(presetsOf('2026-12-26', '2027-01-01', NEW_YEAR)).toEqual(['last7']);
  expect(presetsOf('2026-12-26', '2027-01-01', NEW_YEAR + 86_400_000)).toEqual([]);
  expect(presetsOf('2027-01-01', undefined, NEW_YEAR)).toEqual([]);
});
