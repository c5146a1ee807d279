/** A merchant's monthly limit in the console: one operator lowers it, two raise it. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pay } from '../../../tests/kit/money.ts';
import {
  type Actor,
  type OperatorActor,
  startTestServer,
  type TestServer,
} from '../../../tests/kit/server.ts';
import { deskOf } from '../testing.ts';

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
