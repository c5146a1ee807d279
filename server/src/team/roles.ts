import { PERMISSION_GROUPS, type Permission, type PermissionGroup } from '@daftar/contract/permissions';
import {
  type PermissionGroupChoice,
  permissionId,
  ROLES_MAXIMUM,
  type Role,
  type RoleFormValues,
  type RoleUpdateFormValues,
} from '@daftar/contract/team';
import { recordAudit } from '../audit/record.ts';
import type { Auth } from '../auth/context.ts';
import { proveIf, requireStepUp } from '../auth/step-up.ts';
import { noteRoleTouch } from '../auth/touches.ts';
import { viewAs } from '../auth/viewing.ts';
import { notifyOwners } from '../notifications/owners.ts';
import type { App, Caller } from '../platform/context.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { type Change, changeTeam } from './change.ts';
import {
  BeyondYourPermissions,
  FirstRoleKept,
  OwnRoleLockedOut,
  RoleBegins,
  RoleChanged,
  RoleInUse,
  RoleNotFound,
  roleNameTaken,
  TooManyRoles,
} from './errors.ts';
import { givesPower, holdsAll, locksOut, powersOf } from './rules.ts';
import * as store from './store-roles.ts';

const choiceOf = (locale: Locale, name: Permission) => ({
  id: permissionId(name),
  name,
  label: translate(locale, `permission.${name}`),
});

/** Returns every permission by group, in the reader's language. */
export function permissionGroups(locale: Locale): PermissionGroupChoice[] {
  return Object.entries(PERMISSION_GROUPS).map(([name, permissions]) => ({
    name,
    label: translate(locale, `permissionGroup.${name as PermissionGroup}`),
    permissions: permissions.map((permission) => choiceOf(locale, permission)),
  }));
}

/** Lists the merchant's roles, the first one first. */
export async function listRoles(app: App, caller: Caller): Promise<Role[]> {
  const rows = await store.listRoles(app.db, caller);
  return rows.map((row) => {
    const assignable = holdsAll(caller.permissions, powersOf(row));
    return {
      id: row.id,
      name: caller.locale === 'ar' ? row.nameAr : row.nameEn,
      name_ar: row.nameAr,
      name_en: row.nameEn,
      description: row.description,
      total_users: row.userCount,
      avatars: row.avatars,
      editable: assignable && !row.isFirst,
      assignable,
    };
  });
}

/** Counts a merchant's roles and people. */
export async function rolesInsight(
  app: App,
  caller: Caller,
): Promise<{ total_roles: number; total_users: number }> {
  const { roles, users } = await store.countAll(app.db, caller);
  return { total_roles: roles, total_users: users };
}

/** Returns the permissions of a role. @throws RoleNotFound */
export async function permissionsOfRole(app: App, caller: Caller, id: number) {
  const role = await store.findRole(app.db, caller, id);
  if (!role) throw new RoleNotFound();
  return powersOf(role).map((name) => choiceOf(caller.locale, name));
}

/** Lets the caller's session view the portal as a role. @throws RoleNotFound */
export async function viewAsRole(app: App, auth: Auth, caller: Caller, id: number): Promise<void> {
  if (!(await store.findRole(app.db, caller, id))) throw new RoleNotFound();
  await viewAs(app, auth, caller, id);
}

const fieldsOf = (form: RoleFormValues): store.RoleFields => ({
  nameEn: form.name_en,
  nameAr: form.name_ar,
  description: form.description,
  permissions: form.permissions,
});

/** Returns a role that the caller may change. @throws RoleNotFound, FirstRoleKept, BeyondYourPermissions */
async function getChangeable(change: Change, caller: Caller, id: number): Promise<store.RoleRow> {
  const role = await store.findRole(change.tx, caller, id);
  if (!role) throw new RoleNotFound();
  if (role.isFirst) throw new FirstRoleKept();
  if (!holdsAll(change.held, role.permissions)) throw new BeyondYourPermissions();
  return role;
}

