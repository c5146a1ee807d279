/** Client of an OpenID Connect provider that a merchant or operator has configured; it is untrusted until proven. */
import { createHmac } from 'node:crypto';
import { sameEmail } from '@daftar/contract/text';
import type { Configuration } from 'openid-client';
import type { App } from '../platform/context.ts';
import { serverKey } from '../platform/keys.ts';
import { fetchOutside } from '../webhooks/outside.ts';
import { CompanyDenied, ProviderSilent, ProviderUntrusted } from './errors.ts';
import { CLOCK_TOLERANCE_SECONDS } from './rules.ts';

export { isSignedInSince } from './rules.ts';

/** Loaded at the first use, so that a start does not need it. */
const openid = () => import('openid-client');

const TIMEOUT_SECONDS = 10;

/** Our client registration at the identity provider. */
export interface Client {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** The claims of a verified ID token. */
export interface Claims {
  issuer: string;
  subject: string;
  email: string | null;
  emailVerified: boolean;
  /** When the person signed in there, in seconds since 1970, as claimed by the identity provider. */
  authTime: unknown;
  groups: readonly string[] | null;
}

/** The parameters with which the identity provider returns the browser. */
export interface Returned {
  code?: string | null | undefined;
  iss?: string | null | undefined;
  error?: string | null | undefined;
}

/** Returns the secrets of one sign-in. They are derived from its state, so none is stored. */
function secretsOf(app: Pick<App, 'config'>, state: string): { nonce: string; verifier: string } {
  const derive = (what: string) =>
    createHmac('sha256', serverKey(app, 'company sign-in')).update(`${what}\n${state}`).digest('base64url');
  return { nonce: derive('nonce'), verifier: derive('verifier') };
}

/**
 * Reads the provider's metadata and returns the client for it. Nothing is cached, so that a key or address that the
 * provider has replaced is never used again.
 * @param how.isTrusted it was named by the configuration, and may be within our network
 * @throws ProviderSilent, ProviderUntrusted for metadata of another issuer
 */
export async function discover(
  app: Pick<App, 'config' | 'clock' | 'log'>,
  { issuer, clientId, clientSecret }: Client,
  { isTrusted = false }: { isTrusted?: boolean } = {},
): Promise<Configuration> {
  const oidc = await openid();
  const toLoopback = app.config.webhooksToLoopback;
  const skewSeconds = Math.round((app.clock.now().getTime() - Date.now()) / 1000);
  try {
    const found = await oidc.discovery(
      new URL(issuer),
      clientId,
      {
        client_secret: clientSecret,
        [oidc.clockSkew]: skewSeconds,
        [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
      },
      (server, ...rest) => {
        // The default of the standard for metadata without this field.
        const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
        const way = ways.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost;
        way(clientSecret)(server, ...rest);
      },
      {
        timeout: TIMEOUT_SECONDS,
        [oidc.customFetch]: (url, options) =>
          isTrusted
            ? fetch(url, options as RequestInit)
            : fetchOutside(url, options, { allowsLoopback: toLoopback }),
        // Signatures are checked although the token comes over TLS, so that the sender must also hold the provider's
        // key.
        execute: [oidc.enableNonRepudiationChecks, ...(toLoopback ? [oidc.allowInsecureRequests] : [])],
      },
    );
    const isPlainAllowed = (host: string) => toLoopback && (isTrusted || isOwnMachine(host));
    if (!areSecure(found.serverMetadata(), isPlainAllowed)) throw new ProviderUntrusted();
    return found;
  } catch (error) {
    throw told(app, error, issuer);
  }
}

/** Names of metadata fields that hold a URL, a list of URLs, or an object of them. */
const ADDRESS_NAME = /(?:^|_)(?:endpoint|uri|url|iframe)(?:s|_aliases)?$|^service_documentation$/;

/**
 * Returns whether every URL in a provider's metadata, at any depth, is https: browsers are sent to some of them, and
 * secrets to others. Names of extensions count too; `issuer` is compared with the saved one instead.
 * @param isPlainAllowed whether a host may be called over http
 */
export function areSecure(description: object, isPlainAllowed: (host: string) => boolean): boolean {
  const isSecure = (value: unknown): boolean => {
    if (typeof value !== 'string' || !URL.canParse(value)) return false;
    const { protocol, hostname } = new URL(value);
    return protocol === 'https:' || (protocol === 'http:' && isPlainAllowed(hostname));
  };
  const isSafe = (value: unknown, isAddress: boolean): boolean => {
    if (value === undefined || value === null) return true;
    if (typeof value !== 'object') return !isAddress || isSecure(value);
    return Object.entries(value).every(([name, each]) => isSafe(each, isAddress || ADDRESS_NAME.test(name)));
  };
  return isSafe(description, false);
}

const isOwnMachine = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(host);

/** Returns whether the metadata has the fields that sign-in needs. */
export function isComplete(provider: Configuration): boolean {
  const { authorization_endpoint: page, token_endpoint: tokens, jwks_uri: keys } = provider.serverMetadata();
  return [page, tokens, keys].every((each) => each !== undefined && URL.canParse(each));
}

/** Returns the URL of the provider's page to which the browser is sent. */
export async function pageOf(
  app: Pick<App, 'config'>,
  provider: Configuration,
  asked: { state: string; returnUrl: string; email: string; again: boolean },
): Promise<string> {
  const oidc = await openid();
  const { nonce, verifier } = secretsOf(app, asked.state);
  const knowsGroups = provider.serverMetadata().scopes_supported?.includes('groups') ?? false;
  const url = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: asked.returnUrl,
    response_type: 'code',
    scope: `openid email profile${knowsGroups ? ' groups' : ''}`,
    state: asked.state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    login_hint: asked.email,
    ...(asked.again ? { prompt: 'login', max_age: '0' } : {}),
  });
  return url.href;
}

