/** Periods that a statement is often wanted of, as days in Cairo, both included. */
import { wallClockOf } from '../ui/zoned.ts';

export const PRESETS = ['thisMonth', 'lastMonth', 'thisYear', 'lastYear', 'all'] as const;
export type Preset = (typeof PRESETS)[number];

const dayOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/** The days of a preset; those that are not over yet have no end. */
export function presetDays(preset: Preset, now: number): { date_from?: string; date_to?: string } {
  const today = wallClockOf(new Date(now).toISOString(), 'cairo');
  const [year = 0, month = 1] = today.slice(0, 7).split('-').map(Number);
  switch (preset) {
    case 'thisMonth':
      return { date_from: dayOf(year, month - 1, 1) };
    case 'lastMonth':
      return { date_from: dayOf(year, month - 2, 1), date_to: dayOf(year, month - 1, 0) };
    case 'thisYear':
      return { date_from: dayOf(year, 0, 1) };
    case 'lastYear':
      return { date_from: dayOf(year - 1, 0, 1), date_to: dayOf(year - 1, 11, 31) };
    case 'all':
      return {};
  }
}

/** The months before a moment's own, newest first, as `2026-05`. */
export function monthsBefore(now: number, count: number): string[] {
  const [year = 0, month = 1] = wallClockOf(new Date(now).toISOString(), 'cairo')
    .slice(0, 7)
    .split('-')
    .map(Number);
  return Array.from({ length: count }, (_, back) => dayOf(year, month - 2 - back, 1).slice(0, 7));
}

/** The first and the last day of a month. */
export function daysOfMonth(written: string): { date_from: string; date_to: string } {
  const [year = 0, month = 1] = written.split('-').map(Number);
  return { date_from: dayOf(year, month - 1, 1), date_to: dayOf(year, month, 0) };
}
