/** Sets passwords by mailed links. */
import type { CreatePasswordForm, ResetPasswordForm } from '@daftar/contract/auth';
import type { z } from 'zod/mini';
import * as people from '../people/writes.ts';
import type { App, Visitor } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { notePasswordSet } from './access-log.ts';
import { proveAddress } from './address-proof.ts';
import type { Auth } from './context.ts';
import { TokenExpired } from './errors.ts';
import { mailOtherInvitations, revokeLinksOfPerson } from './links.ts';
import { reclaimNumber } from './numbers.ts';
import { hashPassword, hashToken, unusablePasswordHash } from './secrets.ts';
import { endSessionsOfPerson } from './sessions.ts';
import * as store from './store.ts';
import { accountOf, clearTries, takeLinkTry } from './tries.ts';

/**
 * Sets the first password with a mailed link.
 * @throws TokenExpired, also when the link belongs to another e-mail address.
 */
export async function createPassword(
  app: App,
  auth: Auth,
  visitor: Pick<Visitor, 'address' | 'locale'>,
  form: z.output<typeof CreatePasswordForm>,
): Promise<void> {
  await setPasswordByLink(app, auth, visitor, form, { purpose: 'create-password', email: form.email });
}

/** Sets a new password with a mailed link, ends every session, and clears the failed attempts of the account. */
export async function resetPassword(
  app: App,
  auth: Auth,
  visitor: Pick<Visitor, 'address' | 'locale'>,
  form: z.output<typeof ResetPasswordForm>,
): Promise<void> {
  await setPasswordByLink(app, auth, visitor, form, { purpose: 'reset-password', email: null });
}

/**
 * Marks a person as joined whom their company has signed in: without a password, which they can set by a mailed link,
 * and with the invitation used up. An account that somebody else had made with this address is taken over.
 */
export async function joinWithoutPassword(app: App, tx: Tx, key: store.UserKey, now: Date): Promise<void> {
  await people.join(tx, key, now);
  if (await people.setFirstPassword(tx, key, unusablePasswordHash(), now))
    await store.useUpPasswordTokens(tx, key, now);
  if (await proveAddress(app, tx, key, now)) await people.setPassword(tx, key, unusablePasswordHash(), now);
}

async function setPasswordByLink(
  app: App,
  auth: Auth,
  visitor: Pick<Visitor, 'address' | 'locale'>,
  form: { token: string; password: string },
  { purpose, email }: { purpose: 'create-password' | 'reset-password'; email: string | null },
): Promise<void> {
  const presented = hashToken(form.token);
  // Hashing is expensive: check the link first, and limit attempts, so that made-up or repeated links cost nothing.
  const tries = await takeLinkTry(app, { address: visitor.address, link: presented.toString('base64url') });
  const isGood = await store.isEmailToken(app.db, presented, { purpose, email, now: app.clock.now() });
  if (!isGood) throw new TokenExpired();
  // Outside the transaction: hashing is slow, and must not hold locks.
  const passwordHash = await hashPassword(form.password);
  const now = app.clock.now();
  const key = await transaction(app.db, async (tx) => {
    await store.lockUserOfToken(tx, presented);
    const used = await store.useEmailToken(tx, presented, purpose, now);
    // Thrown inside the transaction, so that a link tried with another address stays unused.
    if (!used || (email !== null && used.email !== email)) throw new TokenExpired();
    if (purpose === 'create-password') await people.join(tx, used, now);
    await people.setPassword(tx, used, passwordHash, now);
    await endSessionsOfPerson(tx, used, now);
    // The person who sets a password controls the current address, so a pending change of it, or another link, may be
    // somebody else's.
    await revokeLinksOfPerson(tx, used, now);
    await proveAddress(app, tx, used, now);
    if (purpose === 'create-password') await mailOtherInvitations(app, tx, used, visitor.locale);
    await clearTries(app, tx, accountOf(used));
    await notePasswordSet(tx, visitor, used, { purpose, now });
    return used;
  });
  await tries.release();
  if (purpose === 'create-password') await reclaimNumber(app, key);
  auth.principals.evict(key);
}
