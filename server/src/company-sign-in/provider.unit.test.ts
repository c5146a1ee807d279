import { expect, test } from 'vitest';
import { areSecure } from './provider.ts';

const GOOD = {
  issuer: 'https://login.example',
  authorization_endpoint: 'https://login.example/authorize',
  token_endpoint: 'https://login.example/token',
  jwks_uri: 'https://login.example/keys',
};

test('a description is accepted with https endpoints alone', () => {
  expect(areSecure(GOOD, false)).toBe(true);
});

test.each(['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'end_session_endpoint'])(
  'a description is refused when its %s is no https address',
  (name) => {
    for (const address of [
      'javascript:alert(1)',
      'data:text/html,x',
      'http://login.example/x',
      'file:///etc/passwd',
      '/relative',
      7,
    ])
      for (const allowsLoopback of [true, false])
        expect(areSecure({ ...GOOD, [name]: address }, allowsLoopback), String(address)).toBe(false);
  },
);

test('an http address on the machine itself is accepted only where loopback is allowed', () => {
  const local = { ...GOOD, token_endpoint: 'http://127.0.0.1:9000/token' };
  expect([areSecure(local, true), areSecure(local, false)]).toEqual([true, false]);
});
