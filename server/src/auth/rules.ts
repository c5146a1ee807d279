import { SESSION_REST_HOURS } from '@daftar/contract/auth';

/** Lengths and limits of sessions, links and tries; the wire's page gives the figures. */
export const ACCESS_TOKEN_SECONDS = 15 * 60;
/** Two tabs may present the same refresh token; later than this it has been stolen. */
export const REFRESH_GRACE_SECONDS = 30;
export const CREATE_PASSWORD_HOURS = 24;
export const RESET_PASSWORD_HOURS = 1;
export const TRIES_WINDOW_MINUTES = 15;
export const TRIES_PER_ACCOUNT = 10;
export const TRIES_PER_ADDRESS = 50;
/** Of a mailed link: it is good once, so that more than a few tries are no person's. */
export const TRIES_PER_LINK = 10;
/** How long a code or a passkey is waited for; a code may be tried five times. */
export const PROOF_MINUTES = 5;
/** How long who must set an authenticator up may take: they may have to find one first. */
export const SET_UP_MINUTES = 15;

const SECONDS_PER_DAY = 86_400;

/** How long a session lasts: a day, or ten with remember-me. */
export function sessionSeconds(rememberMe: boolean): number {
  return (rememberMe ? 10 : 1) * SECONDS_PER_DAY;
}

/**
 * How long a session may rest unused. One that is remembered may rest as long as it lasts: it is of a device that the
 * person called their own.
 */
export function idleSeconds(rememberMe: boolean): number {
  return rememberMe ? sessionSeconds(true) : SESSION_REST_HOURS * 3600;
}

/** What becomes of a refresh token that is presented. */
export type RefreshVerdict = 'rotate' | 'repeat' | 'stolen' | 'unknown';

/**
 * Judges a presented refresh token: the current one rotates; the previous one within the grace gets the same successor
 * again; the previous one later means that somebody else has a copy, and ends the session.
 */
export function judgeRefresh(presented: Buffer, session: StoredSession, now: Date): RefreshVerdict {
  if (session.endedAt !== null || session.expiresAt <= now) return 'unknown';
  const rested = now.getTime() - session.lastSeenAt.getTime();
  if (rested > idleSeconds(session.rememberMe) * 1000) return 'unknown';
  if (presented.equals(session.refreshHash)) return 'rotate';
  if (session.previousHash === null || !presented.equals(session.previousHash)) {
    return 'stolen';
  }
  const age = now.getTime() - (session.rotatedAt?.getTime() ?? 0);
  return age <= REFRESH_GRACE_SECONDS * 1000 ? 'repeat' : 'stolen';
}

export interface StoredSession {
  refreshHash: Buffer;
  previousHash: Buffer | null;
  rotatedAt: Date | null;
  lastSeenAt: Date;
  rememberMe: boolean;
  userId: number;
  expiresAt: Date;
  endedAt: Date | null;
}
