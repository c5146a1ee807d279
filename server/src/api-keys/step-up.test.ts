import type { Permission } from '@daftar/contract/permissions';
import { permissionId } from '@daftar/contract/team';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { by, KEYS, keysOf } from '../../tests/kit/api-keys.ts';
import { addPasskey, Device, PASSWORD, withPassword } from '../../tests/kit/profile.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { purgeKeyRequests } from '../key-requests/service.ts';

/** Limits of a person with only a stolen token, or who has left, on keys. */
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
  /** There is nothing to pay out; permitted callers get this error. */
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

describe('a program that asks for a key', () => {
  const PATH = '/merchant/key_requests';
  const open = (path: string, body: object) =>
    daftar.call({ method: 'POST', path: `/api${PATH}${path}`, body });
  const begin = async (mode: 'live' | 'test' = 'test') =>
    (await open('', { mode, program: 'Daftar CLI', machine: 'mona-laptop' })).body.data;
  const collect = async (device_code: string) => (await open('/collect', { device_code })).body.data;
  const read = (code: string, as: Actor, mode: 'live' | 'test' = 'test') =>
    daftar.call({ path: PATH, query: { code }, mode, as });
  const approve = (code: string, as: Actor, body: object = {}) =>
    post(
      `${PATH}/approve`,
      as,
      { code, name: 'Laptop', permissions: ['view-pay-links-list'], current_password: PASSWORD, ...body },
      'test',
    );
  beforeEach(async () => {
    await withPassword(daftar, owner);
    await daftar.database.sql`delete from limit_uses`;
  });

  test('gets one, once, when somebody has confirmed its code with the password; every owner is told, and it can end it', async () => {
    const asked = await begin();
    expect(asked.address).toBe(
      `${daftar.app.config.publicUrl}/account-settings/key-request?code=${asked.user_code}`,
    );
    expect(await collect(asked.device_code)).toEqual({ status: 'waiting', key: null });
    // As typed by a person.
    const typed = asked.user_code.toLowerCase().replace('-', '');
    expect((await read(typed, owner)).body.data).toMatchObject({
      user_code: asked.user_code,
      mode: 'test',
      program: 'Daftar CLI',
      machine: 'mona-laptop',
      is_same_address: true,
    });
    const unproven = await approve(typed, owner, { current_password: undefined });
    expect([unproven.status, Object.keys(unproven.body.errors)]).toEqual([422, ['current_password']]);
    expect((await approve(typed, owner)).status).toBe(200);
    expect((await approve(typed, owner)).status).toBe(404);
    expect((await read(typed, owner)).status).toBe(404);
    const [stored] = await daftar.database.sql`
      select * from key_requests where user_code = ${asked.user_code.replace('-', '')}`;
    const [first, second] = await Promise.all([
      open('/collect', { device_code: asked.device_code }),
      open('/collect', { device_code: asked.device_code }),
    ]);
    expect([first.status, second.status].sort()).toEqual([200, 404]);
    const { key } = (first.status === 200 ? first : second).body.data;
    expect(key).toMatch(/^sk_test_/);
    expect(JSON.stringify(stored)).not.toContain(asked.device_code);
    expect(Buffer.from(stored!.sealed_key).includes(key)).toBe(false);
    expect(await daftar.database.sql`select from key_requests where sealed_key is not null`).toHaveLength(0);
    const program = by(owner, key);
    expect((await list(program, 'test')).status).toBe(200);
    expect((await daftar.call({ path: '/merchant/transactions', mode: 'test', as: program })).status).toBe(
      403,
    );
    const mails = await mailsTo(owner.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toContain('Laptop');
    const keys = async () =>
      (await daftar.call({ path: `${KEYS}/keys`, mode: 'test', as: owner })).body.data.filter(
        ({ is_requested }: { is_requested: boolean }) => is_requested,
      );
    const [row] = await keys();
    expect(new Date(row.expires_at).getTime() - daftar.clock.now().getTime()).toBe(90 * 86_400_000);
    const audit = await daftar.database.sql`
      select action, after->>'machine' as machine, user_id is null as "byKey" from audit_log
       where merchant_id = ${owner.merchantId} and action like 'api-key.%' order by id`;
    expect(audit).toEqual([{ action: 'api-key.create', machine: 'mona-laptop', byKey: false }]);

    // The holder can revoke it, but not the account’s own key.
    const own = await roll(owner, 'test');
    expect((await open('/end', { key: own })).status).toBe(200);
    expect((await list(by(owner, own), 'test')).status).toBe(200);
    expect((await open('/end', { key })).status).toBe(200);
    expect((await list(program, 'test')).status).toBe(401);
    expect(await keys()).toEqual([]);
  });

  test('gets none when it is refused, too late, asked of the other mode, or by a person without the permission', async () => {
    const refused = await begin();
    const colleague = await daftar.colleague(owner, ['view-pay-links-list', 'view-settings']);
    expect((await read(refused.user_code, colleague)).status).toBe(403);
    expect((await read(refused.user_code, owner, 'live')).status).toBe(404);
    expect((await post(`${PATH}/refuse`, owner, { code: refused.user_code }, 'test')).status).toBe(200);
    expect(await collect(refused.device_code)).toEqual({ status: 'refused', key: null });
    expect((await approve(refused.user_code, owner)).status).toBe(404);

    const maker = await daftar.colleague(owner, ['api-keys-settings', 'view-pay-links-list']);
    await withPassword(daftar, maker);
    const more = await begin();
    expect((await approve(more.user_code, maker, { permissions: ['transaction-refund'] })).status).toBe(400);
    expect((await approve(more.user_code, maker)).status).toBe(200);
    // A key that is not fetched in time never works, and later calls find nothing.
    daftar.clock.advance({ minutes: 11 });
    expect((await open('/collect', { device_code: more.device_code })).status).toBe(404);
    const [key] = await daftar.database.sql`
      select expires_at < ${daftar.clock.now()} as ended from api_keys
       where merchant_id = ${owner.merchantId} and is_requested`;
    expect(key).toEqual({ ended: true });
    await purgeKeyRequests(daftar.app);
    expect(await daftar.database.sql`select from key_requests`).toHaveLength(0);

    const revoked = await begin();
    const session = {
      ...owner,
      headers: { authorization: `Bearer ${await daftar.auth.tokens.sign(owner, daftar.clock.now())}` },
    };
    expect((await approve(revoked.user_code, session)).status).toBe(200);
    await daftar.database.sql`update api_keys set expires_at = ${daftar.clock.now()} where is_requested`;
    expect(await collect(revoked.device_code)).toEqual({ status: 'refused', key: null });
  });

  test('cannot ask without end, nor can a person try codes without end', async () => {
    const asked = await begin();
    for (let tries = 0; tries < 60; tries += 1) await read('BBBB-BBBB', owner);
    expect((await read(asked.user_code, owner)).status).toBe(429);
    const statuses = new Set<number>();
    for (let tries = 0; tries < 30; tries += 1)
      statuses.add((await open('', { mode: 'test', program: 'x', machine: 'y' })).status);
    expect(statuses).toEqual(new Set([200, 429]));
  });
});
