/**
 * Links customers with activity from before they were added, or before their address changed. Later payments find
 * their customer by themselves.
 */
import type { App } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { inBatches } from '../platform/jobs/batches.ts';
import * as store from './store-link.ts';

/** Payments of one transaction. */
const PAYMENTS = 1_000;

/** Finds earlier payments and orders of new customers, one after the other. @returns the number of steps. */
export const linkCustomers = (app: App): Promise<number> => inBatches(app, () => linkNext(app), { rows: 1 });

/** Links a part of the remaining activity, or all of it. @returns 0 when no customer is left. */
function linkNext(app: App): Promise<number> {
  return transaction(app.db, async (tx) => {
    const customer = await store.lockUnlinked(tx);
    if (!customer) return 0;
    const payments = await store.findPayments(tx, customer, PAYMENTS);
    if (payments.length > 0) await store.takePayments(tx, customer, payments);
    if (payments.length === PAYMENTS) return 1;
    await store.takeOthers(tx, customer);
    await store.writeLinked(tx, customer, app.clock.now());
    return 1;
  });
}
