import type { OwnSession } from '@daftar/contract/profile';
import { recordAudit } from '../audit/record.ts';
import type { Auth } from '../auth/context.ts';
import { announceChange } from '../auth/principals.ts';
import { requirePassword } from '../auth/service.ts';
import { endSessionsOfPerson, idleCutoff } from '../auth/sessions.ts';
import type { App, Caller } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { deviceOf } from './device.ts';
import { SessionNotFound } from './errors.ts';
import * as store from './store.ts';

/** Lists the caller's open sessions, the current one first. */
export async function listSessions(app: App, caller: Caller): Promise<OwnSession[]> {
  const now = app.clock.now();
  const rows = await store.listSessions(app.db, caller, { now, usedSince: idleCutoff(now) });
  const sessions = rows.map((row) => ({
    id: row.id,
    ...deviceOf(row.userAgent),
    address: row.address ?? '',
    created_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
    is_current: row.id === caller.sessionId,
  }));
  return sessions.toSorted((a, b) => Number(b.is_current) - Number(a.is_current));
}

/**
 * Ends one of the caller's sessions from its next call on.
 * @throws InvalidError for a wrong password, SessionNotFound
 */
export async function endSession(
  app: App,
  auth: Auth,
  caller: Caller,
  sessionId: string,
  password: string,
): Promise<void> {
  await requirePassword(app, caller, password);
  const { merchantId } = caller;
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    if (!(await store.endSession(tx, caller, sessionId, now))) throw new SessionNotFound();
    await recordAudit(tx, caller, now, { action: 'session.end', subject: `session:${sessionId}` });
    await announceChange(tx, { merchantId, sessionId });
  });
  auth.principals.evict({ merchantId, sessionId });
}

/** Ends all of the caller's sessions, in every business, except the current one. @throws InvalidError for a wrong password */
export async function endOtherSessions(
  app: App,
  auth: Auth,
  caller: Caller,
  password: string,
): Promise<void> {
  await requirePassword(app, caller, password);
  const { merchantId, userId, sessionId } = caller;
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    await endSessionsOfPerson(tx, { merchantId, userId }, now, sessionId);
    await recordAudit(tx, caller, now, { action: 'session.end-others', subject: `user:${userId}` });
  });
  auth.principals.evict({ merchantId, userId });
}
