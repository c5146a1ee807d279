/** Passwords set by links that were mailed. */
import type { CreatePasswordForm, ResetPasswordForm } from '@daftar/contract/auth';
import type { z } from 'zod/mini';
import type { App, Visitor } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { notePasswordSet } from './access-log.ts';
import type { Auth } from './context.ts';
import { TokenExpired } from './errors.ts';
import { requireUnguessable } from './new-passwords.ts';
import { announceChange } from './principals.ts';
import { hashPassword, hashToken } from './secrets.ts';
import * as store from './store.ts';
import { endSessionsOf } from './store-sessions.ts';

/** A link that was mailed, and the password that it is used for. */
interface LinkForm {
  token: string;
  password: string;
}
interface LinkKind {
  purpose: store.LinkPurpose;
  /** Whose link it has to be; null: whoever's. */
  email: string | null;
}

/**
 * Sets the first password by the mailed link.
 * @throws TokenExpired, also for another e-mail's link; InvalidError 422 on `password`
 */
export function createPassword(
  app: App,
  auth: Auth,
  visitor: Pick<Visitor, 'address'>,
  form: z.output<typeof CreatePasswordForm>,
): Promise<void> {
  return judgeAndUse(app, auth, visitor, form, { purpose: 'create-password', email: form.email });
}

/** Sets a new password by the mailed link, ends every session, and lets the owner in again after too many tries. */
export function resetPassword(
  app: App,
  auth: Auth,
  visitor: Pick<Visitor, 'address'>,
  form: z.output<typeof ResetPasswordForm>,
): Promise<void> {
  return judgeAndUse(app, auth, visitor, form, { purpose: 'reset-password', email: null });
}

async function judgeAndUse(
  app: App,
  auth: Auth,
  visitor: Pick<Visitor, 'address'>,
  form: LinkForm,
  kind: LinkKind,
): Promise<void> {
  const person = await store.findPersonOfLink(app.db, hashToken(form.token), kind.purpose, app.clock.now());
  if (!person) throw new TokenExpired();
  await requireUnguessable(form.password, person);
  await usePasswordLink(app, auth, visitor, form, kind);
}

/**
 * Uses a mailed link up for a password. By itself for the demo alone, whose password everybody is told.
 * @throws TokenExpired
 */
export async function usePasswordLink(
  app: App,
  auth: Auth,
  visitor: Pick<Visitor, 'address'>,
  form: LinkForm,
  { purpose, email }: LinkKind,
): Promise<void> {
  // Outside the transaction: hashing takes its time, and locks should not wait for it.
  const passwordHash = await hashPassword(form.password);
  const now = app.clock.now();
  const key = await transaction(app.db, async (tx) => {
    const used = await store.useEmailToken(tx, hashToken(form.token), purpose, now);
    // Thrown inside, so that a link tried with another address stays unused.
    if (!used || (email !== null && used.email !== email)) throw new TokenExpired();
    await store.setPassword(tx, used, passwordHash, now);
    await endSessionsOf(tx, used, now);
    await store.forgetTries(tx, `account:${used.email}`);
    await notePasswordSet(tx, visitor, used, { purpose, now });
    await announceChange(tx, { merchantId: used.merchantId, userId: used.userId });
    return used;
  });
  auth.principals.forget(key);
}
