/** What can be wrong when it starts: one clear sentence, exit 1, nothing left running. And the plain case: start, stop, start. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { connectionInfo } from '../../src/platform/db/embedded.ts';
import { createTestDatabase, type TestDatabase, urlOf } from '../kit/platform/database.ts';
import { send } from './client.ts';
import { type Bundle, buildBundle, freePort, type Product, spawnProduct, startProduct } from './product.ts';
import { startWire } from './wire.ts';

const SECRET = 's'.repeat(40);
let database: TestDatabase;
let bundle: Bundle;
let folder: string;
/** Made by the first that starts there: creating a database takes longer than all else. */
let dataDir: string;
const started: Product[] = [];

beforeAll(async () => {
  [database, bundle] = await Promise.all([createTestDatabase(), buildBundle()]);
  folder = mkdtempSync(join(tmpdir(), 'daftar-start-'));
  dataDir = join(folder, 'data');
  // Open to pass through, so that as root the database stays inside.
  execFileSync('chmod', ['755', folder]);
});
afterEach(async () => {
  for (const product of started) product.kill('SIGTERM');
  await Promise.all(started.splice(0).map(({ ended }) => ended));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database?.drop();
});

/** Starts it in vain: its one sentence. */
async function refusal(env: Record<string, string>): Promise<string> {
  const product = await spawnProduct(bundle, env);
  started.push(product);
  expect(await product.ended, product.output()).toEqual({ code: 1, signal: null });
  const lines = product.output().trimEnd().split('\n');
  // Whatever it was about to do, the last line says why it did not; never a stack.
  expect(product.output()).not.toMatch(/^\s+at /m);
  return lines.at(-1) ?? '';
}

test('an invalid setting is reported in one sentence', async () => {
  expect(await refusal({ PORT: 'http' })).toBe('PORT must be a whole number from 0 to 65535, not "http".');
});

describe('a database that cannot be reached', () => {
  const reach = (url: string) => refusal({ DATABASE_URL: url, DAFTAR_SECRET: SECRET });
  const sentence = /^The database at DATABASE_URL cannot be reached: [^\n]+\.$/;

  test('nothing listens on its port', async () => {
    expect(await reach(`postgres://daftar@127.0.0.1:${await freePort()}/daftar`)).toMatch(sentence);
  });
  test('its host does not exist', async () => {
    expect(await reach('postgres://daftar@nowhere.invalid/daftar')).toMatch(sentence);
  });
  test('its password is wrong', async () => {
    const url = new URL(database.url);
    url.password = 'wrong';
    expect(await reach(url.href)).toMatch(sentence);
  });
  test('the database does not exist', async () => {
    expect(await reach(urlOf(database.url, 'not_there'))).toMatch(sentence);
  });
  test('its server accepts connections and never answers', async () => {
    const wire = await startWire(database.url);
    wire.stall();
    expect(await reach(wire.url)).toMatch(sentence);
    await wire.close();
  });
});

const inUse = (port: number) => `Port ${port} is in use; stop what listens there or set PORT to another one.`;

test('a port in use is reported before a database is made', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const unmade = join(folder, 'unmade');
  expect(await refusal({ PORT: String(port), DAFTAR_DATA_DIR: unmade })).toBe(inUse(port));
  expect(existsSync(unmade)).toBe(false);
  other.close();
});

test('a port that is taken meanwhile is reported too, and the database just started is stopped again', async () => {
  const port = await freePort();
  const product = await spawnProduct(bundle, { PORT: String(port), DAFTAR_DATA_DIR: dataDir });
  started.push(product);
  // It has the folder, has asked for the port before, and has a database to start.
  await vi.waitUntil(() => existsSync(join(dataDir, 'daftar.lock')), { interval: 1 });
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  expect(await product.ended, product.output()).toEqual({ code: 1, signal: null });
  expect(product.output().trimEnd().split('\n').at(-1)).toBe(inUse(port));
  expect(connectionInfo(dataDir)).toBeUndefined();
  other.close();
});

