import type { OperatorRoleForm } from '@daftar/contract/ops-operators';
import type { Db, Tx } from '../../platform/db/connect.ts';

/** A custom role. */
export interface RoleRow {
  id: number;
  nameEn: string;
  nameAr: string;
  permissions: string[];
  reads: string[];
}

const columns = (db: Db) => db`r.id, r.name_en as "nameEn", r.name_ar as "nameAr", r.permissions, r.reads`;

/** Lists the custom roles by name. */
export function listRoles(db: Db): Promise<RoleRow[]> {
  return db<RoleRow[]>`select ${columns(db)} from operator_roles r order by search_key(r.name_en), r.id`;
}

/** Finds a custom role. */
export async function findRole(db: Db, id: number): Promise<RoleRow | undefined> {
  const [row] = await db<RoleRow[]>`select ${columns(db)} from operator_roles r where r.id = ${id}`;
  return row;
}

/** Finds which of the two names another role already has, ignoring case and spelling variants. */
export async function takenNames(
  db: Db,
  form: Pick<OperatorRoleForm, 'name_en' | 'name_ar'>,
  except: number,
): Promise<{ en: boolean; ar: boolean }> {
  const [row] = await db<{ en: boolean; ar: boolean }[]>`
    select exists (select from operator_roles
                    where search_key(name_en) = search_key(${form.name_en}) and id <> ${except}) as en,
           exists (select from operator_roles
                    where search_key(name_ar) = search_key(${form.name_ar}) and id <> ${except}) as ar`;
  return row!;
}

/** Inserts a role. @returns its id */
export async function insertRole(tx: Tx, form: OperatorRoleForm, now: Date): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into operator_roles (name_en, name_ar, permissions, reads, created_at)
    values (${form.name_en}, ${form.name_ar}, ${[...form.permissions]}::text[], ${[...form.reads]}::text[], ${now})
    returning id`;
  return row!.id;
}

/** Changes a role. */
export async function updateRole(tx: Tx, id: number, form: OperatorRoleForm): Promise<void> {
  await tx`
    update operator_roles set name_en = ${form.name_en}, name_ar = ${form.name_ar},
           permissions = ${[...form.permissions]}::text[], reads = ${[...form.reads]}::text[]
     where id = ${id}`;
}

/** Deletes a role. */
export async function deleteRole(tx: Tx, id: number): Promise<void> {
  await tx`delete from operator_roles where id = ${id}`;
}
