import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { addJob, addJobs } from '../platform/jobs/jobs.ts';

/** A planned delivery attempt. */
export interface Delivery {
  eventId: number;
  /** The endpoint it goes to; absent or null: the callback URL. */
  endpointId?: number | null;
  /** From 1; determines the pause after a failure. */
  attempt: number;
  /** Requested by a user: does not change the planned attempts. */
  manual: boolean;
}

/** Concurrent deliveries per address of a merchant, so that a slow receiver delays only itself. */
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
    { queue: queueOf(scope, delivery), ...(runAt ? { runAt } : {}) },
  );
}

/** Adds a first attempt's job for each message, in one statement. */
export async function scheduleDeliveries(
  db: Db,
  scope: Scope,
  messages: readonly { id: number; endpointId: number | null }[],
  { manual }: Pick<Delivery, 'manual'>,
): Promise<void> {
  const { merchantId, mode } = scope;
  const jobs = messages.map(({ id, endpointId }) => {
    const delivery = { eventId: id, endpointId, attempt: 1, manual };
    return { payload: { merchantId, mode, ...delivery }, queue: queueOf(scope, delivery) };
  });
  await addJobs(db, 'deliver-webhook', jobs);
}

function queueOf({ merchantId, mode }: Scope, { eventId, endpointId }: Delivery): string {
  const address = endpointId ? `${endpointId}:` : '';
  return `webhook:${merchantId}:${mode}:${address}${eventId % AT_ONCE}`;
}
