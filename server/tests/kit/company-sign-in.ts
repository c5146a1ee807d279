/** Providers for tests: a real one in a process of its own, and one that lies when asked to. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export const CLIENT = { client_id: 'daftar', client_secret: 'the secret of daftar at its provider' };

/** A provider (npm oidc-provider) in a process of its own. */
export interface RealProvider {
  issuer: string;
  /** Lets it know people, by what `login_hint` calls them. */
  know(accounts: Record<string, Record<string, unknown>>): Promise<void>;
  /** Replaces its keys. */
  rotate(): Promise<void>;
  stop(): void;
}

/** Starts it. @param returnUrl where it may send people back to */
export async function startRealProvider(returnUrl: string): Promise<RealProvider> {
  const script = fileURLToPath(new URL('./oidc-provider.mjs', import.meta.url));
  const process_ = spawn(process.execPath, [script, returnUrl], { stdio: ['pipe', 'pipe', 'ignore'] });
  const lines = createInterface({ input: process_.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => String((await lines.next()).value);
  const tell = async (command: object) => {
    process_.stdin.write(`${JSON.stringify(command)}\n`);
    await nextLine();
  };
  const issuer = await nextLine();
  return {
    issuer,
    know: (accounts) => tell({ accounts }),
    rotate: () => tell({ rotate: true }),
    stop: () => void process_.kill(),
  };
}

/**
 * Opens a provider's page as a browser does, with its cookies, until it sends the browser back to us.
 * @returns what it added to our address
 */
export async function visit(url: string, returnUrl: string): Promise<Record<string, string>> {
  const cookies = new Map<string, string>();
  let at = url;
  for (let step = 0; step < 10; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name !== undefined) cookies.set(name, value ?? '');
    }
    const to = response.headers.get('location');
    if (to === null) throw new Error(`${at} answered ${response.status}: ${await response.text()}`);
    at = new URL(to, at).href;
    if (at.startsWith(returnUrl)) return Object.fromEntries(new URL(at).searchParams);
  }
  throw new Error('the provider sends the browser in circles');
}

/** A provider that says what its code says. */
export interface StandInProvider {
  issuer: string;
  /**
   * A code for which the ID token says what it should, but for what is given. `header.key` `other` signs with a key that the
   * provider does not publish.
   */
  codeFor(url: string, claims: Record<string, unknown>, header?: { alg?: string; key?: 'other' }): string;
  /** How often it was asked for tokens. */
  exchanges(): number;
  stop(): void;
}

/** Starts it. @param described what its description says otherwise */
export async function startStandInProvider(
  clock: { now(): Date },
  described: Record<string, unknown> = {},
): Promise<StandInProvider> {
  const keys = await generateKeyPair('RS256');
  const other = await generateKeyPair('RS256');
  let exchanges = 0;
  const server = createServer(async (request, response) => {
    const send = (body: unknown) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    if (request.url?.endsWith('/openid-configuration')) {
      return send({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        ...described,
      });
    }
    if (request.url === '/keys')
      return send({ keys: [{ ...(await exportJWK(keys.publicKey)), use: 'sig', alg: 'RS256', kid: 'one' }] });
    exchanges += 1;
    const code = new URLSearchParams(await text(request)).get('code') ?? '';
    const given = Buffer.from(code, 'base64url').toString();
    if (!given.startsWith('{'))
      return response.writeHead(400).end(JSON.stringify({ error: 'invalid_grant' }));
    const { claims, header } = JSON.parse(given);
    const unsigned = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const token =
      header.alg === 'none'
        ? `${unsigned({ alg: 'none' })}.${unsigned(claims)}.`
        : await new SignJWT(claims)
            .setProtectedHeader({ alg: 'RS256', kid: 'one' })
            .sign(header.key === 'other' ? other.privateKey : keys.privateKey);
    return send({ access_token: 'opaque', token_type: 'Bearer', id_token: token });
  });
  // Whoever forgets it does not keep the tests from ending.
  server.unref();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return {
    issuer,
    codeFor(url, claims, header = {}) {
      const nonce = new URL(url).searchParams.get('nonce');
      const now = Math.floor(clock.now().getTime() / 1000);
      const right = { iss: issuer, aud: CLIENT.client_id, nonce, iat: now, exp: now + 300, auth_time: now };
      return Buffer.from(JSON.stringify({ claims: { ...right, ...claims }, header })).toString('base64url');
    },
    exchanges: () => exchanges,
    stop: () => void server.close(),
  };
}
