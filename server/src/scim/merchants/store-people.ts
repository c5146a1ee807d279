import type { Db, Tx } from '../../platform/db/connect.ts';
import { hasDomain } from '../../platform/email-domain.ts';
import type { Sql } from '../../platform/lists/page.ts';
import type { PeopleFilters, PersonRow } from '../directory.ts';

/** A merchant and its proven domain, whose people the directory provisions. */
export interface Company {
  merchantId: number;
  domain: string;
}

const inCompany = (db: Db, { merchantId, domain }: Company) =>
  db`u.merchant_id = ${merchantId} and u.deleted_at is null and ${hasDomain(db, 'u', domain)}`;

const filtered = (db: Db, company: Company, { id, email, directoryId, isActive }: PeopleFilters): Sql => db`
  ${inCompany(db, company)}
  ${id === undefined ? db`` : db`and u.id = ${id}`}
  ${email === undefined ? db`` : db`and u.email = ${email}`}
  ${directoryId === undefined ? db`` : db`and u.directory_id = ${directoryId}`}
  ${isActive === undefined ? db`` : db`and u.is_active = ${isActive}`}`;

/** Counts people. */
export async function countPeople(db: Db, company: Company, filters: PeopleFilters): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from users u where ${filtered(db, company, filters)}`;
  return row!.count;
}

/** Lists people by id. */
export function listPeople(
  db: Db,
  company: Company,
  filters: PeopleFilters,
  { offset, limit }: { offset: number; limit: number },
): Promise<PersonRow[]> {
  return db<PersonRow[]>`
    select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email, u.mobile, u.locale,
           u.is_active as "isActive", u.directory_id as "directoryId", u.created_at as "createdAt",
           u.updated_at as "updatedAt", u.role_id as "roleId",
           (select r.name_en from roles r where r.merchant_id = u.merchant_id and r.id = u.role_id) as "roleName",
           (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.id), '[]')
              from scim_members m join scim_groups g on g.merchant_id = m.merchant_id and g.id = m.group_id
             where m.merchant_id = u.merchant_id and m.user_id = u.id) as groups
      from users u where ${filtered(db, company, filters)}
     order by u.id limit ${limit} offset ${offset}`;
}

/** Returns those of some ids that are people of the company. */
export async function listKnown(db: Db, company: Company, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db<{ id: number }[]>`
    select u.id from users u where ${inCompany(db, company)} and u.id = any (${[...ids]})`;
  return new Set(rows.map(({ id }) => id));
}

/** Removes a person from every group. */
export async function leaveGroups(tx: Tx, { merchantId }: Company, userId: number): Promise<void> {
  await tx`delete from scim_members where merchant_id = ${merchantId} and user_id = ${userId}`;
}
