/** Ranges of days that lists are often looked at, in Cairo, both ends included. */
import { DAY_PERIODS, type DayPeriod, daysOfPeriod } from '@daftar/contract/periods';
import { wallClockOf } from './zoned.ts';

/** The days of a preset at a moment, `YYYY-MM-DD`. The last days include today. */
export const daysOfPreset = (preset: DayPeriod, now: number): [from: string, to: string] =>
  daysOfPeriod(preset, wallClockOf(new Date(now).toISOString(), 'cairo').slice(0, 10));

/** The presets whose days these are now: on the 7th, the last seven days are this month too. */
export const presetsOf = (from: string | undefined, to: string | undefined, now: number): DayPeriod[] =>
  DAY_PERIODS.filter((preset) => {
    const [first, last] = daysOfPreset(preset, now);
    return first === from && last === to;
  });
