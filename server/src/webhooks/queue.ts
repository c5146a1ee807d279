import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { addJob } from '../platform/jobs/jobs.ts';

/** A planned delivery attempt. */
export interface Delivery {
  eventId: number;
  /** From 1; decides the pause that follows a failure. */
  attempt: number;
  /** Asked for by a person: changes nothing of the tries that are planned. */
  manual: boolean;
}

/** Concurrent deliveries per merchant: a slow receiver delays nobody but itself. */
const AT_ONCE = 2;

/** Adds the job that sends a message, at once or at a moment. */
export function promiseDelivery(
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
