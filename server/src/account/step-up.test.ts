import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PASSWORD } from '../../tests/kit/people.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';

/** Settings that a stolen session must not change: where events and payers go, and from where the account is used. */
let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
beforeEach(async () => {
  owner = await daftar.merchant();
});
afterAll(() => daftar.close());

const URLS = {
  defaultCallbackUrl: 'https://thief.example/hooks',
  defaultCancelUrl: 'https://thief.example/cancel',
  defaultReturnUrl: 'https://thief.example/thanks',
};
const CHANGES: [string, object][] = [
  ['WebHooKUrl', URLS],
  ['IpWhiteListing', { ips: ['127.0.0.1', '203.0.113.0/24'] }],
  ['WebhookSecret/rotate', { grace_hours: 0 }],
];

test.each(CHANGES)('changing %s requires step-up, and every owner is notified', async (name, form) => {
  const path = `/merchant/AccountSettings/${name}`;
  const send = (proof: object) =>
    daftar.call({ method: 'POST', path, mode: 'live', as: owner, body: { ...form, ...proof } });
  const read = async () =>
    (await daftar.call({ path: path.replace('/rotate', ''), mode: 'live', as: owner })).body.data;
  const mails = async () => {
    const headers = { accept: 'application/json' };
    return (await daftar.call({ path: '/dev/outbox', query: { to: owner.email }, headers })).body
      .length as number;
  };
  const before = await read();
  for (const proof of [{}, { current_password: 'Wrong1$xx' }]) {
    const refused = await send(proof);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['current_password']]);
  }
  expect([await read(), await mails()]).toEqual([before, 0]);
  const saved = await send({ current_password: PASSWORD });
  expect(saved.status, saved.raw).toBe(200);
  expect(await read()).not.toEqual(before);
  expect(await mails()).toBe(1);
});

test('saving settings unchanged requires no step-up and notifies nobody', async () => {
  const save = (name: string, body: object) =>
    daftar.call({ method: 'POST', path: `/merchant/AccountSettings/${name}`, mode: 'live', as: owner, body });
  const proof = { current_password: PASSWORD };
  await save('WebHooKUrl', { ...URLS, ...proof });
  await save('IpWhiteListing', { ips: ['127.0.0.1'], ...proof });
  expect((await save('WebHooKUrl', URLS)).status).toBe(200);
  expect((await save('IpWhiteListing', { ips: ['127.0.0.1'] })).status).toBe(200);
});
