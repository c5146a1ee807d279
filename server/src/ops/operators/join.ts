/** Lets invited operators join by the link in their e-mail, with a password and an authenticator of their own. */
import type { JoinForm } from '@daftar/contract/ops-operators';
import type { OperatorRoleKind } from '@daftar/contract/ops-roles';
import type { z } from 'zod/mini';
import { recordProviderAudit } from '../../audit/record.ts';
import { TokenExpired } from '../../auth/errors.ts';
import { hashPassword, hashToken } from '../../auth/secrets.ts';
import { operatorAccountOf, takeTries } from '../../auth/tries.ts';
import type { App, Visitor } from '../../platform/context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { InvalidError } from '../../platform/http/errors.ts';
import { stepOfCode, totpUri } from '../../platform/totp.ts';
import { requireUnguessable } from './passwords.ts';
import { type RoleName, roleNameOf } from './rules.ts';
import { newSecret, openSecret } from './secret.ts';
import { openSession, type SignedIn } from './sessions.ts';
import * as store from './store.ts';
import * as invitations from './store-invitations.ts';

/**
 * Returns the operator of a link, and the authenticator secret, which stays the same until the link is used.
 * @throws TokenExpired
 */
export async function openInvitation(
  app: App,
  token: string,
): Promise<{
  email: string;
  role: OperatorRoleKind;
  role_name: RoleName | null;
  secret: string;
  uri: string;
}> {
  const now = app.clock.now();
  const { sealed: totpSealed } = newSecret(app);
  const found = await invitations.openInvitation(app.db, { tokenHash: hashToken(token), totpSealed, now });
  const secret = found ? openSecret(app, found.totpSealed) : null;
  if (!found || secret === null) throw new TokenExpired();
  return {
    email: found.email,
    role: found.role,
    role_name: roleNameOf(found),
    secret,
    uri: totpUri(found.email, secret),
  };
}

/**
 * Consumes a link, stores the password and the authenticator, and signs in.
 * @throws TokenExpired, TooManyError 429, InvalidError 422 on `code`
 */
export async function join(app: App, visitor: Visitor, form: z.output<typeof JoinForm>): Promise<SignedIn> {
  const now = app.clock.now();
  const tokenHash = hashToken(form.token);
  const found = await invitations.findInvitation(app.db, tokenHash, now);
  const secret = found ? openSecret(app, found.totpSealed) : null;
  if (!found || secret === null) throw new TokenExpired();
  const account = operatorAccountOf(found);
  const tries = await takeTries(app, { account, address: visitor.address });
  const step = stepOfCode(secret, form.code, now);
  if (step === null) throw InvalidError.field('code', 'InvalidOtp');
  await requireUnguessable(form.password, [found.email]);
  const passwordHash = await hashPassword(form.password);
  const id = found.operatorId;
  const signedIn = await transaction(app.db, async (tx) => {
    if (!(await invitations.useInvitation(tx, tokenHash))) throw new TokenExpired();
    const credentials = { passwordHash, totpSealed: found.totpSealed };
    await store.replaceCredentials(tx, id, credentials, { keepsAccount: found.byCompany });
    await store.useStep(tx, { id, totpSealed: found.totpSealed, step });
    await recordProviderAudit(tx, { actor: found.email, address: visitor.address }, now, {
      action: 'operator.join',
      subject: `operator:${id}`,
    });
    return openSession(app, tx, visitor, { ...found, id }, { byCompany: found.byCompany });
  });
  await tries.succeeded();
  return signedIn;
}
