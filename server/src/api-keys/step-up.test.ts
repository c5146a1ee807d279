import type { Permission } from '@daftar/contract/permissions';
import { permissionId } from '@daftar/contract/team';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { addPasskey, Device, PASSWORD, withPassword } from '../profile/testing.ts';
import { by, KEYS, keysOf } from './testing.ts';

/** What somebody with nothing but a stolen token, or somebody who left, can do with keys. */
let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
beforeEach(async () => {
  owner = await daftar.merchant();
});
afterAll(() => daftar.close());

const { roll, create } = keysOf(() => daftar);
const post = (path: string, as: Actor, body: object = {}, mode: 'live' | 'test' = 'live') =>
  daftar.call({ method: 'POST', path, mode, as, body });
const list = (as: Actor, mode: 'live' | 'test' = 'live') =>
  daftar.call({ path: '/merchant/payment_links', mode, as });
const mailsTo = async (to: string): Promise<{ subject: string; text: string; links: string[] }[]> =>
  (await daftar.call({ path: '/dev/outbox', query: { to }, headers: { accept: 'application/json' } })).body;
const permissions = ['payout-request-transactions', 'view-pay-links-list'];

describe('a stolen token', () => {
  test('cannot create, show or roll a key without the password', async () => {
    await withPassword(daftar, owner);
    const before = (await daftar.call({ path: KEYS, mode: 'live', as: owner })).body.data;
    for (const [path, body] of [
      [`${KEYS}/keys`, { name: 'Till', permissions }],
      [`${KEYS}/roll`, { key: 'secret' }],
      [`${KEYS}/roll`, { key: 'public' }],
    ] as const) {
      const without = await post(path, owner, body);
      expect([without.status, without.body.errors]).toEqual([
        422,
        { current_password: ['This field is required'] },
      ]);
      const wrong = await post(path, owner, { ...body, current_password: 'Wrong1$xx' });
      expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['current_password']]);
    }
    expect((await daftar.call({ path: KEYS, mode: 'live', as: owner })).body.data).toEqual(before);
    expect(await mailsTo(owner.email)).toEqual([]);
  });

  test('cannot use a passkey assertion of another session or person, or use one twice', async () => {
    const device = new Device(daftar.app.config.publicUrl);
    await addPasskey(daftar, owner, device);
    const ask = async (as: Actor) =>
      (await daftar.call({ method: 'POST', path: '/api/merchant/profile/step-up/begin', as, body: {} })).body
        .data;
    const answer = (as: Actor, token: string, challenge: string) => {
      const body = { token, answer: device.sign(challenge) };
      return daftar.call({ method: 'POST', path: '/api/merchant/profile/step-up', as, body });
    };
    const grant = async (as: Actor) => {
      const { token, challenge } = await ask(as);
      const granted = await answer(as, token, challenge);
      expect(granted.status, granted.raw).toBe(200);
      return granted.body.data.step_up as string;
    };
    const make = (as: Actor, step_up: string) =>
      post(`${KEYS}/keys`, as, { name: 'Till', permissions, step_up });

    expect((await ask(owner)).allow).toHaveLength(1);
    const word = await grant(owner);
    expect((await make(await daftar.elsewhere(owner), word)).status).toBe(422);
    const own = await grant(owner);
    expect((await make(owner, own)).status).toBe(200);
    expect((await make(owner, own)).status).toBe(422);

    const clerk = await daftar.colleague(owner, ['api-keys-settings', 'view-pay-links-list']);
    const theirs = await ask(clerk);
    expect((await answer(clerk, theirs.token, theirs.challenge)).status).toBe(400);
    const mine = await ask(owner);
    expect((await answer(clerk, mine.token, mine.challenge)).status).toBe(400);
  });
});

test('every owner is notified of a new and of a rolled key, in the portal and by e-mail, with what to do if it was not them', async () => {
  const clerk = await daftar.colleague(owner, ['api-keys-settings', 'view-pay-links-list']);
  await create(clerk, ['view-pay-links-list'], 'live');
  await roll(owner, 'live');
  const mails = await mailsTo(owner.email);
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    expect.stringMatching(/^Mona Adel replaced the API key sk_live_/),
    expect.stringMatching(/^Omar Said created the API key “Till”/),
  ]);
  for (const { text, links } of mails) {
    expect(text).toContain('change your password');
    expect(links[0]).toContain('/account-settings?tab=keys');
  }
  const bell = (await daftar.call({ path: '/merchant/notifications', mode: 'live', as: owner })).body.data
    .data;
  expect(bell).toHaveLength(2);
});

