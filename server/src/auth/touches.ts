/** Who had a hand in whose account: whoever makes one, or sets where its mail goes, may be the person behind it. */
import type { App, Caller } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import * as store from './store-touches.ts';

const DAY_MILLISECONDS = 86_400_000;

/** Since when a hand in an account counts. */
const sinceOf = (app: App) =>
  new Date(app.clock.now().getTime() - app.config.secondPersonDays * DAY_MILLISECONDS);

/** Notes that the caller had a hand in somebody's account. */
export async function noteTouch(
  tx: Tx,
  caller: Pick<Caller, 'merchantId' | 'userId'>,
  userId: number,
  what: store.Touch,
  now: Date,
): Promise<void> {
  if (userId !== caller.userId) await store.insertTouch(tx, caller, userId, what, now);
}

/** Notes that the caller gave a role more, or took something from it, for everybody who has it. */
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
 * Whether two accounts could be one person: within the days of the setting one was made or changed by the other, or both
 * by a third, directly or through others.
 */
export function couldBeOne(
  app: App,
  db: Db,
  merchantId: number,
  one: number,
  other: number,
): Promise<boolean> {
  return store.shareHands(db, merchantId, one, other, sinceOf(app));
}

/** When the days are over since somebody last lost what they could do; null: that is long ago. */
export async function lastLoss(app: App, db: Db, merchantId: number): Promise<Date | null> {
  const at = await store.lastLoss(db, merchantId, sinceOf(app));
  return at && new Date(at.getTime() + app.config.secondPersonDays * DAY_MILLISECONDS);
}
