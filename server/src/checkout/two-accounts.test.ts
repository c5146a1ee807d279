/** Payments of one merchant at two accounts of the same processor, which assign the same ids. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  externalRefOf,
  startTestCheckout,
  type TestCheckout,
  transactionsOf,
} from '../../tests/kit/checkout.ts';
import { addTestAccount } from '../../tests/kit/processors/account.ts';
import { checkLedger } from '../ledger/check.ts';
import { paymob } from '../processors/paymob/index.ts';
import { startStandIn } from '../processors/paymob/stand-in.ts';
import { processorsOf } from '../processors/registry.ts';
import type { StandIn } from '../processors/stand-in.ts';
import { refundChecks } from '../refunds/checks.ts';
import { checkoutChecks } from './index.ts';
import { applyOutcome } from './outcomes.ts';

const CARD = 1;
const WALLET = 3;

let checkout: TestCheckout;
let merchant: number;
let standIns: StandIn[] = [];
beforeAll(async () => {
  checkout = await startTestCheckout({ sandboxLive: true }, processorsOf([paymob]));
});
beforeEach(async () => {
  merchant = await checkout.merchant();
  standIns = await Promise.all(
    [CARD, WALLET].map(() => startStandIn({ mode: 'live', clock: checkout.clock, numbersFrom: 5_000 })),
  );
  for (const [index, standIn] of standIns.entries()) {
    standIn.notifications = 'kept';
    const methods = [index === 0 ? CARD : WALLET] as const;
    await addTestAccount(checkout.app, paymob, standIn.settings, {
      mode: 'live',
      merchantId: merchant,
      methods: [...methods],
    });
  }
  return async () => {
    for (const standIn of standIns) await standIn.close();
  };
});
afterAll(() => checkout.close());

/** Starts a payment, lets its payer act at the method's account, and comes back to our page. */
async function pay(method: number, acts: readonly ('pay' | 'pay-again')[] = ['pay']) {
  const link = await checkout.link(merchant, { mode: 'live', asks: ['name'] });
  const { location } = await checkout.post(`/pay/${link.token}`, {
    method: String(method),
    name: 'Mona Adel',
  });
  const token = location!.split('/').at(-1)!.split('?')[0]!;
  const ref = await externalRefOf(checkout.sql, token);
  for (const act of acts) await standIns[method === CARD ? 0 : 1]!.act(ref, act);
  await checkout.get(`/pay/return/${link.token}/${token}`);
  const [row] = await checkout.sql<{ id: number; state: string; reference: string; account: number }[]>`
    select id, state, processor_reference as reference, processor_account_id as account
      from payment_attempts where token = ${token}`;
  return { merchantId: merchant, ...row! };
}

const clean = async () => {
  const extraChecks = [...checkoutChecks, ...refundChecks];
  expect(await checkLedger(checkout.sql, { extraChecks })).toEqual([]);
};

test('the same number of a payment at two accounts is two payments, and both succeed', async () => {
  const [card, wallet] = [await pay(CARD), await pay(WALLET)];
  expect(card.reference).toBe(wallet.reference);
  expect(card.account).not.toBe(wallet.account);
  expect([card.state, wallet.state]).toEqual(['succeeded', 'succeeded']);
  expect(await transactionsOf(checkout.sql, merchant)).toMatchObject([
    { status: 1, flags: [] },
    { status: 1, flags: [] },
  ]);
  await clean();
});

test('a second payment of an order is booked although another account has its number', async () => {
  const card = await pay(CARD);
  const wallet = await pay(WALLET);
  const more = { state: 'succeeded', receivedPiastres: 10_000, disputes: false } as const;
  const other = String(Number(card.reference) + 1);
  expect(await applyOutcome(checkout.app, card, { ...more, reference: other })).toMatchObject({
    result: 'applied',
  });
  expect(await applyOutcome(checkout.app, wallet, { ...more, reference: other })).toMatchObject({
    result: 'applied',
  });
  expect(await applyOutcome(checkout.app, wallet, { ...more, reference: other })).toMatchObject({
    result: 'already',
  });
  expect((await transactionsOf(checkout.sql, merchant)).map(({ flags }) => flags)).toEqual([
    [],
    [],
    ['duplicate'],
    ['duplicate'],
  ]);
  await clean();
});
