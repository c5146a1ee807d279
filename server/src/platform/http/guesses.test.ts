/** Strangers who guess keys, sessions, tokens of directories and hosts ask the database only so often. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Actor, startTestServer, type TestServer } from '../../../tests/kit/server.ts';
import { keysOf } from '../../api-keys/testing.ts';

const MOST = 20;
const STRANGER = '198.51.100.7';

let daftar: TestServer;
let merchant: Actor;
beforeAll(async () => {
  daftar = await startTestServer({ requestsPerMinute: MOST });
  merchant = await daftar.merchant();
});
afterAll(() => daftar.close());
beforeEach(() => daftar.clock.advance({ minutes: 1 }));
const { roll } = keysOf(() => daftar);

const random = () => randomBytes(32).toString('base64url');
const randomHost = () => `${randomBytes(16).toString('hex')}.example.org`;
const LINKS = '/api/sandbox/merchant/payment_links';

async function get(url: string, headers: Record<string, string>, address = STRANGER) {
  const response = await daftar.server.inject({ url, headers, remoteAddress: address });
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
  // Of the portal, whose addresses the rate limit does not count.
  const at = (host: string) => get('/nothing', { host });
  for (let sent = 0; sent < MOST; sent += 1) expect((await at(randomHost())).status).not.toBe(429);
  expect(await at(randomHost())).toMatchObject({ status: 429, retryAfter: '60' });
  expect((await at('localhost')).status).not.toBe(429);
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
