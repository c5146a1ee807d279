import type { Db, Tx } from '../platform/db/connect.ts';

/**
 * How one user affected another's account. `given`: their role gained permissions; `powers`: it lost some; `gone`:
 * they were deactivated; `company`: they first signed in through the identity provider that the other configured. All
 * but `powers` and `gone` can give control of an account to somebody else.
 */
export type Touch =
  | 'made'
  | 'invited'
  | 'email'
  | 'role'
  | 'given'
  | 'powers'
  | 'let-in'
  | 'gone'
  | 'company';

interface By {
  merchantId: number;
  userId: number;
}

/** Records that a user affected another's account. */
export async function insertTouch(tx: Tx, by: By, userId: number, what: Touch, at: Date): Promise<void> {
  await tx`
    insert into account_touches (merchant_id, user_id, by_user_id, what, at)
    values (${by.merchantId}, ${userId}, ${by.userId}, ${what}, ${at})`;
}

/** Records that a user affected the accounts of all others who have a role. */
export async function insertTouchOfRole(
  tx: Tx,
  by: By,
  roleId: number,
  what: 'given' | 'powers',
  at: Date,
): Promise<void> {
  await tx`
    insert into account_touches (merchant_id, user_id, by_user_id, what, at)
    select merchant_id, id, ${by.userId}, ${what}, ${at} from users
     where merchant_id = ${by.merchantId} and role_id = ${roleId} and deleted_at is null and id <> ${by.userId}`;
}

/** Returns whether two accounts were created or changed by overlapping people, directly or through others. */
export async function areAccountsLinked(
  db: Db,
  merchantId: number,
  one: number,
  other: number,
  since: Date,
): Promise<boolean> {
  const hands = (userId: number) => db`
    select ${userId}::bigint as id
    union
    select t.by_user_id from account_touches t join hands on hands.id = t.user_id
     where t.merchant_id = ${merchantId} and t.at > ${since} and t.what not in ('powers', 'gone')`;
  const [row] = await db<{ shared: boolean }[]>`
    select exists (
      select from (with recursive hands as (${hands(one)}) select id from hands) a
      join (with recursive hands as (${hands(other)}) select id from hands) b using (id)) as shared`;
  return row!.shared;
}

/**
 * Returns the latest time, since a moment, at which a person lost permissions or left. People who never joined do not
 * count.
 */
export async function lastLoss(db: Db, merchantId: number, since: Date): Promise<Date | null> {
  const [row] = await db<{ at: Date | null }[]>`
    select max(t.at) as at from account_touches t join users u on u.merchant_id = t.merchant_id and u.id = t.user_id
     where t.merchant_id = ${merchantId} and t.at > ${since} and t.what in ('role', 'powers', 'gone')
       and (u.joined_at is not null or u.deleted_at is not null)`;
  return row?.at ?? null;
}
