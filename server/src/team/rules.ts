import { PERMISSIONS, type Permission, POWER_PERMISSIONS } from '@daftar/contract/permissions';

/** A role's permissions, as rules need them. */
export interface RolePower {
  isFirst: boolean;
  permissions: readonly Permission[];
}

/** The permissions of a role; the first role has all. */
export function powersOf(role: RolePower): readonly Permission[] {
  return role.isFirst ? PERMISSIONS : role.permissions;
}

/**
 * Whether somebody has all of these permissions. Nobody grants what they do not have, or changes a role or person with
 * more: whoever sets a person's e-mail address can become that person.
 */
export function holdsAll(held: ReadonlySet<Permission>, asked: readonly Permission[]): boolean {
  return asked.every((name) => held.has(name));
}

/** The permissions needed to undo a change of one's own role. */
const KEYS: readonly Permission[] = ['users-manage', 'edit-role'];

/** Whether somebody could not undo a change of their own role. */
export function locksOut(before: readonly Permission[], after: readonly Permission[]): boolean {
  return KEYS.some((name) => before.includes(name) && !after.includes(name));
}

/** Whether a change adds permissions that move or redirect money or give power over people. */
export function givesPower(before: readonly Permission[], after: readonly Permission[]): boolean {
  return POWER_PERMISSIONS.some((name) => after.includes(name) && !before.includes(name));
}
