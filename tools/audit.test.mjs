import { describe, expect, test } from 'vitest';
import { judged, unpinned } from './audit.mjs';
import { secretsIn, secretsInTree } from './secrets.mjs';

/** Put together here, so that the scan of this very file finds nothing. */
const planted = {
  'a private key': ['-----BEGIN RSA PRIVATE', ' KEY-----\n', 'A'.repeat(64)].join(''),
  'an AWS access key': ['AKIA', 'Z7Q2M4N8P3R5T6V9'].join(''),
  'a token of GitHub': ['ghp', 'a1B2'.repeat(9)].join('_'),
  'a token of npm': ['npm', 'x9Y8'.repeat(9)].join('_'),
  'a live key of ours or of a processor': ['sk', 'live', 'a1'.repeat(16)].join('_'),
  'a signed token': ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', 'c'.repeat(43)].join('.'),
  'a password in an address': ['postgres://daftar:', 'hunter2hunter2', '@db.internal/daftar'].join(''),
  'a secret in a settings file': ['DAFTAR_SECRET', 'Zk3v9Q1xW7rT5yU2'].join('='),
};

describe('secrets', () => {
  test.each(Object.entries(planted))(
    '%s is found and reported with its line, without the secret itself',
    (kind, secret) => {
      const found = secretsIn(`first line\n${secret}\n`);
      expect(found).toContainEqual({ kind, line: 2 });
      expect(JSON.stringify(found)).not.toContain(secret.slice(0, 12));
    },
  );

  test.each([
    'postgres://daftar:<the password>@127.0.0.1:5432/daftar',
    'postgres://user:password@host/db',
    'DAFTAR_SECRET=',
    'POSTGRES_PASSWORD=… docker compose up',
    'https://example.com/a:b@c',
  ])('%s is recognised as an example', (text) => {
    expect(secretsIn(text)).toEqual([]);
  });

  test('do not occur in this repository', () => {
    expect(secretsInTree(new URL('..', import.meta.url).pathname)).toEqual([]);
  });
});

describe('packages', () => {
  test('with severe faults are listed separately, and a missing answer is not taken for no faults', () => {
    const vulnerabilities = {
      a: { name: 'a', severity: 'high', range: '<2' },
      b: { name: 'b', severity: 'low', range: '<1' },
    };
    const { grave, lines } = judged(JSON.stringify({ vulnerabilities }));
    expect(grave).toEqual(['high: a <2']);
    expect(lines.length).toBe(2);
    expect(judged(JSON.stringify({ vulnerabilities: {} }))).toEqual({ grave: [], lines: [] });
    expect(judged('{"message":"405 Method Not Allowed"}')).toBeNull();
    expect(judged('')).toBeNull();
  });

  test('from another registry or without a hash are reported', () => {
    const resolved = 'https://registry.npmjs.org/a/-/a-1.0.0.tgz';
    const lock = {
      packages: {
        '': {},
        contract: {},
        'node_modules/good': { resolved, integrity: 'sha512-x' },
        'node_modules/linked': { link: true, resolved: 'contract' },
        'node_modules/elsewhere': { resolved: 'https://evil.example/a.tgz', integrity: 'sha512-x' },
        'node_modules/unhashed': { resolved },
      },
    };
    expect(unpinned(lock)).toEqual(['node_modules/elsewhere', 'node_modules/unhashed']);
  });
});
