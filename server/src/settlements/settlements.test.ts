import { cairoMoment } from '@daftar/contract/moment';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  balances,
  callerOf,
  differences,
  pay,
  receivingAccount,
  refund,
  rowOf,
  settleAll,
} from '../../tests/kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import type { Tx } from '../platform/db/connect.ts';
import { SettlingHeld } from './errors.ts';
import { nextSettlement, settleAllDue, settleNow } from './service.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  // A Monday.
  daftar.clock.set('2026-06-15T09:00:00Z');
  owner = await daftar.merchant();
});

/** Runs the job at a moment. */
const run = (moment: string) => settleAllDue({ ...daftar.app, clock: { now: () => new Date(moment) } });
const list = async (query: Record<string, string> = {}) =>
  (await daftar.call({ path: '/merchant/settlements', mode: 'live', as: owner, query })).body;
const statement = (id: number, as = owner, headers: Record<string, string> = {}) =>
  daftar.call({ path: `/api/merchant/settlements/export/${id}`, as, headers });

describe('the daily settlement', () => {
  test('settles on the expected day, and not before', async () => {
    const { id } = await pay(daftar, owner);
    await run('2026-06-15T20:59:00Z');
    expect((await list()).data).toEqual([]);
    await run('2026-06-15T21:05:00Z');
    const { data } = await list();
    expect(data).toMatchObject([{ amount: 93.44, total_transactions: 1, currency: 'EGP' }]);
    expect(data[0].reference).toMatch(/^STL-/);
    expect(await rowOf(daftar, id)).toMatchObject({ settlementStatus: 1 });
    expect(await balances(daftar, owner)).toMatchObject({ pending: 0, available: 9344 });
    const details = await daftar.call({ path: `/merchant/transactions/${id}`, mode: 'live', as: owner });
    expect(details.body.data).toMatchObject({
      settlement_status: 1,
      settlement_reference: data[0].reference,
    });
    expect(await differences(daftar)).toEqual([]);
  });

  test('run again, and by several servers at once, settles once', async () => {
    for (let each = 0; each < 3; each += 1) await pay(daftar, owner, { pounds: 50 });
    await Promise.all(Array.from({ length: 5 }, () => run('2026-06-16T06:00:00Z')));
    await run('2026-06-16T07:00:00Z');
    expect((await list()).data).toMatchObject([{ total_transactions: 3 }]);
    expect(await differences(daftar)).toEqual([]);
  });

  test('skips Fridays, Saturdays and holidays', async () => {
    // Thursday evening: expected on Sunday.
    daftar.clock.set('2026-06-18T15:00:00Z');
    owner = await daftar.merchant();
    await pay(daftar, owner);
    for (const day of ['2026-06-19', '2026-06-20']) await run(`${day}T09:00:00Z`);
    await daftar.database.sql`insert into bank_holidays values ('2026-06-21', 'A holiday', 'عطلة')`;
    await run('2026-06-21T09:00:00Z');
    expect((await list()).data).toEqual([]);
    await run('2026-06-22T09:00:00Z');
    expect((await list()).data).toHaveLength(1);
    await daftar.database.sql`delete from bank_holidays`;
  });

  test('deducts earlier refunds; a net of zero or less waits for the next batch', async () => {
    const whole = await pay(daftar, owner);
    await refund(daftar, owner, whole.id, { amount: 100 });
    await run('2026-06-16T06:00:00Z');
    expect((await list()).data).toEqual([]);
    const part = await pay(daftar, owner);
    await refund(daftar, owner, part.id, { amount: 10 });
    await run('2026-06-17T06:00:00Z');
    // 93.44 − 10 − the fee of 6.56 of the refunded payment.
    expect((await list()).data).toMatchObject([{ amount: 76.88, total_transactions: 2 }]);
    expect(await differences(daftar)).toEqual([]);
  });
});

