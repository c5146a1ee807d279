/** The merchant's sales over time, from the stored figures of the overview. */
import {
  HOURS_KEPT_DAYS,
  type Sales,
  type SalesFigures,
  type SalesStep,
  type SalesStepFigures,
} from '@daftar/contract/dashboard';
import { toPounds } from '@daftar/contract/money';
import { daysBetween } from '@daftar/contract/periods';
import { type HourSums, type PaymentSums, readMerchantDays, readMerchantHours } from '../overview/service.ts';
import type { App, Caller } from '../platform/context.ts';
import { InvalidError } from '../platform/http/errors.ts';
import { cairoDay, nextDay } from '../platform/time/cairo.ts';
import { type Days, daysBefore, hoursOf, stepsOf } from './rules.ts';

type Summed = Omit<HourSums, 'hour'>;

/** Sums up piastres, and converts only the sum to pounds. */
function figuresOf(rows: readonly Summed[]): SalesFigures {
  const sum = { paid: 0, failed: 0, sales: 0, fees: 0, refunded: 0 };
  for (const row of rows) {
    sum.paid += row.paid;
    sum.failed += row.failed;
    sum.sales += row.volume;
    sum.fees += row.fees + row.vat;
    sum.refunded += row.refunded;
  }
  return { ...sum, sales: toPounds(sum.sales), fees: toPounds(sum.fees), refunded: toPounds(sum.refunded) };
}

const within = (days: readonly PaymentSums[], { from, to }: Days) =>
  figuresOf(days.filter(({ day }) => day >= from && day <= to));

/** Pairs each step with the corresponding days of the period before. */
function daySteps(
  days: readonly PaymentSums[],
  period: Days,
  step: Exclude<SalesStep, 'hour'>,
): SalesStepFigures[] {
  const span = (of: Days) => ({ date_from: of.from, date_to: of.to, hour: null, figures: within(days, of) });
  const back = (day: string) => nextDay(day, -daysBetween(period.from, period.to));
  return stepsOf(period, step).map((of) => ({
    ...span(of),
    before: span({ from: back(of.from), to: back(of.to) }),
  }));
}

function hourSteps(hours: readonly HourSums[], day: string): SalesStepFigures[] {
  const byTime = new Map(hours.map((row) => [row.hour.getTime(), row]));
  const span = (of: string, at: Date) => {
    const row = byTime.get(at.getTime());
    return {
      date_from: of,
      date_to: of,
      hour: at.toISOString().replace('.000', ''),
      figures: figuresOf(row ? [row] : []),
    };
  };
  return hoursOf(day).map(({ at, before }) => ({
    ...span(day, at),
    before: before && span(nextDay(day, -1), before),
  }));
}

/** Reads the figures of a period, of the period of equal length before, and of each step; by default of each day. */
export async function readSales(
  app: App,
  caller: Caller,
  query: { date_from: string; date_to: string; step?: SalesStep | undefined },
): Promise<Sales> {
  const { step = 'day' } = query;
  const period = { from: query.date_from, to: query.date_to };
  const before = daysBefore(period);
  // The day before needs hours too.
  if (step === 'hour' && before.from < nextDay(cairoDay(app.clock.now()), 1 - HOURS_KEPT_DAYS))
    throw InvalidError.field('date_from', 'HoursNotKept', { days: HOURS_KEPT_DAYS - 1 });
  const { asOf, days } = await readMerchantDays(app, caller, before.from, period.to);
  const totals = within(days, period);
  const reply = { as_of: asOf?.toISOString() ?? null, totals, before: within(days, before) };
  if (step !== 'hour') return { ...reply, steps: daySteps(days, period, step) };
  const hours = await readMerchantHours(app, caller, before.from, period.to);
  return {
    ...reply,
    // The day was summed up before hours were stored.
    ...(hours.length === 0 && days.length > 0 ? { as_of: null } : {}),
    steps: hourSteps(hours, period.from),
  };
}
