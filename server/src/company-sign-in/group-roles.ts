/** Assigns roles by the company's groups, with one rule for sign-ins (OpenID Connect) and its directory (SCIM). */
import { type AuditEntry, recordAudit } from '../audit/record.ts';
import type { App, Caller } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { giveRoles, type RoleGiven } from '../team/directory.ts';
import { listGroups } from './store.ts';
import * as store from './store-directory.ts';

/**
 * Returns the first configured group to which a person belongs.
 * @param mapped in the order chosen by the business
 * @param names of groups, or the identity provider's ids of them
 */
export function firstOf<G extends { name: string }>(
  mapped: readonly G[],
  names: Iterable<string>,
): G | undefined {
  const given = new Set(names);
  return mapped.find(({ name }) => given.has(name));
}

/** Lists the names of a person's groups in the directory. */
export const groupNamesOf = (db: Db, key: { merchantId: number; userId: number }): Promise<string[]> =>
  store.listGroupNames(db, key);

/**
 * Finds the roles that people should get by their groups, if they have another one: that of the first group with a
 * role, or else the starting role. Empty if no group has a role.
 * @param userIds null for everybody who is in a group
 */
export async function rolesByGroups(
  tx: Tx,
  merchant: { merchantId: number },
  userIds: readonly number[] | null,
): Promise<RoleGiven[]> {
  const mapped = await listGroups(tx, merchant);
  if (mapped.length === 0) return [];
  const starting = await store.findStartingRole(tx, merchant);
  const people = await store.listGroupNamesOf(tx, merchant, userIds);
  return people.flatMap(({ userId, names, roleId: held }) => {
    const group = firstOf(mapped, names);
    const roleId = group?.roleId ?? starting;
    return roleId === null || roleId === held ? [] : [{ userId, roleId, group: group?.name ?? null }];
  });
}

/**
 * Gives everybody who is in a group of the directory their role again, after the mapping of groups to roles has
 * changed.
 */
export async function giveRolesAnew(app: App, tx: Tx, caller: Caller): Promise<void> {
  const now = app.clock.now();
  const log = (entry: AuditEntry) => recordAudit(tx, caller, now, entry);
  const given = await rolesByGroups(tx, caller, null);
  await giveRoles(app, tx, caller, given, { by: caller.userId, now, log });
}
