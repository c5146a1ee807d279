/**
 * Records which users affected whose accounts: the creator of an account, or whoever sets its mail address, may be
 * the person behind it.
 */
import type { App, Caller } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import * as store from './store-touches.ts';

const DAY_MILLISECONDS = 86_400_000;

/** Returns the time since which changes to an account count. */
const sinceOf = (app: App) =>
  new Date(app.clock.now().getTime() - app.config.secondPersonDays * DAY_MILLISECONDS);

/** Records that the caller affected somebody's account. */
export async function noteTouch(
  tx: Tx,
  caller: Pick<Caller, 'merchantId' | 'userId'>,
  userId: number,
  what: store.Touch,
  now: Date,
): Promise<void> {
  if (userId !== caller.userId) await store.insertTouch(tx, caller, userId, what, now);
}

/** Records, for everybody with a role, that the caller added or removed permissions of it. */
export async function noteRoleTouch(
  tx: Tx,
  caller: Pick<Caller, 'merchantId' | 'userId'>,
  roleId: number,
  what: 'given' | 'powers',
  now: Date,
): Promise<void> {
  await store.insertTouchOfRole(tx, caller, roleId, what, now);
}

/**
 * Returns whether two accounts could belong to one person: within the configured days one created or changed the
 * other, or a third did both, directly or through others.
 */
export function couldBeSamePerson(
  app: App,
  db: Db,
  merchantId: number,
  one: number,
  other: number,
): Promise<boolean> {
  return store.areAccountsLinked(db, merchantId, one, other, sinceOf(app));
}

/** Returns when the waiting period after the latest loss of permissions ends; null when it has ended. */
export async function lastLoss(app: App, db: Db, merchantId: number): Promise<Date | null> {
  const at = await store.lastLoss(db, merchantId, sinceOf(app));
  return at && new Date(at.getTime() + app.config.secondPersonDays * DAY_MILLISECONDS);
}
