import type { OperatorRoleKind } from '@daftar/contract/ops-roles';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { hasDomain } from '../../platform/email-domain.ts';
import type { Sql } from '../../platform/lists/page.ts';
import type { PeopleFilters, PersonRow } from '../../scim/directory.ts';

/** The domain of the addresses of provisioned operators. */
export interface Company {
  domain: string;
}

const inCompany = (db: Db, { domain }: Company) =>
  db`not o.gone_from_directory and ${hasDomain(db, 'o', domain)}`;

/** Tells whether the directory considers an operator active; one disabled by an administrator is not. */
const isActive = (db: Db) => db`(o.active_in_directory and (o.disabled_at is null or o.ended_by_directory))`;

const filtered = (
  db: Db,
  company: Company,
  { id, email, directoryId, isActive: is }: PeopleFilters,
): Sql => db`
  ${inCompany(db, company)}
  ${id === undefined ? db`` : db`and o.id = ${id}`}
  ${email === undefined ? db`` : db`and o.email = ${email}`}
  ${directoryId === undefined ? db`` : db`and o.directory_id = ${directoryId}`}
  ${is === undefined ? db`` : db`and ${isActive(db)} = ${is}`}`;

/** Counts operators whom the directory may provision. */
export async function countPeople(db: Db, company: Company, filters: PeopleFilters): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from operators o where ${filtered(db, company, filters)}`;
  return row!.count;
}

/** Lists operators whom the directory may provision, by id. */
export async function listPeople(
  db: Db,
  company: Company,
  filters: PeopleFilters,
  { offset, limit }: { offset: number; limit: number },
): Promise<PersonRow[]> {
  const rows = await db<(Omit<PersonRow, 'roleId' | 'roleName'> & RoleColumns)[]>`
    select o.id, o.email, ${isActive(db)} as "isActive", o.directory_id as "directoryId", o.created_at as "createdAt",
           coalesce(o.changed_by_directory_at, o.created_at) as "updatedAt", o.role,
           (select r.name_en from operator_roles r where r.id = o.role_id) as "customName",
           (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.id), '[]')
              from operator_group_members m join operator_groups g on g.id = m.group_id
             where m.operator_id = o.id) as groups
      from operators o where ${filtered(db, company, filters)}
     order by o.id limit ${limit} offset ${offset}`;
  return rows.map(({ role, customName, ...row }) => ({
    ...row,
    roleId: role === 'none' ? null : role,
    roleName: customName ?? role,
  }));
}

interface RoleColumns {
  role: OperatorRoleKind;
  customName: string | null;
}

/** Returns those of some ids that are operators whom the directory may provision. */
export async function listKnown(db: Db, company: Company, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db<{ id: number }[]>`
    select o.id from operators o where ${inCompany(db, company)} and o.id = any (${[...ids]})`;
  return new Set(rows.map(({ id }) => id));
}

/** The directory's data about an operator, and its effect. */
export interface KeptRow {
  id: number;
  directoryId: string | null;
  isActiveInDirectory: boolean;
  isEndedByDirectory: boolean;
  isGone: boolean;
}

/** Finds the directory's data about operators. */
export function listKept(db: Db, ids: readonly number[]): Promise<KeptRow[]> {
  return db<KeptRow[]>`
    select id, directory_id as "directoryId", active_in_directory as "isActiveInDirectory",
           ended_by_directory as "isEndedByDirectory", gone_from_directory as "isGone"
      from operators where id = any (${[...ids]}) order by id`;
}

interface Maker {
  madeBy: number;
  now: Date;
}

/**
 * Inserts an operator without a role or credentials, who cannot sign in yet.
 * @returns the id; undefined when the address is taken. A taken directory id violates a unique key.
 */
export async function insertPerson(
  tx: Tx,
  person: { email: string; directoryId: string | null; isActive: boolean },
  { madeBy, now }: Maker,
): Promise<number | undefined> {
  const [row] = await tx<{ id: number }[]>`
    insert into operators (email, role, created_at, invited_by, invited_at, disabled_at, directory_id, active_in_directory,
                           ended_by_directory, changed_by_directory_at)
    values (${person.email}, 'none', ${now}, ${madeBy}, ${now}, ${now}, ${person.directoryId}, ${person.isActive}, true, ${now})
    on conflict (email) do nothing returning id`;
  return row?.id;
}

/** Resets an operator whom the directory had deleted to a new one, without a role or credentials. */
export async function reviveOperator(
  tx: Tx,
  id: number,
  person: { directoryId: string | null; isActive: boolean },
  { madeBy, now }: Maker,
): Promise<void> {
  await tx`
    update operators set role = 'none', role_id = null, role_by = null, role_at = null, password_hash = null,
           totp_sealed = null, totp_step = 0, invited_by = ${madeBy}, invited_at = ${now}, directory_id = ${person.directoryId},
           active_in_directory = ${person.isActive}, gone_from_directory = false, changed_by_directory_at = ${now}
     where id = ${id}`;
  await tx`delete from operator_company_attempts where operator_id = ${id}`;
  await tx`delete from operator_company_accounts where operator_id = ${id}`;
}

/** Stores the directory's data about an operator. A taken directory id violates a unique key. */
export async function updatePerson(
  tx: Tx,
  id: number,
  to: { directoryId: string | null; isActive: boolean; isGone?: boolean },
  now: Date,
): Promise<void> {
  await tx`
    update operators set directory_id = ${to.directoryId}, active_in_directory = ${to.isActive},
           gone_from_directory = ${to.isGone ?? false}, changed_by_directory_at = ${now}
     where id = ${id}`;
}

/** Records that the directory may restore the access of an operator whom it has disabled. */
export async function markEnded(tx: Tx, id: number): Promise<void> {
  await tx`update operators set ended_by_directory = true where id = ${id}`;
}

/**
 * Restores the access of an operator whom the directory had disabled; the token's maker counts as having opened it,
 * besides whoever reset it.
 */
export async function letIn(tx: Tx, id: number, { madeBy, now }: Maker): Promise<void> {
  await tx`
    update operators set disabled_at = null, ended_by_directory = false, let_in_by = ${madeBy}, let_in_at = ${now},
           changed_by_directory_at = ${now}
     where id = ${id} and ended_by_directory`;
}

/** Removes an operator from every group. */
export async function leaveGroups(tx: Tx, id: number): Promise<void> {
  await tx`delete from operator_group_members where operator_id = ${id}`;
}
