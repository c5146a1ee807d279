/** The ids that processors gave our payments. */
import type { App } from '../platform/context.ts';
import type { ProcessorId } from './gateway.ts';
import * as store from './store.ts';

/** A payment attempt. */
type OfAttempt = Parameters<typeof store.listIds>[1];

/** The newest id of each kind that a processor gave a payment. */
export const idsOf = (app: Pick<App, 'db'>, attempt: OfAttempt) => store.listIds(app.db, attempt);

/** Finds the payment that an account's processor gave an id. */
export const findByProcessorId = (app: Pick<App, 'db'>, accountId: number | null, id: ProcessorId) =>
  store.findByProcessorId(app.db, accountId, id);

/** Keeps ids for good. One that another payment has already is reported in the log: it changes neither. */
export async function keepIds(
  app: Pick<App, 'db' | 'clock' | 'log'>,
  attempt: OfAttempt,
  accountId: number | null,
  ids: readonly ProcessorId[],
): Promise<void> {
  const foreign = await store.keepIds(app.db, attempt, accountId, ids, app.clock.now());
  for (const { kind } of foreign) {
    app.log.error({ attempt, accountId, kind }, 'a processor gave two payments the same id');
  }
}
