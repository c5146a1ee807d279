/** Clients that are slow, or gone. Over real sockets. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CREATE_LINK as CREATE } from './client.ts';
import { type HostileScene, JSON_TYPE, startHostileScene } from './hostile-scene.ts';
import { openRaw, readReply, requestText, sendRaw } from './raw.ts';

let scene: HostileScene;
beforeAll(async () => {
  scene = await startHostileScene();
});
afterAll(() => scene.close());

describe('slow clients', () => {
  test('are disconnected, and delay no other client meanwhile', async () => {
    const heads = Array.from({ length: 100 }, () =>
      openRaw(scene.port, 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '),
    );
    const bodies = Array.from({ length: 100 }, () =>
      openRaw(
        scene.port,
        requestText('POST', '/api/merchant/login', { ...JSON_TYPE, 'Content-Length': '50' }),
        '{',
      ),
    );
    await vi.waitUntil(() => [...heads, ...bodies].every((socket) => socket.readyState === 'open'));
    const meanwhile = await Promise.all(
      Array.from({ length: 50 }, () =>
        sendRaw(scene.port, requestText('GET', '/api/sandbox/merchant/payment_links', scene.signed)),
      ),
    );
    expect(meanwhile.map(({ status }) => status)).toEqual(Array(50).fill(200));
    // Those that never finish their headers are told so and closed; a body has half a minute.
    const told = await Promise.all(heads.map(readReply));
    expect(new Set(told.map(({ status }) => status))).toEqual(new Set([408]));
    const { requestTimeout, headersTimeout } = scene.daftar.server.server;
    expect(requestTimeout).toBeLessThanOrEqual(30_000);
    expect(headersTimeout).toBeLessThanOrEqual(10_000);
    for (const socket of bodies) socket.destroy();
  });

  test('a client that disconnects in the middle of a request leaves neither connection nor transaction behind', async () => {
    const sockets = Array.from({ length: 50 }, () =>
      openRaw(
        scene.port,
        requestText('POST', CREATE, { ...JSON_TYPE, ...scene.signed, 'Content-Length': '900' }),
        '{"invoice_name"',
      ),
    );
    await vi.waitUntil(() => sockets.every((socket) => socket.readyState === 'open'));
    for (const socket of sockets) socket.resetAndDestroy();
    const count = () =>
      new Promise<number>((resolve) => scene.daftar.server.server.getConnections((_error, n) => resolve(n)));
    await vi.waitUntil(async () => (await count()) <= 2, { timeout: 100_000 });
    const [idle] = await scene.daftar.database.sql`
      select count(*)::int as n from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`;
    expect(idle!.n).toBe(0);
  });
});

test('none of these requests causes an unexpected error in the server', () => {
  expect(scene.surprises()).toEqual([]);
});
