import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { balances, differences, pay, refund, settleAll } from '../../tests/kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { moneyCommands } from '../ops/money.ts';
import { payoutJobs } from './index.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  owner = await daftar.merchant();
  await pay(daftar, owner);
  await settleAll(daftar, owner);
});

const request = (amount: unknown, headers: Record<string, string> = {}) =>
  daftar.call({
    method: 'POST',
    path: '/merchant/payment_links/payout',
    mode: 'live',
    as: owner,
    body: { amount },
    headers,
  });
const get = (path: string, query: Record<string, string> = {}) =>
  daftar.call({ path: `/merchant/${path}`, mode: 'live', as: owner, query });
const newest = async () => (await get('payouts')).body.data[0];

describe('a payout', () => {
  test('replies 201 with its code and the remaining balance, and is a pending transaction', async () => {
    expect((await get('available_balance')).body.data).toEqual({ available_balance: 93.44 });
    const answer = await request('50.00');
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ statusCode: 201, data: { available_balance: 43.44 } });
    expect(answer.body.data.code).toMatch(/^PAY-[0-9A-HJKMNP-TV-Z]{8}$/);
    const row = await newest();
    expect(row).toMatchObject({
      code: answer.body.data.code,
      amount: 50,
      state: 'requested',
      finished_at: null,
    });
    const shown = (await get(`transactions/${row.transaction_id}`)).body.data;
    expect(shown).toMatchObject({ is_payout: 1, status: 0, reference_code: row.code, total_amount: 50 });
    expect(await balances(daftar, owner)).toMatchObject({ available: 4344, payout: 5000 });
    expect(await differences(daftar)).toEqual([]);
  });

  test.each([
    [93.45, 'The amount is more than your available balance'],
    [0, 'The amount must be more than zero'],
    [-1, 'The amount must be more than zero'],
    ['-0.005', 'Enter an amount with at most two decimals, such as 150.25'],
    [1.005, 'Enter an amount with at most two decimals, such as 150.25'],
  ])('of %s is refused with its sentence in `error` and under the field', async (amount, sentence) => {
    const answer = await request(amount);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ error: sentence, errors: { amount: [sentence] } });
    expect(await balances(daftar, owner)).toMatchObject({ available: 9344, payout: 0 });
  });

  test('may be the whole balance, to the piastre', async () => {
    expect((await request(93.44)).body.data.available_balance).toBe(0);
    expect((await request(0.01)).status).toBe(422);
  });

  test('twenty at once never exceed the balance', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => request(10)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(9);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(11);
    expect(await balances(daftar, owner)).toMatchObject({ available: 344, payout: 9000 });
    expect(await differences(daftar)).toEqual([]);
  });

  test('requested twice with one key is one payout', async () => {
    const key = { 'idempotency-key': 'p1' };
    const [one, two] = await Promise.all([request(10, key), request(10, key)]);
    expect(one.raw).toBe(two.raw);
    expect((await get('payouts')).body.meta.total).toBe(1);
  });

  test('is refused while refunds have overdrawn the balance', async () => {
    const { id } = await pay(daftar, owner);
    await settleAll(daftar, owner);
    expect((await request(93.44 * 2)).status).toBe(201);
    await refund(daftar, owner, id, { amount: 100 });
    expect((await get('available_balance')).body.data.available_balance).toBe(-100);
    expect((await request(0.01)).status).toBe(422);
  });

  /** The transaction of a payout, and the newest line of its timeline. */
  const endOf = async (transactionId: number) => {
    const [row] = await daftar.database.sql`
      select t.failure_reason as failure, t.paid_at is not null as "isPaid", e.kind, e.amount_piastres as amount, e.detail
        from transactions t join transaction_events e on e.merchant_id = t.merchant_id and e.transaction_id = t.id
       where t.merchant_id = ${owner.merchantId} and t.id = ${transactionId} order by e.id desc limit 1`;
    return { ...row };
  };

  test('is Success once handed over, and is handed over once', async () => {
    const { code } = (await request(20)).body.data;
    expect(await moneyCommands['payout-hand-over']!(daftar.app, [code.toLowerCase()], 'ops:test')).toContain(
      'handed',
    );
    const row = await newest();
    expect(row.state).toBe('handed-over');
    expect((await get(`transactions/${row.transaction_id}`)).body.data.status).toBe(1);
    expect(await endOf(row.transaction_id)).toEqual({
      failure: null,
      isPaid: true,
      kind: 'succeeded',
      amount: 2000,
      detail: null,
    });
    expect(await balances(daftar, owner)).toMatchObject({ available: 7344, payout: 0, bank: 2000 });
    await expect(moneyCommands['payout-return']!(daftar.app, [code], 'ops:test')).rejects.toThrow();
    await expect(moneyCommands['payout-hand-over']!(daftar.app, [code], 'ops:test')).rejects.toThrow();
    expect(await differences(daftar)).toEqual([]);
  });

  test('that is returned says why and is back in the balance', async () => {
    const { code } = (await request(20)).body.data;
    await moneyCommands['payout-return']!(daftar.app, [code, 'Name', 'differs'], 'ops:test');
    const row = await newest();
    expect(row).toMatchObject({ state: 'returned', reason: 'Name differs' });
    expect(await endOf(row.transaction_id)).toEqual({
      failure: 'Name differs',
      isPaid: false,
      kind: 'expired',
      amount: 2000,
      detail: 'Name differs',
    });
    expect((await get(`transactions/${row.transaction_id}`)).body.data.status).toBe(5);
    expect(await balances(daftar, owner)).toMatchObject({ available: 9344, payout: 0 });
    const bell = (await get('notifications')).body.data.data[0].content;
    expect(bell).toContain('20.00 EGP is back in your balance');
    expect(await differences(daftar)).toEqual([]);
  });

  test('expires after its days, once, however many processes run', async () => {
    await request(20);
    const expire = () => payoutJobs['expire-payouts']!({ ...daftar.app, clock: { now: () => moment } }, {});
    let moment = new Date(daftar.clock.now().getTime() + 7 * 86_400_000 - 1);
    await expire();
    expect((await newest()).state).toBe('requested');
    moment = new Date(moment.getTime() + 1);
    await Promise.all([expire(), expire(), expire()]);
    expect((await newest()).state).toBe('expired');
    expect(await balances(daftar, owner)).toMatchObject({ available: 9344, payout: 0 });
    expect(await differences(daftar)).toEqual([]);
  });

  test('that cannot be ended blocks no other, and fails the job', async () => {
    await request(20);
    const other = await daftar.merchant();
    await pay(daftar, other);
    await settleAll(daftar, other);
    const path = '/merchant/payment_links/payout';
    const call = { method: 'POST', path, mode: 'live', as: other, body: { amount: 30 } } as const;
    expect((await daftar.call(call)).status).toBe(201);
    const [bad] = await daftar.app.db<
      { id: number }[]
    >`select id from payouts where merchant_id = ${owner.merchantId}`;
    await daftar.database.sql.unsafe(`
      create function refuse_one() returns trigger language plpgsql as
      $$ begin raise exception 'this one is broken'; end $$;
      create trigger refuse_one before update on payouts for each row
      when (old.merchant_id = ${owner.merchantId} and old.id = ${bad!.id}) execute function refuse_one()`);
    const later = { now: () => new Date(daftar.clock.now().getTime() + 8 * 86_400_000) };
    const expire = () => payoutJobs['expire-payouts']!({ ...daftar.app, clock: later }, {});
    try {
      await expect(expire()).rejects.toThrow('1 of');
      const states = await daftar.app.db`
        select state from payouts where merchant_id in (${owner.merchantId}, ${other.merchantId}) order by merchant_id`;
      expect(states.map(({ state }) => state)).toEqual(['requested', 'expired']);
      expect(daftar.logged.some((line) => line.includes('this one is broken'))).toBe(true);
    } finally {
      await daftar.database.sql.unsafe('drop function refuse_one cascade');
    }
    await expire();
    expect((await newest()).state).toBe('expired');
    expect(await differences(daftar)).toEqual([]);
  });

  test('is found by code, state and day, and sorted by every column', async () => {
    const { code } = (await request(20)).body.data;
    await request(10);
    const amounts = async (query: Record<string, string>) =>
      (await get('payouts', query)).body.data.map((row: { amount: number }) => row.amount);
    expect(await amounts({ code: code.slice(4) })).toEqual([20]);
    expect(await amounts({ state: 'expired' })).toEqual([]);
    expect(await amounts({ date_from: '2026-06-15', date_to: '2026-06-15' })).toEqual([10, 20]);
    for (const sort_by of ['id', 'created_at', 'amount', 'state', 'code']) {
      expect(await amounts({ sort_by, sort_type: 'asc' })).toHaveLength(2);
    }
    expect(await amounts({ sort_by: 'amount', sort_type: 'asc' })).toEqual([10, 20]);
    expect((await get('payouts', { state: 'nonsense' })).status).toBe(422);
  });

  test('is read by its id with what happened to it, and its transaction names it', async () => {
    const made = (await request(20)).body.data;
    const listed = await newest();
    const read = async () => (await get(`payouts/${made.id}`)).body.data;
    const asked = { kind: 'requested', at: '2026-06-15T09:00:00.000Z', by: 'Mona Adel' };
    const shown = await read();
    expect(shown).toEqual({
      ...listed,
      id: made.id,
      account_name: null,
      sent_at: null,
      transfer_reference: null,
      timeline: [asked],
    });
    expect((await get(`transactions/${listed.transaction_id}`)).body.data.payout_id).toBe(made.id);
    expect((await get('search', { q: listed.transaction_reference })).body.data[0].payout_id).toBe(made.id);
    await moneyCommands['payout-return']!(daftar.app, [made.code, 'Name'], 'ops:test');
    expect((await read()).timeline).toEqual([asked, { kind: 'returned', at: asked.at, by: null }]);
    const [bell] = (await get('notifications')).body.data.data;
    expect(bell.href).toBe(`/payouts/${made.id}`);
    expect((await get('payouts/999999')).status).toBe(404);
  });

  test('can be exported, by selection or by filters', async () => {
    const { code } = (await request(20)).body.data;
    await request(10);
    const [, { id }] = (await get('payouts')).body.data;
    const lines = async (query: Record<string, string>) =>
      (await get('payouts/exportCsv', query)).raw.trim().split('\r\n');
    expect(await lines({})).toHaveLength(3);
    const [, row] = await lines({ ids: String(id), state: 'expired' });
    expect(row).toContain(`${code},20.00,Waiting to be paid out,TRX-`);
    expect(row).toContain(',Mona Adel,2026-06-15 12:00,2026-06-22 12:00,,');
    expect((await get('payouts/exportCsv', { format: 'xlsx' })).raw.startsWith('PK')).toBe(true);
  });
});