/**
 * Exchanges the code for the person's identity: checks state, issuer, audience, nonce, lifetime, signature and PKCE.
 * Claims missing in the ID token are requested from the provider.
 * @throws CompanyDenied, ProviderSilent, ProviderUntrusted
 */
export async function identify(
  app: Pick<App, 'config' | 'clock' | 'log'>,
  provider: Configuration,
  given: Returned & { state: string; returnUrl: string },
): Promise<Claims> {
  if (given.error || !given.code) throw new CompanyDenied();
  const oidc = await openid();
  const { nonce, verifier } = secretsOf(app, given.state);
  const url = new URL(given.returnUrl);
  url.searchParams.set('state', given.state);
  url.searchParams.set('code', given.code);
  if (given.iss) url.searchParams.set('iss', given.iss);
  try {
    const tokens = await oidc.authorizationCodeGrant(provider, url, {
      expectedState: given.state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims()!;
    const isSilent = claims.email === undefined && provider.serverMetadata().userinfo_endpoint !== undefined;
    const more = isSilent ? await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub) : {};
    return claimsOf({ ...more, ...claims });
  } catch (error) {
    throw told(app, error, provider.serverMetadata().issuer);
  }
}

function claimsOf(claims: Record<string, unknown>): Claims {
  const { iss, sub, email, email_verified: isVerified, auth_time: authTime, groups } = claims;
  return {
    issuer: String(iss),
    subject: String(sub),
    email: typeof email === 'string' ? sameEmail(email) : null,
    emailVerified: isVerified === true,
    authTime,
    groups:
      groups === undefined
        ? null
        : Array.isArray(groups)
          ? groups.filter((each) => typeof each === 'string')
          : [],
  };
}

/** Returns the error to report for a failure at the provider; logs its details, without the content that it sent. */
function told(app: Pick<App, 'log'>, error: unknown, issuer: string): Error {
  const { name, message, code, cause } = error as Error & { code?: unknown };
  const isSilent = message === 'fetch failed' || name === 'TimeoutError';
  app.log.info(
    { issuer, reason: String(code ?? message), ...(isSilent ? { cause: String(cause) } : {}) },
    'a provider of sign-ins could not be used',
  );
  return isSilent ? new ProviderSilent() : new ProviderUntrusted();
}
