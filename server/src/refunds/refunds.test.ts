import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { keysOf } from '../../tests/kit/api-keys.ts';
import { balances, callerOf, differences, pay, refund, rowOf, settleAll } from '../../tests/kit/money.ts';
import { PASSWORD } from '../../tests/kit/people.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { refundJobs } from './index.ts';
import { createRefund } from './service.ts';
import { simulatePendingRefund } from './simulate.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  owner = await daftar.merchant();
});

const refundsAt = (id: number) => daftar.database.sql`
  select r.refund_key, r.amount_piastres from sandbox_refunds r
  join refunds x on x.merchant_id = r.merchant_id and x.refund_key = r.refund_key where x.transaction_id = ${id}`;
const IBAN = 'EG380019000500000000263180002';

describe('refunding', () => {
  test('a part, then the rest: the payment is Refunded once all of it is returned, from the pending balance', async () => {
    const { id, reference } = await pay(daftar, owner);
    const first = await refund(daftar, owner, id, { amount: 30, reason: 'وصل مكسورًا' });
    expect(first.body).toMatchObject({
      statusCode: 200,
      message: 'The money was refunded',
      data: {
        amount: 30,
        state: 'succeeded',
        reason: 'وصل مكسورًا',
        requested_by: 'Mona Adel',
        bank_account: null,
      },
    });
    expect(await rowOf(daftar, id)).toMatchObject({ status: 1, refunded: 3000, refunding: 0 });
    expect((await refund(daftar, owner, id, { amount: 70.01 })).body.errors).toHaveProperty('amount');
    expect((await refund(daftar, owner, id, { amount: '70.00' })).status).toBe(200);
    expect(await rowOf(daftar, id)).toMatchObject({ status: 3, refunded: 10_000 });
    expect((await refund(daftar, owner, id, { amount: 1 })).status).toBe(400);
    // The fee stays: 100 − 93.44.
    expect(await balances(daftar, owner)).toMatchObject({ pending: -656, available: 0, clearing: 0 });
    const details = await daftar.call({ path: `/merchant/transactions/${id}`, mode: 'live', as: owner });
    expect(details.body.data).toMatchObject({
      refunded_amount: 100,
      refundable_amount: 0,
      to_be_settled: -6.56,
    });
    expect(details.body.data.refunds.map((each: { amount: number }) => each.amount)).toEqual([70, 30]);
    expect(details.body.data.timeline.map((each: { kind: string }) => each.kind)).toEqual([
      'created',
      'succeeded',
      'refunded',
      'refunded',
    ]);
    const bell = await daftar.call({ path: '/merchant/notifications', mode: 'live', as: owner });
    expect(bell.body.data.data[0].content).toContain(reference);
    expect(await differences(daftar)).toEqual([]);
  });

  test('debits the available balance once settled, even below zero', async () => {
    const { id } = await pay(daftar, owner);
    await settleAll(daftar, owner);
    expect((await refund(daftar, owner, id, { amount: 100 })).body.data.state).toBe('succeeded');
    expect(await balances(daftar, owner)).toMatchObject({ pending: 0, available: -656 });
    expect(await differences(daftar)).toEqual([]);
  });

  test.each([1, 3, 5] as const)('works for method %i', async (method) => {
    const { id } = await pay(daftar, owner, { method });
    expect((await refund(daftar, owner, id, { amount: 5 })).body.data.state).toBe('succeeded');
  });

  test('a kiosk payment needs a bank account, an AmanCard payment its code', async () => {
    const kiosk = await pay(daftar, owner, { method: 4 });
    const without = await refund(daftar, owner, kiosk.id, { amount: 5, bank_name: 'CIB' });
    expect(without.status).toBe(422);
    expect(Object.keys(without.body.errors)).toEqual(['account_name', 'iban']);
    const account = { account_name: 'Sara', bank_name: 'CIB', iban: IBAN };
    expect(
      (await refund(daftar, owner, kiosk.id, { amount: 5, ...account, iban: `${IBAN.slice(0, -1)}3` }))
        .status,
    ).toBe(422);
    const proof = { current_password: PASSWORD };
    const given = await refund(daftar, owner, kiosk.id, { amount: 5, ...account, ...proof });
    expect(given.body.data.bank_account).toEqual({ ...account, iban: 'EG38••••0002' });
    const aman = await pay(daftar, owner, { method: 2 });
    expect((await refund(daftar, owner, aman.id, { amount: 5 })).status).toBe(400);
  });

  test('to a bank account that is typed in requires step-up of a user, and nothing more of a key', async () => {
    const { id } = await pay(daftar, owner, { method: 4 });
    const form = { amount: 5, account_name: 'Sara', bank_name: 'CIB', iban: IBAN };
    for (const proof of [{}, { current_password: 'not-mine' }]) {
      const { status, body } = await refund(daftar, owner, id, { ...form, ...proof });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['current_password']]);
    }
    expect(await refundsAt(id)).toEqual([]);
    expect((await refund(daftar, owner, id, { ...form, current_password: PASSWORD })).status).toBe(200);
    const { key } = await keysOf(() => daftar).create(owner, ['transaction-refund'], 'live');
    const software = { ...owner, headers: { authorization: `Bearer ${key}` } };
    expect((await refund(daftar, software, id, form)).status).toBe(200);
    expect(await refundsAt(id)).toHaveLength(2);
  });

  test('concurrently never exceeds the payment', async () => {
    const { id } = await pay(daftar, owner);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refund(daftar, owner, id, { amount: 15 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(14);
    // They are sent one after the other.
    daftar.clock.advance({ minutes: 6 });
    await refundJobs['follow-up-refunds']!(daftar.app, {});
    expect((await rowOf(daftar, id)).refunded).toBe(9000);
    expect(await refundsAt(id)).toHaveLength(6);
    expect(await differences(daftar)).toEqual([]);
  });

  test('with an Idempotency-Key is created once and sent by the job', async () => {
    const { id } = await pay(daftar, owner);
    const send = () => refund(daftar, owner, id, { amount: 10 }, { 'idempotency-key': 'once' });
    const [one, two] = await Promise.all([send(), send()]);
    expect(one.raw).toBe(two.raw);
    expect(one.body.data.state).toBe('pending');
    expect(await rowOf(daftar, id)).toMatchObject({ refunded: 0, refunding: 1000 });
    await refundJobs['send-refund']!(daftar.app, { merchantId: owner.merchantId, id: one.body.data.id });
    expect(await rowOf(daftar, id)).toMatchObject({ refunded: 1000, refunding: 0 });
    expect(await differences(daftar)).toEqual([]);
  });
});

