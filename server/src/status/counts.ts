/** Counts of this process for the status page, until they are written: requests, and calls to processors. */
import { PAYMENT_METHODS, type PaymentMethodId } from '@daftar/contract/lookups';
import type { StatusComponent } from '@daftar/contract/status';
import type { App } from '../platform/context.ts';
import { takeStarts } from '../processors/starts.ts';
import { COUNTED_MINUTES, type Counted } from './rules.ts';
import { addCounts } from './store-measure.ts';

const MINUTE = 60_000;

let counts = new Map<StatusComponent, Counted>();
let writtenAt: Date | null = null;

/** Counts one request of a component. */
export const count = (what: StatusComponent, failed: boolean): void =>
  add(what, { total: 1, failed: failed ? 1 : 0 });

function add(what: StatusComponent, { total, failed }: Counted): void {
  const before = counts.get(what) ?? { total: 0, failed: 0 };
  counts.set(what, { total: before.total + total, failed: before.failed + failed });
}

/** Returns the component of a payment method. */
export function componentOfMethod(method: PaymentMethodId): StatusComponent {
  const { code } = PAYMENT_METHODS.find(({ id }) => id === method)!;
  return `payments-${code}`;
}

/** Writes the counts since the last time; drops counts too old to matter, if the database was unavailable. */
export async function writeCounts({ pool, clock }: Pick<App, 'pool' | 'clock'>): Promise<void> {
  const now = clock.now();
  const isOld = writtenAt !== null && now.getTime() - writtenAt.getTime() > COUNTED_MINUTES * MINUTE;
  const minute = new Date(Math.floor(now.getTime() / MINUTE) * MINUTE);
  for (const [method, started] of takeStarts()) add(componentOfMethod(method), started);
  const counted = counts;
  if (!isOld) await addCounts(pool, minute, counted);
  // Requests may be counted in the same map while it is written; these few are lost, and no state depends on them.
  counts = new Map();
  writtenAt = now;
}
