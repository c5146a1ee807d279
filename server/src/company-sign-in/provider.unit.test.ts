import { expect, test } from 'vitest';
import { areSecure } from './provider.ts';

const GOOD = {
  issuer: 'https://login.example',
  authorization_endpoint: 'https://login.example/authorize',
  token_endpoint: 'https://login.example/token',
  jwks_uri: 'https://login.example/keys',
  userinfo_endpoint: null,
  mtls_endpoint_aliases: { token_endpoint: 'https://mtls.login.example/token' },
  // Identifiers in the form of URLs are never called.
  access_token_issuer: 'http://login.example/trust',
  claims_supported: ['http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name'],
};
const nowhere = () => false;
const onLoopback = (host: string) => host === '127.0.0.1';

test('a description is accepted with https endpoints alone', () => {
  expect(areSecure(GOOD, nowhere)).toBe(true);
});

const within = (path: string, address: unknown): object =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), address) as object;

test.each([
  'authorization_endpoint',
  'token_endpoint',
  'jwks_uri',
  'end_session_endpoint',
  'check_session_iframe',
  'service_documentation',
  'rbac_url',
  'mtls_endpoint_aliases',
  'mtls_endpoint_aliases.token_endpoint',
  'mtls_endpoint_aliases.some_extension',
  'extension.more.token_endpoint',
  'extension.request_uris',
])('a description is refused when its %s is no https address', (path) => {
  for (const address of [
    'javascript:alert(1)',
    'data:text/html,x',
    'http://login.example/x',
    'file:///etc/passwd',
    '/relative',
    '',
    7,
    ['https://login.example/x', 'http://login.example/x'],
    { any: { deeper: 'http://login.example/x' } },
  ])
    for (const isPlainAllowed of [nowhere, onLoopback])
      expect(areSecure({ ...GOOD, ...within(path, address) }, isPlainAllowed), String(address)).toBe(false);
  expect(areSecure({ ...GOOD, ...within(path, 'https://login.example/x') }, nowhere)).toBe(true);
});

test('an http address is accepted only on a host where that is allowed', () => {
  for (const local of [
    { token_endpoint: 'http://127.0.0.1:9000/token' },
    { mtls_endpoint_aliases: { token_endpoint: 'http://127.0.0.1:9000/token' } },
  ])
    expect([areSecure({ ...GOOD, ...local }, onLoopback), areSecure({ ...GOOD, ...local }, nowhere)]).toEqual(
      [true, false],
    );
});
