/** Translates the database's lock of signed periods into an error for operators. */
import type { Executor } from '../../ops-approvals/index.ts';
import { PeriodSigned } from './errors.ts';

/** Runs work, and translates the database's refusal to change a signed period. @throws PeriodSigned */
export async function heedPeriod<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const refused = (error as { constraint_name?: unknown } | null)?.constraint_name;
    if (refused === 'reconciliation_period_signed') throw new PeriodSigned();
    throw error;
  }
}

/** Wraps an executor in {@link heedPeriod}. */
export const heeding =
  (execute: Executor): Executor =>
  (app, request, by) =>
    heedPeriod(() => execute(app, request, by));
