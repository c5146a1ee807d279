import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';
import { addressesOf } from './platform/db/addresses.ts';
import { projectRoot } from './platform/paths.ts';

/** Every variable that the configuration reads, found by recording its reads. */
function variablesRead(): string[] {
  const read = new Set<string>();
  const given: Record<string, string> = { DAFTAR_S3_BUCKET: 'files' };
  const env = new Proxy(given, {
    get(target, name: string) {
      read.add(name);
      return target[name];
    },
  });
  loadConfig(env);
  return [...read].sort();
}

const fileOf = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
const TEST_ONLY = ['CHROMIUM_PATH', 'TEST_DATABASE_URL'];

const OPERATORS = {
  DAFTAR_OPS_ISSUER: 'https://login.example.com',
  DAFTAR_OPS_CLIENT_ID: 'daftar',
  DAFTAR_OPS_CLIENT_SECRET: 'secret',
};

describe('every setting is documented', () => {
  /** The rows of its tables of settings: variables, default, and bounds. */
  const documented = fileOf('docs/operations.md')
    .split(/^## /m)
    .find((section) => section.startsWith('Settings\n'))!
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))
    .map(([first, unset, , refused]) => ({
      names: [...first!.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name!),
      unset: /^`([^`]+)`$/.exec(unset ?? '')?.[1],
      bounds: /^not (?:a whole number from )?([\d,]+) to ([\d,]+)/.exec(refused ?? '')?.slice(1),
    }));

  test('docs/operations.md lists every setting that is read, and no other', () => {
    const variables = documented.flatMap(({ names }) => names).filter((each) => !TEST_ONLY.includes(each));
    expect([...new Set(variables)].sort()).toEqual(variablesRead());
  });

  test('docs/operations.md says most defaults and bounds in a form that the next tests read', () => {
    expect(withDefault.length).toBeGreaterThan(30);
    expect(bounded.length).toBeGreaterThan(25);
  });

  const withDefault = documented.flatMap(({ names: [name], unset }) =>
    unset !== undefined && !/<PORT>|^[A-Z_]+$/.test(unset) ? [{ name: name!, unset }] : [],
  );
  test.each(withDefault)('docs/operations.md: $name is $unset when it is not set', ({ name, unset }) => {
    const env = { DAFTAR_S3_BUCKET: 'files' };
    expect(loadConfig({ ...env, [name]: unset })).toEqual(loadConfig(env));
  });

  const bounded = documented.flatMap(({ names: [name], bounds }) =>
    bounds ? [{ name: name!, from: bounds[0]!, to: bounds[1]! }] : [],
  );
  test.each(bounded)('docs/operations.md: $name is $from to $to', ({ name, from, to }) => {
    const [least, most] = [from, to].map((each) => Number(each.replaceAll(',', '')));
    const env = { DAFTAR_ANSWER_FROM_HOUR: '0', DAFTAR_ANSWER_TO_HOUR: '24' };
    for (const allowed of [least!, most!])
      expect(() => loadConfig({ ...env, [name]: String(allowed) })).not.toThrow();
    for (const refused of [least! - 1, most! + 1])
      expect(() => loadConfig({ ...env, [name]: String(refused) })).toThrow(ConfigError);
  });

  test('deploy/daftar.env lists every setting that is read, set or commented out, and no other', () => {
    const lines = fileOf('deploy/daftar.env').split('\n');
    const named = lines
      .map((line) => /^#?([A-Z0-9_]+)=/.exec(line)?.[1])
      .filter((each) => each !== undefined);
    expect([...new Set(named)].sort()).toEqual(variablesRead());
  });

  test('deploy/compose.yaml sets only settings that are read', () => {
    const common = /^x-environment:.*\n((?: {2}.*\n)+)/m.exec(fileOf('deploy/compose.yaml'))![1]!;
    const named = [...common.matchAll(/^ {2}([A-Z0-9_]+):/gm)].map(([, name]) => name!);
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name) => !variablesRead().includes(name))).toEqual([]);
  });

  test('the files with secrets beside deploy/compose.yaml are ignored by git and by the image build', () => {
    const kept = ['deploy/.env', 'deploy/.env-daftar', 'deploy/certificates', 'deploy/backups'];
    for (const list of ['.gitignore', '.dockerignore']) {
      const lines = fileOf(list)
        .split('\n')
        .map((line) => line.replace(/\/$/, ''));
      const isNamed = (path: string) =>
        [path, path.split('/').at(-1)!, `**/${path.split('/').at(-1)}`].some((each) => lines.includes(each));
      expect(
        kept.filter((path) => !isNamed(path)),
        list,
      ).toEqual([]);
    }
  });

  test('deploy/daftar.env is a valid configuration once its secrets are filled in', () => {
    const lines = fileOf('deploy/daftar.env')
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line));
    const env = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    expect(() => loadConfig(env)).toThrow(ConfigError);
    expect(loadConfig({ ...env, DAFTAR_SECRET: 'x'.repeat(48) })).toMatchObject({ production: true });
    // On several machines, what deploy/ha says besides.
    const more = fileOf('deploy/ha/daftar.env').matchAll(/^([A-Z]\w+)=(.*)$/gm);
    const ha = Object.fromEntries([...more].map(([, name, value]) => [name, value]));
    expect(Object.keys(ha).filter((name) => !variablesRead().includes(name))).toEqual([]);
    const { databaseUrl } = loadConfig({ ...env, ...ha, DAFTAR_SECRET: 'x'.repeat(48) });
    expect(addressesOf(databaseUrl!)).toHaveLength(2);
  });
});

describe('an invalid setting is rejected in one sentence', () => {
  test.each([
    [{ DAFTAR_ROLE: 'king' }, 'DAFTAR_ROLE must be one of all, server, worker, not "king".'],
    [{ DAFTAR_SCREENING: 'worldcheck' }, 'DAFTAR_SCREENING must be one of none, file, not "worldcheck".'],
    [{ DAFTAR_SCREENING: 'file' }, 'DAFTAR_SCREENING_LIST is needed with DAFTAR_SCREENING=file.'],
    [
      { DAFTAR_SCREENING: 'none', DAFTAR_SCREENING_LIST: '/x.csv' },
      'DAFTAR_SCREENING_LIST is not read with DAFTAR_SCREENING=none.',
    ],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must be an address that starts with postgres:/],
    [{ DATABASE_URL: 'postgres://x@127.0.0.1/y' }, /^DAFTAR_SECRET must be set when DATABASE_URL is/],
    [{ DAFTAR_SECRET: 'short' }, 'DAFTAR_SECRET must have at least 32 characters.'],
    [{ DAFTAR_SECRET_OTHER: 's'.repeat(40) }, 'DAFTAR_SECRET must be set when DAFTAR_SECRET_OTHER is.'],
    [{ DAFTAR_TRUSTED_PROXIES: '10.0.0.0/8, me' }, /^DAFTAR_TRUSTED_PROXIES .*"me" is neither\.$/],
    [
      { DAFTAR_S3_ENDPOINT: 'http://127.0.0.1:1' },
      'DAFTAR_S3_BUCKET must be set when DAFTAR_S3_ENDPOINT is.',
    ],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /^OTEL_EXPORTER_OTLP_ENDPOINT must be an http/],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'a token' }, 'OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs.'],
    [{ OTEL_TRACES_SAMPLER_ARG: '10%' }, 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.'],
    [{ DAFTAR_OPS_DOMAIN: 'example.com' }, 'DAFTAR_OPS_ISSUER must be set when DAFTAR_OPS_DOMAIN is.'],
    [
      { ...OPERATORS, DAFTAR_OPS_DOMAIN: 'example.com' },
      'DAFTAR_OPS_GROUPS must be set when DAFTAR_OPS_DOMAIN is.',
    ],
    [
      { ...OPERATORS, DAFTAR_OPS_GROUPS: 'Desk=support', DAFTAR_OPS_DOMAIN: 'com' },
      /^DAFTAR_OPS_DOMAIN must be the domain/,
    ],
    [{ ...OPERATORS, DAFTAR_OPS_GROUPS: 'Heads=admin' }, /^DAFTAR_OPS_GROUPS must be group=role pairs/],
    [{ NODE_ENV: 'production' }, 'DAFTAR_PUBLIC_URL must be set in production.'],
    [
      {
        NODE_ENV: 'production',
        DAFTAR_PUBLIC_URL: 'https://daftar.example',
        DAFTAR_WEBHOOKS_TO_LOOPBACK: 'yes',
      },
      'DAFTAR_WEBHOOKS_TO_LOOPBACK must not be yes in production: merchants could reach this machine itself.',
    ],
  ])('%j', (env, sentence) => {
    const expected = sentence instanceof RegExp ? expect.stringMatching(sentence) : sentence;
    expect(() => loadConfig(env as Record<string, string>)).toThrow(
      expect.objectContaining({ message: expected }),
    );
  });
});

describe('a database behind a transaction pooler', () => {
  const env = {
    DATABASE_URL: 'postgres://daftar@127.0.0.1:6432/daftar',
    DAFTAR_SECRET: 's'.repeat(40),
    DAFTAR_DATABASE_PREPARE: 'no',
  };

  test('requires a direct address as well, because notifications and migrations do not work through the pooler', () => {
    expect(() => loadConfig(env)).toThrow(/^DATABASE_DIRECT_URL must be set/);
    const direct = 'postgres://daftar@127.0.0.1:5432/daftar';
    expect(loadConfig({ ...env, DATABASE_DIRECT_URL: direct })).toMatchObject({
      databaseUrl: env.DATABASE_URL,
      databaseDirectUrl: direct,
      databasePrepare: false,
    });
  });

  test('is optional: without one, a single address serves both purposes', () => {
    const { databaseUrl, databaseDirectUrl } = loadConfig({ ...env, DAFTAR_DATABASE_PREPARE: 'yes' });
    expect(databaseDirectUrl).toBe(databaseUrl);
  });

  test('is read at a standby, or at one of several, only beside the database itself', () => {
    const DATABASE_READ_URL = 'postgres://daftar@db-b,db-c:5433/daftar';
    const direct = 'postgres://daftar@127.0.0.1:5432/daftar';
    expect(loadConfig({ ...env, DATABASE_DIRECT_URL: direct, DATABASE_READ_URL }).databaseReadUrl).toBe(
      DATABASE_READ_URL,
    );
    expect(() => loadConfig({ DATABASE_READ_URL })).toThrow(/^DATABASE_URL must be set when DATABASE_READ/);
    expect(() => loadConfig({ ...env, DATABASE_READ_URL: 'http://db-b' })).toThrow(/^DATABASE_READ_URL must/);
  });

  test('cannot be configured with the direct address alone', () => {
    expect(() => loadConfig({ DATABASE_DIRECT_URL: 'postgres://127.0.0.1/daftar' })).toThrow(
      /^DATABASE_URL must/,
    );
  });
});

describe('with DAFTAR_REQUIRE_TLS', () => {
  const env = {
    DAFTAR_REQUIRE_TLS: 'yes',
    DAFTAR_SECRET: 's'.repeat(40),
    DATABASE_URL: 'postgres://daftar@db.example/daftar?sslmode=verify-full',
    SMTP_URL: 'smtps://mail.example',
    SMS_GATEWAY_URL: 'https://sms.example',
    DAFTAR_S3_BUCKET: 'files',
    DAFTAR_S3_ENDPOINT: 'https://files.example',
    DAFTAR_CLAMD_URL: 'tcp://127.0.0.1:3310',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example',
  };

  test.each([
    ['DATABASE_URL', 'postgres://daftar@db.example/daftar'],
    ['DATABASE_URL', 'postgres://daftar@db.example/daftar?sslmode=require'],
    ['DATABASE_URL', 'postgres://daftar@localhost/daftar?host=db.example'],
    ['DATABASE_DIRECT_URL', 'postgres://daftar@10.0.0.7/daftar?sslmode=prefer'],
    ['DATABASE_DIRECT_URL', 'postgres://daftar@10.0.0.7/daftar?sslmode=verify-full'],
    ['DATABASE_READ_URL', 'postgres://daftar@db-b,db-c/daftar'],
    ['SMTP_URL', 'smtp://mail.example'],
    ['SMTP_URL', 'smtp://mail.example?requireTLS=false'],
    ['SMS_GATEWAY_URL', 'http://sms.example'],
    ['DAFTAR_S3_ENDPOINT', 'http://files.example'],
    ['DAFTAR_S3_ENDPOINT', 'http://127.0.0.1.example'],
    ['DAFTAR_CLAMD_URL', 'tcp://10.0.0.9:3310'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://traces.example'],
  ])('%s=%s is rejected, and accepted without DAFTAR_REQUIRE_TLS', (name, address) => {
    expect(() => loadConfig({ ...env, [name]: address })).toThrow(
      new RegExp(`^${name} must .*DAFTAR_REQUIRE_TLS`),
    );
    expect(() => loadConfig({ ...env, [name]: address, DAFTAR_REQUIRE_TLS: 'no' })).not.toThrow();
  });

  test.each([
    ['DATABASE_URL', 'postgres://daftar@127.0.0.1:6432/daftar'],
    ['DATABASE_URL', 'postgres://daftar@[::1]/daftar'],
    ['DATABASE_URL', 'postgres://daftar@localhost/daftar?host=%2Fvar%2Frun%2Fpostgresql'],
    ['SMTP_URL', 'smtp://localhost:25'],
    ['SMTP_URL', 'smtp://mail.example?requireTLS=true'],
    ['DAFTAR_S3_ENDPOINT', 'http://127.0.0.1:8333'],
  ])('%s=%s is accepted: no plain text leaves the machine', (name, address) => {
    expect(() => loadConfig({ ...env, [name]: address })).not.toThrow();
  });
});

describe('a secret from a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'daftar-secret-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'secret');
  writeFileSync(path, `${'s'.repeat(40)}\n`);

  test('is read without its trailing line break and validated like any other', () => {
    expect(loadConfig({ DAFTAR_SECRET_FILE: path }).secret).toBe('s'.repeat(40));
    writeFileSync(`${path}.short`, 'short');
    expect(() => loadConfig({ DAFTAR_SECRET_FILE: `${path}.short` })).toThrow(
      'DAFTAR_SECRET must have at least 32 characters.',
    );
  });

  test('is rejected beside the variable itself, or when the file cannot be read', () => {
    expect(() => loadConfig({ DAFTAR_SECRET_FILE: path, DAFTAR_SECRET: 's'.repeat(40) })).toThrow(
      'DAFTAR_SECRET_FILE must not be set beside DAFTAR_SECRET.',
    );
    expect(() => loadConfig({ DAFTAR_SECRET_FILE: '/no/such/file' })).toThrow(
      'DAFTAR_SECRET_FILE names a file that cannot be read (ENOENT).',
    );
  });
});

describe('several hosts of the database', () => {
  const given = { DAFTAR_SECRET: 's'.repeat(40) };
  const hosts = 'postgres://daftar:a%40b@db-a:5432,db-b,[::1]:5433/daftar?sslmode=verify-full';

  test('are taken with the choice of the one that takes writes, and with it alone', () => {
    const DATABASE_URL = `${hosts}&target_session_attrs=read-write`;
    expect(loadConfig({ ...given, DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
    expect(addressesOf(DATABASE_URL)).toEqual(
      ['db-a:5432', 'db-b', '[::1]:5433'].map(
        (host) => `postgres://daftar:a%40b@${host}/daftar?sslmode=verify-full`,
      ),
    );
    for (const url of [hosts, `${hosts}&target_session_attrs=any`])
      expect(() => loadConfig({ ...given, DATABASE_URL: url })).toThrow(/target_session_attrs=read-write/);
    const wrong = 'postgres://daftar@db-a:99999,db-b/daftar?target_session_attrs=read-write';
    expect(() => loadConfig({ ...given, DATABASE_URL: wrong })).toThrow(/DATABASE_URL/);
  });

  test('each of them is checked when TLS is required', () => {
    const url = 'postgres://daftar@db-a,10.0.0.7/daftar?sslmode=verify-full&target_session_attrs=read-write';
    const env = { ...given, DAFTAR_REQUIRE_TLS: 'yes' };
    expect(() => loadConfig({ ...env, DATABASE_URL: url })).toThrow(/must name its host/);
    expect(() => loadConfig({ ...env, DATABASE_URL: url.replace('10.0.0.7', 'db-b') })).not.toThrow();
  });
});
