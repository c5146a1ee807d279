/** Computes the deadline for an answer to a merchant. */
import type { TicketPriority } from '@daftar/contract/ops-tickets';
import { isWorkingDay } from '../checkout/index.ts';
import type { Config } from '../config.ts';
import type { App } from '../platform/context.ts';
import { cairoDay, nextDay, startOfCairoDay } from '../platform/time/cairo.ts';
import { holidaysFrom } from './store-handling.ts';

const HOUR_MILLISECONDS = 3_600_000;

/**
 * Adds working hours to a moment: those of Cairo's working days between two hours. Clocks change on Fridays, which
 * are no working days, so every working day has all its hours.
 */
export function afterWorkingHours(
  from: Date,
  hours: number,
  { fromHour, toHour }: Pick<Config['answering'], 'fromHour' | 'toHour'>,
  holidays: ReadonlySet<string>,
): Date {
  let left = hours * HOUR_MILLISECONDS;
  for (let day = cairoDay(from); ; day = nextDay(day)) {
    if (!isWorkingDay(day, holidays)) continue;
    const midnight = startOfCairoDay(day).getTime();
    const begin = Math.max(from.getTime(), midnight + fromHour * HOUR_MILLISECONDS);
    const end = midnight + toHour * HOUR_MILLISECONDS;
    if (begin + left <= end) return new Date(begin + left);
    left -= Math.max(0, end - begin);
  }
}

/** Returns the deadline for answering a message of that moment, by the current configuration. */
export async function answerDueAt(
  app: Pick<App, 'db' | 'config'>,
  since: Date,
  priority: TicketPriority,
): Promise<Date> {
  const { answering } = app.config;
  const holidays = await holidaysFrom(app.db, cairoDay(since));
  return afterWorkingHours(since, answering.hours[priority], answering, holidays);
}