/** Creates a role with permissions that the caller has. @throws BeyondYourPermissions, TooManyRoles, 422 */
export function createRole(
  app: App,
  auth: Auth,
  caller: Caller,
  form: RoleFormValues,
): Promise<{ id: number }> {
  return changeTeam(app, auth, caller, 'create-role', async ({ tx, now, held }) => {
    if (!holdsAll(held, form.permissions)) throw new BeyondYourPermissions();
    if ((await store.countAll(tx, caller)).roles >= ROLES_MAXIMUM) throw new TooManyRoles(ROLES_MAXIMUM);
    const fields = fieldsOf(form);
    if (await store.isNameTaken(tx, caller, fields, 0)) throw roleNameTaken();
    const id = await store.insertRole(tx, caller, fields, now);
    await recordAudit(tx, caller, now, {
      action: 'role.create',
      subject: `role:${id}`,
      after: { ...fields },
    });
    return { id };
  });
}

const asSet = (names: readonly string[]) => [...names].sort().join();

/** Returns whether a role is unchanged since it was read. */
const isAsSeen = (role: store.RoleRow, seen: NonNullable<RoleUpdateFormValues['was']>) =>
  role.nameEn === seen.name_en &&
  role.nameAr === seen.name_ar &&
  asSet(role.permissions) === asSet(seen.permissions);

/**
 * Changes a role; applies to its people from their next call on. Adding permissions over money or people requires
 * step-up and tells every owner.
 * @throws RoleChanged when it is not as the caller saw it, ChangedMeanwhile, InvalidError 422 for a wrong password
 */
export async function updateRole(
  app: App,
  auth: Auth,
  caller: Caller,
  id: number,
  { was: asRead, current_password, step_up, ...form }: RoleUpdateFormValues,
): Promise<void> {
  const seen = await store.findRole(app.db, caller, id);
  const isMine = seen !== null && holdsAll(caller.permissions, [...powersOf(seen), ...form.permissions]);
  const isStale = seen !== null && asRead !== undefined && !isAsSeen(seen, asRead);
  const isAsked = isMine && !isStale && !seen.isFirst && givesPower(seen.permissions, form.permissions);
  const proven = await proveIf(isAsked, () => requireStepUp(app, caller, { current_password, step_up }));
  await changeTeam(app, auth, caller, 'edit-role', async (change) => {
    const { tx, now, held } = change;
    const before = await getChangeable(change, caller, id);
    if (asRead && !isAsSeen(before, asRead)) throw new RoleChanged();
    if (!holdsAll(held, form.permissions)) throw new BeyondYourPermissions();
    if (change.roleId === id && locksOut(before.permissions, form.permissions)) throw new OwnRoleLockedOut();
    const isMore = givesPower(before.permissions, form.permissions);
    proven.recheck(isMore);
    const fields = fieldsOf(form);
    if (await store.isNameTaken(tx, caller, fields, id)) throw roleNameTaken();
    await store.updateRole(tx, caller, id, fields);
    const isLess = before.permissions.some((each) => !form.permissions.includes(each));
    if (isLess) await noteRoleTouch(tx, caller, id, 'powers', now);
    if (isMore) {
      await noteRoleTouch(tx, caller, id, 'given', now);
      await notifyOwners({ ...app, db: tx }, caller, {
        kind: 'role-power-given',
        params: { role: form.name_en },
        href: '/users-and-roles',
      });
    }
    const { id: _, isFirst: __, ...was } = before;
    await recordAudit(tx, caller, now, {
      action: 'role.update',
      subject: `role:${id}`,
      before: was,
      after: { ...fields },
    });
  });
}

/** Deletes a role that nobody has. @throws RoleInUse with the number of people who have it */
export function deleteRole(app: App, auth: Auth, caller: Caller, id: number): Promise<void> {
  return changeTeam(app, auth, caller, 'delete-role', async (change) => {
    const { tx, now } = change;
    const role = await getChangeable(change, caller, id);
    const count = await store.countUsersOf(tx, caller, id);
    if (count > 0) throw new RoleInUse(count);
    if (await store.isStartingRole(tx, caller, id)) throw new RoleBegins();
    await store.deleteRole(tx, caller, id);
    const { id: _, isFirst: __, ...was } = role;
    await recordAudit(tx, caller, now, { action: 'role.delete', subject: `role:${id}`, before: was });
  });
}
