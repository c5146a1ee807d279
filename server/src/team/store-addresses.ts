import type { Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { Locale } from '../platform/i18n/translate.ts';

interface Key {
  merchantId: number;
  userId: number;
}

/** An address that somebody is to have, and who said yes to it. */
export interface AddressChange extends Key {
  email: string;
  askedBy: number;
  /** An owner asked, who is one still. */
  byOwner: boolean;
  askedAt: Date;
  oldSaid: boolean;
  newSaid: boolean;
  /** As they are now. */
  oldEmail: string;
  firstName: string;
  locale: Locale;
}

/** Keeps what somebody's address is to become, in place of an earlier wish. */
export async function putChange(
  tx: Tx,
  key: Key,
  change: { email: string; askedBy: number; byOwner: boolean; now: Date },
): Promise<void> {
  await tx`
    insert into email_changes (merchant_id, user_id, email, asked_by, by_owner, asked_at)
    values (${key.merchantId}, ${key.userId}, ${change.email}, ${change.askedBy}, ${change.byOwner}, ${change.now})
    on conflict (merchant_id, user_id) do update
       set email = excluded.email, asked_by = excluded.asked_by, by_owner = excluded.by_owner,
           asked_at = excluded.asked_at, old_said_at = null, new_said_at = null`;
}

/** A change that waits, locked; none of somebody, or asked for by somebody, who may not sign in any more. */
export async function lockChange(tx: Tx, key: Key): Promise<AddressChange | null> {
  const [row] = await tx<AddressChange[]>`
    select c.merchant_id as "merchantId", c.user_id as "userId", c.email, c.asked_by as "askedBy",
           c.by_owner and r.is_first as "byOwner", c.asked_at as "askedAt", c.old_said_at is not null as "oldSaid",
           c.new_said_at is not null as "newSaid", u.email as "oldEmail", u.first_name as "firstName", u.locale
      from email_changes c join users u on u.merchant_id = c.merchant_id and u.id = c.user_id
      join users a on a.merchant_id = c.merchant_id and a.id = c.asked_by and a.is_active
      join roles r on r.merchant_id = a.merchant_id and r.id = a.role_id
     where c.merchant_id = ${key.merchantId} and c.user_id = ${key.userId} and u.deleted_at is null
       for update of c`;
  return row ?? null;
}

/** Notes that one of the two addresses said yes. */
export async function noteYes(tx: Tx, key: Key, which: 'old' | 'new', now: Date): Promise<void> {
  const column = tx.unsafe(which === 'old' ? 'old_said_at' : 'new_said_at');
  await tx`
    update email_changes set ${column} = ${now}
     where merchant_id = ${key.merchantId} and user_id = ${key.userId}`;
}

/** Whose address somebody asked to change, while the change waits. */
export async function listAskedBy(tx: Tx, by: Key): Promise<Key[]> {
  return tx<Key[]>`
    select merchant_id as "merchantId", user_id as "userId" from email_changes
     where merchant_id = ${by.merchantId} and asked_by = ${by.userId} for update`;
}

/**
 * Writes the address that somebody signs in with. What let them in before does so no longer: their passkeys go, and their
 * password is one that nobody knows. A taken address violates the key of `logins`.
 */
export async function setAddress(
  tx: Tx,
  key: Key,
  to: { email: string; passwordHash: string; now: Date },
): Promise<void> {
  const { merchantId, userId } = key;
  await tx`
    update users set email = ${to.email}, password_hash = ${to.passwordHash}, updated_at = ${to.now}
     where merchant_id = ${merchantId} and id = ${userId}`;
  await tx`update logins set email = ${to.email} where merchant_id = ${merchantId} and user_id = ${userId}`;
  await tx`delete from passkeys where merchant_id = ${merchantId} and user_id = ${userId}`;
  await tx`delete from proofs_awaited where merchant_id = ${merchantId} and user_id = ${userId}`;
}

/** Changes that an owner asked for, to which the new address said yes and the old one nothing, before a moment. */
export async function listSilent(db: Db, before: Date, limit: number): Promise<Key[]> {
  return db<Key[]>`
    select merchant_id as "merchantId", user_id as "userId" from email_changes
     where asked_at <= ${before} and by_owner and new_said_at is not null limit ${limit}`;
}

/** Forgets changes that nobody answered in time. */
export async function dropOld(db: Db, before: Date): Promise<void> {
  await db`delete from email_changes where asked_at <= ${before}`;
}

/** The addresses that people of a merchant are to have, by person. */
export async function listWaiting(
  db: Db,
  scope: Pick<Scope, 'merchantId'>,
): Promise<ReadonlyMap<number, string>> {
  const rows = await db<{ userId: number; email: string }[]>`
    select user_id as "userId", email from email_changes where merchant_id = ${scope.merchantId}`;
  return new Map(rows.map(({ userId, email }) => [userId, email]));
}
