/** Lists, figures and files are read at a standby, and never older than what was written before they were asked for. */
import { readsAtStandby } from '@daftar/contract/endpoint';
import { isForOperators } from '@daftar/contract/ops-roles';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { processMetrics } from '../../src/platform/metrics.ts';
import { callCase, cases } from '../kit/cases.ts';
import { addMembership } from '../kit/people.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../kit/server.ts';
import { type Pair, startPair } from '../kit/standby.ts';

let pair: Pair;
let daftar: TestServer;
let owner: Actor;
let admin: OperatorActor;
beforeAll(async () => {
  pair = await startPair();
  // The first host is the primary, as after a failover: it is passed over.
  const hosts = pair.standbyUrl.replace('@', `@${new URL(pair.database.url).host},`);
  daftar = await startTestServer({ databaseReadUrl: hosts }, pair.database);
  owner = await daftar.merchant();
  admin = await daftar.operator();
});
afterAll(async () => {
  if (daftar) await daftar.close();
  else await pair?.database.drop();
});

/** How many reads were served how, since the start. */
async function served(how: string): Promise<number> {
  const text = await processMetrics.getSingleMetricAsString('daftar_standby_reads_total');
  return Number(new RegExp(`served="${how}"} (\\d+)`).exec(text)?.[1] ?? 0);
}

let serial = 0;
/** Adds a customer, and reads the newest of the list. @returns whether that is the one added */
async function findsWhatItWrites(): Promise<boolean> {
  serial += 1;
  const name = `Customer ${serial}`;
  const body = { name, email: `c${serial}@example.com`, mobile: `0101234${String(serial).padStart(4, '0')}` };
  const made = await daftar.call({
    method: 'POST',
    path: '/merchant/Customer/Create',
    mode: 'live',
    as: owner,
    body,
  });
  expect(made.status).toBe(200);
  const { status, body: list } = await daftar.call({
    path: '/merchant/Customer/List',
    mode: 'live',
    as: owner,
    query: { PageSize: '1' },
  });
  expect(status).toBe(200);
  return list.data[0]?.name === name;
}

test('what was written is there in the next list, which the standby serves', async () => {
  const wanted = (await served('standby')) + 20;
  while ((await served('standby')) < wanted) expect(await findsWhatItWrites()).toBe(true);
});

describe('every call that may be answered at a standby', () => {
  // One mode is enough: the other runs the same statements.
  const all = cases.filter(
    ({ endpoint, mode, sample }) =>
      readsAtStandby(endpoint) && mode === 'live' && sample.status === undefined,
  );

  test('is, without being refused there: it writes nothing where it reads', async () => {
    expect(all.length).toBeGreaterThan(80);
    const atStandby = await served('standby');
    const repeated: string[] = [];
    for (const each of all) {
      const before = await served('repeated');
      const caller = isForOperators(each.endpoint.access) ? admin : owner;
      const params = await each.sample.params?.({ daftar, actor: owner, mode: each.mode });
      const { status } = await callCase(daftar, each, caller, owner, params ? { params } : {});
      if (status >= 500 || (await served('repeated')) > before) repeated.push(`${each.name} ${each.mode}`);
    }
    expect(repeated).toEqual([]);
    expect(await served('standby')).toBeGreaterThan(atStandby + all.length / 2);
  });

  test('is no call that decides or changes something', () => {
    expect(all.filter(({ endpoint }) => endpoint.method !== 'GET')).toEqual([]);
  });
});

test('a standby that replays nothing is left, and read again once it has caught up', async () => {
  await pair.standby`select pg_wal_replay_pause()`;
  const before = await served('behind');
  for (let at = 0; at < 3; at += 1) expect(await findsWhatItWrites()).toBe(true);
  expect(await served('behind')).toBe(before + 3);
  // Nor has it the session that a switch opens, in a business that it has never heard of.
  const other = await daftar.merchant();
  await addMembership(daftar.app, owner, other.merchantId);
  const path = '/api/merchant/memberships/switch';
  const body = { merchant_id: other.merchantId };
  const switched = await daftar.call({ method: 'POST', path, headers: owner.headers, body });
  expect(switched.status, switched.raw).toBe(200);
  const headers = { authorization: `Bearer ${switched.body.data.access_token}` };
  const there = await daftar.call({ path: '/api/merchant/memberships', headers });
  expect(there.body.data).toContainEqual(
    expect.objectContaining({ merchant_id: other.merchantId, is_current: true }),
  );
  const again = { method: 'POST', path, headers, body: { merchant_id: owner.merchantId } } as const;
  const back = await daftar.call(again);
  owner = { ...owner, headers: { authorization: `Bearer ${back.body.data.access_token}` } };
  expect(await findsWhatItWrites(), 'and back').toBe(true);
  await pair.standby`select pg_wal_replay_resume()`;
  const atStandby = await served('standby');
  await vi.waitUntil(async () => (await findsWhatItWrites()) && (await served('standby')) > atStandby, {
    timeout: 100_000,
  });
});

test('an address that leads to the primary is not read, and takes no write', async () => {
  const mistaken = await startTestServer(
    { databaseReadUrl: pair.database.url },
    { ...pair.database, drop: async () => {} },
  );
  const before = await served('away');
  const { status } = await mistaken.call({ path: '/merchant/Customer/List', mode: 'live', as: owner });
  expect([status, await served('away')]).toEqual([200, before + 1]);
  await mistaken.close();
});

test('a standby that dies fails nobody', async () => {
  expect(await findsWhatItWrites()).toBe(true);
  await pair.killStandby();
  const before = await served('away');
  for (let at = 0; at < 5; at += 1) expect(await findsWhatItWrites()).toBe(true);
  expect(await served('away')).toBeGreaterThan(before);
});
