import { PERMISSIONS, type Permission, POWER_PERMISSIONS } from '@daftar/contract/permissions';

/** What a role allows, as far as rules need it. */
export interface RolePower {
  isFirst: boolean;
  permissions: readonly Permission[];
}

/** What a role allows: the first one everything there is. */
export function powersOf(role: RolePower): readonly Permission[] {
  return role.isFirst ? PERMISSIONS : role.permissions;
}

/**
 * Whether somebody holds everything that is asked. Nobody grants what they do not hold, and nobody changes a role or a
 * person that holds more than they do: whoever sets a person's e-mail address can become that person.
 */
export function holdsAll(held: ReadonlySet<Permission>, asked: readonly Permission[]): boolean {
  return asked.every((name) => held.has(name));
}

/** What a person needs to undo a change of their own role. */
const KEYS: readonly Permission[] = ['users-manage', 'edit-role'];

/** Whether a change of one's own role would leave one unable to take it back. */
export function locksOut(before: readonly Permission[], after: readonly Permission[]): boolean {
  return KEYS.some((name) => before.includes(name) && !after.includes(name));
}

/** Whether one gains by it what moves or redirects money, or gives others power. */
export function givesPower(before: readonly Permission[], after: readonly Permission[]): boolean {
  return POWER_PERMISSIONS.some((name) => after.includes(name) && !before.includes(name));
}
