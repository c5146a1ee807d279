/** The merchants that a signed-in person is in. */
import type { Caller } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

type Person = Pick<Caller, 'merchantId' | 'userId' | 'sessionId'>;

export interface MembershipRow {
  merchantId: number;
  userId: number;
  businessName: string;
  roleNameEn: string;
  roleNameAr: string;
}

/** More than anybody is in. */
const MOST = 200;

/**
 * The active memberships of the person of a session; only its own for a session that the company's account opened, which speaks for
 * that business alone.
 */
const memberships = (db: Db, { merchantId, userId, sessionId }: Person) => db`
  users me
  join sessions s on s.merchant_id = me.merchant_id and s.id = ${sessionId} and s.user_id = me.id
  join users u on u.person_id = me.person_id and u.is_active and u.joined_at is not null
   and (not s.by_company or u.merchant_id = me.merchant_id)
 where me.merchant_id = ${merchantId} and me.id = ${userId}`;

/** Lists them by the name of the business. */
export function listMemberships(db: Db, person: Person): Promise<MembershipRow[]> {
  return db<MembershipRow[]>`
    select f.merchant_id as "merchantId", f.id as "userId", m.business_name as "businessName",
           r.name_en as "roleNameEn", r.name_ar as "roleNameAr"
      from (select u.merchant_id, u.id, u.role_id from ${memberships(db, person)}) f
      join merchants m on m.id = f.merchant_id
      join roles r on r.merchant_id = f.merchant_id and r.id = f.role_id
     order by m.business_name, m.id limit ${MOST}`;
}

/** Whether there is another one than that of the session. */
export async function hasOthers(db: Db, person: Person): Promise<boolean> {
  const rows = await db`
    select from (select u.merchant_id from ${memberships(db, person)}) f
     where f.merchant_id <> ${person.merchantId} limit 1`;
  return rows.length > 0;
}

/** What a session was opened with, for the one that takes its place. */
export interface OpenSession {
  rememberMe: boolean;
  twoFactors: boolean;
  byCompany: boolean;
  expiresAt: Date;
}

/** Locks the caller's session; null once it has ended. */
export async function lockOpenSession(tx: Tx, person: Person, now: Date): Promise<OpenSession | null> {
  const [row] = await tx<OpenSession[]>`
    select remember_me as "rememberMe", two_factors as "twoFactors", by_company as "byCompany",
           expires_at as "expiresAt"
      from sessions
     where merchant_id = ${person.merchantId} and id = ${person.sessionId} and user_id = ${person.userId}
       and ended_at is null and expires_at > ${now}
       for update`;
  return row ?? null;
}
