import type { SalesStep } from '@daftar/contract/dashboard';
import { daysBetween } from '@daftar/contract/periods';
import { cairoMinute, nextDay, startOfCairoDay } from '../platform/time/cairo.ts';

/** Days, both included, `YYYY-MM-DD`. */
export interface Days {
  from: string;
  to: string;
}

/** Returns the period of equal length right before. */
export function daysBefore({ from, to }: Days): Days {
  return { from: nextDay(from, -daysBetween(from, to)), to: nextDay(from, -1) };
}

const lastOfMonth = (day: string) => {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
};

/**
 * Returns the hours of a Cairo day by their start, 23 to 25, each with the hour of the same name on the day before,
 * if it exists; if an hour occurs twice, the first pairs with the first.
 */
export function hoursOf(day: string): { at: Date; before: Date | null }[] {
  const named = (of: string) => {
    const hours = new Map<string, Date>();
    const end = startOfCairoDay(nextDay(of)).getTime();
    for (let at = startOfCairoDay(of).getTime(); at < end; at += 3_600_000) {
      const name = cairoMinute(new Date(at)).slice(-5);
      hours.set(hours.has(name) ? `${name} again` : name, new Date(at));
    }
    return hours;
  };
  const before = named(nextDay(day, -1));
  return [...named(day)].map(([name, at]) => ({ at, before: before.get(name) ?? null }));
}

/** Divides a period into steps, in order and without gaps; the first and last month may be partial. */
export function stepsOf({ from, to }: Days, step: Exclude<SalesStep, 'hour'>): Days[] {
  const steps: Days[] = [];
  for (let first = from; first <= to; ) {
    const end = step === 'month' ? lastOfMonth(first) : nextDay(first, step === 'week' ? 6 : 0);
    const last = end < to ? end : to;
    steps.push({ from: first, to: last });
    first = nextDay(last);
  }
  return steps;
}
