/** A merchant's rolling reserve in the console: one operator asks, another approves. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { balances, differences, pay, settleAll } from '../../../tests/kit/money.ts';
import { deskOf } from '../../../tests/kit/ops.ts';
import { agreeReserve } from '../../../tests/kit/reserve.ts';
import {
  type Actor,
  type OperatorActor,
  startTestServer,
  type TestServer,
} from '../../../tests/kit/server.ts';
import { releaseDue } from '../../reserve/service.ts';

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
const path = () => `/merchants/${owner.merchantId}/reserve`;
const form = (more: object = {}) => ({ share: '10', days: '90', reason: 'New in travel', ...more });
const agreed = async () => (await ask(finance, path())).body.data.live;

test('it is set once another operator approves, who sees before and after; it is logged', async () => {
  const asked = await tell(finance, path(), form(), 'PUT');
  expect(asked.status, asked.raw).toBe(200);
  expect(await agreed()).toMatchObject({ share: 0, days: null });
  expect((await approveNewest(finance)).status).toBe(400);
  const [request] = (await ask(second, '/approvals', { kind: 'reserve', state: 'waiting' })).body.data;
  expect((await ask(second, `/approvals/${request.id}`)).body.data.facts).toEqual([
    {
      name: 'reserve',
      before: { is: 'share', share: 0, days: 0 },
      after: { is: 'share', share: 10, days: 90 },
    },
  ]);
  expect((await approveNewest(second)).status).toBe(200);
  expect(await agreed()).toMatchObject({ share: 10, days: 90 });
  expect(await lastAudit()).toMatchObject({ action: 'merchant.reserve', actor: second.email });
  const [entry] = await daftar.database.sql`
    select before, after from audit_log where action = 'merchant.reserve' and merchant_id = ${owner.merchantId}`;
  expect(entry).toEqual({
    before: {},
    after: { shareBps: 1000, days: 90, releaseNow: false, askedBy: finance.email, reason: 'New in travel' },
  });
});

test('a request that changes nothing is refused, and one about terms that changed since is not carried out', async () => {
  await agreeReserve(daftar, owner, 1000, 90);
  expect((await tell(finance, path(), form(), 'PUT')).status).toBe(400);
  expect((await tell(finance, path(), form({ share: 5 }), 'PUT')).status).toBe(200);
  await agreeReserve(daftar, owner, 2000, 90);
  expect((await approveNewest(second)).status).toBeGreaterThanOrEqual(400);
  expect(await agreed()).toMatchObject({ share: 20 });
});

test('lifting it may release what is held, in live and test mode, and is refused while settlements are on hold', async () => {
  await agreeReserve(daftar, owner, 1000, 90);
  for (const mode of ['live', 'test'] as const) {
    await pay(daftar, owner, { mode });
    await settleAll(daftar, owner, mode);
  }
  const ofOwner = { merchant_id: String(owner.merchantId) };
  expect((await ask(finance, '/reserve-items', ofOwner)).body.data).toMatchObject([
    { state: 'held', left: 9.34, mode: 'live' },
  ]);
  await tell(finance, path(), form({ share: 0, release_now: true }), 'PUT');
  const hold = (at: Date | null) => daftar.database.sql`
    update merchants set settlement_held_at = ${at}, settlement_hold_reason = ${at && 'Papers'}
     where id = ${owner.merchantId}`;
  await hold(daftar.clock.now());
  expect((await approveNewest(second)).status).toBe(400);
  expect(await agreed()).toMatchObject({ share: 10, balance: 9.34 });
  await hold(null);
  expect((await approveNewest(second)).status).toBe(200);
  for (const mode of ['live', 'test'] as const)
    expect(await balances(daftar, owner, mode)).toMatchObject({ reserve: 0, available: 9344 });
  expect(await agreed()).toMatchObject({ share: 0, balance: 0, next_release: null });
  expect(await differences(daftar)).toEqual([]);
});

test('what was held after it was asked is not released with it, and never more than was shown', async () => {
  await agreeReserve(daftar, owner, 1000, 90);
  const held = async () => {
    await pay(daftar, owner);
    await settleAll(daftar, owner);
    return (await agreed()).balance;
  };
  expect(await held()).toBe(9.34);
  await tell(finance, path(), form({ share: 0, release_now: true }), 'PUT');
  daftar.clock.advance({ days: 1 });
  [finance, second] = [await daftar.operator('finance'), await daftar.operator('admin')];
  owner = await daftar.elsewhere(owner);
  expect(await held()).toBe(18.68);
  expect((await approveNewest(second)).status).toBe(200);
  expect(await agreed()).toMatchObject({ share: 0, balance: 9.34 });
  // Of two settlements of one day, the day alone does not tell which was shown.
  await agreeReserve(daftar, owner, 1000, 90);
  await tell(finance, path(), form({ share: 0, release_now: true }), 'PUT');
  expect(await held()).toBe(18.68);
  expect((await approveNewest(second)).status).toBe(409);
  expect(await agreed()).toMatchObject({ share: 10, balance: 18.68 });
  expect(await differences(daftar)).toEqual([]);
});

test('what is held is found by settlement, payment, merchant and amount, filtered, sorted and saved', async () => {
  await agreeReserve(daftar, owner, 1000, 90);
  const first = await pay(daftar, owner);
  await settleAll(daftar, owner);
  daftar.clock.advance({ days: 1 });
  finance = await daftar.operator('finance');
  owner = await daftar.elsewhere(owner);
  await pay(daftar, owner, { pounds: 200 });
  await settleAll(daftar, owner);
  await pay(daftar, owner, { mode: 'test' });
  await settleAll(daftar, owner, 'test');
  const { merchantId } = owner;
  const found = async (query: Record<string, string>) =>
    (await ask(finance, '/reserve-items', { merchant_id: String(merchantId), ...query })).body.data.map(
      (row: { settlement_reference: string }) => row.settlement_reference,
    ) as string[];
  const [one, two] = await found({});
  expect(await found({ sort_type: 'desc' })).toEqual([two, one]);
  expect(await found({ sort_by: 'amount', sort_type: 'desc' })).toEqual([two, one]);
  expect(await found({ mode: 'test' })).toHaveLength(1);
  for (const q of [one!, one!.toLowerCase(), one!.slice(4), first.reference, '9.34'])
    expect(await found({ q }), q).toEqual([one]);
  expect(await found({ q: String(merchantId) })).toEqual([one, two]);
  expect(await found({ q: 'No such merchant' })).toEqual([]);
  expect(await found({ date_from: '2026-09-14', date_to: '2026-09-14' })).toEqual([two]);
  expect(await found({ state: 'used' })).toEqual([]);
  daftar.clock.set('2026-09-13T07:00:00Z');
  finance = await daftar.operator('finance');
  await releaseDue(daftar.app);
  expect([await found({ state: 'released' }), await found({ state: 'held' })]).toEqual([[one], [two]]);
  const saved = await ask(finance, '/reserve-items/export', { q: one! });
  const [headings, line] = saved.raw.trim().split('\r\n');
  expect(headings).toMatch(/^\W?Reference,Merchant,/);
  expect(line).toContain(`,${merchantId},9.34,0.00,0.00,9.34,Released,10.00,90,`);
  expect((await ask(await daftar.operator('reviewer'), '/reserve-items')).status).toBe(403);
});

test.each([
  ['share', ['100.01', '-1', '1.234', 'x', '', null, '\u0000', '\ud800', '1e9', '9'.repeat(400)]],
  ['days', ['0', '731', '1.5', '-3', '', 'x', null, '\u0000', '1e2', '9'.repeat(400)]],
  ['reason', ['', ' ', 'x'.repeat(501), '\u0000']],
] as const)('a %s that makes no sense is refused by name', async (field, values) => {
  for (const value of values) {
    if (field === 'share' && value === '') continue;
    const { status, raw, body } = await tell(finance, path(), form({ [field]: value }), 'PUT');
    expect([value, status], raw).toEqual([value, 422]);
    expect(Object.keys(body.errors ?? body.data ?? {}).join(), raw).toContain(field);
  }
});
