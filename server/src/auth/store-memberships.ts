/** The merchants to which a signed-in person belongs. */
import type { Caller } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { Sql } from '../platform/lists/page.ts';

type Person = Pick<Caller, 'merchantId' | 'userId' | 'sessionId'>;

export interface MembershipRow {
  merchantId: number;
  userId: number;
  businessName: string;
  roleNameEn: string;
  roleNameAr: string;
}

/** More memberships than anybody has. */
const MAX_MEMBERSHIPS = 200;

/**
 * Returns the active memberships of a session's person. A session opened by the company's account is valid for that
 * business alone, so it gets only its own.
 */
async function memberships(db: Db, { merchantId, userId, sessionId }: Person): Promise<{ theirs: Sql }> {
  // Read first, because a distributed database finds rows of several merchants only by constant values.
  const [me] = await db<{ personId: number | null; byCompany: boolean }[]>`
    select me.person_id as "personId", s.by_company as "byCompany"
      from users me join sessions s on s.merchant_id = me.merchant_id and s.id = ${sessionId} and s.user_id = me.id
     where me.merchant_id = ${merchantId} and me.id = ${userId}`;
  const theirs = db`
    u.person_id = ${me?.personId ?? null} and u.is_active and u.joined_at is not null
    ${me?.byCompany ? db`and u.merchant_id = ${merchantId}` : db``}`;
  // Wrapped in an object, because awaiting a fragment of a statement would execute it.
  return { theirs };
}

/** Lists the memberships by the name of the business. */
export async function listMemberships(db: Db, person: Person): Promise<MembershipRow[]> {
  const { theirs } = await memberships(db, person);
  return db<MembershipRow[]>`
    select u.merchant_id as "merchantId", u.id as "userId", m.business_name as "businessName",
           r.name_en as "roleNameEn", r.name_ar as "roleNameAr"
      from users u
      join merchants m on m.id = u.merchant_id
      join roles r on r.merchant_id = u.merchant_id and r.id = u.role_id
     where ${theirs}
     order by m.business_name, m.id limit ${MAX_MEMBERSHIPS}`;
}

/** Returns whether there is a membership besides that of the session. */
export async function hasOthers(db: Db, person: Person): Promise<boolean> {
  const { theirs } = await memberships(db, person);
  const rows =
    await db`select from users u where ${theirs} and u.merchant_id <> ${person.merchantId} limit 1`;
  return rows.length > 0;
}

/** How a session was opened, for the one that replaces it. */
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
