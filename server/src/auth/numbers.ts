/** Addresses of accounts that were never confirmed: others can have them after a day. */
import * as people from '../people/writes.ts';
import type { App } from '../platform/context.ts';
import { classifyDbError, type Db } from '../platform/db/connect.ts';
import { oldestUnconfirmed } from './rules.ts';
import * as store from './store.ts';

/**
 * Frees a mobile number that an account holds whose link to create a password was not used in time. Call it before a
 * number is looked for or stored: otherwise a sign-up or an invitation with somebody else's number keeps it for good.
 */
export async function freeNumber(db: Db, mobile: string, now: Date): Promise<void> {
  await people.releaseNumber(db, mobile, oldestUnconfirmed(now));
}

/** Which of an e-mail address and a mobile number an account of another merchant keeps. */
export const keptElsewhere = (
  db: Db,
  merchantId: number,
  addresses: { email: string; mobile: string },
  now: Date,
) => store.findKeptElsewhere(db, merchantId, addresses, oldestUnconfirmed(now));

/** Gives somebody who joined late their number back, unless another account has it by now. */
export async function reclaimNumber(app: App, key: store.UserKey): Promise<void> {
  try {
    await people.claimNumber(app.db, key);
  } catch (error) {
    // Another account takes it at the same moment.
    if (classifyDbError(error).kind !== 'unique') throw error;
  }
}
