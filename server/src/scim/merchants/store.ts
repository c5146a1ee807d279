import type { Db, Tx } from '../../platform/db/connect.ts';

type Merchant = { merchantId: number };

/** The caller, found by the token. */
export interface TokenRow {
  merchantId: number;
  /** The domain of its people's addresses; null until it is proven. */
  domain: string | null;
  startingRoleId: number;
  madeBy: number;
  /** The language of the token's maker, for people for whom the directory states none. */
  locale: 'en' | 'ar';
}

/** Finds the directory of a token, and records its use, to the minute. */
export async function findByToken(db: Db, hash: Buffer, now: Date): Promise<TokenRow | null> {
  const [row] = await db<TokenRow[]>`
    select s.merchant_id as "merchantId", s.starting_role_id as "startingRoleId", s.made_by as "madeBy", u.locale,
           case when c.domain_verified_at is not null then c.domain end as domain
      from scim_settings s
      join company_sign_ins c on c.merchant_id = s.merchant_id
      join users u on u.merchant_id = s.merchant_id and u.id = s.made_by
     where s.token_hash = ${hash}`;
  if (!row) return null;
  await db`
    update scim_settings set last_used_at = ${now}
     where merchant_id = ${row.merchantId}
       and (last_used_at is null or last_used_at < ${new Date(now.getTime() - 60_000)})`;
  return row;
}

/** The settings as their business sees them. */
export interface SettingsRow {
  startingRoleId: number;
  roleNameEn: string;
  roleNameAr: string;
  shown: string;
  madeAt: Date;
  madeBy: string;
  hasMakerLeft: boolean;
  lastUsedAt: Date | null;
  people: number;
  groups: number;
}

/** Finds the settings of a merchant. */
export async function findSettings(db: Db, { merchantId }: Merchant): Promise<SettingsRow | null> {
  const [row] = await db<SettingsRow[]>`
    select s.starting_role_id as "startingRoleId", r.name_en as "roleNameEn", r.name_ar as "roleNameAr",
           s.token_shown as shown, s.made_at as "madeAt", u.first_name || ' ' || u.last_name as "madeBy",
           not u.is_active as "hasMakerLeft", s.last_used_at as "lastUsedAt",
           (select count(*)::int from users p
             where p.merchant_id = ${merchantId} and p.directory_id is not null and p.deleted_at is null) as people,
           (select count(*)::int from scim_groups g where g.merchant_id = ${merchantId}) as groups
      from scim_settings s
      join roles r on r.merchant_id = ${merchantId} and r.id = s.starting_role_id
      join users u on u.merchant_id = ${merchantId} and u.id = s.made_by
     where s.merchant_id = ${merchantId}`;
  return row ?? null;
}

/** Saves a new token with the starting role; revokes the former token. */
export async function saveToken(
  tx: Tx,
  { merchantId, userId }: { merchantId: number; userId: number },
  to: { startingRoleId: number; hash: Buffer; shown: string; now: Date },
): Promise<void> {
  await tx`
    insert into scim_settings (merchant_id, starting_role_id, token_hash, token_shown, made_by, made_at)
    values (${merchantId}, ${to.startingRoleId}, ${to.hash}, ${to.shown}, ${userId}, ${to.now})
    on conflict (merchant_id) do update
       set starting_role_id = excluded.starting_role_id, token_hash = excluded.token_hash,
           token_shown = excluded.token_shown, made_by = excluded.made_by, made_at = excluded.made_at,
           last_used_at = null`;
}

/** Sets the starting role of people. */
export async function setStartingRole(tx: Tx, { merchantId }: Merchant, roleId: number): Promise<void> {
  await tx`update scim_settings set starting_role_id = ${roleId} where merchant_id = ${merchantId}`;
}

/** Deletes the token and the directory's groups. */
export async function removeSettings(tx: Tx, { merchantId }: Merchant): Promise<void> {
  await tx`delete from scim_groups where merchant_id = ${merchantId}`;
  await tx`delete from scim_settings where merchant_id = ${merchantId}`;
}
