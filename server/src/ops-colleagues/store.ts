import { OPERATOR_ROLES, type OperatorPermission, ROLE_PERMISSIONS } from '@daftar/contract/ops-roles';
import type { Db, Tx } from '../platform/db/connect.ts';

/** One of the provider's staff. */
export interface Colleague {
  id: number;
  email: string;
}

/** Condition for active operators `o` whose role, built in or custom, has a permission. */
function holds(db: Db, permission: OperatorPermission) {
  const roles = OPERATOR_ROLES.filter((role) => ROLE_PERMISSIONS[role].includes(permission));
  return db`
    o.disabled_at is null and o.password_hash is not null and (
      o.role = any (${roles}::text[])
      or exists (select from operator_roles r where r.id = o.role_id and ${permission} = any (r.permissions)))`;
}

/** Lists the active operators who hold a permission, by address. */
export function listHolders(db: Db, permission: OperatorPermission): Promise<Colleague[]> {
  return db<
    Colleague[]
  >`select o.id, o.email from operators o where ${holds(db, permission)} order by o.email`;
}

/** Finds a holder of a permission, and locks the permission until the transaction ends. */
export async function lockHolder(
  tx: Tx,
  permission: OperatorPermission,
  id: number,
): Promise<Colleague | undefined> {
  const [row] = await tx<Colleague[]>`
    select o.id, o.email from operators o where o.id = ${id} and ${holds(tx, permission)} for share`;
  return row;
}
