/** Who may ask from where: CORS, cookies and forms of other sites (row 35). */
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../src/auth/secrets.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { CREATE_LINK, linkForm, send } from './client.ts';

let daftar: TestServer;
let origin: string;
let payPath: string;

beforeAll(async () => {
  daftar = await startTestServer({ publicUrl: 'https://daftar.example' });
  await daftar.server.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(daftar.server.server.address() as AddressInfo).port}`;
  const { headers } = await daftar.merchant();
  const made = await send(origin, CREATE_LINK, { body: linkForm('Link', 5), headers });
  payPath = new URL(made.body.data.link).pathname;
});
afterAll(() => daftar.close());

describe('from another site', () => {
  const elsewhere = [
    'https://evil.example',
    'https://daftar.example.evil.example',
    'http://daftar.example',
    'null',
  ];

  test.each(elsewhere)('%s gets no CORS permission', async (site) => {
    const asked = {
      origin: site,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };
    for (const path of ['/api/merchant/login', CREATE_LINK, payPath, '/healthz', '/']) {
      const preflight = await send(origin, path, { method: 'OPTIONS', headers: asked });
      expect(preflight.status).toBeGreaterThanOrEqual(400);
      const plain = await send(origin, path, { headers: { origin: site } });
      for (const { headers } of [preflight, plain]) {
        expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
    }
  });

  test.each([
    ...elsewhere.map((site) => ({ origin: site })),
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('%j cannot use the session cookie', async (headers) => {
    for (const [method, path] of [
      ['POST', 'refresh-token'],
      ['DELETE', 'logout'],
    ] as const) {
      const reply = await send(origin, `/api/merchant/${path}`, {
        method,
        headers: {
          ...headers,
          cookie: '__Secure-refresh=1.00000000-0000-4000-8000-000000000000.abcdefghijklmnopqrstuvwx',
        } as never,
      });
      expect(reply.status, reply.raw).toBe(403);
    }
  });

  test('the session cookie is accepted over https only, and under no other name', async () => {
    const owner = await daftar.merchant();
    const password = 'Secret1$x';
    await daftar.database.sql`
      update users set password_hash = ${await hashPassword(password)} where id = ${owner.userId}`;
    const body = { email: owner.email, password };
    const answer = await daftar.call({ method: 'POST', path: '/api/merchant/login', body });
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    const [session, known] = [answer.headers['set-cookie']].flat();
    expect(known).toMatch(
      /^__Secure-known=[^;]+; Max-Age=\d+; Path=\/api\/merchant\/login; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(session).toMatch(
      /^__Secure-refresh=[^;]+; Max-Age=86400; Path=\/api\/merchant; HttpOnly; Secure; SameSite=Strict$/,
    );
    const refresh = (sent: string) =>
      daftar.call({ method: 'POST', path: '/api/merchant/refresh-token', headers: { cookie: sent } });
    expect((await refresh(cookie.replace('__Secure-', ''))).status).toBe(401);
    expect((await refresh(cookie)).status).toBe(200);
  });

  test('an HTML form cannot call the API: no call accepts its content types', async () => {
    for (const type of [
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data; boundary=x',
    ]) {
      const response = await fetch(`${origin}/api/merchant/login`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: '{"email":"a@b.example","password":"x"}',
      });
      expect([400, 415, 422]).toContain(response.status);
    }
  });

  test('a payment form is refused with another site as its origin, and accepted from our own pages', async () => {
    const post = async (headers: Record<string, string>) =>
      (await send(origin, payPath, { body: 'method=1', headers })).status;
    for (const site of elsewhere.filter((each) => each !== 'null'))
      expect(await post({ origin: site })).toBe(403);
    expect(await post({ origin: 'https://daftar.example' })).toBe(422);
    expect(await post({ 'sec-fetch-site': 'same-origin', origin: 'null' })).toBe(422);
  });
});
