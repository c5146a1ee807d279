/** The lock of signed periods, which the database keeps, as a sentence for operators. */
import type { Executor } from '../../ops-approvals/index.ts';
import { PeriodSigned } from './errors.ts';

/** Runs work that the database refuses within a signed period. @throws PeriodSigned */
export async function heedPeriod<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const refused = (error as { constraint_name?: unknown } | null)?.constraint_name;
    if (refused === 'reconciliation_period_signed') throw new PeriodSigned();
    throw error;
  }
}

/** An executor that {@link heedPeriod heeds} signed periods. */
export const heeding =
  (execute: Executor): Executor =>
  (app, request, by) =>
    heedPeriod(() => execute(app, request, by));
