import type { ReportKind, ReportRhythm } from '@daftar/contract/reports';
import { cairoDay, cairoMomentOf, nextDay, startOfCairoDay } from '../platform/time/cairo.ts';

/** When a report is sent, in Cairo time. */
export interface Schedule {
  rhythm: ReportRhythm;
  hour: number;
  /** 0 is Sunday. */
  weekday: number | null;
  monthDay: number | null;
}

/** Days in Cairo, both included. */
export interface Days {
  from: string;
  to: string;
}

/** A month, and some days for changes of the clock. */
const DAYS_AHEAD = 40;

const isDue = ({ rhythm, weekday, monthDay }: Schedule, day: string): boolean => {
  if (rhythm === 'week') return new Date(`${day}T00:00:00Z`).getUTCDay() === weekday;
  return rhythm === 'day' || Number(day.slice(8)) === monthDay;
};

/**
 * Returns the first time after a moment. An hour that the clock skips in spring becomes the first moment after it; of
 * one that occurs twice in autumn, the first.
 */
export function nextTime(schedule: Schedule, after: Date): Date {
  let day = cairoDay(after);
  for (let ahead = 0; ahead < DAYS_AHEAD; ahead += 1) {
    const at = cairoMomentOf(day, schedule.hour);
    if (isDue(schedule, day) && at > after) return at;
    day = nextDay(day);
  }
  throw new Error('a schedule without a next time');
}

/**
 * Returns the first time after a moment on a later day than planned last, because a day has one report, whatever its
 * hour was before.
 */
export function nextTimeAfter(schedule: Schedule, after: Date, planned: string | null): Date {
  if (planned === null || cairoDay(after) > planned) return nextTime(schedule, after);
  return nextTime(schedule, new Date(startOfCairoDay(nextDay(planned)).getTime() - 1));
}

/** Returns the last day on which a report was due at or before a moment; "send now" uses its file. */
export function latestDay(schedule: Schedule, now: Date): string {
  let day = cairoDay(now);
  for (let back = 0; back < DAYS_AHEAD; back += 1) {
    if (isDue(schedule, day) && cairoMomentOf(day, schedule.hour) <= now) return day;
    day = nextDay(day, -1);
  }
  throw new Error('a schedule without a latest day');
}

/** Returns the times from a missed one up to now, limited to the last few, for which reports are made up. */
export function missedTimes(schedule: Schedule, from: Date, now: Date, most: number): Date[] {
  const times: Date[] = [];
  for (let at = from; at <= now; at = nextTime(schedule, at)) {
    times.push(at);
    if (times.length > most) times.shift();
  }
  return times;
}

/** Returns the days that a report of a day covers: the day before, the seven days before, or the month before. */
export function daysOf(kind: Exclude<ReportKind, 'view'>, day: string): Days {
  if (kind === 'takings') return { from: nextDay(day, -1), to: nextDay(day, -1) };
  if (kind === 'week') return { from: nextDay(day, -7), to: nextDay(day, -1) };
  const to = nextDay(`${day.slice(0, 7)}-01`, -1);
  return { from: `${to.slice(0, 7)}-01`, to };
}
