/** Addresses of accounts that were never confirmed; others may take them after a day. */
import * as people from '../people/writes.ts';
import type { App } from '../platform/context.ts';
import { classifyDbError, type Db } from '../platform/db/connect.ts';
import { oldestUnconfirmed } from './rules.ts';
import * as store from './store.ts';

/**
 * Frees a mobile number held by an account whose link to create a password was not used in time. Call it before a
 * number is looked up or stored; otherwise a sign-up or an invitation with somebody else's number would keep it for
 * good.
 */
export async function freeNumber(db: Db, mobile: string, now: Date): Promise<void> {
  await people.releaseNumber(db, mobile, oldestUnconfirmed(now));
}

/** Returns which of an e-mail address and a mobile number are kept by an account of another merchant. */
export const keptElsewhere = (
  db: Db,
  merchantId: number,
  addresses: { email: string; mobile: string },
  now: Date,
) => store.findKeptElsewhere(db, merchantId, addresses, oldestUnconfirmed(now));

/** Gives a person who joined late their number back, unless another account has it by now. */
export async function reclaimNumber(app: App, key: store.UserKey): Promise<void> {
  try {
    await people.claimNumber(app.db, key);
  } catch (error) {
    // Another account has taken it at the same moment.
    if (classifyDbError(error).kind !== 'unique') throw error;
  }
}