describe('when a user leaves', () => {
  const people = '/merchant/business-account/merchants';
  const goes = {
    'is removed': (id: number, query = {}) =>
      daftar.call({ method: 'DELETE', path: `${people}/${id}`, mode: 'live', as: owner, query }),
    'may no longer sign in': (id: number, { keep_keys = '' } = {}) =>
      daftar.call({
        method: 'PUT',
        path: `${people}/status/${id}`,
        mode: 'live',
        as: owner,
        body: { is_active: false, keep_keys: keep_keys === '' ? [] : keep_keys.split(',').map(Number) },
      }),
  };

  test.each(Object.entries(goes))('a user who %s: the keys that they saw are revoked', async (_, go) => {
    const clerk = await daftar.colleague(owner, ['api-keys-settings', ...(permissions as [])]);
    const [live, inTest] = [
      await create(clerk, permissions, 'live'),
      await create(clerk, permissions, 'test'),
    ];
    const mine = await create(owner, permissions, 'live');
    expect((await list(by(owner, live.key))).status).toBe(200);
    const shown = await daftar.call({ path: `${people}/${clerk.userId}/keys`, mode: 'live', as: owner });
    expect(shown.body.data.map(({ id, mode }: { id: number; mode: string }) => [id, mode])).toEqual([
      [inTest.id, 'test'],
      [live.id, 'live'],
    ]);
    expect((await go(clerk.userId)).status).toBe(200);
    expect((await list(by(owner, live.key))).status).toBe(401);
    expect((await list(by(owner, inTest.key), 'test')).status).toBe(401);
    expect((await list(by(owner, mine.key))).status).toBe(200);
  });

  test.each(Object.entries(goes))(
    'a user who %s: a key that is kept on purpose still works and names its creator',
    async (_, go) => {
      const clerk = await daftar.colleague(owner, ['api-keys-settings', ...(permissions as [])]);
      const [kept, other] = [
        await create(clerk, permissions, 'live'),
        await create(clerk, permissions, 'live'),
      ];
      expect((await go(clerk.userId, { keep_keys: String(kept.id) })).status).toBe(200);
      expect((await list(by(owner, kept.key))).status).toBe(200);
      expect((await list(by(owner, other.key))).status).toBe(401);
      const rows = (await daftar.call({ path: `${KEYS}/keys`, mode: 'live', as: owner })).body.data;
      expect(rows[0]).toMatchObject({ id: kept.id, made_by: 'Omar Said', maker_left: true });
    },
  );

  test('the account’s own secret that they rolled is replaced by one that nobody has seen', async () => {
    const partner = await daftar.colleague(owner, ['view-pay-links-list']);
    await daftar.database.sql`
      update users set role_id = (select role_id from users where merchant_id = ${owner.merchantId}
        and id = ${owner.userId}) where merchant_id = ${owner.merchantId} and id = ${partner.userId}`;
    const second = await daftar.elsewhere(partner);
    const key = await roll(second, 'live');
    expect((await list(by(owner, key))).status).toBe(200);
    await withPassword(daftar, owner);
    expect((await goes['is removed'](partner.userId)).status).toBe(200);
    expect((await list(by(owner, key))).status).toBe(401);
    const info = (await daftar.call({ path: KEYS, mode: 'live', as: owner })).body.data;
    expect(info.liveSecretKey).toMatch(/^sk_live_/);
    expect(info.liveSecretShown).toBe(false);
    expect((await list(by(owner, await roll(owner, 'live')))).status).toBe(200);
  });

  test('a key cannot request payouts after its creator was removed', async () => {
    const clerk = await daftar.colleague(owner, ['api-keys-settings', ...(permissions as [])]);
    const { key } = await create(clerk, permissions, 'live');
    await goes['is removed'](clerk.userId);
    const paid = await post('/merchant/payment_links/payout', by(owner, key), { amount: 1 });
    expect(paid.status).toBe(401);
  });
});

describe('when a user loses permissions', () => {
  const payOut = (key: string) =>
    post('/merchant/payment_links/payout', by(owner, key), { amount: 1 }).then(({ status }) => status);
  /** There is nothing to pay out: who may ask is told so. */
  const MAY = 422;
  const rename = (role: number, allowed: Permission[]) =>
    daftar.call({
      method: 'PUT',
      path: `/merchant/business-account/roles/${role}`,
      mode: 'live',
      as: owner,
      body: {
        name_ar: 'Tills',
        name_en: 'Tills',
        permissions: allowed.map(permissionId),
        current_password: PASSWORD,
      },
    });

  test('the keys that they saw can no longer move money but keep all else, until the permissions are restored', async () => {
    const held = ['api-keys-settings', 'payout-request-transactions', 'view-pay-links-list'] as const;
    const clerk = await daftar.colleague(owner, held);
    const [role] = await daftar.database.sql<{ id: number }[]>`
      select role_id as id from users where merchant_id = ${owner.merchantId} and id = ${clerk.userId}`;
    const { key } = await create(clerk, permissions, 'live');
    const mine = await create(owner, permissions, 'live');
    expect(await payOut(key)).toBe(MAY);
    expect((await rename(role!.id, ['view-pay-links-list'])).status).toBe(200);
    expect(await payOut(key)).toBe(403);
    expect((await list(by(owner, key))).status).toBe(200);
    expect((await rename(role!.id, ['tickets-list'])).status).toBe(200);
    expect((await list(by(owner, key))).status).toBe(200);
    expect(await payOut(mine.key)).toBe(MAY);
    expect((await rename(role!.id, [...held])).status).toBe(200);
    expect(await payOut(key)).toBe(MAY);
  });
});
