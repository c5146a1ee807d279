import {
  OPERATOR_PERMISSIONS,
  type OperatorPermission,
  type OperatorRole,
  type OperatorRoleKind,
  ROLE_PERMISSIONS,
  readsOf,
} from '@daftar/contract/ops-roles';

/** The role of an operator as stored: a built-in one by name, or a custom one with all its fields. */
export interface RolePower {
  role: OperatorRoleKind;
  roleId: number | null;
  roleNameEn: string | null;
  roleNameAr: string | null;
  rolePermissions: readonly string[] | null;
  roleReads: readonly string[] | null;
}

/** A custom role's name in both languages. */
export interface RoleName {
  en: string;
  ar: string;
}

/** The permissions to change and to read. */
export interface Powers {
  permissions: ReadonlySet<OperatorPermission>;
  reads: ReadonlySet<OperatorPermission>;
}

/** Returns the permissions that still exist, because a stored role may name one that a release has dropped. */
const known = (names: readonly string[] | null): OperatorPermission[] =>
  OPERATOR_PERMISSIONS.filter((name) => names?.includes(name));

/** Returns the powers of a role. */
export function powersOf({
  role,
  rolePermissions,
  roleReads,
}: Pick<RolePower, 'role' | 'rolePermissions' | 'roleReads'>): Powers {
  if (role === 'custom') {
    const permissions = known(rolePermissions);
    return { permissions: new Set(permissions), reads: new Set([...permissions, ...known(roleReads)]) };
  }
  if (role === 'none') return { permissions: new Set(), reads: new Set() };
  return { permissions: new Set(ROLE_PERMISSIONS[role]), reads: new Set(readsOf(role)) };
}

/** Returns the powers of a built-in role. */
export const powersOfKind = (role: OperatorRole): Powers =>
  powersOf({ role, rolePermissions: null, roleReads: null });

/** Returns the name of a custom role; null for a built-in one. */
export const roleNameOf = ({
  roleNameEn: en,
  roleNameAr: ar,
}: Pick<RolePower, 'roleNameEn' | 'roleNameAr'>) => (en === null || ar === null ? null : { en, ar });

/**
 * Returns whether groups neither give nor take an operator's role: administrators, and operators who sign in without
 * the company's account.
 */
export const isSpared = (
  { breakGlass }: { breakGlass: readonly string[] | null },
  { role, email }: { role: OperatorRoleKind; email: string },
): boolean => role === 'admin' || (breakGlass?.includes(email) ?? false);

/**
 * Returns whether the directory may give an operator a role on behalf of its token's maker. Nobody can give
 * themselves a role, or one beyond their current powers, or any role without the permission to manage operators.
 * Removing access needs no powers.
 */
export const mayGiveByDirectory = (
  maker:
    | (Pick<RolePower, 'role' | 'rolePermissions' | 'roleReads'> & { id: number; disabledAt: Date | null })
    | undefined,
  operatorId: number,
  role: OperatorRole,
): boolean => {
  if (!maker || maker.disabledAt !== null || maker.id === operatorId) return false;
  const held = powersOf(maker);
  return held.permissions.has('ops:operators') && holdsAll(held, powersOfKind(role));
};

/**
 * Returns whether somebody holds all of these powers. Nobody may give powers that they do not hold, or change a role
 * or operator with more: whoever can reset an operator's credentials could become that operator.
 */
export const holdsAll = (held: Powers, asked: Powers): boolean =>
  [...asked.permissions].every((name) => held.permissions.has(name)) &&
  [...asked.reads].every((name) => held.reads.has(name));
