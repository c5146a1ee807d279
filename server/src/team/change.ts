import type { Permission } from '@daftar/contract/permissions';
import type { Auth } from '../auth/context.ts';
import { announceChange } from '../auth/principals.ts';
import type { App, Caller } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { ForbiddenError } from '../platform/http/errors.ts';
import { powersOf } from './rules.ts';
import * as store from './store.ts';

/** What a change of the team is judged by, as it stands while no other change happens. */
export interface Change {
  tx: Tx;
  now: Date;
  /** What the caller may do now. */
  held: ReadonlySet<Permission>;
  /** The caller's own role. */
  roleId: number;
}

/**
 * Runs one change of a merchant's people or roles, one at a time for each merchant, with the caller's permissions as
 * they are by then; every process forgets what it knew of the merchant, so that it acts on the very next call.
 * @throws ForbiddenError when the caller no longer holds what the call needs.
 */
export async function changeTeam<T>(
  app: App,
  auth: Auth,
  caller: Caller,
  needed: Permission,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  const { merchantId } = caller;
  const done = await transaction(app.db, async (tx) => {
    await store.lockTeam(tx, caller);
    const now = await store.powersNow(tx, caller);
    const held = new Set(now ? powersOf(now) : []);
    if (!now || !held.has(needed)) throw new ForbiddenError();
    const result = await work({ tx, now: app.clock.now(), held, roleId: now.roleId });
    await announceChange(tx, { merchantId });
    return result;
  });
  auth.principals.forget({ merchantId });
  return done;
}
