/** Ranges of days that lists are often looked at, in Cairo, both ends included. */
import { DAY_PERIODS, type DayPeriod } from '@daftar/contract/periods';
import { wallClockOf } from './zoned.ts';

/** The days of a preset at a moment, `YYYY-MM-DD`. The last days include today. */
export function daysOfPreset(preset: DayPeriod, now: number): [from: string, to: string] {
  const today = wallClockOf(new Date(now).toISOString(), 'cairo').slice(0, 10);
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const dayOf = (ofMonth: number, ofDay: number) =>
    new Date(Date.UTC(year, ofMonth - 1, ofDay)).toISOString().slice(0, 10);
  switch (preset) {
    case 'today':
      return [today, today];
    case 'yesterday':
      return [dayOf(month, day - 1), dayOf(month, day - 1)];
    case 'last7':
      return [dayOf(month, day - 6), today];
    case 'last30':
      return [dayOf(month, day - 29), today];
    case 'last90':
      return [dayOf(month, day - 89), today];
    case 'thisMonth':
      return [dayOf(month, 1), today];
    case 'lastMonth':
      return [dayOf(month - 1, 1), dayOf(month, 0)];
    case 'thisYear':
      return [dayOf(1, 1), today];
  }
}

/** The presets whose days these are now: on the 7th, the last seven days are this month too. */
export const presetsOf = (from: string | undefined, to: string | undefined, now: number): DayPeriod[] =>
  DAY_PERIODS.filter((preset) => {
    const [first, last] = daysOfPreset(preset, now);
    return first === from && last === to;
  });
