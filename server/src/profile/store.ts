import { type ProfileFormValues, SESSIONS_SHOWN } from '@daftar/contract/profile';
import * as people from '../people/writes.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { UserKey } from './store-factors.ts';

export interface OwnRow {
  firstName: string;
  lastName: string;
  email: string;
  mobile: string;
  avatarPath: string | null;
  locale: 'en' | 'ar';
  receivesNotifications: boolean;
}

const columns = (db: Db) => db`
  first_name as "firstName", last_name as "lastName", email, mobile, avatar_path as "avatarPath", locale,
  receive_notifications as "receivesNotifications"`;

const own = (db: Db, key: UserKey) => db`merchant_id = ${key.merchantId} and id = ${key.userId}`;

/** Reads the person of a session. @throws Error when there is none. */
export async function getOwn(db: Db, key: UserKey): Promise<OwnRow> {
  const [row] = await db<OwnRow[]>`select ${columns(db)} from users where ${own(db, key)}`;
  if (!row) throw new Error('A session without its user');
  return row;
}

/** Reads and locks the person of a session. @throws Error when there is none. */
export async function lockOwn(tx: Tx, key: UserKey): Promise<OwnRow> {
  const [row] = await tx<OwnRow[]>`select ${columns(tx)} from users where ${own(tx, key)} for no key update`;
  if (!row) throw new Error('A session without its user');
  return row;
}

/** Updates the profile. A taken address violates a unique key of `people`. */
export async function updateOwn(
  tx: Tx,
  key: UserKey,
  form: ProfileFormValues,
  kept: { avatarPath: string | null; receivesNotifications: boolean; passwordHash: string | null; now: Date },
): Promise<void> {
  await tx`
    update users set first_name = ${form.first_name}, last_name = ${form.last_name},
                     avatar_path = ${kept.avatarPath}, receive_notifications = ${kept.receivesNotifications},
                     updated_at = ${kept.now}
     where ${own(tx, key)}`;
  await people.setAddresses(tx, key, { email: form.email, mobile: form.mobile, now: kept.now });
  if (kept.passwordHash) await people.setPassword(tx, key, kept.passwordHash, kept.now);
}

export interface SessionRow {
  id: string;
  userAgent: string | null;
  address: string | null;
  createdAt: Date;
  lastSeenAt: Date;
}

/** Lists a person's open sessions, last used first. */
export function listSessions(
  db: Db,
  key: UserKey,
  { now, usedSince }: { now: Date; usedSince: Date },
): Promise<SessionRow[]> {
  return db<SessionRow[]>`
    select id, user_agent as "userAgent", address, created_at as "createdAt", last_seen_at as "lastSeenAt"
      from sessions
     where merchant_id = ${key.merchantId} and user_id = ${key.userId} and ended_at is null and expires_at > ${now}
       and (remember_me or last_seen_at >= ${usedSince})
     order by last_seen_at desc, created_at desc limit ${SESSIONS_SHOWN}`;
}

/** Finds a session. @returns false when it is not an open session of theirs */
export async function endSession(tx: Tx, key: UserKey, id: string, now: Date): Promise<boolean> {
  const ended = await tx`
    update sessions set ended_at = ${now}
     where merchant_id = ${key.merchantId} and id = ${id} and user_id = ${key.userId} and ended_at is null
       and expires_at > ${now}`;
  return ended.count === 1;
}
