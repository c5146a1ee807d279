/** Roles of operators: the built-in ones, which cannot be changed, and the provider's own. */
import {
  OPERATOR_ROLES_MAXIMUM,
  type OperatorRoleForm,
  type OperatorRoleRow,
  type OperatorRoleUpdateForm,
} from '@daftar/contract/ops-operators';
import { OPERATOR_ROLES } from '@daftar/contract/ops-roles';
import type { z } from 'zod/mini';
import { recordProviderAudit } from '../../audit/record.ts';
import { requireOwnPassword } from '../../auth/operator-proof.ts';
import type { App, Operator } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { InvalidError } from '../../platform/http/errors.ts';
import { authorOf } from '../by.ts';
import { OperatorRoleInUse, OperatorRoleNotFound, OwnRole, TooManyOperatorRoles } from '../errors.ts';
import { changeOperators, requireHeld } from './change.ts';
import { releaseWork } from './release.ts';
import { holdsAll, type Powers, powersOf, powersOfKind } from './rules.ts';
import { noteRoleGiven } from './store.ts';
import { listOperators } from './store-invitations.ts';
import * as store from './store-roles.ts';

/** Returns the powers of a custom role. */
export const powersOfCustom = (role: Pick<store.RoleRow, 'permissions' | 'reads'>): Powers =>
  powersOf({ role: 'custom', rolePermissions: role.permissions, roleReads: role.reads });

/** Lists the built-in roles, then the custom ones by name. */
export async function listRoles(app: App, by: Operator): Promise<OperatorRoleRow[]> {
  const operators = await listOperators(app.db);
  const own = operators.find(({ id }) => id === by.operatorId)?.roleId ?? null;
  const builtIn = OPERATOR_ROLES.map((kind) => {
    const powers = powersOfKind(kind);
    return {
      id: null,
      kind,
      name: null,
      permissions: [...powers.permissions],
      reads: [...powers.reads],
      operators: operators.filter(({ role }) => role === kind).length,
      assignable: holdsAll(by, powers),
      editable: false,
    };
  });
  const custom = (await store.listRoles(app.db)).map((row) => {
    const powers = powersOfCustom(row);
    const assignable = holdsAll(by, powers);
    return {
      id: row.id,
      kind: 'custom' as const,
      name: { en: row.nameEn, ar: row.nameAr },
      permissions: [...powers.permissions],
      reads: [...powers.reads],
      operators: operators.filter(({ roleId }) => roleId === row.id).length,
      assignable,
      editable: assignable && row.id !== own,
    };
  });
  return [...builtIn, ...custom];
}

/** Returns the fields of a role: what an operator may change they may also see, and each name is stored once. */
function fieldsOf({ name_en, name_ar, permissions, reads }: OperatorRoleForm): OperatorRoleForm {
  const seen = [...new Set([...permissions, ...reads])];
  return { name_en, name_ar, permissions: [...new Set(permissions)], reads: seen };
}

async function requireFreeNames(tx: Tx, form: OperatorRoleForm, except: number): Promise<void> {
  const taken = await store.takenNames(tx, form, except);
  if (!taken.en && !taken.ar) return;
  const error = [{ key: 'RoleNameTaken' as const }];
  throw new InvalidError({
    ...(taken.en ? { name_en: error } : {}),
    ...(taken.ar ? { name_ar: error } : {}),
  });
}

/** Creates a role with powers that the caller holds. @throws BeyondYours, TooManyOperatorRoles, InvalidError 422 */
export function createRole(app: App, by: Operator, form: OperatorRoleForm): Promise<{ id: number }> {
  const fields = fieldsOf(form);
  return changeOperators(app, by, async (change) => {
    const { tx, now } = change;
    requireHeld(change, powersOfCustom(fields));
    if ((await store.listRoles(tx)).length >= OPERATOR_ROLES_MAXIMUM)
      throw new TooManyOperatorRoles(OPERATOR_ROLES_MAXIMUM);
    await requireFreeNames(tx, fields, 0);
    const id = await store.insertRole(tx, fields, now);
    await recordProviderAudit(tx, authorOf(by), now, {
      action: 'operator-role.create',
      subject: `operator-role:${id}`,
      after: fields,
    });
    return { id };
  });
}

const valuesOf = ({ nameEn, nameAr, permissions, reads }: store.RoleRow) => ({
  name_en: nameEn,
  name_ar: nameAr,
  permissions,
  reads,
});

/**
 * Changes a role that is not the caller's own; applies to its operators from their next call on.
 * @throws OperatorRoleNotFound, OwnRole, BeyondYours, InvalidError 422
 */
export async function updateRole(
  app: App,
  by: Operator,
  id: number,
  { current_password, ...form }: z.output<typeof OperatorRoleUpdateForm>,
): Promise<void> {
  if (!(await store.findRole(app.db, id))) throw new OperatorRoleNotFound();
  await requireOwnPassword(app, by, current_password);
  const fields = fieldsOf(form);
  await changeOperators(app, by, async (change) => {
    const { tx, now, all, self } = change;
    const before = await store.findRole(tx, id);
    if (!before) throw new OperatorRoleNotFound();
    if (self.roleId === id) throw new OwnRole();
    requireHeld(change, powersOfCustom(before));
    requireHeld(change, powersOfCustom(fields));
    await requireFreeNames(tx, fields, id);
    await store.updateRole(tx, id, fields);
    const isMore = fields.permissions.some((name) => !before.permissions.includes(name));
    if (isMore) await noteRoleGiven(tx, id, { by: by.operatorId, now });
    const may = new Set(fields.permissions);
    for (const one of all) if (one.roleId === id) await releaseWork(tx, one, may, { by: by.operatorId, now });
    await recordProviderAudit(tx, authorOf(by), now, {
      action: 'operator-role.update',
      subject: `operator-role:${id}`,
      before: valuesOf(before),
      after: fields,
    });
  });
}

/** Deletes a role that no operator has. @throws OperatorRoleNotFound, BeyondYours, OperatorRoleInUse */
export function deleteRole(app: App, by: Operator, id: number): Promise<void> {
  return changeOperators(app, by, async (change) => {
    const { tx, now, all } = change;
    const before = await store.findRole(tx, id);
    if (!before) throw new OperatorRoleNotFound();
    requireHeld(change, powersOfCustom(before));
    if (all.some(({ roleId }) => roleId === id)) throw new OperatorRoleInUse();
    await store.deleteRole(tx, id);
    await recordProviderAudit(tx, authorOf(by), now, {
      action: 'operator-role.delete',
      subject: `operator-role:${id}`,
      before: valuesOf(before),
    });
  });
}
