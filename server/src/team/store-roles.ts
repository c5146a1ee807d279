import type { Permission } from '@daftar/contract/permissions';
import { ROLE_AVATARS } from '@daftar/contract/team';
import type { Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { RolePower } from './rules.ts';

type Merchant = Pick<Scope, 'merchantId'>;

export interface RoleRow extends RolePower {
  id: number;
  nameEn: string;
  nameAr: string;
  description: string;
}

export interface RoleCard extends RoleRow {
  userCount: number;
  avatars: { avatar: string | null; name: string }[];
}

const columns = (db: Db) => db`
  r.id, r.name_en as "nameEn", r.name_ar as "nameAr", r.description, r.permissions, r.is_first as "isFirst"`;

/** Lists a merchant's roles by id, with the number of people and the first few of them. */
export function listRoles(db: Db, scope: Merchant): Promise<RoleCard[]> {
  return db<RoleCard[]>`
    select ${columns(db)},
           (select count(*)::int from users u
             where u.merchant_id = r.merchant_id and u.role_id = r.id and u.deleted_at is null) as "userCount",
           (select coalesce(jsonb_agg(jsonb_build_object('avatar', f.avatar_path, 'name', f.name) order by f.id), '[]')
              from (select u.id, u.avatar_path, u.first_name || ' ' || u.last_name as name from users u
                     where u.merchant_id = r.merchant_id and u.role_id = r.id and u.deleted_at is null
                     order by u.id limit ${ROLE_AVATARS}) f) as avatars
      from roles r where r.merchant_id = ${scope.merchantId}
     order by r.id`;
}

/** Counts a merchant's roles and people. */
export async function countAll(db: Db, scope: Merchant): Promise<{ roles: number; users: number }> {
  const [row] = await db<{ roles: number; users: number }[]>`
    select (select count(*)::int from roles where merchant_id = ${scope.merchantId}) as roles,
           (select count(*)::int from users where merchant_id = ${scope.merchantId} and deleted_at is null) as users`;
  return row!;
}

/** Finds a role. */
export async function findRole(db: Db, scope: Merchant, id: number): Promise<RoleRow | null> {
  const [row] = await db<RoleRow[]>`
    select ${columns(db)} from roles r where r.merchant_id = ${scope.merchantId} and r.id = ${id}`;
  return row ?? null;
}

/** Returns whether another role has the name, in either language. */
export async function isNameTaken(
  db: Db,
  scope: Merchant,
  names: { nameEn: string; nameAr: string },
  except: number,
): Promise<boolean> {
  const [row] = await db<{ taken: boolean }[]>`
    select exists (
      select 1 from roles r where r.merchant_id = ${scope.merchantId} and r.id <> ${except}
         and (search_key(r.name_en) = search_key(${names.nameEn})
           or search_key(r.name_ar) = search_key(${names.nameAr}))) as taken`;
  return row!.taken;
}

export interface RoleFields {
  nameEn: string;
  nameAr: string;
  description: string;
  permissions: readonly Permission[];
}

/** Adds a role. @returns its id. */
export async function insertRole(tx: Tx, scope: Merchant, role: RoleFields, now: Date): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into roles (merchant_id, name_en, name_ar, description, permissions, created_at)
    values (${scope.merchantId}, ${role.nameEn}, ${role.nameAr}, ${role.description}, ${[...role.permissions]}, ${now})
    returning id`;
  return row!.id;
}

/** Updates a role. */
export async function updateRole(tx: Tx, scope: Merchant, id: number, role: RoleFields): Promise<void> {
  await tx`
    update roles set name_en = ${role.nameEn}, name_ar = ${role.nameAr}, description = ${role.description},
                     permissions = ${[...role.permissions]}
     where merchant_id = ${scope.merchantId} and id = ${id}`;
}

/** Counts the people of a role. */
export async function countUsersOf(tx: Tx, scope: Merchant, id: number): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from users
     where merchant_id = ${scope.merchantId} and role_id = ${id} and deleted_at is null`;
  return row!.count;
}

/** Returns whether a role is the starting role of people added by the company's directory. */
export async function isStartingRole(tx: Tx, scope: Merchant, id: number): Promise<boolean> {
  const rows = await tx`
    select from scim_settings where merchant_id = ${scope.merchantId} and starting_role_id = ${id}`;
  return rows.length > 0;
}

/** Deletes a role that nobody has; deleted users who had it get the first role, which has no effect for them. */
export async function deleteRole(tx: Tx, scope: Merchant, id: number): Promise<void> {
  await tx`
    update users set role_id = (select r.id from roles r where r.merchant_id = ${scope.merchantId} and r.is_first)
     where merchant_id = ${scope.merchantId} and role_id = ${id} and deleted_at is not null`;
  await tx`delete from roles where merchant_id = ${scope.merchantId} and id = ${id}`;
}
