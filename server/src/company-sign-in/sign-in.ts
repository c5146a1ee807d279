/** Signs in at the company's identity provider. */
import type { CompanyAnswer } from '@daftar/contract/company-sign-in';
import { recordAccess } from '../audit/record.ts';
import type { Auth } from '../auth/context.ts';
import { ProofExpired } from '../auth/errors.ts';
import { notifyOfSignInChange } from '../auth/notices.ts';
import { joinWithoutPassword } from '../auth/passwords.ts';
import { askProof, takeProof } from '../auth/proofs.ts';
import { hashToken, randomSecret } from '../auth/secrets.ts';
import {
  completeSignIn,
  continueSignIn,
  getUser,
  type SecondStepNeeded,
  type SignIn,
} from '../auth/service.ts';
import { noteTouch } from '../auth/touches.ts';
import type { App, Visitor } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { domainOfEmail } from '../platform/email-domain.ts';
import { networkOf } from '../platform/http/addresses.ts';
import { takeUses } from '../platform/limits/limits.ts';
import { CompanySignInExpired, CompanyUnknown, EmailNotProven, NotAMember, OtherAccount } from './errors.ts';
import { applyGroups } from './groups.ts';
import { type Claims, discover, identify, pageOf } from './provider.ts';
import { readBegun, writeBegun } from './rules.ts';
import { clientOf, returnUrlOf } from './settings.ts';
import * as store from './store.ts';

/** Limit of sign-ins begun from one network, because each calls an identity provider. */
const BEGUN = { name: 'company sign-ins', free: 100, most: 100, windowSeconds: 900 };

const hashOf = (browser: string) => hashToken(browser).toString('base64url');

/**
 * Begins a sign-in at the identity provider of an e-mail address's domain. Does not reveal whether the address itself
 * is known.
 * @returns the identity provider's page, and the cookie that binds the answer to this browser.
 * @throws CompanyUnknown, TooManyError, ProviderSilent, ProviderUntrusted
 */
export async function begin(
  app: App,
  visitor: Visitor,
  form: { email: string; remember_me?: boolean | undefined },
): Promise<{ url: string; browser: string }> {
  await takeUses(app, [{ limit: BEGUN, of: networkOf(visitor.address) }]);
  const settings = await store.findByDomain(app.db, domainOfEmail(form.email));
  if (!settings) throw new CompanyUnknown();
  const { merchantId, version } = settings;
  const provider = await discover(app, clientOf(app, settings));
  const browser = randomSecret();
  const startedAt = Math.floor(app.clock.now().getTime() / 1000);
  const { token: state } = await askProof(app, {
    purpose: 'company-sign-in',
    user: { merchantId, userId: null },
    challenge: writeBegun({ by: hashOf(browser), version, startedAt }),
    rememberMe: form.remember_me ?? false,
  });
  const asked = { state, returnUrl: returnUrlOf(app), email: form.email, again: false };
  return { url: await pageOf(app, provider, asked), browser };
}

/**
 * Exchanges the identity provider's answer for a session, or for the second step. An answer is valid once, in the
 * browser that began, and for people of the business that configured the identity provider.
 * @throws CompanySignInExpired, CompanyDenied, ProviderSilent, ProviderUntrusted, EmailNotProven, NotAMember,
 * OtherAccount, NoGroup, UserInactive, ForbiddenError
 */
export async function finish(
  app: App,
  auth: Auth,
  visitor: Visitor,
  browser: string | undefined,
  { state, ...answer }: CompanyAnswer,
): Promise<SignIn | SecondStepNeeded> {
  const asked = await takeProof(app, app.pool, state, 'company-sign-in').catch(expired);
  const begun = readBegun(asked.challenge);
  if (!browser || !begun || begun.by !== hashOf(browser)) throw new CompanySignInExpired();
  const merchantId = asked.merchantId!;
  const settings = await store.findSettings(app.db, { merchantId });
  if (settings?.version !== begun.version || !settings.verifiedAt) throw new CompanySignInExpired();
  const provider = await discover(app, clientOf(app, settings));
  const claims = await identify(app, provider, { ...answer, state, returnUrl: returnUrlOf(app) });
  const userId =
    (await store.findOwner(app.db, settings, claims)) ?? (await link(app, visitor, settings, claims));
  await applyGroups(app, auth, settings, { userId, address: visitor.address, groups: claims.groups });
  const user = await getUser(app, { merchantId, userId });
  const how = { way: 'company', rememberMe: asked.rememberMe, byCompany: true } as const;
  return settings.hasSecondStep
    ? completeSignIn(app, auth, visitor, user, how)
    : continueSignIn(app, auth, visitor, user, how);
}

/** Throws the error for a sign-in that can no longer be answered. */
export function expired(error: unknown): never {
  throw error instanceof ProofExpired ? new CompanySignInExpired() : error;
}

/**
 * Links an unknown account to the person with its e-mail address, if the identity provider has verified the address
 * and the business has proven its domain. Notifies the person and logs it; the user who configured the identity
 * provider counts as having touched the account.
 */
async function link(
  app: App,
  visitor: Visitor,
  settings: store.SettingsRow,
  { email, emailVerified, ...account }: Claims,
): Promise<number> {
  if (!email || !emailVerified || domainOfEmail(email) !== settings.domain) throw new EmailNotProven();
  const { merchantId } = settings;
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    if (!(await store.holdVersion(tx, settings, settings.version))) throw new CompanySignInExpired();
    const userId = await store.lockMember(tx, settings, email);
    if (userId === null) throw new NotAMember(email);
    const key = { merchantId, userId };
    const user = await getUser({ ...app, db: tx }, key);
    // Opening the session refuses inactive people.
    if (!user.isActive) return userId;
    // First, because it removes links made by anybody who had used the address before.
    await joinWithoutPassword(app, tx, key, now);
    if (!(await store.linkAccount(tx, key, account, now))) throw new OtherAccount();
    await noteTouch(tx, { merchantId, userId: settings.changedBy }, userId, 'company', now);
    const person = { merchantId, to: email, locale: user.locale, name: user.firstName };
    await notifyOfSignInChange(app, tx, person, 'company');
    await recordAccess(tx, { ...key, email, address: visitor.address }, now, {
      action: 'company-account.link',
      subject: `user:${userId}`,
      after: { issuer: account.issuer, account: account.subject },
    });
    return userId;
  });
}
