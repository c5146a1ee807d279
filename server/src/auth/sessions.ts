import { randomUUID } from 'node:crypto';
import * as people from '../people/writes.ts';
import type { App, Visitor } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { UnauthorizedError } from '../platform/http/errors.ts';
import { deriveKey } from '../platform/keys.ts';
import type { Auth } from './context.ts';
import { WrongCredentials } from './errors.ts';
import { announceChange } from './principals.ts';
import { ACCESS_TOKEN_SECONDS, checkRefresh, idleSeconds, sessionSeconds } from './rules.ts';
import { hashToken, randomSecret, successorOf } from './secrets.ts';
import { dropSignIns } from './store-proofs.ts';
import * as store from './store-sessions.ts';

/** Returns the time since which a session that is not remembered must have been used, or it has ended. */
export function idleCutoff(now: Date): Date {
  return new Date(now.getTime() - idleSeconds(false) * 1000);
}

/** The refresh cookie to set: its value and its lifetime in seconds. */
export interface SessionCookie {
  value: string;
  maxAgeSeconds: number;
  /** The account that has just signed in, as attempts are counted. */
  account?: string;
}

interface CookieParts {
  merchantId: number;
  sessionId: string;
  secret: string;
}

const COOKIE = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{20,100})$/;

/** Parses a refresh cookie; null for anything we never set. */
export function readCookie(value: string | undefined): CookieParts | null {
  const match = COOKIE.exec(value ?? '');
  return match ? { merchantId: Number(match[1]), sessionId: match[2]!, secret: match[3]! } : null;
}

const cookieOf = (parts: CookieParts, expiresAt: Date, now: Date): SessionCookie => ({
  value: `${parts.merchantId}.${parts.sessionId}.${parts.secret}`,
  maxAgeSeconds: Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1000)),
});

/**
 * Opens a session for a user who has proved their identity. It is not opened if the password or the second step has
 * changed meanwhile, because such a change ends all sessions.
 * @param user as read before they proved it
 * @param how `expiresAt`, if it replaces another session
 * @throws WrongCredentials
 */
export async function openSession(
  app: App,
  visitor: Visitor,
  user: { merchantId: number; id: number; personId: number | null } & people.SignsInWith,
  how: { rememberMe: boolean; twoFactors: boolean; byCompany: boolean; expiresAt?: Date },
): Promise<{ sessionId: string; cookie: SessionCookie }> {
  const now = app.clock.now();
  const { rememberMe, twoFactors, byCompany } = how;
  const expiresAt = how.expiresAt ?? new Date(now.getTime() + sessionSeconds(rememberMe) * 1000);
  const sessionId = randomUUID();
  const secret = randomSecret();
  await transaction(app.db, async (tx) => {
    if (!(await people.lockUnchanged(tx, user))) throw new WrongCredentials();
    await people.noteSession(tx, { merchantId: user.merchantId, userId: user.id });
    await store.insertSession(tx, {
      merchantId: user.merchantId,
      userId: user.id,
      id: sessionId,
      refreshHash: hashToken(secret),
      rememberMe,
      twoFactors,
      byCompany,
      userAgent: visitor.userAgent,
      address: visitor.address,
      now,
      expiresAt,
    });
  });
  return { sessionId, cookie: cookieOf({ merchantId: user.merchantId, sessionId, secret }, expiresAt, now) };
}

/**
 * Exchanges a refresh cookie for an access token and the next cookie. A token that is presented again after the grace
 * period ends the session in all processes.
 * @throws UnauthorizedError
 */
