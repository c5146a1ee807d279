import type {
  AcceptInvitationForm,
  LoginForm,
  RegisterForm,
  SecondStepAsked,
  SecondStepMissing,
  SignedIn,
} from '@daftar/contract/auth';
import { PERMISSIONS } from '@daftar/contract/permissions';
import type { z } from 'zod/mini';
import * as people from '../people/writes.ts';
import type { App, Caller, Visitor } from '../platform/context.ts';
import { classifyDbError } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { InvalidError } from '../platform/http/errors.ts';
import { isAllowed, type Principal, requireAddress } from '../platform/http/guard.ts';
import { translate } from '../platform/i18n/translate.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { addFailedSignInJob, noteJoined, noteRefusal, noteSignIn, type SignInMethod } from './access-log.ts';
import { proveAddress } from './address-proof.ts';
import type { Auth } from './context.ts';
import {
  AccountTaken,
  CompanySignInNeeded,
  ProofExpired,
  TokenExpired,
  TwoStepElsewhere,
  UserInactive,
  WrongCredentials,
} from './errors.ts';
import { mailLink } from './links.ts';
import { takeMailFrom, takeMailTo } from './mail-limits.ts';
import { freeNumber } from './numbers.ts';
import { allowedFrom, announceChange } from './principals.ts';
import { askProof } from './proofs.ts';
import { ACCESS_TOKEN_SECONDS } from './rules.ts';
import { hashToken, passwordFits } from './secrets.ts';
import { openSession, type SessionCookie } from './sessions.ts';
import * as store from './store.ts';
import { endSession, findPlaces } from './store-sessions.ts';
import { accountOf, type Tries, takeTries } from './tries.ts';

type Form<S extends z.ZodMiniType> = z.output<S>;

/**
 * Creates a merchant in test mode with its owner, and mails the link to create a password.
 * @throws AccountTaken, TooManyError
 */
export async function register(app: App, visitor: Visitor, form: Form<typeof RegisterForm>): Promise<void> {
  const { email, mobileNumber: mobile } = form;
  await takeMailFrom(app, visitor);
  await freeNumber(app.db, mobile, app.clock.now());
  const taken = await people.findTaken(app.db, { email, mobile });
  if (taken.email || taken.mobile) throw new AccountTaken(taken);
  await takeMailTo(app, email);
  try {
    await transaction(app.db, async (tx) => {
      const key = await store.insertMerchant(tx, {
        ...form,
        email,
        mobile,
        locale: visitor.locale,
        roleNames: { en: translate('en', 'auth.ownerRole.en'), ar: translate('ar', 'auth.ownerRole.ar') },
        permissions: PERMISSIONS,
        now: app.clock.now(),
      });
      const user = { merchantId: key.merchantId, id: key.userId, email, firstName: form.firstName };
      await mailLink(app, tx, user, 'create-password', visitor.locale);
    });
  } catch (error) {
    // Another sign-up may take the address between the check and the insert.
    if (classifyDbError(error).kind !== 'unique') throw error;
    throw new AccountTaken(await people.findTaken(app.db, { email, mobile }));
  }
}

/** A completed sign-in: the reply to the portal, and the cookie. */
export interface SignIn {
  signedIn: Form<typeof SignedIn>;
  cookie: SessionCookie;
}

/** A sign-in that still needs a code, or the setup of an authenticator. */
export interface SecondStepNeeded {
  asked: Form<typeof SecondStepAsked> | Form<typeof SecondStepMissing>;
}

/**
 * Signs in by password. With two-step sign-in on, returns a challenge instead of a session; where the business
 * requires it of everybody, users without an authenticator set one up first.
 * @param browser a browser in which the account has signed in before, if it is one
 * @throws TooManyError 429 after too many failures of the account or the address, WrongCredentials, UserInactive,
 * CompanySignInNeeded
 */
export async function login(
  app: App,
  auth: Auth,
  visitor: Visitor,
  form: Form<typeof LoginForm>,
  browser: string | null,
): Promise<SignIn | SecondStepNeeded> {
  const tries = await takeTries(app, { account: accountOf(form), address: visitor.address, browser });
  const users = await store.listUsersByEmail(app.db, form.email);
  // The attempts remain counted.
  if (!(await passwordFits(users[0]?.passwordHash ?? null, form.password)) || !users[0]) {
    await addFailedSignInJob(app, visitor, { email: form.email }, 'password');
    throw new WrongCredentials();
  }
  await tries.succeeded();
  const how = { way: 'password', rememberMe: form.remember_me ?? false } as const;
  return continueSignIn(app, auth, visitor, await choose(app, visitor, users), how);
}

