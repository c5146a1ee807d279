import { MERCHANT_STATUS } from '@daftar/contract/auth';
import { LATEST_VERSION } from '@daftar/contract/versions';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { by, KEYS, keysOf } from '../../tests/kit/api-keys.ts';
import { PASSWORD } from '../../tests/kit/profile.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { setStatus } from '../merchants/writes.ts';

/** Calls of a merchant's own software, and the lifecycle of its keys. */
let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
beforeEach(async () => {
  // Their sessions end as soon as a test has moved the clock.
  owner = await daftar.merchant();
});
afterAll(() => daftar.close());

const { roll, create, proven } = keysOf(() => daftar);

const list = (as: Actor, mode: 'live' | 'test' = 'test') =>
  daftar.call({ path: '/merchant/payment_links', mode, as });

describe('keys are created automatically', () => {
  test('test keys at sign-up, live keys at approval, once each', async () => {
    const fresh = await daftar.merchant({ status: 0 });
    const info = () => daftar.call({ path: KEYS, mode: 'test', as: fresh });
    const before = (await info()).body.data;
    expect(before.secretKey).toMatch(/^sk_test_\w{2}\*{4}$/);
    expect(before.publicKey).toMatch(/^pk_test_\w{32}$/);
    expect([before.liveSecretKey, before.livePublicKey]).toEqual(['', '']);
    expect(before.secretShown).toBe(false);
    const refused = {
      method: 'POST',
      path: `${KEYS}/roll`,
      mode: 'live',
      as: fresh,
      body: { key: 'secret' },
    } as const;
    expect((await daftar.call(refused)).status).toBe(403);
    const becomes = (status: number) =>
      daftar.database.sql.begin((tx) =>
        setStatus(tx, fresh.merchantId, { status, reasons: {}, now: daftar.clock.now() }),
      );
    await becomes(MERCHANT_STATUS.live);
    const after = (await info()).body.data;
    expect(after.liveSecretKey).toMatch(/^sk_live_\w{2}\*{4}$/);
    expect(after.livePublicKey).toMatch(/^pk_live_\w{32}$/);
    expect(after.secretKey).toBe(before.secretKey);
    // Suspended and approved again: the same keys.
    await becomes(MERCHANT_STATUS.suspended);
    await becomes(MERCHANT_STATUS.live);
    expect((await info()).body.data).toEqual(after);
  });
});