export async function refreshSession(
  app: App,
  auth: Auth,
  cookie: string | undefined,
): Promise<{ accessToken: string; expiresIn: number; cookie: SessionCookie }> {
  const parts = readCookie(cookie);
  if (!parts) throw new UnauthorizedError();
  const { merchantId, sessionId, secret } = parts;
  const now = app.clock.now();
  const outcome = await transaction(app.db, async (tx) => {
    const session = await store.lockSession(tx, merchantId, sessionId);
    if (!session) return null;
    const presented = hashToken(secret);
    const verdict = checkRefresh(presented, session, now);
    if (verdict === 'stolen') {
      await store.endSession(tx, merchantId, sessionId, now);
      await announceChange(tx, { merchantId, sessionId });
    }
    if (verdict !== 'rotate' && verdict !== 'repeat') return null;
    const next = successorOf(deriveKey(auth.secret, 'refresh token'), sessionId, secret);
    if (verdict === 'rotate') {
      await store.rotateSession(
        tx,
        merchantId,
        sessionId,
        { previous: presented, current: hashToken(next) },
        now,
      );
    }
    return { session, next };
  });
  if (!outcome) {
    auth.principals.evict({ merchantId, sessionId });
    throw new UnauthorizedError();
  }
  const { session, next } = outcome;
  const accessToken = await auth.tokens.sign({ merchantId, userId: session.userId, sessionId }, now);
  // The user may have been deactivated since.
  if (!(await auth.principals.authenticate(accessToken, { isFresh: true }))) throw new UnauthorizedError();
  const nextCookie = cookieOf({ merchantId, sessionId, secret: next }, session.expiresAt, now);
  return { accessToken, expiresIn: ACCESS_TOKEN_SECONDS, cookie: nextCookie };
}

/**
 * Ends a user's sessions in one merchant, all or all but one, and notifies every process. The caller evicts them from its own cache
 * after the commit.
 */
export async function endSessionsOfUser(
  tx: Tx,
  key: { merchantId: number; userId: number },
  now: Date,
  except: string | null = null,
): Promise<void> {
  await store.endSessionsOf(tx, key, now, except);
  await announceChange(tx, { merchantId: key.merchantId, userId: key.userId });
}

/**
 * Ends a person's sessions, of all their merchants or all but one session, with sign-ins that only wait for the second step, and
 * notifies every process. The caller evicts the membership
 * from its own cache after the commit.
 */
export async function endSessionsOfPerson(
  tx: Tx,
  key: { merchantId: number; userId: number },
  now: Date,
  except: string | null = null,
): Promise<void> {
  // Locks the person, so that no session is opened meanwhile.
  await people.lockPerson(tx, key);
  for (const each of await people.listMemberships(tx, key)) await endSessionsOfUser(tx, each, now, except);
  await dropSignIns(tx, key);
}

/** Ends the sessions of a merchant's people that were opened by a password alone. The caller notifies the processes. */
export async function endSessionsWithoutTwoStep(tx: Tx, merchantId: number, now: Date): Promise<void> {
  await store.endSessionsWithoutTwoStep(tx, merchantId, now);
}

/**
 * Ends the sessions of a merchant's people that were not opened by their company's account, except those of some
 * people, and notifies every process. The caller evicts them from its own cache after the commit.
 */
export async function endSessionsWithoutCompany(
  tx: Tx,
  merchantId: number,
  except: readonly number[],
  now: Date,
): Promise<void> {
  await store.endSessionsWithoutCompany(tx, merchantId, except, now);
  await announceChange(tx, { merchantId });
}

/**
 * Ends the sessions of a merchant's people that were opened by their company's account, and notifies every process.
 * The caller evicts them from its own cache after the commit.
 */
export async function endSessionsByCompany(tx: Tx, merchantId: number, now: Date): Promise<void> {
  await store.endSessionsByCompany(tx, merchantId, now);
  await announceChange(tx, { merchantId });
}

/**
 * Ends the session of a bearer token or, when that has expired, of a refresh cookie. Does nothing when there is none.
 */
export async function logout(
  app: App,
  auth: Auth,
  given: { bearer: string | null; cookie: string | undefined },
): Promise<void> {
  const principal =
    given.bearer === null ? null : await auth.principals.authenticate(given.bearer, { isFresh: true });
  const named = principal ?? (await sessionOfCookie(app, given.cookie));
  if (!named) return;
  const { merchantId, sessionId } = named;
  await transaction(app.db, async (tx) => {
    await store.endSession(tx, merchantId, sessionId, app.clock.now());
    await announceChange(tx, { merchantId, sessionId });
  });
  auth.principals.evict({ merchantId, sessionId });
}

async function sessionOfCookie(app: App, cookie: string | undefined): Promise<CookieParts | null> {
  const parts = readCookie(cookie);
  if (!parts) return null;
  const session = await transaction(app.db, (tx) => store.lockSession(tx, parts.merchantId, parts.sessionId));
  return session && hashToken(parts.secret).equals(session.refreshHash) ? parts : null;
}