/** Chooses the merchant to sign in to: the one used last, among those that accept this way of signing in. */
async function choose(app: App, visitor: Visitor, users: readonly store.UserRow[]): Promise<store.UserRow> {
  const joined = users.filter(({ isActive, hasJoined }) => isActive && hasJoined);
  const open = joined.filter(({ needsCompany }) => !needsCompany);
  if (open.length > 1) {
    for (const user of open) {
      const from = allowedFrom(await findPlaces(app.db, user.merchantId));
      if (isAllowed(from, visitor.address)) return user;
    }
  }
  // When all refuse, the error is that of the first.
  return open[0] ?? joined[0] ?? users[0]!;
}

/**
 * Signs in to a further business that has invited the person, by their existing password.
 * @throws TokenExpired for a link that is used, expired, superseded or another address's; and as `login`
 */
export async function acceptInvitation(
  app: App,
  auth: Auth,
  visitor: Visitor,
  form: Form<typeof AcceptInvitationForm>,
): Promise<SignIn | SecondStepNeeded> {
  const { email } = form;
  const tries = await takeTries(app, { account: accountOf(form), address: visitor.address });
  const link = { purpose: 'join', email, now: app.clock.now() } as const;
  const user = await store.findUserOfToken(app.db, hashToken(form.token), link);
  if (!user) throw new TokenExpired();
  if (!(await passwordFits(user.passwordHash, form.password))) {
    await addFailedSignInJob(app, visitor, { email }, 'password');
    throw new WrongCredentials();
  }
  await tries.succeeded();
  const how = { way: 'password', rememberMe: form.remember_me ?? false, joins: true } as const;
  return continueSignIn(app, auth, visitor, user, how);
}

/** How a person proved their identity. */
interface Proven {
  way: SignInMethod;
  rememberMe: boolean;
  /** The first factor was the company's account. */
  byCompany?: boolean;
  /** The first step was the link of an invitation, the only way to sign in to a business that one has not joined. */
  joins?: boolean;
}

/**
 * Continues after the first factor: returns a challenge if the person or the business requires a second step, and a
 * session otherwise.
 * @throws UserInactive, CompanySignInNeeded, TwoStepElsewhere, ForbiddenError
 */
export async function continueSignIn(
  app: App,
  auth: Auth,
  visitor: Visitor,
  user: store.UserRow,
  how: Proven & { way: 'password' | 'company' },
): Promise<SignIn | SecondStepNeeded> {
  await requireMaySignIn(app, visitor, user, how);
  const { rememberMe, byCompany = false } = how;
  const key = { merchantId: user.merchantId, userId: user.id };
  if (user.twoStepAt) {
    const { token, expiresInSeconds } = await askProof(app, {
      purpose: 'second-step',
      user: key,
      challenge: String(user.personId),
      rememberMe,
      byCompany,
    });
    return { asked: { second_step: { token, expires_in: expiresInSeconds } } };
  }
  if (!user.needsTwoStep) return completeSignIn(app, auth, visitor, user, { ...how, twoFactors: false });
  // Checked before an authenticator is set up, so that nobody elsewhere can add theirs to this account. A person
  // authenticated by one company alone must not set up an authenticator that opens another business.
  if (byCompany && (await people.isElsewhere(app.db, key))) throw new TwoStepElsewhere();
  const places = await findPlaces(app.db, user.merchantId);
  await requirePlace(app, visitor, user, allowedFrom(places));
  const { token, expiresInSeconds } = await askProof(app, {
    purpose: 'second-step-new',
    user: key,
    challenge: String(user.personId),
    rememberMe,
    byCompany,
  });
  return { asked: { second_step_missing: { token, expires_in: expiresInSeconds } } };
}

/**
 * Opens the session of a person who has proved their identity, by any method.
 * @throws UserInactive, CompanySignInNeeded, ForbiddenError
 */
export async function completeSignIn(
  app: App,
  auth: Auth,
  visitor: Visitor,
  proven: store.UserRow,
  { twoFactors = true, ...how }: Proven & { twoFactors?: boolean },
): Promise<SignIn> {
  await requireMaySignIn(app, visitor, proven, how);
  const user = proven.hasJoined ? proven : await joinBusiness(app, visitor, proven);
  const { rememberMe, byCompany = false } = how;
  const { sessionId, cookie } = await openSession(app, visitor, user, { rememberMe, twoFactors, byCompany });
  const { principal, signedIn } = await replyTo(app, auth, user, sessionId);
  try {
    await requirePlace(app, visitor, user, principal.allowedFrom);
  } catch (error) {
    await endSession(app.db, user.merchantId, sessionId, app.clock.now());
    auth.principals.evict({ merchantId: user.merchantId, sessionId });
    throw error;
  }
  // Logged before the token is returned, so that no session exists without an entry.
  await noteSignIn(app, visitor, user, how);
  return { signedIn, cookie: { ...cookie, account: accountOf(user) } };
}

