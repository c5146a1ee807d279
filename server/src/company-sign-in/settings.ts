/** Settings of a business's identity provider: configuring it, proving the domain, removing it. */
import type { CompanySignIn, CompanySignInFormValues } from '@daftar/contract/company-sign-in';
import { COMPANY_RETURN_PATH } from '@daftar/contract/company-sign-in';
import type { StepUp } from '@daftar/contract/step-up';
import { recordAudit } from '../audit/record.ts';
import type { Auth } from '../auth/context.ts';
import { endSessionsByCompany } from '../auth/sessions.ts';
import { requireStepUp } from '../auth/step-up.ts';
import { lapseOf, readName } from '../domains/proof.ts';
import { notifyOwners } from '../notifications/owners.ts';
import type { App, Caller } from '../platform/context.ts';
import { InvalidError } from '../platform/http/errors.ts';
import { serverKey } from '../platform/keys.ts';
import { newToken } from '../platform/references.ts';
import { seal, unseal } from '../platform/seal.ts';
import { changeTeam, requireAllPowers } from '../team/change.ts';
import { domainStateOf } from './domain-proof.ts';
import { MakeOptionalFirst, NoProvider, ProviderSilent, ProviderUntrusted } from './errors.ts';
import { type Client, discover, isComplete } from './provider.ts';
import { issuerOf, recordOf } from './rules.ts';
import * as store from './store.ts';

/** The page of these settings. */
export const HREF = '/users-and-roles';

const keyOf = (app: Pick<App, 'config'>) => serverKey(app, 'company sign-in secret');

/** Returns the URL to which the identity provider returns people. */
export const returnUrlOf = ({ config }: Pick<App, 'config'>): string =>
  `${config.publicUrl}${COMPANY_RETURN_PATH}`;

/**
 * Returns our client registration at a business's identity provider.
 * @throws Error when the secret was sealed with another DAFTAR_SECRET
 */
export function clientOf(app: Pick<App, 'config'>, row: store.SettingsRow): Client {
  const clientSecret = unseal(keyOf(app), row.clientSecretSealed);
  if (clientSecret === null)
    throw new Error(
      `the secret of merchant ${row.merchantId}'s sign-in cannot be opened with this DAFTAR_SECRET`,
    );
  return { issuer: row.issuer, clientId: row.clientId, clientSecret };
}

/** Returns the settings as their business sees them. */
export async function viewOf(app: App, caller: Caller, row: store.SettingsRow): Promise<CompanySignIn> {
  const owners = await store.listOwners(app.db, row);
  const groups = await store.listGroups(app.db, row);
  return {
    issuer: row.issuer,
    client_id: row.clientId,
    domain: row.domain,
    record: recordOf(row),
    domain_state: domainStateOf(row),
    verified_at: row.verifiedAt?.toISOString() ?? null,
    suspends_at: row.missingSince && lapseOf(row.missingSince).toISOString(),
    second_step_there: row.hasSecondStep,
    people: row.people,
    required_since: row.requiredSince?.toISOString() ?? null,
    owners: owners.map(({ id, name, isReady }) => {
      return { id, name, ready: isReady, break_glass: row.breakGlass.includes(id) };
    }),
    groups: groups.map(({ name, roleId, roleNameEn, roleNameAr }) => {
      return { name, role_id: roleId, role: caller.locale === 'ar' ? roleNameAr : roleNameEn };
    }),
    return_url: returnUrlOf(app),
  };
}

/** Returns the identity provider of the caller's business; null if it has configured none. */
export async function readSettings(app: App, caller: Caller): Promise<CompanySignIn | null> {
  const row = await store.findSettings(app.db, caller);
  return row && viewOf(app, caller, row);
}

/** Returns the settings of the caller's business. @throws NoProvider */
export async function getSettings(app: App, caller: Caller): Promise<store.SettingsRow> {
  const row = await store.findSettings(app.db, caller);
  if (!row) throw new NoProvider();
  return row;
}

/** Returns the settings as logged, without the secret. */
const logged = (row: store.SettingsRow | null) =>
  row && {
    issuer: row.issuer,
    client_id: row.clientId,
    domain: row.domain,
    second_step_there: row.hasSecondStep,
  };