describe('a secret', () => {
  test('is shown once, stored only as a hash, and never logged', async () => {
    const key = await roll(owner, 'live');
    expect(key).toMatch(/^sk_live_[0-9a-f]{64}$/);
    await list(by(owner, key), 'live');
    const info = (await daftar.call({ path: KEYS, mode: 'live', as: owner })).raw;
    const listed = (await daftar.call({ path: `${KEYS}/keys`, mode: 'live', as: owner })).raw;
    expect(info).toContain(`"${key.slice(0, 10)}****"`);
    const { sql } = daftar.database;
    const kept = await sql`
      select row_to_json(k)::text as row from api_keys k where merchant_id = ${owner.merchantId}
      union all select row_to_json(h)::text from api_key_hashes h where merchant_id = ${owner.merchantId}
      union all select row_to_json(a)::text from audit_log a where merchant_id = ${owner.merchantId}
      union all select row_to_json(i)::text from idempotency_keys i where merchant_id = ${owner.merchantId}`;
    expect(kept.length).toBeGreaterThan(4);
    const rest = key.slice(10);
    for (const text of [info, listed, JSON.stringify(kept), daftar.logged.join('')]) {
      expect(text).not.toContain(rest);
    }
  });

  test('is not stored for a repeated Idempotency-Key either', async () => {
    const headers = { 'idempotency-key': 'roll once' };
    const call = { method: 'POST', path: `${KEYS}/roll`, mode: 'test', as: owner, headers } as const;
    const body = await proven(owner, { key: 'secret' });
    const first = await daftar.call({ ...call, body });
    const second = await daftar.call({ ...call, body });
    expect(second.body.data.key).not.toBe(first.body.data.key);
  });

  test('that was rolled is refused from the next call, or after its grace period', async () => {
    const first = await roll(owner, 'test');
    expect((await list(by(owner, first))).status).toBe(200);
    const second = await roll(owner, 'test');
    expect((await list(by(owner, first))).status).toBe(401);
    const third = await roll(owner, 'test', { key: 'secret', grace_hours: 2 });
    expect((await list(by(owner, second))).status).toBe(200);
    daftar.clock.advance({ hours: 2 });
    expect((await list(by(owner, second))).status).toBe(401);
    expect((await list(by(owner, third))).status).toBe(200);
  });

  test('rolled by two users at once leaves one that works', async () => {
    const made = await Promise.all([roll(owner, 'test'), roll(owner, 'test'), roll(owner, 'test')]);
    const statuses = await Promise.all(made.map(async (key) => (await list(by(owner, key))).status));
    expect(statuses.toSorted()).toEqual([200, 401, 401]);
  });

  test('that was revoked is refused from the next call; the key pair itself is rolled, not revoked', async () => {
    const { id, key } = await create(owner, ['view-pay-links-list']);
    expect((await list(by(owner, key))).status).toBe(200);
    const revoke = (query: Record<string, string>) =>
      daftar.call({ method: 'DELETE', path: `${KEYS}/keys`, mode: 'test', as: owner, query });
    expect((await revoke({ id: String(id) })).status).toBe(200);
    expect((await list(by(owner, key))).status).toBe(401);
    expect((await revoke({ id: String(id) })).status).toBe(404);
    const all = (await daftar.call({ path: `${KEYS}/keys`, mode: 'test', as: owner })).body.data;
    expect(all.map((row: { name: string }) => row.name)).toEqual(['', '']);
    expect((await revoke({ id: String(all[0].id) })).status).toBe(404);
  });

  test.each([
    'sk_test_',
    `sk_test_${'0'.repeat(64)}`,
    `sk_live_${'f'.repeat(64)}`,
    `pk_test_${'0'.repeat(32)}`,
  ])('that was never issued (%s) is refused', async (key) => {
    expect((await list(by(owner, key))).status).toBe(401);
  });

  test('is accepted in the header only', async () => {
    const key = await roll(owner, 'test');
    for (const query of [{ key }, { token: key }, { access_token: key }, { api_key: key }]) {
      const path = '/merchant/payment_links';
      expect((await daftar.call({ path, mode: 'test', query: query as never })).status).toBe(401);
    }
  });
});

