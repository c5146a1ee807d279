import type { Permission } from '@daftar/contract/permissions';
import type { USER_SORTS, UserFormValues } from '@daftar/contract/team';
import { accountMode } from '../merchants/account-mode.ts';
import * as people from '../people/writes.ts';
import type { Caller, Mode, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { type Page, readPage, type SortColumn } from '../platform/lists/page.ts';
import { containsPattern, typedText } from '../platform/lists/search.ts';

type Merchant = Pick<Scope, 'merchantId'>;
type Sort = (typeof USER_SORTS)[number];

export interface UserRow {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  mobile: string;
  avatarPath: string | null;
  isActive: boolean;
  /** False while only invited. */
  hasJoined: boolean;
  /** False also for a person who has not joined. */
  hasTwoStep: boolean;
  locale: 'en' | 'ar';
  createdAt: Date;
  roleId: number;
  roleNameEn: string;
  roleNameAr: string;
  roleIsFirst: boolean;
  rolePermissions: Permission[];
  /** Their id in the company's directory. */
  directoryId: string | null;
  /** The directory has deactivated them. */
  isEndedByDirectory: boolean;
}

/** Each sort has an index of the table. */
const sorts: Record<Sort, SortColumn> = {
  id: { expression: 't.id', unique: true },
  created_at: { expression: 't.created_at' },
  name: { expression: 't.name_key' },
  email: { expression: 't.email', unique: true },
};

const present = (db: Db, scope: Merchant) => db`t.merchant_id = ${scope.merchantId} and t.deleted_at is null`;

const roleOf = (db: Db, column: string) =>
  db`(select ${db.unsafe(`r.${column}`)} from roles r where r.merchant_id = t.merchant_id and r.id = t.role_id)`;

const columns = (db: Db) => db`
  t.id, t.first_name as "firstName", t.last_name as "lastName", t.email, t.mobile, t.avatar_path as "avatarPath",
  t.is_active as "isActive", t.joined_at is not null as "hasJoined",
  t.joined_at is not null and exists (select from people p where p.id = t.person_id and p.two_step_at is not null)
    as "hasTwoStep", t.locale, t.created_at as "createdAt",
  t.directory_id as "directoryId", t.ended_by_directory as "isEndedByDirectory",
  t.role_id as "roleId", ${roleOf(db, 'name_en')} as "roleNameEn", ${roleOf(db, 'name_ar')} as "roleNameAr",
  ${roleOf(db, 'is_first')} as "roleIsFirst", ${roleOf(db, 'permissions')} as "rolePermissions"`;

/** The paging and filters of a list request. */
export interface ListRequest {
  paging: Parameters<typeof readPage>[1] & { sortBy: Sort };
  filters: { search?: string | undefined };
}

/** Lists one page of a merchant's people. */
export function listUsers(
  db: Db,
  scope: Merchant,
  { paging, filters: { search = '' } }: ListRequest,
): Promise<Page<UserRow>> {
  return readPage<UserRow>(db, paging, {
    table: 'users',
    scope: present(db, scope),
    filters: typedText(search) === '' ? [] : [db`t.search_text like ${containsPattern(search)}`],
    sort: sorts[paging.sortBy],
    columns: columns(db),
  });
}

/** Finds a person who is not deleted. */
export async function findUser(db: Db, scope: Merchant, id: number): Promise<UserRow | null> {
  const [row] = await db<UserRow[]>`
    select ${columns(db)} from users t where ${present(db, scope)} and t.id = ${id}`;
  return row ?? null;
}

/** Locks a person who is not deleted, so that no invitation is accepted meanwhile. */
export async function lockUser(tx: Tx, scope: Merchant, id: number): Promise<UserRow | null> {
  await tx`select from users where merchant_id = ${scope.merchantId} and id = ${id} for no key update`;
  return findUser(tx, scope, id);
}

/**
 * Serialises changes of a merchant's people and roles, so that each rule is checked against the state after the last
 * change. References to a role do not wait.
 */
export async function lockTeam(tx: Tx, scope: Merchant): Promise<void> {
  await tx`select 1 from roles where merchant_id = ${scope.merchantId} and is_first for no key update`;
}

/** Returns the caller's permissions, read under the lock, as they may have changed since the call came in. */
export async function powersNow(
  tx: Tx,
  caller: Pick<Caller, 'merchantId' | 'userId'>,
): Promise<{ roleId: number; isFirst: boolean; permissions: Permission[] } | null> {
  const [row] = await tx<{ roleId: number; isFirst: boolean; permissions: Permission[] }[]>`
    select u.role_id as "roleId", r.is_first as "isFirst", r.permissions
      from users u join roles r on r.merchant_id = u.merchant_id and r.id = u.role_id
     where u.merchant_id = ${caller.merchantId} and u.id = ${caller.userId} and u.is_active`;
  return row ?? null;
}

/** Counts active people with the first role, except one. */
export async function countOwnersBeside(tx: Tx, scope: Merchant, userId: number): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count
      from users u join roles r on r.merchant_id = u.merchant_id and r.id = u.role_id
     where u.merchant_id = ${scope.merchantId} and u.is_active and r.is_first and u.id <> ${userId}
       and u.joined_at is not null`;
  return row!.count;
}

/**
 * Returns whether a person is the last one who can sign in with a password and a code while everybody else needs the
 * company's account.
 */
export async function isLastBreakGlass(tx: Tx, { merchantId }: Merchant, userId: number): Promise<boolean> {
  const [row] = await tx<{ isLast: boolean }[]>`
    select not exists (
      select from users u join people p on p.id = u.person_id
        join roles r on r.merchant_id = u.merchant_id and r.id = u.role_id and r.is_first
       where u.merchant_id = ${merchantId} and u.id = any (c.break_glass) and u.id <> ${userId} and u.is_active
         and u.joined_at is not null and p.two_step_at is not null) as "isLast"
      from company_sign_ins c
     where c.merchant_id = ${merchantId} and c.required_since is not null and ${userId} = any (c.break_glass)`;
  return row?.isLast ?? false;
}

/** Inserts a membership of the person with an address, with or without a number. Taken ones violate a unique key. */
export async function insertUser(
  tx: Tx,
  scope: Merchant,
  form: UserFormValues,
  made: { locale: 'en' | 'ar'; now: Date },
): Promise<number> {
  const personId = await people.findOrAddPerson(tx, {
    email: form.email,
    mobile: form.mobile,
    now: made.now,
  });
  const [row] = await tx<{ id: number }[]>`
    insert into users (merchant_id, person_id, role_id, first_name, last_name, email, mobile, locale, created_at,
                       updated_at)
    values (${scope.merchantId}, ${personId}, ${form.role_id}, ${form.first_name}, ${form.last_name}, ${form.email},
            ${form.mobile}, ${made.locale}, ${made.now}, ${made.now})
    returning id`;
  return row!.id;
}

/** Sets a person's id in the company's directory. A taken one violates `users_by_directory_id`. */
export async function setDirectoryId(tx: Tx, scope: Merchant, id: number, to: string | null): Promise<void> {
  await tx`
    update users set directory_id = ${to} where merchant_id = ${scope.merchantId} and id = ${id}`;
}

/** Updates a person and their sign-in addresses. */
export async function updateUser(
  tx: Tx,
  scope: Merchant,
  { id, hasJoined }: Pick<UserRow, 'id' | 'hasJoined'>,
  form: UserFormValues,
  now: Date,
): Promise<void> {
  await tx`
    update users set role_id = ${form.role_id}, first_name = ${form.first_name}, last_name = ${form.last_name},
                     updated_at = ${now}
     where merchant_id = ${scope.merchantId} and id = ${id}`;
  const key = { merchantId: scope.merchantId, userId: id };
  const to = { email: form.email, mobile: form.mobile, now };
  if (hasJoined) await people.setAddresses(tx, key, to);
  else await people.moveInvitation(tx, key, to);
}

/** Gives a person another role. */
export async function setRole(tx: Tx, scope: Merchant, id: number, roleId: number, now: Date): Promise<void> {
  await tx`
    update users set role_id = ${roleId}, updated_at = ${now}
     where merchant_id = ${scope.merchantId} and id = ${id}`;
}

/** Returns the mode in which notices of the whole account appear. */
export async function modeOf(db: Db, { merchantId }: Merchant): Promise<Mode> {
  const [merchant] = await db<{ status: number }[]>`select status from merchants where id = ${merchantId}`;
  return accountMode(merchant!.status, 'test');
}

/** Activates or deactivates a person. @param byDirectory on behalf of the company's directory */
export async function setActive(
  tx: Tx,
  scope: Merchant,
  id: number,
  active: boolean,
  now: Date,
  byDirectory = false,
): Promise<void> {
  await tx`
    update users set is_active = ${active}, ended_by_directory = ${byDirectory && !active}, updated_at = ${now}
     where merchant_id = ${scope.merchantId} and id = ${id}`;
}

/** Reads the names for an invitation. */
export async function namesOf(
  db: Db,
  caller: Pick<Caller, 'merchantId' | 'userId'>,
): Promise<{ inviter: string; business: string }> {
  const [row] = await db<{ inviter: string; business: string }[]>`
    select u.first_name || ' ' || u.last_name as inviter, m.business_name as business
      from users u join merchants m on m.id = u.merchant_id
     where u.merchant_id = ${caller.merchantId} and u.id = ${caller.userId}`;
  return row!;
}
