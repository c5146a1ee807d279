import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { addJob } from '../platform/jobs/jobs.ts';

/** A planned delivery attempt. */
export interface Delivery {
  eventId: number;
  /** From 1; determines the pause after a failure. */
  attempt: number;
  /** Requested by a person: does not change the planned attempts. */
  manual: boolean;
}

/** Concurrent deliveries per merchant, so that a slow receiver delays only itself. */
const AT_ONCE = 2;

/** Adds the job that sends a message, now or at a moment. */
export function scheduleDelivery(
  db: Db,
  scope: Scope,
  delivery: Delivery,
  runAt?: Date | undefined,
): Promise<void> {
  const { merchantId, mode } = scope;
  return addJob(
    db,
    'deliver-webhook',
    { merchantId, mode, ...delivery },
    { queue: `webhook:${merchantId}:${mode}:${delivery.eventId % AT_ONCE}`, ...(runAt ? { runAt } : {}) },
  );
}
