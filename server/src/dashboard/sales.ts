/** The merchant's sales over time, from the figures that the overview keeps. */
import type { Sales, SalesFigures, SalesStep } from '@daftar/contract/dashboard';
import { toPounds } from '@daftar/contract/money';
import { type PaymentSums, readMerchantDays } from '../overview/service.ts';
import type { App, Caller } from '../platform/context.ts';
import { type Days, daysBefore, stepsOf } from './rules.ts';

/** Adds up days in piastres, and only then makes pounds of them. */
function figuresOf(days: readonly PaymentSums[], { from, to }: Days): SalesFigures {
  const sum = { paid: 0, failed: 0, sales: 0, fees: 0, refunded: 0 };
  for (const row of days) {
    if (row.day < from || row.day > to) continue;
    sum.paid += row.paid;
    sum.failed += row.failed;
    sum.sales += row.volume;
    sum.fees += row.fees + row.vat;
    sum.refunded += row.refunded;
  }
  return { ...sum, sales: toPounds(sum.sales), fees: toPounds(sum.fees), refunded: toPounds(sum.refunded) };
}

/** Reads the figures of a period, of as many days before, and of each step; of each day by default. */
export async function readSales(
  app: App,
  caller: Caller,
  query: { date_from: string; date_to: string; step?: SalesStep | undefined },
): Promise<Sales> {
  const period = { from: query.date_from, to: query.date_to };
  const before = daysBefore(period);
  const { asOf, days } = await readMerchantDays(app, caller, before.from, period.to);
  return {
    as_of: asOf?.toISOString() ?? null,
    totals: figuresOf(days, period),
    before: figuresOf(days, before),
    steps: stepsOf(period, query.step ?? 'day').map((step) => ({
      date_from: step.from,
      date_to: step.to,
      figures: figuresOf(days, step),
    })),
  };
}
