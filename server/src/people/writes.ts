/** People: whoever signs in, with one address, password and second step, however many merchants they are in. */
import type { Db, Tx } from '../platform/db/connect.ts';

/** Somebody in one merchant: a row of `users`. */
export interface Membership {
  merchantId: number;
  userId: number;
}

/** The person of a membership, for a condition or a value. */
const personOf = (db: Db, { merchantId, userId }: Membership) =>
  db`(select person_id from users where merchant_id = ${merchantId} and id = ${userId})`;

/** What a person proves who they are with, of the table `t`. Nobody's, for somebody who has left. */
export const isOfPerson = (db: Db, key: Membership) => db`person_id = ${personOf(db, key)}`;

/** Adds a person. A taken e-mail or mobile violates a unique key. @param mobile empty for none */
export async function addPerson(
  tx: Tx,
  { email, mobile, now }: { email: string; mobile: string; now: Date },
): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into people (email, mobile, created_at, updated_at)
    values (${email}, nullif(${mobile}, ''), ${now}, ${now}) returning id`;
  return row!.id;
}

/** Which of an e-mail and a mobile belong to a person, other than the one of `except`. */
export async function findTaken(
  db: Db,
  { email, mobile }: { email: string; mobile: string },
  except: Membership | null = null,
): Promise<{ email: boolean; mobile: boolean }> {
  const others = except ? db`and id is distinct from ${personOf(db, except)}` : db``;
  const rows = await db<{ email: boolean; mobile: boolean }[]>`
    select email = ${email} as email, mobile is not distinct from ${mobile} as mobile from people
     where (email = ${email} or mobile = ${mobile}) ${others}`;
  return { email: rows.some((row) => row.email), mobile: rows.some((row) => row.mobile) };
}

/** Whether person `p` keeps their addresses from others: they have a password, or were added after `oldest`. */
export const keepsAddresses = (db: Db, oldest: Date) =>
  db`(p.password_hash is not null or p.created_at > ${oldest})`;

/** Takes a mobile number from somebody who no longer keeps their addresses. */
export async function releaseNumber(db: Db, mobile: string, oldest: Date): Promise<void> {
  await db`update people p set mobile = null where p.mobile = ${mobile} and not ${keepsAddresses(db, oldest)}`;
}

/** Gives somebody without a mobile number the one of their membership, unless another person has it. */
export async function claimNumber(db: Db, key: Membership): Promise<void> {
  await db`
    update people p set mobile = u.mobile from users u
     where u.merchant_id = ${key.merchantId} and u.id = ${key.userId} and p.id = u.person_id and p.mobile is null
       and u.mobile <> '' and not exists (select from people o where o.mobile = u.mobile)`;
}

/** Locks the person of a membership, so that changes of how they sign in take turns. */
export async function lockPerson(tx: Tx, key: Membership): Promise<void> {
  await tx`select from people where id = ${personOf(tx, key)} for no key update`;
}

/** Sets the password. */
export async function setPassword(tx: Tx, key: Membership, passwordHash: string, now: Date): Promise<void> {
  await tx`
    update people set password_hash = ${passwordHash}, updated_at = ${now} where id = ${personOf(tx, key)}`;
}

/** Sets the password of somebody who has none. @returns whether they had none */
export async function setFirstPassword(
  tx: Tx,
  key: Membership,
  passwordHash: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    update people set password_hash = ${passwordHash}, updated_at = ${now}
     where id = ${personOf(tx, key)} and password_hash is null`;
  return rows.count > 0;
}

/** Says since when a code follows the password; null: none does. */
export async function setTwoStep(tx: Tx, key: Membership, since: Date | null): Promise<void> {
  await tx`update people set two_step_at = ${since} where id = ${personOf(tx, key)}`;
}

/**
 * Sets the address and number of the person of a membership, who has them in every merchant that they have joined. Taken ones violate a
 * unique key. @param mobile empty for none
 */
export async function setAddresses(
  tx: Tx,
  key: Membership,
  { email, mobile, now }: { email: string; mobile: string; now: Date },
): Promise<void> {
  await tx`
    update people set email = ${email}, mobile = nullif(${mobile}, ''), updated_at = ${now}
     where id = ${personOf(tx, key)}`;
  await tx`
    update users set email = ${email}, mobile = ${mobile}, updated_at = ${now}
     where person_id = ${personOf(tx, key)}
       and (joined_at is not null or (merchant_id = ${key.merchantId} and id = ${key.userId}))`;
}

/** Sets the address alone. A taken one violates a unique key. */
export async function setEmail(tx: Tx, key: Membership, email: string, now: Date): Promise<void> {
  await tx`update people set email = ${email}, updated_at = ${now} where id = ${personOf(tx, key)}`;
  await tx`
    update users set email = ${email}, updated_at = ${now}
     where person_id = ${personOf(tx, key)}
       and (joined_at is not null or (merchant_id = ${key.merchantId} and id = ${key.userId}))`;
}

/** Records that a membership has begun, unless it has. */
export async function join(tx: Tx, key: Membership, now: Date): Promise<void> {
  await tx`
    update users set joined_at = ${now}, updated_at = ${now}
     where merchant_id = ${key.merchantId} and id = ${key.userId} and joined_at is null`;
}

/** Records in which merchant the last session was opened. */
export async function noteSession(db: Db, key: Membership): Promise<void> {
  await db`
    update people set last_merchant_id = ${key.merchantId}
     where id = ${personOf(db, key)} and last_merchant_id is distinct from ${key.merchantId}`;
}

/** Lists all memberships of the person of one, itself included. */
export async function listMemberships(db: Db, key: Membership): Promise<Membership[]> {
  return db<Membership[]>`
    select merchant_id as "merchantId", id as "userId" from users where person_id = ${personOf(db, key)}`;
}

/**
 * Ends a membership: what the person did in the merchant keeps their name. A person without another one is deleted, with all that they
 * could sign in with, and their addresses become free.
 */
export async function leave(tx: Tx, key: Membership, now: Date): Promise<void> {
  const { merchantId, userId } = key;
  const [person] = await tx<{ id: number | null }[]>`
    select person_id as id from users where merchant_id = ${merchantId} and id = ${userId}`;
  await tx`
    update users set is_active = false, deleted_at = ${now}, updated_at = ${now}, person_id = null,
                     password_hash = null, two_step_at = null
     where merchant_id = ${merchantId} and id = ${userId}`;
  await tx`delete from proofs_awaited where merchant_id = ${merchantId} and user_id = ${userId}`;
  if (person?.id == null) return;
  await tx`delete from people p where p.id = ${person.id} and not exists (select from users u where u.person_id = p.id)`;
}
