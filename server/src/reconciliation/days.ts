/** Working days by the banks' calendar: pure. */
import { isWorkingDay } from '../checkout/index.ts';
import { nextDay } from '../platform/time/cairo.ts';

/** Returns the day that is a number of working days before another; for zero, the day itself. */
export function workingDaysBefore(day: string, days: number, holidays: ReadonlySet<string>): string {
  let found = day;
  for (let left = days; left > 0; left -= 1) {
    found = nextDay(found, -1);
    while (!isWorkingDay(found, holidays)) found = nextDay(found, -1);
  }
  return found;
}

/** Counts working days after `from` up to and including `to`, at most `most`. */
export function workingDaysBetween(
  from: string,
  to: string,
  holidays: ReadonlySet<string>,
  most = 1_000,
): number {
  let count = 0;
  for (let day = nextDay(from); day <= to && count < most; day = nextDay(day))
    if (isWorkingDay(day, holidays)) count += 1;
  return count;
}
