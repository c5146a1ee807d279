/** Changes people's roles by their groups at the company's identity provider. */
import { type AuditEntry, recordAccess } from '../audit/record.ts';
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

/** Returns whether a group can give a role: it exists and is not the owner's. */
export async function roleToGive(tx: Tx, merchant: { merchantId: number }, roleId: number): Promise<boolean> {
  const role = await findRole(tx, merchant, roleId);
  return role !== null && !role.isFirst;
}

/** How a person gets another role. */
export interface RoleGrant {
  /** The user who configured the identity provider, who counts as having touched the account. */
  by: number;
  group: string | null;
  now: Date;
  log: (entry: AuditEntry) => Promise<void>;
}

/**
 * Gives a person another role; owners keep theirs.
 * @returns their name, if they gained power over money or people; null when the role cannot be given
 */
export async function giveRole(
  tx: Tx,
  key: { merchantId: number; userId: number },
  roleId: number,
  { by, group, now, log }: RoleGrant,
): Promise<{ gained: string | null } | null> {
  const { merchantId, userId } = key;
  const user = await store.findUser(tx, key, userId);
  if (!user || user.roleIsFirst || user.roleId === roleId) return { gained: null };
  const role = await findRole(tx, key, roleId);
  if (!role || role.isFirst) return null;
  await store.setRole(tx, key, userId, roleId, now);
  await noteTouch(tx, { merchantId, userId: by }, userId, 'role', now);
  await log({
    action: 'company-account.role',
    subject: `user:${userId}`,
    before: { role_id: user.roleId },
    after: { role_id: roleId, group },
  });
  return { gained: givesPower(powersOfUser(user), powersOf(role)) ? nameOf(user) : null };
}

/**
 * Tells every owner which people got permissions over money or people by a group.
 * @param people their names; if there are many, the first
 */
export async function tellOwnersOfGroup(
  app: App,
  tx: Tx,
  merchant: { merchantId: number },
  people: readonly string[],
  group: string,
): Promise<void> {
  const shown = people.slice(0, 3).join(', ');
  const person = people.length > 3 ? `${shown} +${people.length - 3}` : shown;
  const scope = { merchantId: merchant.merchantId, mode: await store.modeOf(tx, merchant) };
  const news = {
    kind: 'company-power-given',
    params: { person, group },
    href: '/users-and-roles',
  } as const;
  await tellOwners({ ...app, db: tx }, scope, news);
}

/**
 * Gives a person the role of their group; owners keep theirs. Tells every owner if that gives power over money or
 * people; the user who configured the identity provider counts as having touched the account.
 * @param roleId null for a person who is in no group
 * @returns false for a person in no group who is no owner
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
    const now = app.clock.now();
    const log = (entry: AuditEntry) =>
      recordAccess(tx, { ...key, email: user.email, address: how.address }, now, entry);
    const given = await giveRole(tx, key, roleId, { by: how.by, group: how.group, now, log });
    if (given?.gained) await tellOwnersOfGroup(app, tx, key, [given.gained], how.group ?? '');
    await announceChange(tx, { merchantId });
    return given !== null;
  });
  auth.principals.evict(key);
  return isGiven;
}
