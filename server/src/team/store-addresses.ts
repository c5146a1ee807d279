import * as people from '../people/writes.ts';
import type { Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { Locale } from '../platform/i18n/translate.ts';

interface Key {
  merchantId: number;
  userId: number;
}

/** A pending change of address, and its confirmations. */
export interface AddressChange extends Key {
  email: string;
  askedBy: number;
  /** Requested by a person who is still an owner. */
  byOwner: boolean;
  askedAt: Date;
  oldSaid: boolean;
  newSaid: boolean;
  /** The current address. */
  oldEmail: string;
  firstName: string;
  locale: Locale;
}

/** Stores a pending change of address, replacing an earlier one. */
export async function upsertChange(
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

/** Locks a pending change; null if its person or requester can no longer sign in. */
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

/** Records that one of the two addresses confirmed. */
export async function recordConfirmation(tx: Tx, key: Key, which: 'old' | 'new', now: Date): Promise<void> {
  const column = tx.unsafe(which === 'old' ? 'old_said_at' : 'new_said_at');
  await tx`
    update email_changes set ${column} = ${now}
     where merchant_id = ${key.merchantId} and user_id = ${key.userId}`;
}

/** Lists the people whose pending changes of address somebody requested. */
export async function listAskedBy(tx: Tx, by: Key): Promise<Key[]> {
  return tx<Key[]>`
    select merchant_id as "merchantId", user_id as "userId" from email_changes
     where merchant_id = ${by.merchantId} and asked_by = ${by.userId} for update`;
}

/**
 * Sets a person's sign-in address, and replaces their password by an unusable one. Call `proveAddress` afterwards. A
 * taken address violates a unique key of `people`.
 */
export async function setAddress(
  tx: Tx,
  key: Key,
  to: { email: string; passwordHash: string; now: Date },
): Promise<void> {
  const { merchantId, userId } = key;
  await people.setEmail(tx, key, to.email, to.now);
  await people.setPassword(tx, key, to.passwordHash, to.now);
  await tx`delete from proofs_awaited where merchant_id = ${merchantId} and user_id = ${userId}`;
}

/**
 * Lists changes that an owner requested and the new address confirmed, but that the old one has not answered since a
 * moment.
 */
export async function listSilent(db: Db, before: Date, limit: number): Promise<Key[]> {
  return db<Key[]>`
    select merchant_id as "merchantId", user_id as "userId" from email_changes
     where asked_at <= ${before} and by_owner and new_said_at is not null limit ${limit}`;
}

/** Deletes changes that were not answered in time. */
export async function dropOld(db: Db, before: Date): Promise<void> {
  await db`delete from email_changes where asked_at <= ${before}`;
}

/** Lists the pending new addresses of a merchant's people, by person. */
export async function listWaiting(
  db: Db,
  scope: Pick<Scope, 'merchantId'>,
): Promise<ReadonlyMap<number, string>> {
  const rows = await db<{ userId: number; email: string }[]>`
    select user_id as "userId", email from email_changes where merchant_id = ${scope.merchantId}`;
  return new Map(rows.map(({ userId, email }) => [userId, email]));
}
