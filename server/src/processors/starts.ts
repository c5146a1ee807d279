/** Counts of this process's calls that start payments, and of those that were not answered. */
import type { PaymentMethodId } from '@daftar/contract/lookups';

let starts = new Map<PaymentMethodId, { total: number; failed: number }>();

/** Counts a call that starts a payment, and whether its processor answered. */
export function countStart(method: PaymentMethodId, answered: boolean): void {
  const { total, failed } = starts.get(method) ?? { total: 0, failed: 0 };
  starts.set(method, { total: total + 1, failed: failed + (answered ? 0 : 1) });
}

/** Returns the counts since the last call, and resets them. */
export function takeStarts(): ReadonlyMap<PaymentMethodId, { total: number; failed: number }> {
  const taken = starts;
  starts = new Map();
  return taken;
}
