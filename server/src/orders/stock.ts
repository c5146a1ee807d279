import type { App, Scope } from '../platform/context.ts';
import { releaseDue } from './store.ts';

/** Reservations given back in one run at most, so that a run ends. */
const MOST = 1_000;

/**
 * Gives back what was reserved for orders whose time is up: of one merchant before its stock is counted, or of all.
 * @returns how many orders
 */
export async function releaseDueOrders(app: App, scope: Scope | null): Promise<number> {
  const now = app.clock.now();
  for (let released = 0; released < MOST; released += 1) {
    // Each in a transaction of its own: nobody waits for a row of ours while we wait for one of theirs.
    if (!(await releaseDue(app.pool, now, scope))) return released;
  }
  return MOST;
}
