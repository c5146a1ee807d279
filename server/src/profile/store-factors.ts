import { needsTwoStep } from '../auth/needs-two-step.ts';
import * as people from '../people/writes.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

export interface UserKey {
  merchantId: number;
  userId: number;
}

const ofUser = (db: Db, key: UserKey) => people.isOfPerson(db, key);

/**
 * Returns since when two-step sign-in is on, the remaining recovery codes, and whether the person must have it: one
 * of their businesses requires it of everybody, or of those who sign in without its company’s account.
 */
export async function findTwoStep(
  db: Db,
  key: UserKey,
): Promise<{ since: Date | null; codesLeft: number; required: boolean }> {
  const [codes] = await db<[{ codesLeft: number }]>`
    select count(*)::int as "codesLeft" from recovery_codes where ${ofUser(db, key)} and used_at is null`;
  const [me] = await db<{ id: number; since: Date | null }[]>`
    select p.id, p.two_step_at as since from users me join people p on p.id = me.person_id
     where me.merchant_id = ${key.merchantId} and me.id = ${key.userId}`;
  const asking = await db`
    select from users u where u.person_id = ${me!.id} and u.is_active and u.joined_at is not null and ${needsTwoStep(db)} limit 1`;
  return { since: me!.since, required: asking.length > 0, ...codes };
}

/** Locks a person while their second factor changes. @returns since when it is on */
export async function lockTwoStep(tx: Tx, key: UserKey): Promise<Date | null> {
  const [row] = await tx<{ since: Date | null }[]>`
    select p.two_step_at as since from users u join people p on p.id = u.person_id
     where u.merchant_id = ${key.merchantId} and u.id = ${key.userId} for no key update of p`;
  return row!.since;
}

/** Stores a secret to be confirmed, replacing the former unconfirmed one. */
export async function replaceSecret(tx: Tx, key: UserKey, sealed: Buffer, now: Date): Promise<void> {
  await tx`delete from authenticators where ${ofUser(tx, key)}`;
  await tx`
    insert into authenticators (merchant_id, user_id, person_id, sealed_secret, created_at)
    select ${key.merchantId}, ${key.userId}, person_id, ${sealed}, ${now} from users
     where merchant_id = ${key.merchantId} and id = ${key.userId}`;
}

/** Finds a person's encrypted secret, and whether it was confirmed by a code. */
export async function findSecret(
  db: Db,
  key: UserKey,
): Promise<{ sealed: Buffer; isConfirmed: boolean } | null> {
  const [row] = await db<{ sealed: Buffer; isConfirmed: boolean }[]>`
    select sealed_secret as sealed, confirmed_at is not null as "isConfirmed"
      from authenticators where ${ofUser(db, key)}`;
  return row ?? null;
}

/** Consumes a code by its time step. @returns false when this step, or a later one, was used before */
export async function useStep(db: Db, key: UserKey, step: number): Promise<boolean> {
  const used = await db`
    update authenticators set last_step = ${step} where ${ofUser(db, key)} and last_step < ${step}`;
  return used.count === 1;
}

/** Turns two-step sign-in on. */
export async function confirmTwoStep(tx: Tx, key: UserKey, now: Date): Promise<void> {
  await tx`update authenticators set confirmed_at = ${now} where ${ofUser(tx, key)}`;
  await people.setTwoStep(tx, key, now);
}

/** Returns whether a person must have a second step, as in {@link findTwoStep}. Locks the rules of their businesses. */
export async function lockRequirement(tx: Tx, key: UserKey): Promise<boolean> {
  for (const { merchantId } of await people.listJoined(tx, key)) {
    await tx`select from merchants where id = ${merchantId} for share`;
    await tx`select from company_sign_ins where merchant_id = ${merchantId} for share`;
  }
  return (await findTwoStep(tx, key)).required;
}

/** Replaces a person's hashed recovery codes. */
export async function replaceRecoveryCodes(
  tx: Tx,
  key: UserKey,
  { salt, hashes }: { salt: Buffer; hashes: Buffer[] },
  now: Date,
): Promise<void> {
  await tx`delete from recovery_codes where ${ofUser(tx, key)}`;
  for (const hash of hashes) {
    await tx`
      insert into recovery_codes (merchant_id, user_id, person_id, code_hash, salt, created_at)
      select ${key.merchantId}, ${key.userId}, person_id, ${hash}, ${salt}, ${now} from users
       where merchant_id = ${key.merchantId} and id = ${key.userId}`;
  }
}

/**
 * Finds the hashing parameters of a person's recovery codes: the membership in which they were made, and a salt,
 * which is null for those from before salts; null when there are none.
 */
export async function findRecoverySet(
  db: Db,
  key: UserKey,
): Promise<(UserKey & { salt: Buffer | null }) | null> {
  const [row] = await db<(UserKey & { salt: Buffer | null })[]>`
    select merchant_id as "merchantId", user_id as "userId", salt from recovery_codes where ${ofUser(db, key)} limit 1`;
  return row ?? null;
}

/** Consumes a recovery code. @returns false when it is wrong or used */
export async function useRecoveryCode(db: Db, key: UserKey, hash: Buffer, now: Date): Promise<boolean> {
  const used = await db`
    update recovery_codes set used_at = ${now}
     where ${ofUser(db, key)} and code_hash = ${hash} and used_at is null`;
  return used.count === 1;
}
