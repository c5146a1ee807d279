import type { SalesStep } from '@daftar/contract/dashboard';
import { daysBetween } from '@daftar/contract/periods';
import { nextDay } from '../platform/time/cairo.ts';

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

/** Cuts a period into steps, in order and without gaps; the first and last month may be parts of one. */
export function stepsOf({ from, to }: Days, step: SalesStep): Days[] {
  const steps: Days[] = [];
  for (let first = from; first <= to; ) {
    const end = step === 'month' ? lastOfMonth(first) : nextDay(first, step === 'week' ? 6 : 0);
    const last = end < to ? end : to;
    steps.push({ from: first, to: last });
    first = nextDay(last);
  }
  return steps;
}