describe('a merchant whose settlements are stopped', () => {
  const stops = [
    ['suspended', (id: number, tx: Tx) => tx`update merchants set status = 4 where id = ${id}`],
    [
      'held',
      (id: number, tx: Tx) =>
        tx`update merchants set settlement_held_at = now(), settlement_hold_reason = 'x' where id = ${id}`,
    ],
    ['no longer approved', (id: number, tx: Tx) => tx`update merchants set status = 2 where id = ${id}`],
  ] as const;

  test.each(stops)('gets no settlement while it is %s', async (_, stop) => {
    await receivingAccount(daftar, owner);
    await pay(daftar, owner);
    await daftar.app.pool.begin((tx) => stop(owner.merchantId, tx));
    expect(await run('2026-06-16T06:00:00Z')).toBe(0);
    expect(await balances(daftar, owner)).toMatchObject({ pending: 9344 });
  });

  test.each(stops)('gets no settlement when it is %s during the run', async (_, stop) => {
    await receivingAccount(daftar, owner);
    await pay(daftar, owner);
    let settling: Promise<unknown> = Promise.resolve();
    let ended = false;
    await daftar.app.pool.begin(async (tx) => {
      await stop(owner.merchantId, tx);
      // The run has listed this merchant before.
      settling = settleAll(daftar, owner).finally(() => {
        ended = true;
      });
      while (!ended && !(await isAnybodyWaiting())) await new Promise(setImmediate);
    });
    await settling;
    expect((await list()).data).toEqual([]);
    expect(await balances(daftar, owner)).toMatchObject({ pending: 9344 });
  });

  const isAnybodyWaiting = async () =>
    (
      await daftar.database.sql`
        select from pg_stat_activity where wait_event_type = 'Lock' and query like '%settle_due%'
           and datname = current_database()`
    ).length > 0;

  test('is told so when it asks to settle test money', async () => {
    await pay(daftar, owner, { mode: 'test' });
    await daftar.database.sql`
      update merchants set settlement_held_at = now(), settlement_hold_reason = 'x' where id = ${owner.merchantId}`;
    await expect(settleNow(daftar.app, callerOf(owner, 'test'))).rejects.toThrow(SettlingHeld);
  });
});

describe('the next settlement', () => {
  const next = async () =>
    (await daftar.call({ path: '/merchant/settlements/next', mode: 'live', as: owner })).body.data;
  const nextAt = (moment: string) =>
    nextSettlement({ ...daftar.app, clock: { now: () => new Date(moment) } }, callerOf(owner));

  test('is announced before it is made, and is made as announced', async () => {
    expect(await next()).toBeNull();
    await pay(daftar, owner);
    const part = await pay(daftar, owner, { pounds: 200 });
    await refund(daftar, owner, part.id, { amount: 50 });
    const told = await next();
    expect(told).toEqual({
      date: '2026-06-16',
      amount: 233.75,
      total_transactions: 2,
      currency: 'EGP',
      bank_account: null,
      bank_amount: 0,
      reserved_amount: 0,
      is_held: false,
      rests_until: null,
    });
    await run('2026-06-16T06:00:00Z');
    expect((await list()).data).toMatchObject([{ amount: told.amount, total_transactions: 2 }]);
    expect(await next()).toBeNull();
  });

  test('skips days without banking, waits for a positive amount, and says where it goes and when it is held', async () => {
    // Thursday evening: expected on Sunday, which turns out to be a holiday.
    daftar.clock.set('2026-06-18T15:00:00Z');
    owner = await daftar.merchant();
    const whole = await pay(daftar, owner);
    await refund(daftar, owner, whole.id, { amount: 100 });
    // It comes to less than nothing.
    expect(await nextAt('2026-06-18T15:00:00Z')).toBeNull();
    await pay(daftar, owner);
    const { sql } = daftar.database;
    await sql`insert into bank_holidays values ('2026-06-21', 'A holiday', 'عطلة')`;
    await sql`
      insert into bank_accounts (merchant_id, account_name, account_number, bank_name, bank_branch, swift,
                                 receives_settlements, created_at, updated_at)
      values (${owner.merchantId}, 'Nour', '100200300', 'CIB', 'Dokki', 'CIBEEGCX', true, now(), now())`;
    await sql`
      update merchants set settlement_held_at = now(), settlement_hold_reason = 'Looked into'
       where id = ${owner.merchantId}`;
    expect(await nextAt('2026-06-21T09:00:00Z')).toMatchObject({
      date: '2026-06-22',
      amount: 86.88,
      total_transactions: 2,
      bank_account: 'CIB ****0300',
      is_held: true,
    });
    await daftar.database.sql`delete from bank_holidays`;
  });
});

