import type { OperatorLoginForm } from '@daftar/contract/ops';
import type { OperatorPermission } from '@daftar/contract/ops-roles';
import type { z } from 'zod/mini';
import { recordProviderAudit } from '../../audit/record.ts';
import { hashToken, passwordFits, randomSecret } from '../../auth/secrets.ts';
import { operatorAccountOf, takeTries } from '../../auth/tries.ts';
import type { App, Operator, Visitor } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { AuthenticateOperator } from '../../platform/http/guard.ts';
import type { Guesses } from '../../platform/http/guesses.ts';
import { stepOfCode } from '../../platform/totp.ts';
import { OperatorCompanyNeeded, WrongOperatorCredentials } from '../errors.ts';
import { powersOf, type RolePower, roleNameOf } from './rules.ts';
import { openSecret } from './secret.ts';
import * as store from './store.ts';
import { purgeAttempts } from './store-company.ts';

/** A session lasts a working day, and ends after `IDLE_SECONDS` without a call. */
export const SESSION_SECONDS = 8 * 3600;
const IDLE_SECONDS = 30 * 60;
/** How long expired sessions are kept. */
const KEPT_DAYS = 30;
/** The precision of the last use. */
const TOUCH_MILLISECONDS = 60_000;

const TOKEN = /^[\w-]{20,100}$/;
const SESSION_KEY = 'operator:';

/** An opened session: its token, for the cookie only, and its operator. */
export interface SignedIn {
  token: string;
  operator: Pick<Operator, 'email' | 'role' | 'roleName' | 'permissions' | 'reads'>;
}

/** Returns whether an operator must sign in with the company's account. */
function needsCompany({ config }: App, email: string): boolean {
  const named = config.operatorSignIn?.breakGlass ?? null;
  return named !== null && !named.includes(email);
}

/** Opens a session for an authenticated operator, in the transaction that consumes the proof. */
export async function openSession(
  app: App,
  tx: Tx,
  visitor: Visitor,
  { id, email, ...role }: Pick<store.OperatorRow, 'id' | 'email'> & RolePower,
  { byCompany = false }: { byCompany?: boolean } = {},
): Promise<SignedIn> {
  const now = app.clock.now();
  const token = randomSecret();
  await store.insertSession(tx, {
    tokenHash: hashToken(token),
    operatorId: id,
    address: visitor.address,
    userAgent: visitor.userAgent,
    byCompany,
    now,
    expiresAt: new Date(now.getTime() + SESSION_SECONDS * 1000),
  });
  await recordProviderAudit(tx, { actor: email, address: visitor.address }, now, {
    action: 'operator.sign-in',
    subject: `operator:${id}`,
  });
  return { token, operator: { email, role: role.role, roleName: roleNameOf(role), ...powersOf(role) } };
}

/**
 * Signs an operator in by password and authenticator code. The error does not reveal which is wrong, and a code can
 * be used once.
 * @param browser a browser in which the operator has signed in before, if it is one
 * @throws TooManyError 429, WrongOperatorCredentials 400, OperatorCompanyNeeded 400.
 */
export async function signIn(
  app: App,
  visitor: Visitor,
  form: z.output<typeof OperatorLoginForm>,
  browser: string | null,
): Promise<SignedIn> {
  const tries = await takeTries(app, { account: operatorAccountOf(form), address: visitor.address, browser });
  const found = await store.findOperator(app.db, form.email);
  const fits = await passwordFits(found?.passwordHash ?? null, form.password);
  const secret = found?.totpSealed ? openSecret(app, found.totpSealed) : null;
  const step = secret === null ? null : stepOfCode(secret, form.code, app.clock.now());
  if (!found || !fits || step === null) throw new WrongOperatorCredentials();
  if (needsCompany(app, found.email)) throw new OperatorCompanyNeeded();
  const signedIn = await transaction(app.db, async (tx) => {
    // Of two concurrent requests with the same code, one signs in.
    if (!(await store.useStep(tx, { ...found, step }))) throw new WrongOperatorCredentials();
    return openSession(app, tx, visitor, found);
  });
  await tries.succeeded();
  return signedIn;
}

/** Authenticates an operator, by a query per call, so that ending a session takes effect at once. */
export function operatorsOf(app: App, guesses: Guesses): AuthenticateOperator {
  return async (token, address) => {
    if (!TOKEN.test(token)) return null;
    const tokenHash = hashToken(token);
    const now = app.clock.now();
    const idleSince = new Date(now.getTime() - IDLE_SECONDS * 1000);
    const found = await guesses.lookUp(tokenHash.toString('hex'), address, () =>
      store.findSession(app.pool, tokenHash, now, idleSince),
    );
    if (!found || (!found.byCompany && needsCompany(app, found.email))) return null;
    if (now.getTime() - found.lastSeenAt.getTime() > TOUCH_MILLISECONDS) {
      await store.touchSession(app.pool, tokenHash, now);
    }
    const { operatorId, email, role } = found;
    const roleName = roleNameOf(found);
    const sessionKey = `${SESSION_KEY}${tokenHash.toString('hex')}`;
    return { operatorId, sessionKey, email, role, roleName, ...powersOf(found) };
  };
}

/** Returns whether an operator's session is still open and has a permission to read; does not count as a use. */
export async function isSessionOpen(
  app: App,
  { sessionKey }: Operator,
  permission: OperatorPermission,
): Promise<boolean> {
  const tokenHash = Buffer.from(sessionKey.slice(SESSION_KEY.length), 'hex');
  const now = app.clock.now();
  const idleSince = new Date(now.getTime() - IDLE_SECONDS * 1000);
  const found = await store.findSession(app.pool, tokenHash, now, idleSince);
  return found !== undefined && powersOf(found).reads.has(permission);
}

/** Ends the session of a cookie; does nothing without one. */
export async function signOut(app: App, token: string | undefined, address: string): Promise<void> {
  if (token === undefined || !TOKEN.test(token)) return;
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const email = await store.endSession(tx, hashToken(token), now);
    if (email === undefined) return;
    await recordProviderAudit(tx, { actor: email, address }, now, { action: 'operator.sign-out' });
  });
}

/** Deletes sessions a month after they expired, and sign-ins that were not finished. */
export async function purgeOperatorSessions(app: App): Promise<void> {
  const before = new Date(app.clock.now().getTime() - KEPT_DAYS * 86_400_000);
  await store.purgeSessions(app, before);
  await purgeAttempts(app, app.clock.now());
}
