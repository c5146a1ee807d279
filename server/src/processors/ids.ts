/** The ids that processors gave our payments. */
import type { App } from '../platform/context.ts';
import type { ProcessorId } from './gateway.ts';
import { retryUnmatched } from './inbox.ts';
import * as store from './store.ts';

/** A payment attempt. */
type OfAttempt = Parameters<typeof store.listIds>[1];

/** The newest id of each kind that a processor gave a payment. */
export const idsOf = (app: Pick<App, 'db'>, attempt: OfAttempt) => store.listIds(app.db, attempt);

/** Finds the payment that an account's processor gave an id. */
export const findByProcessorId = (app: Pick<App, 'db'>, accountId: number | null, id: ProcessorId) =>
  store.findByProcessorId(app.db, accountId, id);

/**
 * Says under which reference to book a payment of an order: under that of the order when it is the first one, and under its
 * own id otherwise.
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
 * Keeps ids for good, and processes the notifications that came before them. An id that another payment has already is
 * reported in the log: it changes neither.
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
