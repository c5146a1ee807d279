import {
  OPERATOR_PERMISSIONS,
  type OperatorPermission,
  type OperatorRole,
  type OperatorRoleKind,
  ROLE_PERMISSIONS,
  readsOf,
} from '@daftar/contract/ops-roles';

/** A role as stored with an operator: a built-in one by name, or a custom one with all it is. */
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

/** What somebody may do, and look at. */
export interface Powers {
  permissions: ReadonlySet<OperatorPermission>;
  reads: ReadonlySet<OperatorPermission>;
}

/** Those that still exist: a release may give up a permission that a stored role names. */
const known = (names: readonly string[] | null): OperatorPermission[] =>
  OPERATOR_PERMISSIONS.filter((name) => names?.includes(name));

/** The powers of a role. */
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

/** The powers of a built-in role. */
export const powersOfKind = (role: OperatorRole): Powers =>
  powersOf({ role, rolePermissions: null, roleReads: null });

/** The name of a custom role; null for a built-in one. */
export const roleNameOf = ({
  roleNameEn: en,
  roleNameAr: ar,
}: Pick<RolePower, 'roleNameEn' | 'roleNameAr'>) => (en === null || ar === null ? null : { en, ar });

/** Whose role no group gives or takes: administrators, and who signs in without the company's account. */
export const isSpared = (
  { breakGlass }: { breakGlass: readonly string[] | null },
  { role, email }: { role: OperatorRoleKind; email: string },
): boolean => role === 'admin' || (breakGlass?.includes(email) ?? false);

/**
 * Whether the directory may give an operator a role for whoever made its token: nobody gives themselves one, and nobody gives what they no
 * longer have or when they no longer keep operators. What the directory takes away needs nobody's powers.
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
 * Whether somebody has all of these powers. Nobody gives what they do not have, or changes a role or person with more:
 * whoever resets a way in could become that person.
 */
export const holdsAll = (held: Powers, asked: Powers): boolean =>
  [...asked.permissions].every((name) => held.permissions.has(name)) &&
  [...asked.reads].every((name) => held.reads.has(name));
