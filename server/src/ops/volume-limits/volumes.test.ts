/** A merchant's monthly limit in the console: one operator lowers it, two raise it. */
import { MERCHANT_STATUS } from '@daftar/contract/auth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pay } from '../../../tests/kit/money.ts';
import { deskOf } from '../../../tests/kit/ops.ts';
import {
  type Actor,
  type OperatorActor,
  startTestServer,
  type TestServer,
} from '../../../tests/kit/server.ts';

let daftar: TestServer;
let finance: OperatorActor;
let second: OperatorActor;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  daftar.clock.set('2026-06-15T09:00:00Z');
  [finance, second] = [await daftar.operator('finance'), await daftar.operator('admin')];
  owner = await daftar.merchant();
});

const { ask, tell, lastAudit, approveNewest } = deskOf(() => daftar);
const read = async () => (await ask(finance, `/merchants/${owner.merchantId}/volume`)).body.data;
const save = (rule: string, limit?: unknown) =>
  tell(finance, `/merchants/${owner.merchantId}/volume-limit`, { rule, limit, reason: 'As agreed' }, 'PUT');

const waiting = async () =>
  (await ask(finance, '/approvals', { state: 'waiting' })).body.data[0].id as number;

test('a lower limit holds at once, a higher one and none wait for another operator', async () => {
  await pay(daftar, owner);
  expect(await read()).toMatchObject({
    rule: 'usual',
    limit: null,
    usual_limit: null,
    month: '2026-06-01',
    live: { captured: 100, open: 0 },
  });
  expect((await save('own', '500.50')).status).toBe(200);
  expect(await read()).toMatchObject({ rule: 'own', limit: 500.5 });
  expect(await lastAudit()).toMatchObject({
    action: 'merchant.volume-limit',
    before: { rule: 'usual' },
    after: { rule: 'own', limitPiastres: 50_050, reason: 'As agreed' },
  });
  for (const [rule, limit, becomes] of [
    ['own', 900, 900],
    ['none', '', null],
  ] as const) {
    const before = await read();
    expect((await save(rule, limit)).status).toBe(200);
    expect(await read()).toEqual(before);
    expect((await approveNewest(finance)).status).toBe(400);
    expect((await approveNewest(second)).status).toBe(200);
    expect(await read()).toMatchObject({ rule, limit: becomes });
  }
  expect((await save('none')).status).toBe(400);
});

test('a request about a limit that changed since is not carried out', async () => {
  await save('own', 500);
  await save('own', 900);
  await save('own', 100);
  expect((await approveNewest(second)).status).toBeGreaterThanOrEqual(400);
  expect(await read()).toMatchObject({ limit: 100 });
});

describe('with limits of statuses', () => {
  const statusOf = (status: keyof typeof MERCHANT_STATUS) =>
    daftar.database
      .sql`update merchants set status = ${MERCHANT_STATUS[status]} where id = ${owner.merchantId}`;
  beforeEach(() => {
    (daftar.app.config as { volumeLimits: ReadonlyMap<number, number> }).volumeLimits = new Map([
      [MERCHANT_STATUS.live, 50_000],
      [MERCHANT_STATUS.underReview, 5_000],
    ]);
  });
  afterEach(() => {
    (daftar.app.config as { volumeLimits: ReadonlyMap<number, number> }).volumeLimits = new Map();
  });

  test('one operator raises no limit by setting it while the merchant has a status without one', async () => {
    for (const status of ['suspended', 'registered', 'rejected'] as const) {
      await statusOf(status);
      const asked = await save('own', 900);
      expect([status, asked.body.message]).toEqual([status, expect.stringContaining('Another operator')]);
      expect((await tell(finance, `/approvals/${await waiting()}/withdraw`)).status).toBe(200);
      expect(await read()).toMatchObject({ rule: 'usual' });
    }
    // A limit that is lower in every status needs one operator.
    expect((await save('own', 40)).body.message).not.toContain('Another operator');
    await statusOf('live');
    expect(await read()).toMatchObject({ rule: 'own', limit: 40 });
  });

  test('a request whose limits are others since, because the merchant has another status, is not carried out', async () => {
    await statusOf('underReview');
    await save('own', 40);
    expect((await save('usual')).body.message).toContain('Another operator');
    await statusOf('live');
    expect((await approveNewest(second)).status).toBe(409);
    expect(await read()).toMatchObject({ rule: 'own', limit: 40 });
  });
});

test('what makes no sense is refused by name', async () => {
  for (const [rule, limit] of [
    ['own', ''],
    ['own', null],
    ['own', '-1'],
    ['own', '1.234'],
    ['own', '\u0000'],
    ['own', '9'.repeat(400)],
    ['other', 5],
  ] as const)
    expect([rule, limit, (await save(rule, limit)).status]).toEqual([rule, limit, 422]);
});