describe('settle now', () => {
  test('settles test money only', async () => {
    await pay(daftar, owner);
    const { id } = await pay(daftar, owner, { mode: 'test' });
    const path = '/api/sandbox/merchant/settlements/settle-now';
    const done = await daftar.call({ method: 'POST', path, as: owner });
    expect(done.body).toMatchObject({ statusCode: 200, data: { amount: 93.44, total_transactions: 1 } });
    const again = await daftar.call({ method: 'POST', path, as: owner });
    expect(again.body).toMatchObject({
      statusCode: 200,
      message: 'There is nothing to settle yet',
      data: null,
    });
    expect((await rowOf(daftar, id)).settlementStatus).toBe(1);
    expect(await balances(daftar, owner)).toMatchObject({ pending: 9344, available: 0 });
    expect(await balances(daftar, owner, 'test')).toMatchObject({ pending: 0, available: 9344 });
  });
});

test('settling before a replacement account may receive is refused with the Cairo time from when it may', async () => {
  await pay(daftar, owner, { mode: 'test' });
  await receivingAccount(daftar, owner);
  const until = new Date(daftar.clock.now().getTime() + 3_600_000);
  await daftar.database
    .sql`update bank_accounts set rests_until = ${until} where merchant_id = ${owner.merchantId}`;
  const path = '/api/sandbox/merchant/settlements/settle-now';
  const { status, body } = await daftar.call({ method: 'POST', path, as: owner });
  expect([status, body.message]).toEqual([
    400,
    expect.stringContaining(`can be made from ${cairoMoment('en', until, 'latin')}, Cairo time`),
  ]);
});

describe('the list and its statements', () => {
  test('finds by reference and Cairo day, newest first', async () => {
    await pay(daftar, owner);
    await run('2026-06-16T06:00:00Z');
    await pay(daftar, owner, { pounds: 200 });
    await run('2026-06-17T06:00:00Z');
    const amounts = async (query: Record<string, string>) =>
      (await list(query)).data.map((row: { amount: number }) => row.amount);
    expect(await amounts({})).toEqual([190.31, 93.44]);
    const [{ reference }] = (await list()).data;
    expect(await amounts({ reference: reference.toLowerCase() })).toEqual([190.31]);
    expect(await amounts({ date_from: '2026-06-16', date_to: '2026-06-16' })).toEqual([93.44]);
    for (const sort_by of ['id', 'created_at', 'amount', 'total_transactions', 'reference']) {
      expect(await amounts({ sort_by, sort_type: 'asc' })).toHaveLength(2);
    }
    expect((await list({ date_from: '2026-06-17', date_to: '2026-06-16' })).statusCode).toBe(422);
  });

  test('can be exported as payments with totals, in the settlement’s own mode, for its merchant alone', async () => {
    const { reference } = await pay(daftar, owner, { mode: 'test' });
    const part = await pay(daftar, owner, { mode: 'test', pounds: 200 });
    const made = await settleNow(daftar.app, callerOf(owner));
    const file = await statement(made!.id);
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = file.raw.replace('\ufeff', '').trim().split('\r\n');
    expect(lines[0]).toContain('Settled (EGP)');
    expect(lines[1]).toBe(`${reference},2026-06-15 12:00,Card,100.00,5.75,0.81,0.00,93.44`);
    expect(lines[2]).toContain(part.reference);
    expect(lines[3]).toBe('Total,,,300.00,14.25,2.00,0.00,283.75');
    expect((await statement(made!.id, owner, { 'accept-language': 'ar-EG' })).raw).toContain('الإجمالي');
    expect((await statement(made!.id, await daftar.merchant())).status).toBe(404);
  });
});