describe('an API key', () => {
  test('works in its own mode only', async () => {
    const [live, test_] = [await roll(owner, 'live'), await roll(owner, 'test')];
    expect((await list(by(owner, live), 'live')).status).toBe(200);
    expect((await list(by(owner, test_), 'test')).status).toBe(200);
    for (const [key, mode] of [
      [live, 'test'],
      [test_, 'live'],
    ] as const) {
      const answer = await list(by(owner, key), mode);
      expect(answer.status).toBe(403);
      expect(answer.body.message).toMatch(/^This key is for (test|live) mode/);
    }
  });

  test('has no more permissions than its creator', async () => {
    const clerk = await daftar.colleague(owner, ['api-keys-settings', 'create-pay-link']);
    const make = async (permissions: string[]) =>
      daftar.call({
        method: 'POST',
        path: `${KEYS}/keys`,
        mode: 'test',
        as: clerk,
        body: await proven(clerk, { name: 'Mine', permissions }),
      });
    expect((await make(['create-pay-link'])).status).toBe(200);
    const refused = await make(['create-pay-link', 'transaction-refund']);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toMatch(/more than you/);
    // Rolling would hand them the pair's secret, which can do everything.
    const body = await proven(clerk, { key: 'secret' });
    const path = `${KEYS}/roll`;
    expect((await daftar.call({ method: 'POST', path, mode: 'test', as: clerk, body })).status).toBe(400);
  });

  test.each(['users-manage', 'api-keys-settings', 'add-bank-account', 'ip-white-listing-settings'])(
    'never has %s',
    async (permission) => {
      const body = { name: 'Too much', permissions: [permission] };
      const call = { method: 'POST', path: `${KEYS}/keys`, mode: 'test', as: owner, body } as const;
      expect((await daftar.call(call)).status).toBe(422);
      await daftar.database.sql`
        update api_keys set permissions = ${[permission]} where merchant_id = ${owner.merchantId}`;
      const key = by(owner, await roll(owner, 'test'));
      for (const path of [KEYS, '/merchant/AccountSettings/IpWhiteListing']) {
        expect((await daftar.call({ path, mode: 'test', as: key })).status).toBe(403);
      }
    },
  );

  test('creates with an Idempotency-Key, in the name of its creator, and is named in the audit log', async () => {
    const maker = by(owner, await roll(owner, 'test'));
    const body = { name: 'Sara', email: 'sara@example.com', mobile: '01011112222' };
    const call = {
      method: 'POST',
      path: '/merchant/Customer/Create',
      mode: 'test',
      as: maker,
      body,
    } as const;
    const headers = { 'idempotency-key': 'one' };
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => daftar.call({ ...call, headers })));
    expect(new Set(replies.map(({ raw }) => raw)).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
    const [row] = await daftar.database.sql`
      select actor, user_id from audit_log
       where merchant_id = ${owner.merchantId} and action = 'customer.create'`;
    expect(row).toEqual({ actor: `API key ${maker.token.slice(0, 10)}****`, user_id: null });
    const [customer] = await daftar.database.sql`
      select created_by from customers where merchant_id = ${owner.merchantId}`;
    expect(customer?.created_by).toBe(owner.userId);
  });

  test('loses access with its merchant: once suspended, it can neither read nor write', async () => {
    const key = by(owner, await roll(owner, 'test'));
    await daftar.database.sql`update merchants set status = 4 where id = ${owner.merchantId}`;
    await daftar.database.sql`
      select pg_notify('daftar_principals', ${JSON.stringify({ merchantId: owner.merchantId })})`;
    await expect.poll(async () => (await create_(key)).status).toBe(403);
    expect((await list(key)).status).toBe(200);
  });
  const create_ = (as: Actor) =>
    daftar.call({
      method: 'POST',
      path: '/merchant/Customer/Create',
      mode: 'test',
      as,
      body: { name: 'A', email: `a${Math.random()}@example.com`, mobile: '01000000009' },
    });
});

