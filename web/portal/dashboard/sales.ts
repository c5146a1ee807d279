import { HOURS_KEPT_DAYS, SALES_STEPS, type SalesFigures, type SalesStep } from '@daftar/contract/dashboard';
import { isDay } from '@daftar/contract/paging';
import { daysBetween, successRate } from '@daftar/contract/periods';
import type { PaymentOutcome } from '@daftar/contract/transactions';
import { SALES_MEASURES, type SalesMeasure } from '../paths/dashboard.ts';
import { type Days, lastDays } from './periods.ts';

/** Periods by name, with how many days they have until today. */
export const PERIODS = { today: 1, week: 7, month: 30, quarter: 90, year: 365 } as const;
export type Period = keyof typeof PERIODS | 'own';

export interface SalesView extends Days {
  step: SalesStep;
  /** The steps that suit the period, of 1 to 92 bars; a day is shown by hour while those are kept of it and the day before. */
  steps: readonly SalesStep[];
  measure: SalesMeasure;
  period: Period;
  /** Whether today, of which there are only figures so far, is the whole period, a part of it, or neither. */
  compared: 'today' | 'untilToday' | 'past';
  /** The days that the address asks for, if they are more than can be shown. */
  tooMany: readonly [string, string] | null;
}

/** The most days of one's own choice: a year. */
export const MAX_DAYS = 366;

/** What the address asks for; without days, with days that cannot be, or with too many, the last 30. */
export function salesView(search: Record<string, string | undefined>, now: number): SalesView {
  const { date_from: from = '', date_to: to = '' } = search;
  const length = isDay(from) && isDay(to) ? daysBetween(from, to) : 0;
  const days =
    length >= 1 && length <= MAX_DAYS ? { date_from: from, date_to: to } : lastDays(PERIODS.month, now);
  const tooMany = length > MAX_DAYS ? ([from, to] as const) : null;
  const count = daysBetween(days.date_from, days.date_to);
  const { date_from: firstOfHours, date_to: today } = lastDays(HOURS_KEPT_DAYS - 1, now);
  const byHour = count === 1 && days.date_from >= firstOfHours;
  const steps = SALES_STEPS.filter((step) => {
    if (step === 'hour' || byHour) return step === 'hour' && byHour;
    if (step === 'day') return count <= 92;
    return step === 'week' ? count > 7 : count > 31;
  });
  const usual: SalesStep = byHour ? 'hour' : count <= 31 ? 'day' : count <= 190 ? 'week' : 'month';
  const isToday = days.date_to === today;
  const named = (Object.keys(PERIODS) as (keyof typeof PERIODS)[]).find((name) => PERIODS[name] === count);
  return {
    ...days,
    step: steps.find((step) => step === search.step) ?? usual,
    steps,
    measure: SALES_MEASURES.find((measure) => measure === search.measure) ?? 'sales',
    period: isToday && named ? named : 'own',
    compared:
      days.date_from > today || days.date_to < today
        ? 'past'
        : days.date_from === today
          ? 'today'
          : 'untilToday',
    tooMany,
  };
}

/** The value of a measure; the success rate in percent, null without payments that have an outcome. */
export function measured(measure: SalesMeasure, figures: SalesFigures): number | null {
  if (measure !== 'rate') return figures[measure];
  const rate = successRate(figures);
  return rate === null ? null : Math.round(rate * 1000) / 10;
}

/** The filter of the transactions that a measure is of. */
export const OUTCOME_OF = {
  sales: 'paid',
  fees: 'paid',
  rate: 'ended',
  refunded: 'refunded',
} as const satisfies Record<SalesMeasure, PaymentOutcome>;

/** A larger share says nothing that the two figures do not: the period before had next to nothing. */
const MAX_PERCENT = 999;

/** `percent`: of a change; null where it would be so large that it says nothing. */
type Change = { way: 'none' | 'same' } | { way: 'up' | 'down'; percent: number | null };

/** How a figure has changed against the period before; `none` when there was nothing to compare with. */
export function changeOf(now: number | null, before: number | null): Change {
  if (now === null || before === null || before === 0) return { way: 'none' };
  if (now === before) return { way: 'same' };
  const percent = Math.round((1000 * (now - before)) / before) / 10;
  return { way: now > before ? 'up' : 'down', percent: percent > MAX_PERCENT ? null : percent };
}

/** Whether a change is good news; fees grow with sales, so theirs is neither, and a day that is not over is no news yet. */
export function toneOf(
  measure: SalesMeasure,
  { way }: Change,
  compared: SalesView['compared'] = 'past',
): 'good' | 'bad' | 'plain' {
  if (measure === 'fees' || (compared === 'today' && measure !== 'rate') || way === 'none' || way === 'same')
    return 'plain';
  return (way === 'up') === (measure !== 'refunded') ? 'good' : 'bad';
}
