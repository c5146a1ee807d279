import { SESSION_REST_HOURS } from '@daftar/contract/auth';
import { COMPANY_SIGN_IN_MINUTES } from '@daftar/contract/company-sign-in';

/** Lifetimes and limits of sessions, links and attempts; docs/wire.md lists them. */
export const ACCESS_TOKEN_SECONDS = 15 * 60;
/** Two tabs may present the same refresh token within this time; after it, the token counts as stolen. */
export const REFRESH_GRACE_SECONDS = 30;
export const CREATE_PASSWORD_HOURS = 24;
export const RESET_PASSWORD_HOURS = 1;

/** Returns the time before which accounts without a password no longer keep their addresses from others. */
export function oldestUnconfirmed(now: Date): Date {
  return new Date(now.getTime() - CREATE_PASSWORD_HOURS * 3_600_000);
}
export const TRIES_WINDOW_MINUTES = 15;
export const TRIES_PER_ACCOUNT = 10;
export const TRIES_PER_ADDRESS = 50;
/** Attempts per mailed link. It can be used once, so more than a few attempts are not made by a person. */
export const TRIES_PER_LINK = 10;
/** Lifetime of a sign-in challenge; a code may be tried five times. */
const PROOF_MINUTES = 5;
/** Lifetime of a challenge that requires setting up an authenticator first. */
const SET_UP_MINUTES = 15;

/** Lifetime of a challenge by its purpose. */
export function proofMinutes(purpose: string): number {
  if (purpose === 'second-step-new') return SET_UP_MINUTES;
  return purpose.startsWith('company-') ? COMPANY_SIGN_IN_MINUTES : PROOF_MINUTES;
}

const SECONDS_PER_DAY = 86_400;

/** Lifetime of a session: a day, or ten with remember-me. */
export function sessionSeconds(rememberMe: boolean): number {
  return (rememberMe ? 10 : 1) * SECONDS_PER_DAY;
}

/**
 * Returns how long a session may be idle. A remembered one may be idle for its whole life, since the person marked
 * the device as their own.
 */
export function idleSeconds(rememberMe: boolean): number {
  return rememberMe ? sessionSeconds(true) : SESSION_REST_HOURS * 3600;
}

/** The decision on a presented refresh token. */
export type RefreshVerdict = 'rotate' | 'repeat' | 'stolen' | 'unknown';

/**
 * Decides on a presented refresh token: the current one rotates; the previous one gets the same successor within the
 * grace period, and ends the session after it, because somebody else has a copy.
 */
export function checkRefresh(presented: Buffer, session: StoredSession, now: Date): RefreshVerdict {
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
