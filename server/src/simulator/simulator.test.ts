import { PAYMENT_SCENARIOS } from '@daftar/contract/simulator';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { by, keysOf } from '../../tests/kit/api-keys.ts';
import { balances, differences } from '../../tests/kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';

const { roll } = keysOf(() => daftar);
let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  owner = await daftar.merchant({ status: 0 });
});

const simulate = (what: 'payment' | 'money', scenario: string, as = owner) =>
  daftar.call({
    method: 'POST',
    path: `/api/sandbox/merchant/simulations/${what}`,
    as,
    body: { scenario },
    headers: { 'accept-language': 'en' },
  });
const at = async (href: string) =>
  (await daftar.call({ path: `/merchant${href}`, mode: 'test', as: owner })).body.data;

describe('an integrator sees, without waiting,', () => {
  test.each([
    ['payment-succeeded', { status: 1, flags: [] }],
    ['card-declined', { status: 2, failure_reason: 'The bank declined the card' }],
    ['wrong-code', { status: 2, failure_reason: 'The payer entered a wrong code too many times' }],
    ['late-kiosk', { status: 1, flags: ['late'] }],
  ])('%s', async (scenario, expected) => {
    const answer = await simulate('payment', scenario);
    expect(answer.status, answer.raw).toBe(200);
    const shown = await at(answer.body.data.href);
    expect(shown).toMatchObject({ ...expected, reference: answer.body.data.reference, total_amount: 100 });
    expect(await differences(daftar)).toEqual([]);
  });

  test.each([
    ['chargeback-opened', 0],
    ['chargeback-lost', 1],
    ['chargeback-won', 2],
  ])('%s', async (scenario, status) => {
    const { reference } = (await simulate('payment', scenario)).body.data;
    expect((await at('/chargebacks'))[0]).toMatchObject({ reference, status, amount: 100 });
    expect(await differences(daftar)).toEqual([]);
  });

  test('a settlement, a payout that is handed over and one that is returned, from nothing', async () => {
    const settled = (await simulate('money', 'settlement')).body.data;
    expect((await at('/settlements'))[0]).toMatchObject({ reference: settled.reference, amount: 93.44 });
    const paid = (await simulate('money', 'payout-handed-over')).body.data;
    expect(await at(paid.href)).toMatchObject({ state: 'handed-over', code: paid.reference });
    const failed = (await simulate('money', 'payout-failed')).body.data;
    expect(await at(failed.href)).toMatchObject({ state: 'returned', code: failed.reference });
    expect((await at('/payouts')).map((row: { state: string }) => row.state).toSorted()).toEqual([
      'handed-over',
      'returned',
    ]);
    expect(await balances(daftar, owner, 'test')).toMatchObject({ available: 8344, payout: 0 });
    expect(await differences(daftar)).toEqual([]);
  });
});

test('a test key plays a decline, a chargeback, a settlement and the payment of its own link; a live key nothing', async () => {
  const merchant = await daftar.merchant();
  const machine = by(merchant, await roll(merchant, 'test'));
  const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const answer = await daftar.call({ method, path, mode: 'test', as: machine, ...(body ? { body } : {}) });
    expect(answer.status, answer.raw).toBe(200);
    return answer.body.data;
  };
  const declined = (await simulate('payment', 'card-declined', machine)).body.data;
  expect(declined.kind).toBe('transaction');
  expect(await call('GET', `/merchant/transactions/${declined.id}`)).toMatchObject({ status: 2 });

  const body = {
    invoice_name: 'Order 1042',
    currency_id: 1,
    amount: 250,
    due_date: new Date(daftar.clock.now().getTime() + 86_400_000).toISOString(),
    language: 2,
    max_payment_count: 1,
  };
  const made = await call('POST', '/merchant/payment_links/create', body);
  const { reference } = await call('GET', `/merchant/payment_links/${made.id}`);
  const pay = () =>
    call('POST', '/merchant/simulations/payment', { scenario: 'payment-succeeded', link: reference });
  const paid = await pay();
  expect(await call('GET', `/merchant/transactions/${paid.id}`)).toMatchObject({
    status: 1,
    total_amount: 250,
  });
  const at = `/api/sandbox/merchant/simulations/payment`;
  const again = { scenario: 'payment-succeeded', link: reference };
  expect((await daftar.call({ method: 'POST', path: at, as: machine, body: again })).status).toBe(400);
  const unknown = { ...again, link: 'LNK-NOSUCH99' };
  expect((await daftar.call({ method: 'POST', path: at, as: machine, body: unknown })).status).toBe(404);

  const opened = await call('POST', `/merchant/simulations/transactions/${paid.id}`, {
    scenario: 'chargeback-opened',
  });
  expect(opened.kind).toBe('chargeback');
  expect(await call('GET', `/merchant/chargebacks/${opened.id}`)).toMatchObject({
    reference: opened.reference,
  });
  expect((await simulate('money', 'settlement', machine)).body.data.kind).toBe('settlement');

  const live = by(merchant, await roll(merchant, 'live'));
  expect((await simulate('payment', 'payment-succeeded', live)).status).toBe(403);
  const rows = await daftar.database.sql`
    select from transactions where merchant_id = ${merchant.merchantId} and mode = 'live'`;
  expect(rows).toHaveLength(0);
});

test('the simulator does not exist in live mode, and writes no live row', async () => {
  const live = await daftar.merchant();
  for (const what of ['payment', 'money']) {
    const answer = await daftar.call({
      method: 'POST',
      path: `/api/merchant/simulations/${what}`,
      as: live,
      body: { scenario: 'settlement' },
    });
    expect(answer.status).toBe(404);
  }
  for (const scenario of PAYMENT_SCENARIOS) await simulate('payment', scenario, live);
  const rows = await daftar.database.sql`
    select from transactions where merchant_id = ${live.merchantId} and mode = 'live'`;
  expect(rows).toHaveLength(0);
});

test('the simulator is refused to a suspended merchant, and for unknown scenarios', async () => {
  const suspended = await daftar.merchant({ status: 4 });
  expect((await simulate('payment', 'payment-succeeded', suspended)).status).toBe(400);
  expect((await simulate('money', 'settlement', suspended)).status).toBe(400);
  expect((await simulate('payment', 'settlement')).status).toBe(422);
});
