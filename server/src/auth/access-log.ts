/** Records sign-ins in the merchant's audit log: person, method and address, including failed and refused ones. */
import { recordAccess } from '../audit/record.ts';
import type { App, Visitor } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { findUserByEmail, findUserByKey, type UserKey, type UserRow } from './store.ts';

/** The method of signing in. */
export type SignInMethod = 'password' | 'second-step' | 'passkey' | 'company' | 'switch';
/**
 * Reasons for refusing valid credentials: deactivated, at an address that is not allowed, or without the company's
 * account or a second step where it is required.
 */
export type RefusalReason = 'inactive' | 'address' | 'company' | 'two-step';

type Person = Pick<UserRow, 'merchantId' | 'id' | 'email'>;

const whoOf = (user: Person, { address }: Pick<Visitor, 'address'>) => ({
  merchantId: user.merchantId,
  userId: user.id,
  email: user.email,
  address,
});

/** Logs a successful sign-in. */
export function noteSignIn(
  app: App,
  visitor: Visitor,
  user: Person,
  { way, rememberMe }: { way: SignInMethod; rememberMe: boolean },
): Promise<void> {
  return recordAccess(app.db, whoOf(user, visitor), app.clock.now(), {
    action: `sign-in.${way}`,
    subject: `user:${user.id}`,
    after: { remember_me: rememberMe },
  });
}

/** Logs that a person who already has a password has accepted an invitation. */
export function noteJoined(db: Db, visitor: Visitor, user: Person, now: Date): Promise<void> {
  return recordAccess(db, whoOf(user, visitor), now, { action: 'user.join', subject: `user:${user.id}` });
}

/** Logs that a person has switched to another of their businesses, which is not named. */
export function noteSwitchedAway(
  db: Db,
  visitor: Visitor,
  caller: UserKey & { email: string },
  now: Date,
): Promise<void> {
  const { merchantId, userId, email } = caller;
  const who = { merchantId, userId, email, address: visitor.address };
  return recordAccess(db, who, now, { action: 'sign-in.switched-away', subject: `user:${userId}` });
}

/** Logs that valid credentials were refused. */
export function noteRefusal(app: App, visitor: Visitor, user: Person, reason: RefusalReason): Promise<void> {
  return recordAccess(app.db, whoOf(user, visitor), app.clock.now(), {
    action: 'sign-in.refused',
    subject: `user:${user.id}`,
    after: { reason },
  });
}

/** Logs that a password was set by a mailed link. */
export function notePasswordSet(
  db: Db,
  visitor: Pick<Visitor, 'address'>,
  user: UserKey & { email: string },
  { purpose, now }: { purpose: 'create-password' | 'reset-password'; now: Date },
): Promise<void> {
  return recordAccess(db, { ...user, address: visitor.address }, now, {
    action: purpose === 'create-password' ? 'password.create' : 'password.reset',
    subject: `user:${user.userId}`,
  });
}

/** Payload of the job `note-failed-sign-in`: the claimed account. */
export interface FailedSignIn {
  who: { email: string } | UserKey;
  way: SignInMethod;
  address: string;
  /** ISO 8601. */
  at: string;
}

/**
 * Adds the job that logs a failed sign-in, outside the transaction that failed. It is added for any e-mail address, so
 * that an unknown one takes as long as a known one.
 */
export function addFailedSignInJob(
  app: App,
  { address }: Visitor,
  who: FailedSignIn['who'],
  way: SignInMethod,
): Promise<void> {
  return addJob(app.pool, 'note-failed-sign-in', { who, way, address, at: app.clock.now().toISOString() });
}

/** Job `note-failed-sign-in`: logs the failure if the address belongs to an account. */
export async function noteFailedSignIn(app: App, { who, way, address, at }: FailedSignIn): Promise<void> {
  const user = 'email' in who ? await findUserByEmail(app.db, who.email) : await findUserByKey(app.db, who);
  if (!user) return;
  await recordAccess(app.db, whoOf(user, { address }), new Date(at), {
    action: 'sign-in.failed',
    subject: `user:${user.id}`,
    after: { by: way },
  });
}
