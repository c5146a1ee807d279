import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { by, KEYS } from '../../tests/kit/api-keys.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';

/** Calls of a merchant's own software, and the lifecycle of its keys. */
let daftar: TestServer;
let owner: Actor;
let stranger: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
beforeEach(async () => {
  // Their sessions end as soon as a test has moved the clock.
  owner = await daftar.merchant();
  stranger = await daftar.merchant();
});
afterAll(() => daftar.close());

const list = (as: Actor, mode: 'live' | 'test' = 'test') =>
  daftar.call({ path: '/merchant/payment_links', mode, as });

describe('a public key', () => {
  test('opens the payment page of a link by its reference, from any website, and can do nothing else', async () => {
    const made = await daftar.call({
      method: 'POST',
      path: '/merchant/payment_links/create',
      mode: 'test',
      as: owner,
      body: {
        invoice_name: 'Lamp',
        currency_id: 1,
        amount: 100,
        due_date: '2026-12-01T00:00:00Z',
        language: 1,
        max_payment_count: 1,
      },
    });
    const { id, link } = made.body.data;
    const detail = await daftar.call({ path: `/merchant/payment_links/${id}`, mode: 'test', as: owner });
    const { publicKey } = (await daftar.call({ path: KEYS, mode: 'test', as: owner })).body.data;
    const start = (reference: string, key = publicKey) =>
      daftar.call({
        method: 'POST',
        path: '/merchant/checkout/start',
        mode: 'test',
        as: by(owner, key),
        headers: { origin: 'https://shop.example' },
        body: { link: reference },
      });
    const { reference } = detail.body.data;
    const answer = await start(reference.toLowerCase());
    expect(answer.status, answer.raw).toBe(200);
    expect(answer.body.data).toEqual({ url: link });
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect((await list(by(owner, publicKey))).headers['access-control-allow-origin']).toBeUndefined();
    const theirs = (await daftar.call({ path: KEYS, mode: 'test', as: stranger })).body.data.publicKey;
    expect((await start(reference, theirs)).status).toBe(404);
    for (const odd of ['LNK-', 'LNK-%', '%', reference.slice(0, -1)]) {
      expect((await start(odd)).status, odd).toBe(404);
    }
    await daftar.call({
      method: 'PATCH',
      path: `/merchant/payment_links/deactivate/${id}`,
      mode: 'test',
      as: owner,
    });
    expect((await start(reference)).status).toBe(400);
    expect((await list(by(owner, publicKey))).status).toBe(403);
  });

  test('passes the CORS preflight of browsers on that call only', async () => {
    const ask = (path: string) =>
      daftar.server.inject({
        method: 'OPTIONS',
        url: `/api/sandbox${path}`,
        headers: {
          origin: 'https://shop.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type',
        },
      });
    const allowed = await ask('/merchant/checkout/start');
    expect(allowed.statusCode).toBe(204);
    expect(allowed.headers['access-control-allow-origin']).toBe('*');
    expect(allowed.headers['access-control-allow-headers']).toMatch(/authorization/i);
    expect(allowed.headers['access-control-allow-credentials']).toBeUndefined();
    const refused = await ask('/merchant/payment_links/create');
    expect(refused.headers['access-control-allow-origin']).toBeUndefined();
  });
});
