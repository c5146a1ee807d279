/**
 * Signs operators in with their company's account instead of the password; the authenticator's code is still
 * required.
 */
import type { CompanyAnswer } from '@daftar/contract/company-sign-in';
import { COMPANY_SIGN_IN_MINUTES } from '@daftar/contract/company-sign-in';
import { recordProviderAudit } from '../../audit/record.ts';
import { hashToken, randomSecret } from '../../auth/secrets.ts';
import { operatorAccountOf, takeTries } from '../../auth/tries.ts';
import {
  CompanySignInExpired,
  EmailNotProven,
  NoGroup,
  NotAskedAgain,
  OtherAccount,
} from '../../company-sign-in/errors.ts';
import { firstOf } from '../../company-sign-in/group-roles.ts';
import { type Claims, discover, identify, isSignedInSince, pageOf } from '../../company-sign-in/provider.ts';
import type { OperatorSignIn } from '../../config.ts';
import type { App, Visitor } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { networkOf } from '../../platform/http/addresses.ts';
import { takeUses } from '../../platform/limits/limits.ts';
import { stepOfCode } from '../../platform/totp.ts';
import { findMaker } from '../directory/store.ts';
import { listGroupNames } from '../directory/store-groups.ts';
import {
  NoOperatorAccess,
  OperatorCodeNeeded,
  OperatorCompanyOff,
  WrongOperatorCredentials,
} from '../errors.ts';
import { isSpared, mayGiveByDirectory } from './rules.ts';
import { openSecret } from './secret.ts';
import { openSession, type SignedIn } from './sessions.ts';
import * as store from './store.ts';
import * as company from './store-company.ts';
import { writeInvitation } from './store-invitations.ts';

/**
 * Limits on first sign-ins begun from one network, and for one e-mail address there, because each calls the identity
 * provider. They are separate from the limits on passwords and codes, because nothing can be guessed here.
 */
const BEGUN = { name: 'operator first sign-ins', free: 100, most: 100, windowSeconds: 900 };
const BEGUN_BY_ONE = { ...BEGUN, name: 'operator first sign-ins of one', free: 10, most: 10 };

/** The page to which the identity provider returns operators; registered there. */
const RETURN_PATH = '/ops/company-sign-in';

const returnUrlOf = ({ config }: App) => `${config.publicUrl}${RETURN_PATH}`;

function settingsOf({ config }: App): OperatorSignIn {
  if (!config.operatorSignIn) throw new OperatorCompanyOff();
  return config.operatorSignIn;
}

/** Returns whether operators can sign in with the company's account. */
export const isOffered = ({ config }: App): boolean => config.operatorSignIn !== null;

/**
 * Begins a sign-in of an operator who has given the code of their authenticator, or of somebody who has none yet.
 * Only the identity provider tells who that is, so that nobody can find out here who is an operator.
 * @returns the identity provider's page, and the cookie that binds the answer to this browser.
 * @throws OperatorCompanyOff, TooManyError, WrongOperatorCredentials, ProviderSilent, ProviderUntrusted
 */
export async function beginByCompany(
  app: App,
  visitor: Visitor,
  { email, code }: { email: string; code?: string | null | undefined },
): Promise<{ url: string; browser: string }> {
  const settings = settingsOf(app);
  const now = app.clock.now();
  const operatorId = code ? await proveByCode(app, visitor, { email, code }) : null;
  if (operatorId === null) {
    const network = networkOf(visitor.address);
    await takeUses(app, [
      { limit: BEGUN, of: network },
      { limit: BEGUN_BY_ONE, of: `${network} ${email}` },
    ]);
  }
  const provider = await discover(app, settings, { isTrusted: true });
  const [state, browser] = [randomSecret(), randomSecret()];
  await company.insertAttempt(app.db, {
    stateHash: hashToken(state),
    operatorId,
    browserHash: hashToken(browser),
    now,
    expiresAt: new Date(now.getTime() + COMPANY_SIGN_IN_MINUTES * 60_000),
  });
  const asked = { state, returnUrl: returnUrlOf(app), email, again: true };
  return { url: await pageOf(app, provider, asked), browser };
}

/** Finds the operator whose authenticator shows a code. @throws TooManyError, WrongOperatorCredentials */
async function proveByCode(
  app: App,
  { address }: Visitor,
  { email, code }: { email: string; code: string },
): Promise<number> {
  const tries = await takeTries(app, { account: operatorAccountOf({ email }), address });
  const found = await store.findOperator(app.db, email);
  const secret = found?.totpSealed ? openSecret(app, found.totpSealed) : null;
  const step = secret === null ? null : stepOfCode(secret, code, app.clock.now());
  if (!found || step === null || !(await store.useStep(app.db, { ...found, step })))
    throw new WrongOperatorCredentials();
  await tries.succeeded();
  return found.id;
}

/**
 * Exchanges the identity provider's answer for a session of the operator who began, or for the token with which a new
 * operator sets up their access. Links their account once, by an address that the identity provider has verified. The
 * identity provider must have asked them to sign in just now.
 * @throws CompanySignInExpired, CompanyDenied, ProviderSilent, ProviderUntrusted, NotAskedAgain, EmailNotProven,
 * OtherAccount, NoGroup, NoOperatorAccess, OperatorCodeNeeded
 */
