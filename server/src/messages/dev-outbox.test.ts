import { describe, expect, test } from 'vitest';
import { startTestServer } from '../../tests/kit/server.ts';
import type { Config } from '../config.ts';

const SENDS: Partial<Config> = { smtpUrl: 'smtp://127.0.0.1:1', smsGatewayUrl: 'http://127.0.0.1:1/' };

describe('the developer outbox', () => {
  test.each<[string, Partial<Config>, number]>([
    ['is there outside production', {}, 200],
    ['is there while one gateway is missing', { smtpUrl: SENDS.smtpUrl! }, 200],
    ['is absent where both gateways send', SENDS, 404],
    ['is absent in production', { production: true }, 404],
  ])('%s', async (_what, overrides, status) => {
    const daftar = await startTestServer(overrides);
    try {
      const headers = { accept: 'application/json' };
      const answer = await daftar.call({ path: '/dev/outbox', headers });
      expect(answer.status).toBe(status);
      if (status === 404) expect(answer.body).not.toBeInstanceOf(Array);
    } finally {
      await daftar.close();
    }
  });

  test('is absent under another host name or from another machine', async () => {
    const daftar = await startTestServer();
    try {
      const headers = { accept: 'application/json', host: 'daftar.evil.example' };
      expect((await daftar.call({ path: '/dev/outbox', headers })).status).toBe(404);
      const away = await daftar.server.inject({ url: '/dev/outbox', remoteAddress: '203.0.113.9' });
      expect(away.statusCode).toBe(404);
    } finally {
      await daftar.close();
    }
  });
});