describe('the version of a key', () => {
  const OLD = '2026-11-22';
  const ask = (as: Actor, query: Record<string, string>, headers: Record<string, string> = {}) =>
    daftar.call({ path: '/merchant/payment_links', mode: 'test', as, query, headers });
  const link = {
    invoice_name: 'Rent',
    currency_id: 1,
    amount: 100,
    due_date: '2099-07-01T10:00:00Z',
    language: 1,
  };
  const make = (as: Actor, body: object) =>
    daftar.call({ method: 'POST', path: '/merchant/payment_links/create', mode: 'test', as, body });
  const rows = async (): Promise<{ id: number; kind: string; name: string; version: string }[]> =>
    (await daftar.call({ path: `${KEYS}/keys`, mode: 'test', as: owner })).body.data;
  const setVersion = (as: Actor, id: number, version: string) =>
    daftar.call({
      method: 'PATCH',
      path: `${KEYS}/keys`,
      mode: 'test',
      as,
      body: { id, version, current_password: PASSWORD },
    });

  test('is the latest of those made now, whoever makes them, and the former one’s of those that are rolled', async () => {
    await create(owner, ['view-pay-links-list']);
    expect((await rows()).map(({ version }) => version)).toEqual([
      LATEST_VERSION,
      LATEST_VERSION,
      LATEST_VERSION,
    ]);
    await daftar.database.sql`update api_keys set version = ${OLD} where merchant_id = ${owner.merchantId}`;
    // Nobody had seen the secret, so no software can break.
    await roll(owner, 'test');
    const versionOfPair = async () =>
      (await rows()).find(({ kind, name }) => kind === 'secret' && name === '')?.version;
    expect(await versionOfPair()).toBe(LATEST_VERSION);
    await daftar.database.sql`update api_keys set version = ${OLD} where merchant_id = ${owner.merchantId}`;
    await roll(owner, 'test');
    expect(await versionOfPair()).toBe(OLD);
  });

  test('decides whether unknown fields and filters are refused, each by its name', async () => {
    const key = by(owner, await roll(owner, 'test'));
    expect((await ask(key, { 'metadata[branch]': 'Zamalek' })).status).toBe(200);
    const filtered = await ask(key, { stauts: '1', page_size: '10' });
    expect(filtered.status).toBe(422);
    expect(filtered.headers['daftar-version']).toBe(LATEST_VERSION);
    expect(filtered.body).toMatchObject({
      code: 'unknown_filter',
      param: 'stauts',
      errors: { stauts: [expect.any(String)] },
    });
    // Each key of metadata is a filter by a name of its own.
    expect((await ask(key, { 'metadata[branch]': 'Zamalek', limit: '1' })).status).toBe(200);
    expect((await ask(key, { 'metadta[branch]': 'Zamalek' })).body.code).toBe('unknown_filter');
    const refused = await make(key, { ...link, amuont: 5, toString: 1 });
    expect(refused.body.error_codes).toEqual({ amuont: ['unknown_field'], toString: ['unknown_field'] });
    expect((await make(key, link)).status).toBe(200);
    // Sessions, which the portal uses, and old keys go on as before.
    expect((await ask(owner, { stauts: '1' })).status).toBe(200);
    const secret = (await rows()).find(({ kind }) => kind === 'secret')!;
    expect((await setVersion(owner, secret.id, OLD)).status).toBe(200);
    const ignored = await ask(key, { stauts: '1' });
    expect([ignored.status, ignored.headers['daftar-version']]).toEqual([200, OLD]);
    expect((await make(key, { ...link, amuont: 5 })).status).toBe(200);
  });

  test('gives way to the one that a request names, which must exist', async () => {
    const key = by(owner, await roll(owner, 'test'));
    const asked = await ask(key, { stauts: '1' }, { 'daftar-version': OLD });
    expect([asked.status, asked.headers['daftar-version']]).toEqual([200, OLD]);
    expect((await ask(owner, { stauts: '1' }, { 'daftar-version': LATEST_VERSION })).status).toBe(422);
    for (const version of ['2025-01-01', '', 'x'.repeat(5_000)]) {
      const unknown = await ask(key, {}, { 'daftar-version': version });
      expect(unknown.status, version).toBe(400);
      expect(unknown.body).toMatchObject({ code: 'unknown_version', message: expect.stringContaining(OLD) });
      expect(unknown.raw.length).toBeLessThan(1_000);
    }
  });

  test('is changed by those who manage keys, in both directions, and logged', async () => {
    const { id } = await create(owner, ['view-pay-links-list']);
    expect((await setVersion(await daftar.colleague(owner, ['view-settings']), id, OLD)).status).toBe(403);
    expect((await setVersion(await daftar.merchant(), id, OLD)).status).toBe(404);
    expect((await setVersion(owner, id, '2025-01-01')).status).toBe(422);
    for (const version of [OLD, LATEST_VERSION]) {
      expect((await setVersion(owner, id, version)).status).toBe(200);
      expect((await rows()).find((row) => row.id === id)?.version).toBe(version);
    }
    const logged = await daftar.database.sql`
      select after->>'version' as version from audit_log
       where merchant_id = ${owner.merchantId} and action = 'api-key.version' order by id`;
    expect(logged.map(({ version }) => version)).toEqual([OLD, LATEST_VERSION]);
  });
});

test('that sends a burst is rate-limited, and no other key is affected', async () => {
  const busy = await startTestServer({ requestsPerMinute: 5 });
  try {
    const [one, other] = [await busy.merchant(), await busy.merchant()];
    const keyed = async (actor: Actor) => {
      return by(actor, await keysOf(() => busy).roll(actor, 'test'));
    };
    const [mine, theirs] = [await keyed(one), await keyed(other)];
    const ask = (as: Actor) => busy.call({ path: '/merchant/payment_links', mode: 'test', as });
    // One after the other: of those that come at the very same moment the limit may refuse one more.
    const answers: Awaited<ReturnType<typeof ask>>[] = [];
    for (let times = 0; times < 8; times += 1) answers.push(await ask(mine));
    const held = answers.filter(({ status }) => status === 429);
    expect(held).toHaveLength(3);
    expect(Number(held[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask(theirs)).status).toBe(200);
  } finally {
    await busy.close();
  }
});
