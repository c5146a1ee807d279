/** Ids that processors assigned to our payments. */
import type { App } from '../platform/context.ts';
import type { ProcessorId } from './gateway.ts';
import { retryUnmatched } from './inbox.ts';
import * as store from './store.ts';

/** A payment attempt. */
type OfAttempt = Parameters<typeof store.listIds>[1];

/** Returns the newest id of each kind that a processor assigned to a payment. */
export const idsOf = (app: Pick<App, 'db'>, attempt: OfAttempt) => store.listIds(app.db, attempt);

/** Finds the payment to which an account's processor assigned an id. */
export const findByProcessorId = (app: Pick<App, 'db'>, accountId: number | null, id: ProcessorId) =>
  store.findByProcessorId(app.db, accountId, id);

/**
 * Returns the reference under which to book a payment of an order: that of the order for the first payment, otherwise
 * the payment's own id.
 */
export async function referenceOf(
  app: Pick<App, 'db' | 'clock'>,
  attempt: OfAttempt,
  accountId: number | null,
  { reference, payment }: { reference: string; payment: string },
): Promise<string> {
  const first = await store.keepFirstPayment(app.db, attempt, accountId, payment, app.clock.now());
  return first === payment ? reference : payment;
}

/**
 * Stores ids permanently, and processes the notifications that arrived before them. An id that another payment already
 * has is reported in the log, and changes neither payment.
 */
export async function keepIds(
  app: Pick<App, 'db' | 'clock' | 'log'>,
  attempt: OfAttempt,
  accountId: number | null,
  ids: readonly ProcessorId[],
): Promise<void> {
  const { added, foreign } = await store.keepIds(app.db, attempt, accountId, ids, app.clock.now());
  await retryUnmatched(app.db, accountId, added);
  for (const { kind } of foreign) {
    app.log.error({ attempt, accountId, kind }, 'a processor gave two payments the same id');
  }
}
