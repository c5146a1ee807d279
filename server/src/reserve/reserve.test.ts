/** The rolling reserve: amounts held from settlements, what they cover, and when they are released. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { balances, differences, pay, receivingAccount, refund, settleAll } from '../../tests/kit/money.ts';
import { agreeReserve } from '../../tests/kit/reserve.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { decideByReference, openChargeback } from '../chargebacks/decide.ts';
import { readOutbox } from '../messages/outbox.ts';
import { releaseDue } from './service.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  daftar.clock.set('2026-06-15T09:00:00Z');
  owner = await daftar.merchant();
});

const read = async (path = '') =>
  (await daftar.call({ path: `/merchant/reserve${path}`, mode: 'live', as: owner })).body.data;
const runAt = (moment: string) => releaseDue({ ...daftar.app, clock: { now: () => new Date(moment) } });
const settled = async (pounds = 100) => {
  const paid = await pay(daftar, owner, { pounds });
  await settleAll(daftar, owner);
  return paid;
};
const dispute = (transactionId: number) =>
  openChargeback(
    daftar.app,
    { merchantId: owner.merchantId, transactionId },
    { reason: 'fraudulent', actor: 'test' },
  );
const sound = async () => expect(await differences(daftar)).toEqual([]);

describe('of each settlement', () => {
  test('the agreed share is held, without fractions of a piastre, and the rest goes on as before', async () => {
    await agreeReserve(daftar, owner, 1055);
    await settled();
    // 10.55 % of 93.44 are 9.85792.
    expect(await balances(daftar, owner)).toMatchObject({ pending: 0, reserve: 985, available: 8359 });
    expect(await read()).toEqual({
      share: 10.55,
      days: 30,
      balance: 9.85,
      currency: 'EGP',
      next_release: { date: '2026-07-15', amount: 9.85 },
      monthly_limit: null,
    });
    expect(await read('/items')).toMatchObject([
      { state: 'held', amount: 9.85, left: 9.85, drawn: 0, release_on: '2026-07-15', released: null },
    ]);
    const [settlement] = (await daftar.call({ path: '/merchant/settlements', mode: 'live', as: owner })).body
      .data;
    expect(settlement).toMatchObject({ amount: 93.44, bank_amount: 0, reserved_amount: 9.85 });
    const { body } = await daftar.call({ path: '/merchant/statistics', mode: 'live', as: owner });
    expect(body.data).toMatchObject({
      reserve_balance: 9.85,
      available_balance: 83.59,
      total_balance: 83.59,
    });
    await sound();
  });

  test.each([
    [1, 0],
    [2, 1],
  ])('%i basis points of 93.44 pounds hold %i piastres', async (share, reserve) => {
    await agreeReserve(daftar, owner, share);
    await settled();
    expect(await balances(daftar, owner)).toMatchObject({ reserve, available: 9344 - reserve });
    expect(await read('/items')).toHaveLength(reserve);
    await sound();
  });

  test('it is held before the rest goes to the bank account, as announced', async () => {
    await receivingAccount(daftar, owner);
    await agreeReserve(daftar, owner, 2500);
    await pay(daftar, owner);
    const next = { amount: 93.44, bank_amount: 70.08, reserved_amount: 23.36 };
    const path = '/merchant/settlements/next';
    expect((await daftar.call({ path, mode: 'live', as: owner })).body.data).toMatchObject(next);
    await settleAll(daftar, owner);
    expect(await balances(daftar, owner)).toMatchObject({ available: 0, reserve: 2336, bank: 7008 });
    await sound();
  });

  test('nothing is held of what fills up a balance below zero, and all of it at 100 percent', async () => {
    const { id } = await settled(10);
    await refund(daftar, owner, id, { amount: 10 });
    // The fee of 3.74 stays.
    expect(await balances(daftar, owner)).toMatchObject({ available: -374 });
    await agreeReserve(daftar, owner, 10_000);
    await settled();
    expect(await balances(daftar, owner)).toMatchObject({ available: 0, reserve: 9344 - 374 });
    await sound();
  });

  test('other terms are those of later settlements; what is held keeps its day', async () => {
    await agreeReserve(daftar, owner, 1000, 10);
    await settled();
    await agreeReserve(daftar, owner, 2000, 5);
    await settled();
    await agreeReserve(daftar, owner, 0);
    await settled();
    const items = await read('/items');
    expect(items.map(({ share, release_on }: Record<string, unknown>) => [share, release_on])).toEqual([
      [10, '2026-06-25'],
      [20, '2026-06-20'],
    ]);
    await sound();
  });
});

describe('the release', () => {
  test('comes on its day, once, however often and by however many processes it runs', async () => {
    await agreeReserve(daftar, owner, 1000, 3);
    await settled();
    await runAt('2026-06-17T20:59:00Z');
    expect(await balances(daftar, owner)).toMatchObject({ reserve: 934 });
    await Promise.all(Array.from({ length: 4 }, () => runAt('2026-06-17T21:01:00Z')));
    await runAt('2026-06-18T09:00:00Z');
    expect(await balances(daftar, owner)).toMatchObject({ reserve: 0, available: 9344 });
    expect(await read('/items')).toMatchObject([{ state: 'released', left: 0, released: 9.34 }]);
    const { body } = await daftar.call({ path: '/merchant/notifications', mode: 'live', as: owner });
    const told = body.data.data.filter(({ content }: { content: string }) =>
      content.includes('was released'),
    );
    expect(told).toHaveLength(1);
    await sound();
  });

  test.each([
    ['suspended', 'status = 4', 'status = 3'],
    [
      'held',
      `settlement_held_at = now(), settlement_hold_reason = 'x'`,
      'settlement_held_at = null, settlement_hold_reason = null',
    ],
  ])('waits while the merchant is %s', async (_, stop, go) => {
    await agreeReserve(daftar, owner, 1000, 1);
    await settled();
    const set = (what: string) =>
      daftar.database.sql.unsafe(`update merchants set ${what} where id = ${owner.merchantId}`);
    await set(stop);
    await runAt('2026-06-20T09:00:00Z');
    expect(await balances(daftar, owner)).toMatchObject({ reserve: 934 });
    await set(go);
    await runAt('2026-06-20T10:00:00Z');
    expect(await balances(daftar, owner)).toMatchObject({ reserve: 0 });
    await sound();
  });
});

describe('a chargeback or refund that the available balance does not cover', () => {
  test('takes what is missing out of the reserve, what would be released next first, and says so', async () => {
    await receivingAccount(daftar, owner);
    await agreeReserve(daftar, owner, 5000, 20);
    await settled();
    await agreeReserve(daftar, owner, 5000, 10);
    const { id } = await settled();
    await dispute(id);
    // 46.72 held twice; 100.00 disputed and nothing available.
    expect(await balances(daftar, owner)).toMatchObject({ available: -656, reserve: 0, chargeback: 10_000 });
    expect(await read('/items')).toMatchObject([
      { state: 'used', drawn: 46.72 },
      { state: 'used', drawn: 46.72 },
    ]);
    const { body } = await daftar.call({ path: '/merchant/notifications', mode: 'live', as: owner });
    const said = body.data.data.map(({ content }: { content: string }) =>
      content.replace(/[\u2068\u2069]/g, ''),
    );
    expect(said).toContainEqual(
      expect.stringMatching(/^93\.44 EGP of your rolling reserve was used for CHB-/),
    );
    // Nothing is left to release.
    await runAt('2026-09-01T09:00:00Z');
    expect(await balances(daftar, owner)).toMatchObject({ available: -656, reserve: 0 });
    await sound();
  });

  test('leaves the rest held; what a won dispute gives back is available', async () => {
    await agreeReserve(daftar, owner, 5000, 20);
    const { id } = await settled();
    await settled();
    await dispute(id);
    expect(await balances(daftar, owner)).toMatchObject({ available: 0, reserve: 9344 - 656 });
    expect((await read('/items')).map(({ state }: { state: string }) => state)).toEqual(['held', 'held']);
    const [row] = await daftar.database.sql<{ reference: string }[]>`
      select reference from chargebacks where merchant_id = ${owner.merchantId}`;
    await decideByReference(daftar.app, row!.reference, 'withdrawn', 'test');
    expect(await balances(daftar, owner)).toMatchObject({ available: 10_000, reserve: 9344 - 656 });
    await sound();
  });

  test('a refund of a merchant whose money went to the bank is covered too', async () => {
    await receivingAccount(daftar, owner);
    await agreeReserve(daftar, owner, 3000, 20);
    const { id } = await settled();
    await refund(daftar, owner, id, { amount: 20 });
    expect(await balances(daftar, owner)).toMatchObject({ available: 0, reserve: 2803 - 2000 });
    await sound();
  });

  test('a dispute of money that is not settled yet leaves the reserve alone', async () => {
    await agreeReserve(daftar, owner, 3000, 20);
    await settled();
    const { id } = await pay(daftar, owner);
    await dispute(id);
    expect(await balances(daftar, owner)).toMatchObject({ pending: 9344 - 10_000, reserve: 2803 });
    await sound();
  });
});

test('owners are told by e-mail of other terms, in their language, whatever else they want by e-mail', async () => {
  await daftar.database
    .sql`update users set receive_notifications = false where merchant_id = ${owner.merchantId}`;
  await agreeReserve(daftar, owner, 1050, 90);
  await agreeReserve(daftar, owner, 0);
  const subjects = (await readOutbox(daftar.app, { to: owner.email })).map(({ subject }) => subject);
  expect(subjects).toEqual(
    expect.arrayContaining([
      'A rolling reserve was agreed: 10.5% of each settlement is held for 90 days, and is then yours to pay out',
      'The rolling reserve was lifted: new settlements are paid in full. What is held already is released on its day',
    ]),
  );
});

test('the database refuses to hold more, to put back, to release twice or to forget', async () => {
  await agreeReserve(daftar, owner, 1000, 3);
  await settled();
  const { sql } = daftar.database;
  const refused = /may not be changed|append|refuse|cannot/i;
  for (const change of [
    'left_piastres = left_piastres + 1',
    'left_piastres = left_piastres - 1, release_on = release_on - 1',
    'held_piastres = held_piastres + 1, left_piastres = 0',
  ])
    await expect(
      sql.unsafe(`update reserve_items set ${change} where merchant_id = ${owner.merchantId}`),
    ).rejects.toThrow(refused);
  await expect(sql`delete from reserve_items`).rejects.toThrow(refused);
  await runAt('2026-06-20T09:00:00Z');
  await expect(
    sql`update reserve_items set released_at = now() where merchant_id = ${owner.merchantId}`,
  ).rejects.toThrow(refused);
});

test('ledger:check finds an item that the ledger does not know of', async () => {
  await agreeReserve(daftar, owner, 1000, 3);
  await settled();
  const found = await daftar.database.sql
    .begin(async (tx) => {
      await tx`alter table reserve_items disable trigger reserve_items_stay`;
      await tx`update reserve_items set left_piastres = left_piastres - 5 where merchant_id = ${owner.merchantId}`;
      const { reserveChecks } = await import('./checks.ts');
      const rules: string[] = [];
      for (const check of reserveChecks) rules.push(...(await check(tx as never)).map(({ rule }) => rule));
      throw Object.assign(new Error('undone'), { rules });
    })
    .catch((error: { rules: string[] }) => error.rules);
  expect(found).toEqual(['reserve_is_items', 'reserve_items_whole']);
});
