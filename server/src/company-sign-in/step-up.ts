/** Step-up at the company's identity provider, for people who have no password here. */
import type { CompanyAnswer } from '@daftar/contract/company-sign-in';
import { askProof, takeProof } from '../auth/proofs.ts';
import { grantStepUp } from '../auth/step-up.ts';
import type { App, Caller } from '../platform/context.ts';
import { CompanySignInExpired, NoCompanyAccount, NotAskedAgain, OtherAccount } from './errors.ts';
import { discover, identify, pageOf } from './provider.ts';
import { isSignedInSince, readBegun, writeBegun } from './rules.ts';
import { clientOf, returnUrlOf } from './settings.ts';
import { expired } from './sign-in.ts';
import * as store from './store.ts';

/** Marks an answer that is not for the sign-in page. */
const AGAIN = 'again.';

async function accountOf(app: App, caller: Caller) {
  const settings = await store.findSettings(app.db, caller);
  const account = await store.findAccount(app.db, caller);
  if (!settings?.verifiedAt || !account) throw new NoCompanyAccount();
  return { settings, account };
}

/**
 * Asks the identity provider to sign the caller in again.
 * @throws NoCompanyAccount, ProviderSilent, ProviderUntrusted
 */
export async function askAgain(app: App, caller: Caller): Promise<{ url: string }> {
  const { settings } = await accountOf(app, caller);
  const provider = await discover(app, clientOf(app, settings));
  const { merchantId, userId, sessionId, email } = caller;
  const startedAt = Math.floor(app.clock.now().getTime() / 1000);
  const { token } = await askProof(app, {
    purpose: 'company-step-up',
    user: { merchantId, userId },
    challenge: writeBegun({ by: sessionId, version: settings.version, startedAt }),
  });
  const asked = { state: `${AGAIN}${token}`, returnUrl: returnUrlOf(app), email, again: true };
  return { url: await pageOf(app, provider, asked) };
}

/**
 * Exchanges the identity provider's answer for a step-up token, if it is about the caller's own account, and the
 * identity provider has just asked them to sign in.
 * @throws CompanySignInExpired, CompanyDenied, ProviderSilent, ProviderUntrusted, OtherAccount, NotAskedAgain
 */
export async function stepUp(
  app: App,
  caller: Caller,
  { state, ...answer }: CompanyAnswer,
): Promise<{ step_up: string }> {
  if (!state.startsWith(AGAIN)) throw new CompanySignInExpired();
  const token = state.slice(AGAIN.length);
  const asked = await takeProof(app, app.pool, token, 'company-step-up', caller).catch(expired);
  const begun = readBegun(asked.challenge);
  const { settings, account } = await accountOf(app, caller);
  if (begun?.by !== caller.sessionId || begun.version !== settings.version) throw new CompanySignInExpired();
  const provider = await discover(app, clientOf(app, settings));
  const claims = await identify(app, provider, { ...answer, state, returnUrl: returnUrlOf(app) });
  if (claims.issuer !== account.issuer || claims.subject !== account.subject) throw new OtherAccount();
  if (!isSignedInSince(claims.authTime, begun.startedAt)) throw new NotAskedAgain();
  return { step_up: await grantStepUp(app, caller) };
}
