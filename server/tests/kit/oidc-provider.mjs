// A real provider of OpenID Connect (npm oidc-provider) as a process of its own, for tests. It signs in whoever `login_hint` names, without
// asking. Prints its address; reads one JSON command per line: {accounts: {name: claims}} and {rotate: true}; answers each with a line.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';

// Its remarks must not be read as answers.
console.info = console.error;
const [returnUrl] = process.argv.slice(2);
const accounts = new Map();
let handle = (_request, response) => response.writeHead(503).end();
const server = createServer((request, response) => handle(request, response));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const issuer = `http://127.0.0.1:${server.address().port}`;

const newKey = async () => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' };
};

async function start() {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'daftar',
        client_secret: 'the secret of daftar at its provider',
        redirect_uris: [returnUrl],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [await newKey()] },
    cookies: { keys: ['a key of cookies for tests'] },
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile', 'groups'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...accounts.get(id) }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      });
      grant.addOIDCScope('openid email profile groups');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  return async (request, response) => {
    if (!request.url.startsWith('/interaction/')) return answer(request, response);
    const { params } = await provider.interactionDetails(request, response);
    const result = accounts.has(params.login_hint)
      ? { login: { accountId: params.login_hint } }
      : { error: 'access_denied', error_description: 'nobody here has this name' };
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  };
}

handle = await start();
process.stdout.write(`${issuer}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  const { accounts: named, rotate } = JSON.parse(line);
  for (const [name, claims] of Object.entries(named ?? {})) accounts.set(name, claims);
  // New keys at the same address: sessions and codes of before are gone as well.
  if (rotate) handle = await start();
  process.stdout.write('done\n');
}
process.exit(0);
