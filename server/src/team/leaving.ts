/** Lets people leave a business by themselves. */
import { listKeysOf } from '../api-keys/service.ts';
import { withdrawFirstApproval } from '../approvals/decide.ts';
import { recordAudit } from '../audit/record.ts';
import type { Auth } from '../auth/context.ts';
import { revokeLinks } from '../auth/links.ts';
import { announceChange } from '../auth/principals.ts';
import { requirePassword } from '../auth/service.ts';
import { endSessionsOfUser } from '../auth/sessions.ts';
import * as people from '../people/writes.ts';
import type { App, Caller } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { stopAddressesOf } from './addresses.ts';
import { requireOtherOwner } from './change.ts';
import { LeavesKeys, UserNotFound } from './errors.ts';
import * as store from './store.ts';

/**
 * Ends the caller's membership; what they did keeps their name. A user who was shown secret keys must be removed by a
 * colleague instead, who decides which of them continue.
 * @throws InvalidError 422 for a wrong password, LastOwner, LastBreakGlass, LeavesKeys
 */
export async function leaveBusiness(
  app: App,
  auth: Auth,
  caller: Caller,
  password: string | null | undefined,
): Promise<void> {
  await requirePassword(app, caller, password);
  const { merchantId, userId } = caller;
  const key = { merchantId, userId };
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    await store.lockTeam(tx, caller);
    const user = await store.findUser(tx, caller, userId);
    if (!user) throw new UserNotFound();
    await requireOtherOwner(tx, caller, user);
    if ((await listKeysOf({ ...app, db: tx }, key)).length > 0) throw new LeavesKeys();
    await endSessionsOfUser(tx, key, now);
    await revokeLinks(tx, key, now);
    await stopAddressesOf(app, tx, caller, userId);
    await withdrawFirstApproval(tx, caller, userId);
    await recordAudit(tx, caller, now, {
      action: 'user.leave',
      subject: `user:${userId}`,
      before: { email: user.email, role_id: user.roleId },
    });
    await people.leave(tx, key, now);
    await announceChange(tx, { merchantId });
  });
  auth.principals.evict({ merchantId });
}
