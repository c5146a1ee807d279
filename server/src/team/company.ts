/** What the company's provider changes of people. */
import { recordAccess } from '../audit/record.ts';
import type { Auth } from '../auth/context.ts';
import { announceChange } from '../auth/principals.ts';
import { noteTouch } from '../auth/touches.ts';
import { tellOwners } from '../notifications/owners.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { nameOf, powersOfUser } from './change.ts';
import { givesPower, powersOf } from './rules.ts';
import * as store from './store.ts';
import { findRole } from './store-roles.ts';

/** Whether a role can be given by a group: it exists and is not the owner's. */
export async function roleToGive(tx: Tx, merchant: { merchantId: number }, roleId: number): Promise<boolean> {
  const role = await findRole(tx, merchant, roleId);
  return role !== null && !role.isFirst;
}

/**
 * Gives somebody the role of their group; owners keep theirs. What gives power over money or people is told to every owner, and
 * whoever entered the provider counts as having touched the account.
 * @param roleId null for somebody who is in no group
 * @returns false for somebody in no group who is no owner
 */
export async function giveRoleByCompany(
  app: App,
  auth: Auth,
  key: { merchantId: number; userId: number },
  roleId: number | null,
  how: { address: string; by: number; group: string | null },
): Promise<boolean> {
  const { merchantId, userId } = key;
  const isGiven = await transaction(app.db, async (tx) => {
    await store.lockTeam(tx, key);
    const user = await store.findUser(tx, key, userId);
    if (!user || user.roleIsFirst) return true;
    if (roleId === null) return false;
    if (user.roleId === roleId) return true;
    const role = await findRole(tx, key, roleId);
    if (!role || role.isFirst) return false;
    const now = app.clock.now();
    await store.setRole(tx, key, userId, roleId, now);
    await noteTouch(tx, { merchantId, userId: how.by }, userId, 'role', now);
    if (givesPower(powersOfUser(user), powersOf(role))) {
      const inside = { ...app, db: tx };
      await tellOwners(
        inside,
        { merchantId, mode: await store.modeOf(tx, key) },
        {
          kind: 'company-power-given',
          params: { person: nameOf(user), group: how.group ?? '' },
          href: '/users-and-roles',
        },
      );
    }
    await recordAccess(tx, { ...key, email: user.email, address: how.address }, now, {
      action: 'company-account.role',
      subject: `user:${userId}`,
      before: { role_id: user.roleId },
      after: { role_id: roleId, group: how.group },
    });
    await announceChange(tx, key);
    return true;
  });
  auth.principals.evict(key);
  return isGiven;
}
