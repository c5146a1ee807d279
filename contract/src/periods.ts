/** Periods of Cairo days, and rates calculated from their payments. */
import * as z from 'zod/mini';

/** The longest period, in days: a year. */
const LONGEST_DAYS = 366;

/** Periods relative to the current day. */
export const DAY_PERIODS = [
  'today',
  'yesterday',
  'last7',
  'last30',
  'last90',
  'thisMonth',
  'lastMonth',
  'thisYear',
] as const;
export type DayPeriod = (typeof DAY_PERIODS)[number];

/**
 * Returns the days of a period relative to a day in Cairo, `YYYY-MM-DD`, both ends included. The last days include that
 * day.
 */
export function daysOfPeriod(period: DayPeriod, today: string): [from: string, to: string] {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const dayOf = (ofMonth: number, ofDay: number) =>
    new Date(Date.UTC(year, ofMonth - 1, ofDay)).toISOString().slice(0, 10);
  switch (period) {
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

const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000;
/** @returns the number of days of a period, both ends included */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from) + 1;

interface Ends {
  date_from: string;
  date_to: string;
}
/** Refuses a period that ends before it begins. */
export const isForward = z.refine<Ends>((range) => range.date_from <= range.date_to, {
  error: 'RangeReversed',
  path: ['date_to'],
});
/** Refuses a period longer than a year. */
export const isShort = z.refine<Ends>(
  ({ date_from, date_to }) => daysBetween(date_from, date_to) <= LONGEST_DAYS,
  { error: 'PeriodTooLong', path: ['date_to'] },
);

/** Returns the share of successful payments among those with a result, 0 to 1; null if there are none. */
export const successRate = ({ paid, failed }: { paid: number; failed: number }): number | null =>
  paid + failed === 0 ? null : paid / (paid + failed);
