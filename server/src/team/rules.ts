import { PERMISSIONS, type Permission, POWER_PERMISSIONS } from '@daftar/contract/permissions';

/** A role's permissions, as rules need them. */
export interface RolePower {
  isFirst: boolean;
  permissions: readonly Permission[];
}

/** Returns the permissions of a role; the first role has all. */
export function powersOf(role: RolePower): readonly Permission[] {
  return role.isFirst ? PERMISSIONS : role.permissions;
}

/**
 * Returns whether somebody holds all of these permissions. Nobody may grant permissions that they do not hold, or
 * change a role or person with more: whoever can set a person's e-mail address can become that person.
 */
export function holdsAll(held: ReadonlySet<Permission>, asked: readonly Permission[]): boolean {
  return asked.every((name) => held.has(name));
}

/** The permissions needed to undo a change of one's own role. */
const KEYS: readonly Permission[] = ['users-manage', 'edit-role'];

/** Returns whether a person could not undo a change of their own role. */
export function locksOut(before: readonly Permission[], after: readonly Permission[]): boolean {
  return KEYS.some((name) => before.includes(name) && !after.includes(name));
}

/** Returns whether a change adds permissions that move or redirect money or give power over people. */
export function givesPower(before: readonly Permission[], after: readonly Permission[]): boolean {
  return POWER_PERMISSIONS.some((name) => after.includes(name) && !before.includes(name));
}
