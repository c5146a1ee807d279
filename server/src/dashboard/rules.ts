import type { SalesStep } from '@daftar/contract/dashboard';
import { daysBetween } from '@daftar/contract/periods';
import { cairoMinute, nextDay, startOfCairoDay } from '../platform/time/cairo.ts';

/** Days, both included, `YYYY-MM-DD`. */
export interface Days {
  from: string;
  to: string;
}

/** As many days, right before. */
export function daysBefore({ from, to }: Days): Days {
  return { from: nextDay(from, -daysBetween(from, to)), to: nextDay(from, -1) };
}

const lastOfMonth = (day: string) => {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
};

/**
 * The hours of a Cairo day by the moments when they begin, 23 to 25, each with that of the day before which the clock calls
 * the same, if it had one: of an hour that comes twice the first with the first.
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

/** Cuts a period into steps, in order and without gaps; the first and last month may be parts of one. */
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
