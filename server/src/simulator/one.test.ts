import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { differences, pay, settleAll } from '../../tests/kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { payForDemo } from '../checkout/seed.ts';
import { FakeClock } from '../platform/time/clock.ts';

/** Events that an integrator can simulate for one existing transaction. */
let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  owner = await daftar.merchant({ status: 0 });
});

const at = (id: number) => `/api/sandbox/merchant/simulations/transactions/${id}`;
const offered = async (id: number, as = owner) =>
  (await daftar.call({ path: at(id), as })).body.data?.scenarios;
const play = (id: number, scenario: string, as = owner) =>
  daftar.call({ method: 'POST', path: at(id), as, body: { scenario } });
const read = async (path: string) =>
  (await daftar.call({ path: `/merchant/${path}`, mode: 'test', as: owner })).body.data;

/** A payer who begins by a method and leaves; or gives up. */
async function begun(method: 2 | 4 | 5, ending: 'leaves' | 'gives-up' = 'leaves'): Promise<number> {
  const now = daftar.clock.now();
  const body = {
    invoice_name: 'Rent',
    currency_id: 1,
    amount: 100,
    due_date: new Date(now.getTime() + 86_400_000).toISOString(),
    language: 2,
  };
  const path = '/merchant/payment_links/create';
  const { link } = (await daftar.call({ method: 'POST', path, mode: 'test', as: owner, body })).body.data;
  const clock = new FakeClock(now);
  await payForDemo({ ...daftar.app, clock }, clock, String(link).split('/').at(-1)!, {
    method,
    ending,
    payer: { name: 'Sara', email: 'sara@example.com', mobile: '01112345678', address: '' },
    cardNumber: '4242424242424242',
    waitMinutes: 0,
  });
  return (await read('transactions?sort_by=id&sort_type=desc'))[0].id;
}

describe('a payment in progress', () => {
  test.each([
    [4, 'pay', { status: 1, flags: [] }],
    [4, 'fail', { status: 2 }],
    [5, 'pay', { status: 1 }],
    [2, 'pay', { status: 1 }],
    [2, 'fail', { status: 2, failure_reason: 'The payer entered a wrong code too many times' }],
  ] as const)('by method %i: %s', async (method, scenario, expected) => {
    const id = await begun(method);
    expect(await offered(id)).toEqual(['pay', 'fail']);
    expect((await play(id, scenario)).status).toBe(200);
    expect(await read(`transactions/${id}`)).toMatchObject(expected);
    expect((await play(id, scenario)).status).toBe(400);
    expect(await differences(daftar)).toEqual([]);
  });

  test('that its payer canceled can be paid late if it has a code', async () => {
    const id = await begun(4, 'gives-up');
    expect(await offered(id)).toEqual(['pay']);
    await play(id, 'pay');
    expect(await read(`transactions/${id}`)).toMatchObject({ status: 1, flags: ['late'] });
    expect(await offered(await begun(2, 'gives-up'))).toEqual([]);
  });
});

describe('a payment that succeeded', () => {
  test('can have a failed refund, a decided chargeback, and a settlement', async () => {
    const { id } = await pay(daftar, owner, { mode: 'test' });
    expect(await offered(id)).toEqual(['settle', 'refund-failed', 'chargeback-opened']);
    await play(id, 'refund-failed');
    expect(await read(`transactions/${id}`)).toMatchObject({
      status: 1,
      refunded_amount: 0,
      refundable_amount: 100,
      refunds: [{ state: 'failed', amount: 100 }],
    });
    const { reference, href } = (await play(id, 'chargeback-opened')).body.data;
    expect(await read(href.replace('/charge-backs', 'chargebacks'))).toMatchObject({ reference, status: 0 });
    expect(await offered(id)).toEqual(['chargeback-lost', 'chargeback-won']);
    await play(id, 'chargeback-won');
    expect((await read('chargebacks'))[0]).toMatchObject({ reference, status: 2 });
    expect((await play(id, 'settle')).body.data.href).toBe('/settlements');
    expect(await read(`transactions/${id}`)).toMatchObject({ settlement_status: 1 });
    expect(await offered(id)).toEqual(['refund-failed', 'chargeback-opened']);
    await play(id, 'chargeback-opened');
    await play(id, 'chargeback-lost');
    expect(await offered(id)).toEqual([]);
    expect(await differences(daftar)).toEqual([]);
  });

  test.each([2, 4] as const)(
    'by method %i can have a failed refund without code or bank account',
    async (method) => {
      const { id } = await pay(daftar, owner, { mode: 'test', method });
      expect((await play(id, 'refund-failed')).status).toBe(200);
      expect((await read(`transactions/${id}`)).refunds).toMatchObject([{ state: 'failed' }]);
    },
  );
});

test('a payout is handed over or returned', async () => {
  await pay(daftar, owner, { mode: 'test' });
  await settleAll(daftar, owner, 'test');
  const path = '/merchant/payment_links/payout';
  for (const [scenario, status] of [
    ['payout-handed-over', 1],
    ['payout-failed', 5],
  ] as const) {
    await daftar.call({ method: 'POST', path, mode: 'test', as: owner, body: { amount: 10 } });
    const [{ transaction_id: id }] = await read('payouts');
    expect(await offered(id)).toEqual(['payout-handed-over', 'payout-failed']);
    await play(id, scenario);
    expect(await read(`transactions/${id}`)).toMatchObject({ status });
    expect(await offered(id)).toEqual([]);
  }
  expect(await differences(daftar)).toEqual([]);
});

test('a user is offered the actions they may take, and none for live payments', async () => {
  const { id } = await pay(daftar, owner, { mode: 'test' });
  const seller = await daftar.colleague(owner, ['create-pay-link']);
  expect(await offered(id, seller)).toEqual(['chargeback-opened']);
  expect((await play(id, 'settle', seller)).status).toBe(400);
  const live = await daftar.merchant();
  const payment = await pay(daftar, live);
  expect((await daftar.call({ path: at(payment.id), as: live })).status).toBe(404);
  expect((await play(payment.id, 'settle', live)).status).toBe(404);
});
