import type { App } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { ProofExpired } from './errors.ts';
import { proofMinutes } from './rules.ts';
import { hashToken, randomSecret } from './secrets.ts';
import { findUserByKey, type UserRow } from './store.ts';
import * as store from './store-proofs.ts';

interface Question {
  purpose: store.ProofPurpose;
  /**
   * The person who must answer; null for sign-in by passkey, where anybody may, and a null `userId` for sign-in by
   * company, where any of its people may.
   */
  user: { merchantId: number; userId: number | null } | null;
  challenge?: string;
  rememberMe?: boolean;
  byCompany?: boolean;
}

/** Stores a challenge for a few minutes. @returns its token, of which only a hash is stored. */
export async function askProof(
  app: App,
  { purpose, user, challenge, rememberMe = false, byCompany = false }: Question,
): Promise<{ token: string; expiresInSeconds: number }> {
  const token = randomSecret();
  const now = app.clock.now();
  const expiresInSeconds = proofMinutes(purpose) * 60;
  await store.insertProof(app.db, {
    tokenHash: hashToken(token),
    purpose,
    merchantId: user?.merchantId ?? null,
    userId: user?.userId ?? null,
    challenge: challenge ?? null,
    rememberMe,
    byCompany,
    now,
    expiresAt: new Date(now.getTime() + expiresInSeconds * 1000),
  });
  return { token, expiresInSeconds };
}

/** A pending challenge; no attempt is used up. @throws ProofExpired */
export async function getProof(
  app: App,
  token: string,
  purpose: store.ProofPurpose,
): Promise<store.ProofRow> {
  const row = await store.findProof(app.db, hashToken(token), purpose, app.clock.now());
  if (!row) throw new ProofExpired();
  return row;
}

/** A pending challenge, with one attempt used up. @throws ProofExpired */
export async function tryProof(
  app: App,
  token: string,
  purpose: store.ProofPurpose,
): Promise<store.ProofRow> {
  const row = await store.tryProof(app.pool, hashToken(token), purpose, app.clock.now());
  if (!row) throw new ProofExpired();
  return row;
}

/**
 * Returns the user who gave the password of a sign-in that waits for the second step.
 * @throws ProofExpired also when their invitation has been moved to somebody else since
 */
export async function getUserOfProof(
  app: App,
  { merchantId, userId, challenge }: store.ProofRow,
): Promise<UserRow> {
  const user = await findUserByKey(app.db, { merchantId: merchantId!, userId: userId! });
  if (!user || user.personId === null || challenge !== String(user.personId)) throw new ProofExpired();
  return user;
}

/** Consumes the pending challenge with this answer; if it names a user, it must be `of`. @throws ProofExpired */
export async function takeProof(
  app: App,
  db: Db,
  token: string,
  purpose: store.ProofPurpose,
  of?: { merchantId: number; userId: number },
): Promise<store.ProofRow> {
  const row = await store.takeProof(db, hashToken(token), purpose, app.clock.now(), of);
  if (!row) throw new ProofExpired();
  return row;
}
