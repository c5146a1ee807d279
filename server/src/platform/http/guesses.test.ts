/**
 * Strangers who guess keys, sessions, directory tokens and hosts can query the database only a limited number of times.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keysOf } from '../../../tests/kit/api-keys.ts';
import { type Actor, startTestServer, type TestServer } from '../../../tests/kit/server.ts';
import { buildServer } from '../../app.ts';
import { FakeClock } from '../time/clock.ts';
import { networkOf, siteOf } from './addresses.ts';
import { TooManyError } from './errors.ts';
import { Guesses } from './guesses.ts';

const MOST = 20;
const STRANGER = '198.51.100.7';

let daftar: TestServer;
let merchant: Actor;
beforeAll(async () => {
  daftar = await startTestServer({ requestsPerMinute: MOST });
});
afterAll(() => daftar.close());
beforeEach(async () => {
  daftar.clock.advance({ minutes: 1 });
  merchant = await daftar.merchant();
});
const { roll } = keysOf(() => daftar);

const random = () => randomBytes(32).toString('base64url');
const randomHost = () => `${randomBytes(16).toString('hex')}.example.org`;
const LINKS = '/api/sandbox/merchant/payment_links';

async function get(url: string, headers: Record<string, string>, address = STRANGER, server = daftar.server) {
  const response = await server.inject({ url, headers, remoteAddress: address });
  return { status: response.statusCode, retryAfter: response.headers['retry-after'] };
}
const byKey = (key: string, address?: string) => get(LINKS, { authorization: `Bearer ${key}` }, address);

test.each([
  ['keys', () => byKey(`sk_test_${random()}`)],
  ['sessions of operators', () => get('/api/ops/merchants', { cookie: `operator=${random()}` })],
  ['tokens of directories', () => get('/scim/v2/Users', { authorization: `Bearer scim_${random()}` })],
  [
    'tokens of the provider’s directory',
    () => get('/scim/ops/v2/Users', { authorization: `Bearer scim_ops_${random()}` }),
  ],
])('%s', async (_what, guess) => {
  for (let sent = 0; sent < MOST; sent += 1) expect((await guess()).status).toBe(401);
  expect(await guess()).toMatchObject({ status: 429, retryAfter: '60' });
  daftar.clock.advance({ minutes: 1 });
  expect((await guess()).status).toBe(401);
});

test('hosts, of which others are served as before', async () => {
  // Calls of the portal, whose addresses the rate limit does not count.
  const at = (host: string) => get('/nothing', { host });
  for (let sent = 0; sent < MOST; sent += 1) expect((await at(randomHost())).status).not.toBe(429);
  expect(await at(randomHost())).toMatchObject({ status: 429, retryAfter: '60' });
  expect((await at('localhost')).status).not.toBe(429);
});

test('of hosts not one that is used again and again, as another name of ours is', async () => {
  const host = randomHost();
  for (let sent = 0; sent < 3 * MOST; sent += 1)
    expect((await get('/nothing', { host })).status).not.toBe(429);
  while ((await get('/nothing', { host: randomHost() })).status !== 429);
  expect((await get('/nothing', { host })).status).not.toBe(429);
});

test('at once', async () => {
  const replies = await Promise.all(Array.from({ length: 5 * MOST }, () => byKey(`sk_test_${random()}`)));
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(MOST);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(4 * MOST);
});

test('whose key was right before works on behind the same address, and everybody behind another', async () => {
  const key = await roll(merchant, 'test');
  expect((await byKey(key)).status).toBe(200);
  daftar.clock.advance({ minutes: 1 });
  for (let sent = 0; sent <= MOST; sent += 1) await byKey(`sk_test_${random()}`);
  expect((await byKey(`sk_test_${random()}`)).status).toBe(429);
  expect((await byKey(key)).status).toBe(200);
  expect((await byKey(`sk_test_${random()}`, '203.0.113.9')).status).toBe(401);
});

test('a key that was right and has ended is wrong', async () => {
  const key = await roll(merchant, 'test');
  expect((await byKey(key)).status).toBe(200);
  await roll(merchant, 'test');
  for (let sent = 0; sent < MOST; sent += 1) expect((await byKey(key)).status).toBe(401);
  expect((await byKey(key)).status).toBe(429);
});

test('a key that was right and has ended is not let through for the others that are', async () => {
  const key = await roll(merchant, 'test');
  expect((await byKey(key)).status).toBe(200);
  await roll(merchant, 'test');
  daftar.clock.advance({ minutes: 1 });
  for (let sent = 0; sent < MOST; sent += 1) await byKey(`sk_test_${random()}`);
  expect((await byKey(key)).status).toBe(401);
  expect((await byKey(key)).status).toBe(429);
});

describe('a process that has just started', () => {
  let fresh: FastifyInstance;
  let key: string;
  let host: string;
  beforeEach(async () => {
    key = await roll(merchant, 'test');
    expect((await byKey(key)).status).toBe(200);
    await daftar.database.sql`
      insert into merchant_domains (merchant_id, host, token, created_at, verified_at, was_verified, removed_at)
      values (${merchant.merchantId}, ${`${merchant.merchantId}.example`}, 'proof-of-twenty-seven-chars', now(), now(), true, null)`;
    host = `${merchant.merchantId}.example`;
    const { app } = daftar;
    const secret = 'a secret that only the tests know, 32+';
    const secrets = { root: secret, signing: [secret] as const };
    const breaker = { open: false, answers: async () => true };
    ({ server: fresh } = await buildServer({ app, secrets, breaker }));
    await fresh.ready();
    for (let sent = 0; sent < MOST; sent += 1)
      await get(LINKS, { authorization: `Bearer sk_test_${random()}` }, STRANGER, fresh);
  });
  afterEach(() => fresh.close());
  const ask = (headers: Record<string, string>, url = LINKS) => get(url, headers, STRANGER, fresh);

  test('knows the keys in use, also behind a network that guesses', async () => {
    expect((await ask({ authorization: `Bearer sk_test_${random()}` })).status).toBe(429);
    expect((await ask({ authorization: `Bearer ${key}` })).status).toBe(200);
  });

  test('knows the hosts of merchants', async () => {
    expect((await ask({ host: randomHost() }, '/favicon.svg')).status).toBe(429);
    expect((await ask({ host }, '/favicon.svg')).status).not.toBe(429);
  });
});

describe('what is counted', () => {
  const clock = new FakeClock();
  let guesses: Guesses;
  beforeEach(() => {
    guesses = new Guesses({ config: { requestsPerMinute: MOST }, clock });
  });
  const found = async () => ({});
  const nothing = async () => null;
  const guess = (address: string, find: () => Promise<object | null> = nothing) =>
    guesses.lookUp(random(), address, find).then(
      (answer) => (answer ? 'found' : 'unknown'),
      (error) => (error instanceof TooManyError ? 'refused' : 'failed'),
    );
  /** Guesses until it is refused. */
  async function useUp(address: string) {
    let sent = 0;
    while ((await guess(address)) === 'unknown') sent += 1;
    return sent;
  }
  const networkOfSite = (n: number, site = '2001:db8:1') => `${site}:${n.toString(16)}::1`;

  test('is a network of IPv6, and a site that has many, however it takes turns among them', async () => {
    let sent = 0;
    for (let n = 0; n < 17; n += 1) sent += await useUp(networkOfSite(n));
    expect(sent).toBe(16 * MOST);
    expect(await guess(networkOfSite(0xffff))).toBe('refused');
    expect(await guess(networkOfSite(0, '2001:db8:2'))).toBe('unknown');
  });

  test('is one network whatever port or form its address is passed on with', async () => {
    expect(await useUp('203.0.113.1')).toBe(MOST);
    for (const address of ['203.0.113.1:5678', '[::ffff:203.0.113.1]:5678', '::ffff:203.0.113.1'])
      expect(await guess(address)).toBe('refused');
    expect(await useUp('[2001:db8:3::1]:443')).toBe(MOST);
    expect(await guess('2001:db8:3::2')).toBe('refused');
  });

  test('is one network of all clients that are gone, whose address nobody knows any more', () => {
    expect([networkOf(undefined), siteOf(undefined)]).toEqual(['', '']);
  });

  test('is a site also when it has more networks than are remembered', async () => {
    guesses = new Guesses({ config: { requestsPerMinute: 3_200 }, clock });
    let sent = 0;
    while ((await guess(networkOfSite(sent))) === 'unknown') sent += 1;
    expect(sent).toBe(16 * 3_200);
  });

  test('what was asked in a minute changes nothing of the next', async () => {
    const answers: ((answer: object | null) => void)[] = [];
    const late = Array.from({ length: MOST }, () =>
      guess(STRANGER, () => new Promise((resolve) => answers.push(resolve))),
    );
    clock.advance({ minutes: 1 });
    expect(await useUp(STRANGER)).toBe(MOST);
    for (const answer of answers) answer({});
    expect(await Promise.all(late)).toEqual(Array(MOST).fill('found'));
    expect(await guess(STRANGER)).toBe('refused');
  });

  test('is nothing of what is known, however much of it is under way', async () => {
    guesses.learn(['known']);
    const answers: (() => void)[] = [];
    const known = Array.from({ length: 3 * MOST }, () =>
      guesses.lookUp(
        'known',
        STRANGER,
        () => new Promise<object>((resolve) => answers.push(() => resolve({}))),
      ),
    );
    expect(await guess(STRANGER)).toBe('unknown');
    for (const answer of answers) answer();
    await Promise.all(known);
    expect(await useUp(STRANGER)).toBe(MOST - 1);
  });

  test('is nothing that could not be looked for', async () => {
    for (let sent = 0; sent < 3 * MOST; sent += 1)
      expect(await guess(STRANGER, () => Promise.reject(new Error('away')))).toBe('failed');
    expect(await guess(STRANGER, found)).toBe('found');
    expect(await useUp(STRANGER)).toBe(MOST);
  });

  test('begins anew when the clock is put back', async () => {
    await useUp(STRANGER);
    clock.advance({ minutes: -30 });
    expect(await useUp(STRANGER)).toBe(MOST);
  });
});