/** Returns the reply for a session that was just opened. @throws WrongCredentials if it has ended already */
export async function replyTo(
  app: App,
  auth: Auth,
  user: store.UserRow,
  sessionId: string,
): Promise<{ principal: Principal; signedIn: SignIn['signedIn'] }> {
  const claims = { merchantId: user.merchantId, userId: user.id, sessionId };
  const token = await auth.tokens.sign(claims, app.clock.now());
  const principal = await auth.principals.authenticate(token, { isFresh: true });
  if (!principal) throw new WrongCredentials();
  const signedIn = {
    access_token: token,
    expires_in: ACCESS_TOKEN_SECONDS,
    status: principal.merchantStatus,
    permissions: [...principal.permissions].map((name) => ({ name })),
    first_name: user.firstName,
    last_name: user.lastName,
    email: user.email,
  };
  return { principal, signedIn };
}

async function requireMaySignIn(
  app: App,
  visitor: Visitor,
  user: store.UserRow,
  { byCompany = false, joins = false }: Pick<Proven, 'byCompany' | 'joins'>,
): Promise<void> {
  if (!user.isActive || !(user.hasJoined || joins)) {
    await noteRefusal(app, visitor, user, 'inactive');
    throw new UserInactive();
  }
  if (byCompany || !user.needsCompany) return;
  await noteRefusal(app, visitor, user, 'company');
  throw new CompanySignInNeeded();
}

/** Makes an invited person a member, once their identity is proven. @returns their updated row */
async function joinBusiness(app: App, visitor: Visitor, user: store.UserRow): Promise<store.UserRow> {
  await requirePlace(app, visitor, user, allowedFrom(await findPlaces(app.db, user.merchantId)));
  const key = { merchantId: user.merchantId, userId: user.id };
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    if (!(await people.holdMembership(tx, key, user.personId))) throw new ProofExpired();
    if (!(await people.join(tx, key, now))) return;
    await proveAddress(app, tx, key, now);
    await people.takeNumber(tx, key);
    await store.useUpPasswordTokens(tx, key, now);
    await noteJoined(tx, visitor, user, now);
    await announceChange(tx, key);
  });
  return getUser(app, key);
}

/** Returns a user by their key, for the other sign-in methods. @throws ProofExpired when the user no longer exists */
export async function getUser(app: App, key: { merchantId: number; userId: number }): Promise<store.UserRow> {
  const user = await store.findUserByKey(app.db, key);
  if (!user) throw new ProofExpired();
  return user;
}

/** Returns a person in the merchant that they sign in to. @throws ProofExpired when they no longer exist */
export async function getUserOf(app: App, visitor: Visitor, personId: number): Promise<store.UserRow> {
  const users = await store.listUsersByPerson(app.db, personId);
  if (!users[0]) throw new ProofExpired();
  return choose(app, visitor, users);
}

/** Counts an attempt at step-up, per person, so that membership in several businesses gives no further attempts. */
export const takeProofTries = (
  app: App,
  user: Pick<store.UserRow, 'personId'> | null,
  address: string,
): Promise<Tries> => takeTries(app, { account: `proof:${user?.personId ?? 'nobody'}`, address });

/**
 * Requires a signed-in person's password before an action that a stolen session must not be able to do.
 * @throws InvalidError 422 on `current_password`, TooManyError
 */
export async function requirePassword(
  app: App,
  caller: Pick<Caller, 'merchantId' | 'userId' | 'address'>,
  password: string | null | undefined,
): Promise<void> {
  if (!password) throw InvalidError.field('current_password', 'Required');
  const user = await store.findUserByKey(app.db, caller);
  const tries = await takeProofTries(app, user, caller.address);
  if (!(await passwordFits(user?.passwordHash ?? null, password))) {
    throw InvalidError.field('current_password', 'WrongPassword');
  }
  await tries.succeeded();
}

/** Refuses sign-in from other addresses where the merchant restricts them for people. @throws ForbiddenError */
async function requirePlace(
  app: App,
  visitor: Visitor,
  user: store.UserRow,
  from: Principal['allowedFrom'],
): Promise<void> {
  try {
    requireAddress(from, visitor.address);
  } catch (error) {
    await noteRefusal(app, visitor, user, 'address');
    throw error;
  }
}

/** Requests a link by e-mail. The reply and its time are the same whether or not the address has an account. */
export async function requestLink(
  app: App,
  visitor: Visitor,
  email: string,
  purpose: store.LinkPurpose,
): Promise<void> {
  await takeMailFrom(app, visitor);
  await addJob(app.db, 'send-password-link', { email, purpose, locale: visitor.locale });
}