export async function finishByCompany(
  app: App,
  visitor: Visitor,
  browser: string | undefined,
  { state, ...answer }: CompanyAnswer,
): Promise<SignedIn | { join: string }> {
  const settings = settingsOf(app);
  const now = app.clock.now();
  const begun = await company.takeAttempt(app.pool, hashToken(state), now);
  if (!begun || !browser || !hashToken(browser).equals(begun.browserHash)) throw new CompanySignInExpired();
  const provider = await discover(app, settings, { isTrusted: true });
  const claims = await identify(app, provider, { ...answer, state, returnUrl: returnUrlOf(app) });
  if (!isSignedInSince(claims.authTime, Math.floor(begun.createdAt.getTime() / 1000)))
    throw new NotAskedAgain();
  return transaction(app.db, async (tx) => {
    const all = await store.lockOperators(tx);
    if (begun.operatorId === null)
      return welcome(tx, await newcomerOf(tx, all, claims, settings), all, claims, settings, {
        address: visitor.address,
        now,
      });
    const operator = all.find(({ id }) => id === begun.operatorId);
    // Their credentials may have been reset meanwhile.
    if (!operator || operator.disabledAt || operator.passwordHash === null)
      throw new WrongOperatorCredentials();
    await recognise(tx, operator, claims, { address: visitor.address, now });
    await applyGroups(tx, operator, all, claims, settings, { address: visitor.address, now });
    const current = (await store.findOperator(tx, operator.email)) ?? operator;
    return openSession(app, tx, visitor, current, { byCompany: true });
  });
}

/**
 * Finds the operator who has this account and has never signed in. Operators who are to be independent of the
 * company's identity provider use the link in their e-mail instead.
 * @throws NoOperatorAccess, OperatorCodeNeeded
 */
async function newcomerOf(
  tx: Tx,
  all: readonly store.OperatorRow[],
  claims: Claims,
  settings: OperatorSignIn,
): Promise<store.OperatorRow> {
  const linked = await company.findLinked(tx, claims);
  const operator = all.find(({ id, email }) =>
    linked === null ? claims.emailVerified && claims.email === email : id === linked,
  );
  if (!operator || operator.disabledAt) throw new NoOperatorAccess();
  if (operator.passwordHash !== null) throw new OperatorCodeNeeded();
  if (isSpared(settings, operator)) throw new NoOperatorAccess();
  return operator;
}

/**
 * Lets a new operator, added by the company's directory or invited, set up their access within the lifetime of a
 * sign-in.
 */
async function welcome(
  tx: Tx,
  operator: store.OperatorRow,
  all: readonly store.OperatorRow[],
  claims: Claims,
  settings: OperatorSignIn,
  moment: Moment,
): Promise<{ join: string }> {
  await recognise(tx, operator, claims, moment);
  await applyGroups(tx, operator, all, claims, settings, moment);
  const token = randomSecret();
  await writeInvitation(tx, {
    operatorId: operator.id,
    tokenHash: hashToken(token),
    now: moment.now,
    expiresAt: new Date(moment.now.getTime() + COMPANY_SIGN_IN_MINUTES * 60_000),
    byCompany: true,
  });
  return { join: token };
}

interface Moment {
  address: string;
  now: Date;
}

async function recognise(
  tx: Tx,
  { id, email }: store.OperatorRow,
  claims: Claims,
  { address, now }: Moment,
): Promise<void> {
  const mayLink = claims.emailVerified && claims.email === email;
  const { isTheirs, isNew } = await company.linkAccount(tx, id, claims, { mayLink, now });
  if (!isTheirs) throw mayLink ? new OtherAccount() : new EmailNotProven();
  if (!isNew) return;
  await recordProviderAudit(tx, { actor: email, address }, now, {
    action: 'operator.company-link',
    subject: `operator:${id}`,
    after: { issuer: claims.issuer, account: claims.subject },
  });
}

/**
 * Gives an operator the role of their first group, as stated by the identity provider or else the directory, on
 * behalf of the maker of its token. Administrators and operators who sign in without the company's account do not
 * change, and nobody becomes an administrator.
 */
async function applyGroups(
  tx: Tx,
  operator: store.OperatorRow,
  all: readonly store.OperatorRow[],
  { groups }: Claims,
  settings: OperatorSignIn,
  { address, now }: Moment,
): Promise<void> {
  if (settings.groups.length === 0 || isSpared(settings, operator)) return;
  const names = groups ?? (await listGroupNames(tx, [operator.id])).get(operator.id) ?? [];
  const group = firstOf(settings.groups, names);
  if (!group) throw new NoGroup();
  if (operator.role === group.role) return;
  if (groups === null) {
    const madeBy = await findMaker(tx);
    const maker = all.find(({ id }) => id === madeBy);
    if (!maker || !mayGiveByDirectory(maker, operator.id, group.role)) {
      if (operator.role === 'none') throw new NoGroup();
      return;
    }
    await store.writeRole(tx, operator.id, group.role, { by: maker.id, now });
  } else await store.writeRoleOfGroup(tx, operator.id, group.role);
  await recordProviderAudit(tx, { actor: operator.email, address }, now, {
    action: 'operator.role',
    subject: `operator:${operator.id}`,
    before: { role: operator.role },
    after: { role: group.role, group: group.name },
  });
}
