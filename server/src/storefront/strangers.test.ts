/** What somebody without an account can do to a store: take its stock for nothing, and have numbers sent codes. */
import type { StoreView } from '@daftar/contract/storefront';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readOutbox } from '../messages/outbox.ts';
import { createHttpServer } from '../platform/http/server.ts';
import { productOf } from '../testing/samples-store.ts';
import { type Actor, startTestServer, type TestServer } from '../testing/server.ts';
import { registerStorefront } from './index.ts';

const STOCK = 16;
const PRICE = 15_025;

let daftar: TestServer;
let shop: FastifyInstance;
let owner: Actor;
let productId: number;
beforeAll(async () => {
  daftar = await startTestServer();
  shop = await createHttpServer(daftar.app.config, daftar.app.log);
  const renderer = async () => ({
    renderStorePage: (view: StoreView) => JSON.stringify(view),
    csp: { script: [], style: [] },
  });
  registerStorefront(shop, daftar.app, { secret: 'a secret of at least 32 characters …', renderer });
});
afterAll(async () => {
  await shop.close();
  await daftar.close();
});
beforeEach(async () => {
  daftar.clock.advance({ hours: 2 });
  owner = await daftar.merchant();
  productId = (await productOf({ daftar, actor: owner, mode: 'live' }, { in_stock: STOCK })).id;
});

let serial = 0;
const newNumber = () => {
  serial += 1;
  return `010${String(82_000_000 + serial)}`;
};

/** A shopper who has some pieces in the cart and has seen the checkout. */
async function shopper(quantity: number) {
  const base = `/store/store-${owner.merchantId}`;
  const cookies = new Map<string, string>();
  const call = async (method: 'GET' | 'POST', path: string, form?: Record<string, string>) => {
    const response = await shop.inject({
      method,
      url: base + path,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
    });
    for (const { name, value } of response.cookies) cookies.set(name, value);
    const isPage = String(response.headers['content-type']).startsWith('text/html');
    const { page } = isPage ? (JSON.parse(response.body) as StoreView) : { page: null };
    const checkout = page?.kind === 'checkout' ? page : null;
    return { status: response.statusCode, checkout, headers: response.headers };
  };
  await call('POST', '/cart', { product: String(productId), quantity: String(quantity) });
  await call('GET', '/checkout');
  return (phone: string, more: Record<string, string> = {}) =>
    call('POST', '/checkout', {
      name: 'Sara',
      email: 'sara@shopper.example',
      phone,
      address: '1 Nile St',
      payment: 'delivery',
      total: String(PRICE * quantity),
      ...more,
    });
}

const sentTo = async (to: string) =>
  (await readOutbox(daftar.app, { to, limit: 100 })).map(({ text }) => text);
const codeTo = async (to: string) => /\d{6}/.exec((await sentTo(to))[0]!)![0];
const inStock = async () => {
  const [row] = await daftar.database.sql<{ left: number }[]>`
    select in_stock - reserved as left from products where merchant_id = ${owner.merchantId} and id = ${productId}`;
  return row!.left;
};
/** Orders, and confirms the number with the code that comes. */
async function buy(phone: string, quantity: number): Promise<number> {
  const order = await shopper(quantity);
  const asked = await order(phone);
  if (asked.checkout?.codeSentTo !== phone) return asked.status;
  return (await order(phone, { otp: await codeTo(phone) })).status;
}
const withoutCodes = () => daftar.database.sql`
  insert into store_options (merchant_id, mode, confirm_phones) values (${owner.merchantId}, 'live', false)`;

test('an order on delivery takes nothing before its number is confirmed, and keeps what was typed until then', async () => {
  const phone = newNumber();
  const order = await shopper(2);
  const asked = await order(phone);
  expect(asked.checkout).toMatchObject({ codeSentTo: phone, values: { name: 'Sara', phone }, errors: {} });
  const code = await codeTo(phone);
  const wrong = await order(phone, { otp: code === '000000' ? '111111' : '000000' });
  expect([wrong.status, wrong.checkout?.errors]).toEqual([422, { otp: [{ key: 'WrongCode' }] }]);
  const number = newNumber();
  expect((await order(number, { otp: code })).checkout?.codeSentTo).toBe(number);
  expect(await sentTo(number)).toHaveLength(1);
  expect(await inStock()).toBe(STOCK);
  await order(phone, { resend: '1' });
  expect((await order(phone, { otp: await codeTo(phone) })).status).toBe(303);
  expect(await inStock()).toBe(STOCK - 2);
});

test('a number has three unpaid orders, also when twenty come at once', async () => {
  await withoutCodes();
  const phone = newNumber();
  const orders = await Promise.all(Array.from({ length: 20 }, () => shopper(1)));
  const answers = await Promise.all(orders.map((order) => order(phone)));
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(3);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.checkout).toMatchObject({ errors: { payment: [{ key: 'CashHeld' }] }, values: { phone } });
  expect(await inStock()).toBe(STOCK - 3);
  await daftar.database.sql`update orders set status = 2, paid_at = now() where customer_mobile = ${phone}`;
  expect((await (await shopper(1))(phone)).status).toBe(303);
});

test('unpaid orders on delivery never empty a shelf: of one number half, where numbers are not confirmed of all', async () => {
  const phone = newNumber();
  expect(await buy(phone, 8)).toBe(303);
  expect(await buy(phone, 8)).toBe(429);
  expect(await inStock()).toBe(8);
  await withoutCodes();
  for (let times = 0; times < 10; times += 1) await (await shopper(4))(newNumber());
  expect(await inStock()).toBeGreaterThanOrEqual(4);
});

test('a number is sent five codes an hour, whatever store asks', async () => {
  const phone = newNumber();
  const answers = await Promise.all(Array.from({ length: 12 }, async () => (await shopper(1))(phone)));
  expect(await sentTo(phone)).toHaveLength(5);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(7);
  expect(refused[0]!.checkout?.errors).toMatchObject({ phone: [{ key: 'TooManyCodes' }] });
});

test('who pays now is asked for no code', async () => {
  const order = await shopper(1);
  expect((await order(newNumber(), { payment: 'now' })).status).toBe(303);
});
