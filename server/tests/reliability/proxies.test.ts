/** Whose word is taken for where a request comes from: the configured proxy's, and nobody else's. */
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { Config } from '../../src/config.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { send } from './client.ts';

let daftar: TestServer;
afterEach(() => daftar.close());

async function start(overrides: Partial<Config>): Promise<string> {
  daftar = await startTestServer(overrides);
  await daftar.server.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(daftar.server.server.address() as AddressInfo).port}`;
}

let person = 0;
/** A sign-in that fails, of an account nobody has tried before, as if it came from that address. */
const wrongPassword = async (origin: string, from: string) =>
  (
    await send(origin, '/api/merchant/login', {
      body: { email: `nobody${++person}@example.com`, password: 'wrong' },
      headers: { 'x-forwarded-for': from },
    })
  ).status;

const anyAddress = (at: number) => `203.0.113.${at % 250}`;
/** How many of these, sixty at once and then more one by one, are judged before all are told that it is too much. */
async function judged(one: (at: number) => Promise<number>): Promise<number> {
  const statuses = await Promise.all(Array.from({ length: 60 }, (_, at) => one(at)));
  expect(statuses).toContain(429);
  // At once a few may be refused too early, never let through too late.
  do statuses.push(await one(statuses.length));
  while (statuses.at(-1) !== 429);
  expect(new Set(statuses)).toEqual(new Set([400, 429]));
  return statuses.filter((status) => status === 400).length;
}

test('a forged X-Forwarded-For does not evade the limit of fifty failed sign-ins, not even concurrently', async () => {
  const origin = await start({});
  expect(await judged((at) => wrongPassword(origin, anyAddress(at)))).toBe(50);
});

test('behind the configured proxy each client has its own limits, whatever address it claims', async () => {
  const origin = await start({ trustedProxies: ['127.0.0.1'] });
  expect(await judged(() => wrongPassword(origin, '198.51.100.7'))).toBe(50);
  // The proxy writes the address it saw last; what stands before it is the client's own invention.
  expect(await wrongPassword(origin, '203.0.113.9, 198.51.100.7')).toBe(429);
  expect(await wrongPassword(origin, '198.51.100.8')).toBe(400);
});

test('a proxy that writes ports beside addresses changes nothing: neither whose limit it is, nor which proxy is ours', async () => {
  const origin = await start({ trustedProxies: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'] });
  const forms = [
    '198.51.100.7',
    '198.51.100.7:5123',
    '198.51.100.7:80, 10.0.0.9:443',
    '::ffff:198.51.100.7',
    '198.51.100.7, [fd00::1]:443',
  ];
  expect(await judged((at) => wrongPassword(origin, forms[at % forms.length]!))).toBe(50);
  expect(await wrongPassword(origin, '203.0.113.9, 198.51.100.7:99')).toBe(429);
  expect(await wrongPassword(origin, '198.51.100.8:99')).toBe(400);
});

test('X-Forwarded-For from any proxy but the configured one is ignored', async () => {
  const origin = await start({ trustedProxies: ['10.0.0.0/8'] });
  expect(await judged((at) => wrongPassword(origin, anyAddress(at)))).toBe(50);
});

test('the limit of requests per minute ignores a forged X-Forwarded-For, and a 429 says when to retry', async () => {
  const origin = await start({ requestsPerMinute: 20 });
  const replies = [];
  for (let at = 0; at < 30; at += 1) {
    replies.push(
      await send(origin, '/api/merchant/login', { body: {}, headers: { 'x-forwarded-for': anyAddress(at) } }),
    );
  }
  expect(replies.filter(({ status }) => status === 422)).toHaveLength(20);
  const limited = replies.filter(({ status }) => status === 429);
  expect(limited).toHaveLength(10);
  for (const { headers } of limited) {
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
  }
  // The payment page says it as a page.
  const page = await send(origin, `/pay/${'a'.repeat(27)}`, { body: 'method=1' });
  expect([page.status, page.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('/metrics and the outbox are for this machine only, not for clients of a proxy', async () => {
  let origin = await start({});
  const status = async (path: string, headers: Record<string, string>) =>
    (await send(origin, path, { headers })).status;
  for (const path of ['/metrics', '/dev/outbox']) {
    expect(await status(path, {})).toBe(200);
    expect(await status(path, { 'x-forwarded-for': '203.0.113.1' })).toBe(404);
    expect(await status(path, { 'x-forwarded-for': '127.0.0.1' })).toBe(404);
    expect(await status(path, { forwarded: 'for=127.0.0.1' })).toBe(404);
  }
  await daftar.close();
  origin = await start({ trustedProxies: ['127.0.0.1'] });
  expect(await status('/metrics', { 'x-forwarded-for': '203.0.113.1' })).toBe(404);
  expect(await status('/metrics', { 'x-forwarded-for': '127.0.0.1, 203.0.113.1' })).toBe(404);
  expect(await status('/metrics', {})).toBe(200);
});

test('a foreign page cannot read the metrics by DNS rebinding', async () => {
  await start({});
  const asked = async (host: string) => (await daftar.call({ path: '/metrics', headers: { host } })).status;
  for (const own of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000']) expect(await asked(own)).toBe(200);
  for (const other of ['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example', '10.0.0.1']) {
    expect(await asked(other), other).toBe(404);
  }
});

test('a foreign page cannot read the outbox by DNS rebinding', async () => {
  await start({});
  const asked = (host: string) => daftar.call({ path: '/dev/outbox', headers: { host } });
  expect((await asked('localhost:3000')).status).toBe(200);
  expect((await asked('127.0.0.1:3000')).status).toBe(200);
  expect((await asked('[::1]:3000')).status).toBe(200);
  expect((await asked('evil.example:3000')).status).toBe(404);
});
