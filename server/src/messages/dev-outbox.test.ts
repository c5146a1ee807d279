import { expect, test } from 'vitest';
import { startTestServer } from '../testing/server.ts';

test('what was sent is shown outside production alone, and by no other name of this machine', async () => {
  for (const [production, status] of [
    [false, 200],
    [true, 404],
  ] as const) {
    const daftar = await startTestServer({ production });
    expect((await daftar.call({ path: '/dev/outbox' })).status).toBe(status);
    expect((await daftar.call({ path: '/dev/outbox', headers: { host: 'rebound.example' } })).status).toBe(
      404,
    );
    await daftar.close();
  }
});
