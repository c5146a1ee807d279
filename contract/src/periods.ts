/** Periods of Cairo days, and what is reckoned of the payments in them. */
import * as z from 'zod/mini';

/** The longest period, in days: a year. */
const LONGEST_DAYS = 366;

/** Periods that follow the calendar: the last seven days are others tomorrow. */
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

const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000;
/** @returns how many days a period has, both ends included. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from) + 1;

interface Ends {
  date_from: string;
  date_to: string;
}
/** The period does not end before it begins. */
export const isForward = z.refine<Ends>((range) => range.date_from <= range.date_to, {
  error: 'RangeReversed',
  path: ['date_to'],
});
/** The period is at most a year. */
export const isShort = z.refine<Ends>(
  ({ date_from, date_to }) => daysBetween(date_from, date_to) <= LONGEST_DAYS,
  { error: 'PeriodTooLong', path: ['date_to'] },
);

/** The share of payments with an outcome that succeeded, 0 to 1; null without any. */
export const successRate = ({ paid, failed }: { paid: number; failed: number }): number | null =>
  paid + failed === 0 ? null : paid / (paid + failed);