/** Requests the identity provider's metadata. @throws InvalidError 422 on `issuer` */
async function issuerThat(app: App, client: Client): Promise<string> {
  const local = app.config.webhooksToLoopback;
  const isWeb = URL.canParse(client.issuer) && /^https?:$/.test(new URL(client.issuer).protocol);
  if (!isWeb || (!local && !client.issuer.startsWith('https:')))
    throw InvalidError.field('issuer', 'IssuerNotHttps');
  try {
    const provider = await discover(app, client);
    if (!isComplete(provider)) throw new ProviderUntrusted();
    return provider.serverMetadata().issuer;
  } catch (error) {
    if (error instanceof ProviderSilent) throw InvalidError.field('issuer', 'IssuerSilent');
    if (error instanceof ProviderUntrusted) throw InvalidError.field('issuer', 'IssuerUnfit');
    throw error;
  }
}

/**
 * Saves the identity provider of a business. Its administrator can sign in as everybody of the domain, so this
 * requires every permission and step-up, and tells every owner. Another issuer unlinks all accounts; a changed domain
 * must be proven again.
 * @throws InvalidError 422 on `issuer`, `client_secret`, `domain` or for a wrong password, BeyondYourPermissions,
 * MakeOptionalFirst
 */
export async function saveSettings(
  app: App,
  auth: Auth,
  caller: Caller,
  { current_password, step_up, ...form }: CompanySignInFormValues,
): Promise<CompanySignIn> {
  requireAllPowers(caller.permissions);
  const domain = readName(app, form.domain, 'domain');
  await requireStepUp(app, caller, { current_password, step_up });
  const seen = await store.findSettings(app.db, caller);
  const typed = issuerOf(form.issuer);
  const isSameClient = seen !== null && seen.issuer === typed && seen.clientId === form.client_id;
  const clientSecret = form.client_secret || (isSameClient ? clientOf(app, seen).clientSecret : '');
  if (clientSecret === '') throw InvalidError.field('client_secret', 'Required');
  const issuer = await issuerThat(app, { issuer: typed, clientId: form.client_id, clientSecret });
  return changeTeam(app, auth, caller, 'require-two-step', async ({ tx, now, held }) => {
    requireAllPowers(held);
    const before = await store.findSettings(tx, caller);
    const isSameDomain = before?.domain === domain;
    if (before?.requiredSince && !isSameDomain) throw new MakeOptionalFirst();
    await store.saveSettings(
      tx,
      caller,
      {
        issuer,
        clientId: form.client_id,
        clientSecretSealed: seal(keyOf(app), clientSecret),
        domain,
        token: isSameDomain ? before.token : newToken(),
        hasSecondStep: form.second_step_there,
      },
      now,
    );
    if (before && before.issuer !== issuer) {
      await store.unlinkAccounts(tx, caller);
      await endSessionsByCompany(tx, caller.merchantId, now);
    }
    const inside = { ...app, db: tx };
    const row = await getSettings(inside, caller);
    const said = logged(before);
    await recordAudit(tx, caller, now, {
      action: 'company-sign-in.save',
      subject: `merchant:${caller.merchantId}`,
      ...(said ? { before: said } : {}),
      after: { ...logged(row), secret: Boolean(form.client_secret) },
    });
    await notifyOwners(inside, caller, {
      kind: 'company-sign-in-changed',
      params: { host: new URL(issuer).host, domain },
      href: HREF,
    });
    return viewOf(inside, caller, row);
  });
}

/**
 * Removes the identity provider: people use passwords again, and the sessions that it opened end.
 * @throws NoProvider
 */
export async function removeSettings(app: App, auth: Auth, caller: Caller, proof: StepUp): Promise<void> {
  requireAllPowers(caller.permissions);
  await requireStepUp(app, caller, proof);
  await changeTeam(app, auth, caller, 'require-two-step', async ({ tx, now, held }) => {
    requireAllPowers(held);
    const inside = { ...app, db: tx };
    const before = await getSettings(inside, caller);
    await endSessionsByCompany(tx, caller.merchantId, now);
    await store.removeSettings(tx, caller);
    await recordAudit(tx, caller, now, {
      action: 'company-sign-in.remove',
      subject: `merchant:${caller.merchantId}`,
      before: logged(before)!,
    });
    const host = new URL(before.issuer).host;
    await notifyOwners(inside, caller, { kind: 'company-sign-in-removed', params: { host }, href: HREF });
  });
}
