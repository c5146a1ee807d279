import type { Permission } from '@daftar/contract/permissions';
import * as merchants from '../merchants/writes.ts';
import * as people from '../people/writes.ts';
import type { App, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { deleteBefore } from '../platform/jobs/batches.ts';
import { needsTwoStep, requiresCompany } from './needs-two-step.ts';

export interface UserRow {
  merchantId: number;
  id: number;
  /** Null for a person who has left. */
  personId: number | null;
  roleId: number;
  firstName: string;
  lastName: string;
  email: string;
  mobile: string;
  passwordHash: string | null;
  avatarPath: string | null;
  isActive: boolean;
  /** False while only invited. */
  hasJoined: boolean;
  /** When two-step sign-in was turned on. */
  twoStepAt: Date | null;
  /** The business requires two-step sign-in of everybody, or of those who sign in without the company's account. */
  needsTwoStep: boolean;
  /** The business requires the company's account of this person. */
  needsCompany: boolean;
  locale: 'en' | 'ar';
}

export type UserKey = { merchantId: number; userId: number };

const userColumns = (db: Db) => db`
  u.merchant_id as "merchantId", u.id, u.person_id as "personId", u.role_id as "roleId",
  u.first_name as "firstName", u.last_name as "lastName", u.email, u.mobile, p.password_hash as "passwordHash",
  u.avatar_path as "avatarPath", u.is_active as "isActive", u.joined_at is not null as "hasJoined",
  p.two_step_at as "twoStepAt", u.locale, ${needsTwoStep(db)} as "needsTwoStep",
  exists (select from company_sign_ins c
           where c.merchant_id = u.merchant_id and ${requiresCompany(db)}
             and u.id <> all (c.break_glass)) as "needsCompany"`;

const usedLast = (db: Db) => db`
  u.is_active desc, u.joined_at is null, (u.merchant_id = p.last_merchant_id) desc nulls last, u.joined_at desc, u.id desc`;

/** Maximum number of memberships of one person that are shown and tried; more than anybody has. */
const MEMBERSHIPS_MAXIMUM = 200;

/** Lists the memberships of the person with an e-mail address: active ones first, then by latest use. */
export function listUsersByEmail(db: Db, email: string): Promise<UserRow[]> {
  return db<UserRow[]>`
    select ${userColumns(db)} from people p join users u on u.person_id = p.id
     where p.email = ${email} order by ${usedLast(db)} limit ${MEMBERSHIPS_MAXIMUM}`;
}

/** Finds the first of them. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  const [row] = await listUsersByEmail(db, email);
  return row ?? null;
}

/** Lists the memberships of a person: active ones first, then by latest use. */
export function listUsersByPerson(db: Db, personId: number): Promise<UserRow[]> {
  return db<UserRow[]>`
    select ${userColumns(db)} from people p join users u on u.person_id = p.id
     where p.id = ${personId} order by ${usedLast(db)} limit ${MEMBERSHIPS_MAXIMUM}`;
}

/** Finds a user by their key. */
export async function findUserByKey(db: Db, key: UserKey): Promise<UserRow | null> {
  const [row] = await db<UserRow[]>`
    select ${userColumns(db)} from users u left join people p on p.id = u.person_id
     where u.merchant_id = ${key.merchantId} and u.id = ${key.userId}`;
  return row ?? null;
}

/** Returns which of an e-mail address and a mobile number are kept by a person who belongs only to other merchants. */
export async function findKeptElsewhere(
  db: Db,
  merchantId: number,
  { email, mobile }: { email: string; mobile: string },
  oldest: Date,
): Promise<{ email: boolean; mobile: boolean }> {
  const rows = await db<{ email: boolean; mobile: boolean }[]>`
    select p.email = ${email} as email, p.mobile is not distinct from ${mobile} as mobile from people p
     where (p.email = ${email} or p.mobile = ${mobile}) and ${people.keepsAddresses(db, oldest)}
       and p.id not in (
         select u.person_id from users u where u.merchant_id = ${merchantId} and u.person_id is not null)`;
  return { email: rows.some((row) => row.email), mobile: rows.some((row) => row.mobile) };
}

export interface NewMerchant {
  businessName: string;
  firstName: string;
  lastName: string;
  email: string;
  mobile: string;
  locale: 'en' | 'ar';
  roleNames: { en: string; ar: string };
  permissions: readonly Permission[];
  now: Date;
}

/**
 * Inserts a merchant, its first role and its owner. A taken e-mail or mobile violates a unique key of `people`.
 */
export async function insertMerchant(tx: Tx, merchant: NewMerchant): Promise<UserKey> {
  const { email, mobile, now } = merchant;
  const personId = await people.addPerson(tx, { email, mobile, now });
  const merchantId = await merchants.createMerchant(tx, merchant);
  const [role] = await tx<{ id: number }[]>`
    insert into roles (merchant_id, name_en, name_ar, permissions, is_first, created_at)
    values (${merchantId}, ${merchant.roleNames.en}, ${merchant.roleNames.ar}, ${[...merchant.permissions]}, true, ${now})
    returning id`;
  const [user] = await tx<{ id: number }[]>`
    insert into users (merchant_id, person_id, role_id, first_name, last_name, email, mobile, locale, created_at,
                       updated_at)
    values (${merchantId}, ${personId}, ${role!.id}, ${merchant.firstName}, ${merchant.lastName}, ${email}, ${mobile},
            ${merchant.locale}, ${now}, ${now})
    returning id`;
  await merchants.createSettings(tx, merchantId);
  return { merchantId, userId: user!.id };
}

/** Returns whether a merchant is verified. */
export async function isVerified(db: Db, merchantId: number): Promise<boolean> {
  const rows = await db`select from merchants where id = ${merchantId} and status in (3, 4)`;
  return rows.length > 0;
}

export interface ProfileRow {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  mobile: string;
  avatarPath: string | null;
  businessName: string;
  status: number;
  statusReason: string | null;
  storeSlug: string | null;
  receivesNotifications: boolean;
  signsInByCompany: boolean;
}

/** Returns the signed-in person and their merchant. */
export async function getProfile(
  db: Db,
  scope: Pick<Scope, 'merchantId'>,
  userId: number,
): Promise<ProfileRow> {
  const [row] = await db<ProfileRow[]>`
    select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email, u.mobile,
           u.avatar_path as "avatarPath", m.business_name as "businessName", m.status,
           m.status_reason as "statusReason", m.store_slug as "storeSlug",
           u.receive_notifications as "receivesNotifications",
           exists (select from company_accounts a
                     join company_sign_ins c on c.merchant_id = a.merchant_id and c.domain_verified_at is not null
                    where a.merchant_id = u.merchant_id and a.user_id = u.id) as "signsInByCompany"
    from users u join merchants m on m.id = u.merchant_id
    where u.merchant_id = ${scope.merchantId} and u.id = ${userId}`;
  if (!row) throw new Error('A session without its user');
  return row;
}

// --- links sent by e-mail ---------------------------------------------------------------------------------------------

export type LinkPurpose = 'create-password' | 'reset-password' | 'join' | 'address-old' | 'address-new';

/** Stores a link, replacing earlier ones. */
export async function replaceEmailToken(
  tx: Tx,
  key: UserKey,
  purpose: LinkPurpose,
  token: { hash: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  await tx`
    update email_tokens set used_at = ${token.now}
    where merchant_id = ${key.merchantId} and user_id = ${key.userId} and purpose = ${purpose} and used_at is null`;
  await tx`
    insert into email_tokens (token_hash, merchant_id, user_id, purpose, created_at, expires_at)
    values (${token.hash}, ${key.merchantId}, ${key.userId}, ${purpose}, ${token.now}, ${token.expiresAt})`;
}

/** Consumes every link of a user that sets a password or accepts an invitation. */
export async function useUpPasswordTokens(tx: Tx, key: UserKey, now: Date): Promise<void> {
  await tx`
    update email_tokens set used_at = ${now}
    where merchant_id = ${key.merchantId} and user_id = ${key.userId} and used_at is null
      and purpose in ('create-password', 'reset-password', 'join')`;
}

/** Deletes a pending change of address with its links. @returns whether there was one. */
export async function dropAddressChange(tx: Tx, key: UserKey, now: Date): Promise<boolean> {
  await tx`
    update email_tokens set used_at = ${now}
    where merchant_id = ${key.merchantId} and user_id = ${key.userId} and used_at is null
      and purpose in ('address-old', 'address-new')`;
  const dropped = await tx`
    delete from email_changes where merchant_id = ${key.merchantId} and user_id = ${key.userId}`;
  return dropped.count > 0;
}

/** Returns whether a link is still valid. */
export async function isEmailToken(
  db: Db,
  hash: Buffer,
  { purpose, email, now }: { purpose: LinkPurpose; email: string | null; now: Date },
): Promise<boolean> {
  const rows = await db`
    select from email_tokens t join users u on u.merchant_id = t.merchant_id and u.id = t.user_id
     where t.token_hash = ${hash} and t.purpose = ${purpose} and t.used_at is null and t.expires_at > ${now}
       and (${email}::text is null or u.email = ${email})`;
  return rows.length > 0;
}

/** Finds the owner of a valid link to an address. */
export async function findUserOfToken(
  db: Db,
  hash: Buffer,
  { purpose, email, now }: { purpose: LinkPurpose; email: string; now: Date },
): Promise<UserRow | null> {
  const [row] = await db<UserRow[]>`
    select ${userColumns(db)} from email_tokens t
      join users u on u.merchant_id = t.merchant_id and u.id = t.user_id
      join people p on p.id = u.person_id
     where t.token_hash = ${hash} and t.purpose = ${purpose} and t.used_at is null and t.expires_at > ${now}
       and p.email = ${email}`;
  return row ?? null;
}

/** Locks the owner of a link before the link, in the same order as a change of an invitation. */
export async function lockUserOfToken(tx: Tx, hash: Buffer): Promise<void> {
  const [of] = await tx<UserKey[]>`
    select merchant_id as "merchantId", user_id as "userId" from email_tokens where token_hash = ${hash}`;
  if (of)
    await tx`
      select from users where merchant_id = ${of.merchantId} and id = ${of.userId} for no key update`;
}

/** Consumes a link. @returns null when it is used, expired, superseded, of another purpose or unknown. */
export async function useEmailToken(
  tx: Tx,
  hash: Buffer,
  purpose: LinkPurpose,
  now: Date,
): Promise<(UserKey & { email: string }) | null> {
  const [row] = await tx<(UserKey & { email: string })[]>`
    update email_tokens t set used_at = ${now}
    from users u
    where t.token_hash = ${hash} and t.purpose = ${purpose} and t.used_at is null and t.expires_at > ${now}
      and u.merchant_id = t.merchant_id and u.id = t.user_id
    returning t.merchant_id as "merchantId", t.user_id as "userId", u.email`;
  return row ?? null;
}

/** Deletes links that expired before a moment. */
export async function purgeEmailTokens(app: App, before: Date): Promise<void> {
  await deleteBefore(app, { table: 'email_tokens', key: ['token_hash'], moment: 'expires_at' }, before);
}