describe('a process that dies', () => {
  /** A processor that executes the next call but dies before or after it. */
  function dying(when: 'before' | 'after') {
    const { processors } = daftar.app;
    const real = processors.open.bind(processors);
    return vi.spyOn(processors, 'open').mockImplementationOnce(async (app, account) => {
      const gateway = (await real(app, account))!;
      return {
        ...gateway,
        refund: async (order, signal) => {
          if (when === 'after') await gateway.refund(order, signal);
          throw new Error('cut');
        },
      };
    });
  }

  test.each(['before', 'after'] as const)(
    '%s the processor was asked: refunded once, booked once',
    async (when) => {
      const { id } = await pay(daftar, owner);
      const spy = dying(when);
      const answer = await refund(daftar, owner, id, { amount: 40 });
      spy.mockRestore();
      expect(answer.body).toMatchObject({ message: 'The refund is on its way', data: { state: 'pending' } });
      expect(await rowOf(daftar, id)).toMatchObject({ refunded: 0, refunding: 4000 });
      expect((await refund(daftar, owner, id, { amount: 61 })).status).toBe(422);
      expect(await differences(daftar)).toEqual([]);
      daftar.clock.advance({ minutes: 6 });
      await Promise.all([1, 2, 3].map(() => refundJobs['follow-up-refunds']!(daftar.app, {})));
      expect(await rowOf(daftar, id)).toMatchObject({ refunded: 4000, refunding: 0 });
      expect(await refundsAt(id)).toHaveLength(1);
      expect(await differences(daftar)).toEqual([]);
    },
  );

  test('a processor that refuses: the refund fails, is announced, and its amount is refundable again', async () => {
    const { id } = await pay(daftar, owner);
    const { processors } = daftar.app;
    const real = processors.open.bind(processors);
    const spy = vi.spyOn(processors, 'open').mockImplementationOnce(async (app, account) => ({
      ...(await real(app, account))!,
      refund: async () => ({ state: 'failed' }),
    }));
    const caller = callerOf(owner);
    const failed = await createRefund(daftar.app, caller, id, {
      amount: 4000,
      reason: '',
      account_name: '',
      bank_name: '',
      iban: '',
    });
    spy.mockRestore();
    expect(failed).toMatchObject({ state: 'failed', failure_reason: expect.stringContaining('could not') });
    expect(await rowOf(daftar, id)).toMatchObject({ status: 1, refunded: 0, refunding: 0 });
    expect(
      (
        await createRefund(daftar.app, caller, id, {
          amount: 10_000,
          reason: '',
          account_name: '',
          bank_name: '',
          iban: '',
        })
      ).state,
    ).toBe('succeeded');
    expect(await differences(daftar)).toEqual([]);
  });

  test('a slow bank: the refund is pending, is requested again, and is booked once accepted', async () => {
    const { id } = await pay(daftar, owner);
    const until = new Date(daftar.clock.now().getTime() + 3 * 86_400_000);
    await simulatePendingRefund(daftar.app, callerOf(owner), id, { reason: 'Late', until });
    const follow = async (days: number) => {
      daftar.clock.advance({ days });
      await refundJobs['follow-up-refunds']!(daftar.app, {});
      return rowOf(daftar, id);
    };
    expect(await follow(1)).toMatchObject({ status: 1, refunded: 0, refunding: 10_000 });
    expect(await follow(2)).toMatchObject({ status: 3, refunded: 10_000, refunding: 0 });
    expect(await refundsAt(id)).toHaveLength(1);
    expect(await differences(daftar)).toEqual([]);
  });
});
