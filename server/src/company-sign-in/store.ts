import type { Caller, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { DomainProof } from './domain-proof.ts';

type Merchant = Pick<Scope, 'merchantId'>;
type UserKey = { merchantId: number; userId: number };

/** The identity provider of a business. */
export interface SettingsRow extends DomainProof {
  merchantId: number;
  issuer: string;
  clientId: string;
  clientSecretSealed: Buffer;
  domain: string;
  token: string;
  hasSecondStep: boolean;
  version: number;
  changedBy: number;
  requiredSince: Date | null;
  breakGlass: number[];
  /** Number of people with a linked account at the identity provider. */
  people: number;
}

const columns = (db: Db, { merchantId }: Merchant) => db`
  c.merchant_id as "merchantId", c.issuer, c.client_id as "clientId", c.client_secret_sealed as "clientSecretSealed",
  c.domain, c.domain_token as token, c.domain_verified_at as "verifiedAt", c.missing_since as "missingSince",
  c.reminded_at as "remindedAt", c.suspended_at as "suspendedAt", c.next_check_at as "nextCheckAt",
  c.has_second_step as "hasSecondStep",
  c.version, c.changed_by as "changedBy", c.required_since as "requiredSince", c.break_glass as "breakGlass",
  (select count(*)::int from company_accounts a join users u on u.merchant_id = a.merchant_id and u.id = a.user_id
    where a.merchant_id = ${merchantId} and u.deleted_at is null) as people`;

/** Finds the settings of a merchant. */
export async function findSettings(db: Db, { merchantId }: Merchant): Promise<SettingsRow | null> {
  const [row] = await db<SettingsRow[]>`
    select ${columns(db, { merchantId })} from company_sign_ins c where c.merchant_id = ${merchantId}`;
  return row ?? null;
}

/** Finds the business that has proven this domain. */
export async function findByDomain(db: Db, domain: string): Promise<SettingsRow | null> {
  const [of] = await db<Merchant[]>`
    select merchant_id as "merchantId" from company_sign_ins where domain = ${domain} and domain_verified_at is not null`;
  const found = of ? await findSettings(db, of) : null;
  // The settings may have changed between the two queries.
  return found?.domain === domain && found.verifiedAt ? found : null;
}

/** The settings to be saved. */
export interface NewSettings {
  issuer: string;
  clientId: string;
  clientSecretSealed: Buffer;
  domain: string;
  token: string;
  hasSecondStep: boolean;
}

const UNPROVEN: DomainProof = {
  verifiedAt: null,
  missingSince: null,
  remindedAt: null,
  suspendedAt: null,
  nextCheckAt: null,
};

/** Saves the settings; another domain must be proven. Sign-ins begun with the former ones end. */
export async function saveSettings(
  tx: Tx,
  caller: Pick<Caller, 'merchantId' | 'userId'>,
  to: NewSettings,
  now: Date,
): Promise<void> {
  const before = await findSettings(tx, caller);
  if (before && before.domain !== to.domain) await writeProof(tx, caller, UNPROVEN);
  await tx`
    insert into company_sign_ins (merchant_id, issuer, client_id, client_secret_sealed, domain, domain_token,
                                  has_second_step, version, changed_by, changed_at)
    values (${caller.merchantId}, ${to.issuer}, ${to.clientId}, ${to.clientSecretSealed}, ${to.domain}, ${to.token},
            ${to.hasSecondStep}, 1, ${caller.userId}, ${now})
    on conflict (merchant_id) do update
       set issuer = excluded.issuer, client_id = excluded.client_id,
           client_secret_sealed = excluded.client_secret_sealed, domain = excluded.domain,
           domain_token = excluded.domain_token, has_second_step = excluded.has_second_step, version = company_sign_ins.version + 1,
           changed_by = excluded.changed_by, changed_at = excluded.changed_at`;
}

/** Finds the settings of a merchant, and locks them. */
export async function lockSettings(tx: Tx, { merchantId }: Merchant): Promise<SettingsRow | null> {
  await tx`select from company_sign_ins where merchant_id = ${merchantId} for no key update`;
  return findSettings(tx, { merchantId });
}

/** Writes the proof of a merchant's domain. Another merchant's proven domain violates `company_sign_ins_domain`. */
export async function writeProof(tx: Tx, { merchantId }: Merchant, proof: DomainProof): Promise<void> {
  await tx`
    update company_sign_ins
       set domain_verified_at = ${proof.verifiedAt}, missing_since = ${proof.missingSince},
           reminded_at = ${proof.remindedAt}, suspended_at = ${proof.suspendedAt},
           next_check_at = ${proof.nextCheckAt}
     where merchant_id = ${merchantId}`;
}

/** Returns whether another business has proven a domain. */
export async function isTaken(
  db: Db,
  { merchantId, domain }: { merchantId: number; domain: string },
): Promise<boolean> {
  const rows = await db`
    select from company_sign_ins
     where domain = ${domain} and domain_verified_at is not null and merchant_id <> ${merchantId}`;
  return rows.length > 0;
}

/** Lists businesses whose domain is or was proven and is due for a lookup. */
export function listDue(db: Db, now: Date, limit: number, offset: number): Promise<Merchant[]> {
  return db<Merchant[]>`
    select merchant_id as "merchantId" from company_sign_ins
     where (domain_verified_at is not null or suspended_at is not null)
       and (next_check_at is null or next_check_at <= ${now})
     order by next_check_at nulls first, merchant_id limit ${limit} offset ${offset}`;
}

/** Deletes the settings and all linked accounts. */
export async function removeSettings(tx: Tx, { merchantId }: Merchant): Promise<void> {
  await unlinkAccounts(tx, { merchantId });
  await tx`delete from company_sign_ins where merchant_id = ${merchantId}`;
}

/** Unlinks everybody's accounts; they are linked again by their e-mail addresses. */
export async function unlinkAccounts(tx: Tx, { merchantId }: Merchant): Promise<void> {
  await tx`delete from company_accounts where merchant_id = ${merchantId}`;
}

/** Finds the person linked to an account at the identity provider, unless deleted. */
export async function findOwner(
  db: Db,
  { merchantId }: Merchant,
  account: { issuer: string; subject: string },
): Promise<number | null> {
  const [row] = await db<{ userId: number }[]>`
    select a.user_id as "userId" from company_accounts a
      join users u on u.merchant_id = a.merchant_id and u.id = a.user_id and u.deleted_at is null
     where a.merchant_id = ${merchantId} and a.issuer = ${account.issuer} and a.subject = ${account.subject}`;
  return row?.userId ?? null;
}

/** Finds a person's account at the identity provider. */
export async function findAccount(
  db: Db,
  { merchantId, userId }: UserKey,
): Promise<{ issuer: string; subject: string } | null> {
  const [row] = await db<{ issuer: string; subject: string }[]>`
    select issuer, subject from company_accounts where merchant_id = ${merchantId} and user_id = ${userId}`;
  return row ?? null;
}

/** Finds the person with an e-mail address among a merchant's own, and locks them. */
export async function lockMember(tx: Tx, { merchantId }: Merchant, email: string): Promise<number | null> {
  const [row] = await tx<{ id: number }[]>`
    select id from users where merchant_id = ${merchantId} and email = ${email} and deleted_at is null
       for no key update`;
  return row?.id ?? null;
}

/** Links a person to an account. @returns false when one of the two is linked already */
export async function linkAccount(
  tx: Tx,
  { merchantId, userId }: UserKey,
  { issuer, subject }: { issuer: string; subject: string },
  now: Date,
): Promise<boolean> {
  await tx`
    delete from company_accounts a using users u
     where a.merchant_id = ${merchantId} and a.issuer = ${issuer} and a.subject = ${subject}
       and u.merchant_id = a.merchant_id and u.id = a.user_id and u.deleted_at is not null`;
  const rows = await tx`
    insert into company_accounts (merchant_id, user_id, issuer, subject, linked_at)
    values (${merchantId}, ${userId}, ${issuer}, ${subject}, ${now}) on conflict do nothing`;
  return rows.count > 0;
}

/** Lists the active owners of a merchant. */
export function listOwners(
  db: Db,
  { merchantId }: Merchant,
): Promise<{ id: number; name: string; isReady: boolean }[]> {
  return db<{ id: number; name: string; isReady: boolean }[]>`
    select u.id, u.first_name || ' ' || u.last_name as name,
           u.joined_at is not null and p.two_step_at is not null as "isReady"
      from users u join people p on p.id = u.person_id
      join roles r on r.merchant_id = u.merchant_id and r.id = u.role_id and r.is_first
     where u.merchant_id = ${merchantId} and u.is_active
     order by u.id`;
}

/** Requires the company's account of everybody except some, or of nobody. */
export async function setRule(
  tx: Tx,
  { merchantId }: Merchant,
  rule: { since: Date; breakGlass: readonly number[] } | null,
): Promise<void> {
  await tx`
    update company_sign_ins set required_since = ${rule?.since ?? null}, break_glass = ${[...(rule?.breakGlass ?? [])]}
     where merchant_id = ${merchantId}`;
}

/** A group at the identity provider and its role here. */
export interface GroupRow {
  name: string;
  roleId: number;
  roleNameEn: string;
  roleNameAr: string;
}

/** Lists the groups that have a role, in their order. */
export function listGroups(db: Db, { merchantId }: Merchant): Promise<GroupRow[]> {
  return db<GroupRow[]>`
    select g.name, g.role_id as "roleId", r.name_en as "roleNameEn", r.name_ar as "roleNameAr"
      from company_groups g join roles r on r.merchant_id = g.merchant_id and r.id = g.role_id
     where g.merchant_id = ${merchantId} order by g.position`;
}

/** Replaces the groups that have a role. */
export async function replaceGroups(
  tx: Tx,
  { merchantId }: Merchant,
  groups: readonly { name: string; role_id: number }[],
): Promise<void> {
  await tx`delete from company_groups where merchant_id = ${merchantId}`;
  for (const [at, { name, role_id }] of groups.entries()) {
    await tx`
      insert into company_groups (merchant_id, position, name, role_id)
      values (${merchantId}, ${at + 1}, ${name}, ${role_id})`;
  }
}

/** Locks the settings against changes, if they are still of this version. */
export async function holdVersion(tx: Tx, { merchantId }: Merchant, version: number): Promise<boolean> {
  const rows = await tx`
    select from company_sign_ins where merchant_id = ${merchantId} and version = ${version} for share`;
  return rows.length > 0;
}
