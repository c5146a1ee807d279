/** Test helpers of a store: shoppers who buy and pay, and the resulting stock and orders. */
import type { PaymentMethodId } from '@daftar/contract/lookups';
import { expect } from 'vitest';
import { type DemoEnding, payForDemo } from '../../src/checkout/seed.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { moneyChecks } from '../../src/money-checks.ts';
import { type Placed, type Purchase, placeOrder } from '../../src/orders/place.ts';
import { FakeClock } from '../../src/platform/time/clock.ts';
import type { Actor, TestServer } from './server.ts';

export const CUSTOMER = {
  name: 'سارة',
  email: 'sara@shopper.example',
  mobile: '01112345678',
  address: 'Cairo',
};

const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  challenged: '4000000000003220',
} as const;

interface Trial {
  card?: keyof typeof CARDS;
  method?: PaymentMethodId;
  ending?: DemoEnding;
}

let serial = 0;

/** A merchant's test store; products of `productOf` cost 150.25. */
export function shopOf(daftar: TestServer, owner: Actor) {
  const scope = { merchantId: owner.merchantId, mode: 'test' as const };
  const { sql } = daftar.database;
  const buy = (productId: number, quantity = 1, changes: Partial<Purchase> = {}): Promise<Placed> => {
    serial += 1;
    return placeOrder(daftar.app, scope, {
      lines: [{ productId, quantity }],
      expectedPiastres: 15025 * quantity,
      customer: CUSTOMER,
      payment: 'now',
      language: 2,
      submissionKey: `test-${serial}`,
      ...changes,
    });
  };
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, more: object = {}) =>
    daftar.call({ method, path: `/merchant/store/products${path}`, mode: 'test', as: owner, ...more });
  return {
    /** Calls an endpoint of the merchant's below `/merchant/store/products`. */
    call,
    step: (order_number: string, fulfilment: string, note = '') =>
      call('POST', '/orders/fulfilment', { body: { order_number, fulfilment, note } }),
    takeCash: (order_number: string) => call('POST', '/orders/cash-received', { body: { order_number } }),
    details: async (order_number: string) =>
      (await call('GET', '/orders/details', { query: { order_number } })).body.data,
    world: { daftar, actor: owner, mode: 'test' as const },
    buy,
    /** Buys a product. @returns the order's token */
    order: async (productId: number, quantity = 1): Promise<string> => {
      const placed = await buy(productId, quantity);
      if (placed === 'changed') throw new Error('not placed');
      return placed.token;
    },
    /** Starts a payment. @returns whether it could start */
    pay: (token: string, { card = 'good', method = 1, ending = 'pays' }: Trial = {}): Promise<boolean> => {
      const clock = new FakeClock(daftar.clock.now());
      return payForDemo({ ...daftar.app, clock }, clock, token, {
        method,
        ending,
        payer: { ...CUSTOMER },
        cardNumber: CARDS[card],
        waitMinutes: 1,
      });
    },
    stockOf: async (productId: number) => {
      const [row] = await sql<{ inStock: number; reserved: number }[]>`
        select in_stock as "inStock", reserved from products
         where merchant_id = ${owner.merchantId} and id = ${productId}`;
      return { ...row! };
    },
    orderRow: async (token: string) => {
      const [row] = await sql<{ id: number; status: number; stock: string; reference: string }[]>`
        select id, status, stock, reference from orders where merchant_id = ${owner.merchantId} and token = ${token}`;
      return { ...row! };
    },
    expectBooksInOrder: async () => expect(await checkLedger(sql, { extraChecks: moneyChecks })).toEqual([]),
  };
}
