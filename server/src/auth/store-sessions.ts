/** Sessions and their principals. */
import type { Permission } from '@daftar/contract/permissions';
import type { App } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { deleteBefore } from '../platform/jobs/batches.ts';
import { requiresCompany } from './needs-two-step.ts';
import type { StoredSession } from './rules.ts';
import type { UserKey } from './store.ts';

export interface NewSession extends UserKey {
  id: string;
  refreshHash: Buffer;
  rememberMe: boolean;
  /** Opened with a second factor. */
  twoFactors: boolean;
  /** Opened with the company's account. */
  byCompany?: boolean;
  userAgent: string;
  address: string;
  now: Date;
  expiresAt: Date;
}

/** Opens a session. */
export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db`
    insert into sessions (merchant_id, id, user_id, refresh_hash, remember_me, two_factors, by_company, user_agent,
                          address, created_at, last_seen_at, expires_at)
    values (${session.merchantId}, ${session.id}, ${session.userId}, ${session.refreshHash}, ${session.rememberMe},
            ${session.twoFactors}, ${session.byCompany ?? false}, ${session.userAgent}, ${session.address}, ${session.now}, ${session.now}, ${session.expiresAt})`;
}

/** Locks a session, so that two tabs that refresh at once take turns. */
export async function lockSession(tx: Tx, merchantId: number, id: string): Promise<StoredSession | null> {
  const [row] = await tx<StoredSession[]>`
    select user_id as "userId", refresh_hash as "refreshHash", previous_hash as "previousHash",
           rotated_at as "rotatedAt", remember_me as "rememberMe", last_seen_at as "lastSeenAt",
           expires_at as "expiresAt", ended_at as "endedAt"
    from sessions where merchant_id = ${merchantId} and id = ${id} for update`;
  return row ?? null;
}

/** Stores the next refresh token of a locked session, and keeps the hash of the previous one. */
export async function rotateSession(
  tx: Tx,
  merchantId: number,
  id: string,
  hashes: { previous: Buffer; current: Buffer },
  now: Date,
): Promise<void> {
  await tx`
    update sessions set refresh_hash = ${hashes.current}, previous_hash = ${hashes.previous}, rotated_at = ${now},
                        last_seen_at = ${now}
    where merchant_id = ${merchantId} and id = ${id}`;
}

/** Ends a session unless it has ended. */
export async function endSession(db: Db, merchantId: number, id: string, now: Date): Promise<void> {
  await db`
    update sessions set ended_at = ${now}
    where merchant_id = ${merchantId} and id = ${id} and ended_at is null`;
}

/** Ends a user's sessions, all or all but one. */
export async function endSessionsOf(
  db: Db,
  key: UserKey,
  now: Date,
  except: string | null = null,
): Promise<void> {
  await db`
    update sessions set ended_at = ${now}
    where merchant_id = ${key.merchantId} and user_id = ${key.userId} and ended_at is null
      and (${except}::uuid is null or id <> ${except}::uuid)`;
}

/** The addresses from which people of a merchant may sign in. */
export interface AllowedPlaces {
  allowedIps: string[];
  portalRestricted: boolean;
}

/** Reads the allowed addresses for a person without a session. */
export async function findPlaces(db: Db, merchantId: number): Promise<AllowedPlaces> {
  const [row] = await db<AllowedPlaces[]>`
    select allowed_ips as "allowedIps", portal_restricted as "portalRestricted" from merchants
     where id = ${merchantId}`;
  return row!;
}

export interface PrincipalRow extends AllowedPlaces {
  email: string;
  permissions: Permission[];
  isFirst: boolean;
  merchantStatus: number;
  /** The role as which the session views the portal, and its permissions; null for a deleted role. */
  viewRoleId: number | null;
  viewPermissions: Permission[] | null;
  viewIsFirst: boolean | null;
}

/**
 * Returns the principal of an active session; undefined when it has ended, its user is inactive, or it was opened by
 * a password alone, or without the company's account, where that is no longer enough.
 */
export async function findPrincipal(
  db: Db,
  session: { merchantId: number; userId: number; sessionId: string },
  now: Date,
): Promise<PrincipalRow | null> {
  const [row] = await db<PrincipalRow[]>`
    select u.email, r.permissions, r.is_first as "isFirst", m.status as "merchantStatus",
           m.allowed_ips as "allowedIps", m.portal_restricted as "portalRestricted",
           s.view_role_id as "viewRoleId", v.permissions as "viewPermissions", v.is_first as "viewIsFirst"
    from sessions s
    join users u on u.merchant_id = s.merchant_id and u.id = s.user_id
    join people p on p.id = u.person_id
    join roles r on r.merchant_id = u.merchant_id and r.id = u.role_id
    join merchants m on m.id = s.merchant_id
    left join roles v on v.merchant_id = s.merchant_id and v.id = s.view_role_id
    left join company_sign_ins c on c.merchant_id = s.merchant_id
    where s.merchant_id = ${session.merchantId} and s.id = ${session.sessionId} and s.user_id = ${session.userId}
      and s.ended_at is null and s.expires_at > ${now} and u.is_active
      and (m.two_step_required_at is null or s.two_factors or p.two_step_at is not null)
      and (not ${requiresCompany(db)} or s.by_company
           or (u.id = any (c.break_glass) and (s.two_factors or p.two_step_at is not null)))`;
  return row ?? null;
}

/** Ends the sessions opened by a password alone, except those of users who have a second step by now. */
export async function endSessionsWithoutTwoStep(tx: Tx, merchantId: number, now: Date): Promise<void> {
  await tx`
    update sessions s set ended_at = ${now} from users u join people p on p.id = u.person_id
     where s.merchant_id = ${merchantId} and s.ended_at is null and not s.two_factors
       and u.merchant_id = s.merchant_id and u.id = s.user_id and p.two_step_at is null`;
}

/** Ends the sessions that were not opened by the company's account, except those of some people. */
export async function endSessionsWithoutCompany(
  tx: Tx,
  merchantId: number,
  except: readonly number[],
  now: Date,
): Promise<void> {
  await tx`
    update sessions set ended_at = ${now}
     where merchant_id = ${merchantId} and not by_company and ended_at is null
       and user_id <> all (${[...except]}::bigint[])`;
}

/** Ends the sessions opened by the company's account. */
export async function endSessionsByCompany(tx: Tx, merchantId: number, now: Date): Promise<void> {
  await tx`
    update sessions set ended_at = ${now} where merchant_id = ${merchantId} and by_company and ended_at is null`;
}

/** Deletes sessions that expired before a moment. */
export async function purgeSessions(app: App, before: Date): Promise<void> {
  await deleteBefore(app, { table: 'sessions', key: ['merchant_id', 'id'], moment: 'expires_at' }, before);
}
