import { isForKeys, KEY_PERMISSIONS } from '@daftar/contract/api-keys';
import { isForOperators } from '@daftar/contract/ops-roles';
import type { Permission } from '@daftar/contract/permissions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { by, KEYS, keysOf } from '../../tests/kit/api-keys.ts';
import { callCase, cases, madeOnce, missingParams, permissionsOf } from '../../tests/kit/cases.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';

/** Calls of a merchant's own software, and the lifecycle of its keys. */
let daftar: TestServer;
let owner: Actor;
let stranger: Actor;
/** An owner whose keys have too few permissions. */
let other: Actor;
/** The owner's secret and public keys. */
let all: Actor;
let open: Actor;
beforeAll(async () => {
  // One connection prepares each statement once.
  daftar = await startTestServer({ databasePool: 1 });
  owner = await daftar.merchant();
  stranger = await daftar.merchant();
  other = await daftar.merchant();
  all = by(owner, await roll(owner, 'test'));
  open = by(owner, (await daftar.call({ path: KEYS, mode: 'test', as: owner })).body.data.publicKey);
});
afterAll(() => daftar.close());

const { roll, create } = keysOf(() => daftar);

const keys = new Map<string, Promise<Actor>>();
/** A key of a merchant with just these permissions, made once: a merchant keeps at most fifty. */
function keyOf(merchant: Actor, permissions: readonly Permission[]): Promise<Actor> {
  const name = `${merchant.merchantId} ${permissions.join()}`;
  const key = keys.get(name) ?? create(merchant, [...permissions]).then((made) => by(merchant, made.key));
  keys.set(name, key);
  return key;
}

describe('every call', () => {
  const byMode = cases.filter(
    ({ endpoint, mode }) =>
      endpoint.access !== 'public' &&
      !isForOperators(endpoint.access) &&
      (mode === 'test' || endpoint.base === 'fixed'),
  );
  test('to a user’s own data is refused to keys unless it is declared otherwise', () => {
    const open = byMode.filter(({ endpoint }) => endpoint.access === 'signed-in' && isForKeys(endpoint));
    expect(open.map(({ name }) => name).toSorted()).toEqual([
      'api-keys.startCheckout',
      'auth.myPermissions',
      'dashboard.paymentMethods',
      'dashboard.statistics',
      'lookups.currencies',
      'lookups.exchangeRate',
      'lookups.paymentMethods',
      'search.find',
    ]);
  });

  test.each(byMode.map((each) => [each.name, each] as const))(
    '%s accepts only the keys that it declares',
    async (_, each) => {
      const { endpoint } = each;
      const needed = permissionsOf(endpoint).filter((permission) => KEY_PERMISSIONS.includes(permission));
      // Refused calls use nothing of their sample up.
      const once = await madeOnce(daftar, each, owner);
      const asPublic = await callCase(daftar, endpoint.keys === 'public' ? each : once, open, owner);
      if (endpoint.keys === 'public') expect(asPublic.status, asPublic.raw).toBeLessThan(300);
      else expect(asPublic.status, asPublic.raw).toBe(403);
      if (!isForKeys(endpoint)) {
        expect((await callCase(daftar, once, all, owner)).status).toBe(403);
        return;
      }
      if (needed.length > 0) {
        const others = KEY_PERMISSIONS.filter((permission) => !needed.includes(permission));
        const without = await keyOf(other, others);
        expect((await callCase(daftar, once, without, owner)).status).toBe(403);
        const also = [endpoint.also, endpoint.alsoForKeys].flatMap((each) => each ?? []);
        for (const lacking of also) {
          const less = await keyOf(owner, [needed[0]!, ...also.filter((each) => each !== lacking)]);
          expect((await callCase(daftar, once, less, owner)).status, lacking).toBe(403);
        }
        const just = await keyOf(owner, [needed[0]!, ...also]);
        const answer = await callCase(daftar, each, just, owner);
        expect([401, 403], answer.raw).not.toContain(answer.status);
        expect(answer.status).toBeLessThan(500);
        expect(answer.raw).not.toMatch(/unknown_(?:field|filter)/);
      }
      const misspelt = await callCase(daftar, once, all, owner, { query: { unheard: '1' } });
      expect([misspelt.status, misspelt.body?.errors], misspelt.raw).toEqual([
        422,
        { unheard: ['There is no such filter'] },
      ]);
      if (endpoint.params && each.sample.params) {
        const params = await each.sample.params({ daftar, actor: stranger, mode: 'test' });
        const foreign = await callCase(daftar, once, all, owner, { params });
        const missing = await callCase(daftar, once, all, owner, { params: missingParams(endpoint) });
        expect(foreign.status, foreign.raw).toBe(404);
        expect(foreign.raw).toBe(missing.raw);
      }
    },
  );
});