test('a wrong secret is reported; a new one is accepted beside the former, and alone from then on', async () => {
  const next = 'n'.repeat(40);
  const own = await createTestDatabase();
  const start = (env: Record<string, string>) => startProduct(bundle, { DATABASE_URL: own.url, ...env });
  const first = await start({ DAFTAR_SECRET: SECRET });
  started.push(first);
  expect(await refusal({ DATABASE_URL: own.url, DAFTAR_SECRET: next })).toMatch(
    /^DAFTAR_SECRET is not a secret of this database: /,
  );
  const second = await start({ DAFTAR_SECRET: next, DAFTAR_SECRET_OTHER: SECRET });
  started.push(second);
  // It opens the database by itself from then on.
  const third = await start({ DAFTAR_SECRET: next });
  started.push(third);
  expect((await send(third.origin, '/readyz')).status).toBe(200);
  for (const product of [first, second, third]) product.kill('SIGTERM');
  await Promise.all([first, second, third].map(({ ended }) => ended));
  await own.drop();
});

test('a HOST that is not an address of this machine is reported', async () => {
  const env = { DATABASE_URL: database.url, DAFTAR_SECRET: SECRET, HOST: '192.0.2.1' };
  expect(await refusal(env)).toBe('HOST 192.0.2.1 is not an address of this machine.');
});

test('a data folder that cannot be created is reported', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(await refusal({ DAFTAR_DATA_DIR: join(file, 'data') })).toMatch(
    /^The data folder .* cannot be made/,
  );
});

test('a data folder in use is reported with the process that uses it, which keeps running', async () => {
  const first = await startProduct(bundle, { DAFTAR_DATA_DIR: dataDir });
  started.push(first);
  const said = await refusal({ DAFTAR_DATA_DIR: dataDir });
  expect(said).toMatch(/in use/i);
  expect(said).toContain(`process ${first.child.pid}`);
  expect((await send(first.origin, '/readyz')).status).toBe(200);
});

test('Ctrl-C stops the server and its database, and the next start resumes with the same data', async () => {
  const first = await startProduct(bundle, { DAFTAR_DATA_DIR: dataDir });
  started.push(first);
  expect((await send(first.origin, '/readyz')).status).toBe(200);
  const secret = existsSync(join(dataDir, 'secret'));
  first.kill('SIGINT');
  expect(await first.ended).toEqual({ code: 0, signal: null });
  expect(connectionInfo(dataDir)).toBeUndefined();
  expect(secret).toBe(true);
  const second = await startProduct(bundle, { DAFTAR_DATA_DIR: dataDir });
  started.push(second);
  expect((await send(second.origin, '/readyz')).status).toBe(200);
  // Pages are built apart and imported by the running server, which is itself loaded in a way of its own (ADR 42).
  expect((await send(second.origin, '/docs')).status).toBe(200);
  expect((await send(second.origin, '/pay/unknown')).status).toBe(404);
});

describe('a signal during the start ends the process and its database cleanly', () => {
  test.each([
    ['the database starts', (fresh: string) => existsSync(join(fresh, 'postgres.json'))],
    ['the schema is created', (_: string, output: string) => output.includes('Applying the schema')],
  ])('%s', async (_, isThere) => {
    const fresh = join(folder, randomUUID());
    const product = await spawnProduct(bundle, { DAFTAR_DATA_DIR: fresh, DAFTAR_LOG_LEVEL: 'info' });
    started.push(product);
    await vi.waitUntil(() => isThere(fresh, product.output()), { timeout: 100_000, interval: 5 });
    product.kill('SIGTERM');
    expect(await product.ended, product.output()).toEqual({ code: 0, signal: null });
    expect(product.output()).not.toContain('is running');
    const { directory } = JSON.parse(readFileSync(join(fresh, 'postgres.json'), 'utf8'));
    expect(existsSync(join(directory, 'postmaster.pid'))).toBe(false);
  });
});
