import { afterAll, beforeAll, expect, test } from 'vitest';
import { RuleError } from '../../src/platform/http/errors.ts';
import { type Actor, startTestServer, type TestServer } from './server.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
  owner = await daftar.merchant();
});
afterAll(() => daftar.close());

test('a test fails whose call answers a code that the call does not declare', async () => {
  const call = () => daftar.call({ path: '/merchant/payment_links', mode: 'test', as: owner });
  expect((await call()).status).toBe(200);
  Object.assign(daftar.app, {
    db: () => {
      throw new RuleError('webhooks.noAddress');
    },
  });
  await expect(call()).rejects.toThrow('payment-links.list: 400 webhooks_no_address');
});
