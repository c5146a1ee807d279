import type { App, Scope } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { eachDue } from '../platform/jobs/batches.ts';
import { listDueOrders, releaseOrder } from './store.ts';

/**
 * Releases expired reservations, of one merchant before its stock is read, or of all. Each has its own transaction,
 * so that no locks are held while waiting for others, and one that fails does not stop the rest.
 * @throws PartlyFailed at the end, when some could not be released
 * @returns how many orders
 */
export async function releaseDueOrders(app: App, scope: Scope | null): Promise<number> {
  const now = app.clock.now();
  let released = 0;
  await eachDue(
    app,
    'release-orders',
    (limit, offset) => listDueOrders(app.pool, now, scope, limit, offset),
    async (due) => {
      const isReleased = await transaction(app.pool, (tx) => releaseOrder(tx, due, now));
      if (isReleased) released += 1;
      return isReleased;
    },
  );
  return released;
}
