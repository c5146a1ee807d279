/** Limits of people without an account on a store: on taking its stock for nothing, and on codes sent to numbers. */
import { createHash } from 'node:crypto';
import { CHALLENGE_MAX } from '@daftar/contract/challenge';
import type { StoreView } from '@daftar/contract/storefront';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { productOf } from '../../tests/kit/samples-store.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { readOutbox } from '../messages/outbox.ts';
import { sendOrderCode } from '../orders/index.ts';
import { createHttpServer } from '../platform/http/server.ts';
import { registerStorefront } from './pages.ts';

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

/** Solves the challenge like the page's script. */
function proofOf(challenge: string): string {
  const [action, expires, nonce, target] = challenge.split('.');
  for (let number = 0; number < CHALLENGE_MAX; number += 1) {
    const hash = createHash('sha256').update(`${action}.${expires}.${nonce}.${number}`).digest('hex');
    if (hash === target) return `${challenge}.${number}`;
  }
  throw new Error('no number below the bound answers it');
}

const sentTo = async (to: string) =>
  (await readOutbox(daftar.app, { to, limit: 100 })).map(({ text }) => text);
const codeTo = async (to: string) => /\d{6}/.exec((await sentTo(to))[0]!)![0];
const inStock = async () => {
  const [row] = await daftar.database.sql<{ left: number }[]>`
    select in_stock - reserved as left from products where merchant_id = ${owner.merchantId} and id = ${productId}`;
  return row!.left;
};
const setStock = (pieces: number) => daftar.database.sql`
  update products set in_stock = reserved + ${pieces} where merchant_id = ${owner.merchantId} and id = ${productId}`;
/** Orders, and confirms the number with the code that comes. */
async function buy(phone: string, quantity: number): Promise<number> {
  const order = await shopper(quantity);
  const asked = await order(phone);
  if (asked.checkout?.codeSentTo !== phone) return asked.status;
  return (await order(phone, { otp: await codeTo(phone) })).status;
}
const withoutCodes = () => daftar.database.sql`
  insert into store_options (merchant_id, mode, confirm_phones) values (${owner.merchantId}, 'live', false)`;

test('an order on delivery reserves nothing before its number is confirmed, and keeps its form until then', async () => {
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

test('a number has at most three orders on delivery that are undelivered or unpaid, also when twenty arrive at once', async () => {
  await withoutCodes();
  const phone = newNumber();
  const orders = await Promise.all(Array.from({ length: 20 }, () => shopper(1)));
  const answers = await Promise.all(orders.map((order) => order(phone)));
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(3);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.checkout).toMatchObject({ errors: { payment: [{ key: 'CashHeld' }] }, values: { phone } });
  expect(await inStock()).toBe(STOCK - 3);
  const again = async () => (await (await shopper(1))(phone)).status;
  const { sql } = daftar.database;
  await sql`update orders set fulfilment = 'delivered' where customer_mobile = ${phone} and id % 2 = 0`;
  await sql`update orders set fulfilment = 'shipped' where customer_mobile = ${phone} and fulfilment = 'new'`;
  expect(await again(), 'one was delivered').toBe(303);
  while ((await again()) === 303);
  daftar.clock.advance({ hours: 24 * 61 });
  expect(await again(), 'the others can be paid no more').toBe(303);
});

test('one confirmed number reserves at most half of a product, or one of two pieces, and is not refused above that', async () => {
  const phone = newNumber();
  expect(await buy(phone, 8)).toBe(303);
  expect(await buy(phone, 8)).toBe(303);
  expect(await inStock()).toBe(8);
  await setStock(2);
  const other = newNumber();
  expect(await buy(other, 2), 'the last two').toBe(303);
  expect(await inStock()).toBe(2);
  expect([await buy(other, 1), await buy(other, 1)]).toEqual([303, 303]);
  expect(await inStock()).toBe(1);
  expect(await buy(other, 1), 'a fourth order').toBe(409);
});

test('orders without a confirmed number together reserve half of a product, and are not refused above that', async () => {
  await withoutCodes();
  const statuses = [];
  for (let times = 0; times < 6; times += 1) statuses.push((await (await shopper(4))(newNumber())).status);
  expect(statuses).toEqual(Array(6).fill(303));
  expect(await inStock()).toBe(8);
  const { sql } = daftar.database;
  const orders = await sql<{ reference: string }[]>`
    select reference from orders where merchant_id = ${owner.merchantId} order by id`;
  for (const { reference } of orders.slice(2)) {
    const path = '/merchant/store/products/orders/fulfilment';
    const body = { order_number: reference, fulfilment: 'prepared', note: '' };
    await daftar.call({ path, method: 'POST', body, as: owner, mode: 'live' });
  }
  expect(await inStock(), 'what the merchant takes in hand has its pieces').toBe(0);
  const stocks = await sql`
    select stock from orders where merchant_id = ${owner.merchantId} order by id`;
  expect(stocks.map(({ stock }) => stock)).toEqual(['taken', 'taken', 'taken', 'taken', 'short', 'short']);
});

test('orders whose payment has not started reserve half of a product, whoever places them; all of it can be bought', async () => {
  const now = { payment: 'now' };
  for (let times = 0; times < 6; times += 1) {
    expect((await (await shopper(4))(newNumber(), now)).status).toBe(303);
  }
  expect(await inStock()).toBe(8);
  expect(await buy(newNumber(), 4)).toBe(303);
  daftar.clock.advance({ minutes: 16 });
  await shopper(1); // whose look at the checkout gives back what is due
  expect((await (await shopper(12))(newNumber(), now)).status, 'everything that is left').toBe(303);
});

test('a number is sent five codes an hour, whatever store asks', async () => {
  const phone = newNumber();
  const answers = await Promise.all(Array.from({ length: 12 }, async () => (await shopper(1))(phone)));
  expect(await sentTo(phone)).toHaveLength(5);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(7);
  expect(refused[0]!.checkout?.errors).toMatchObject({ phone: [{ key: 'TooManyCodes' }] });
});

test('beyond fifty codes of one network, a shopper with a proof of work is still sent one', async () => {
  const most = daftar.app.config.limits.codesPerHour * 10;
  for (let each = 0; each < most; each += 1) {
    const scope = { merchantId: owner.merchantId, mode: 'live' } as const;
    const who = { submissionKey: `other-${each}`, mobile: newNumber(), locale: 'en' } as const;
    await sendOrderCode(daftar.app, scope, who, { address: '127.0.0.1' });
  }
  const phone = newNumber();
  const order = await shopper(1);
  const asked = await order(phone);
  expect([asked.status, asked.checkout?.codeSentTo]).toEqual([429, null]);
  expect(Number(asked.headers['retry-after']), 'for who has no script').toBeGreaterThan(0);
  const form = { proof: proofOf(asked.checkout!.challenge!) };
  expect((await order(phone, form)).checkout).toMatchObject({ codeSentTo: phone, challenge: null });
  expect(await sentTo(phone)).toHaveLength(1);
  expect((await order(phone, { otp: await codeTo(phone) })).status).toBe(303);
});

const bells = async () =>
  (
    await daftar.database.sql`
    select from notifications where merchant_id = ${owner.merchantId} and kind = 'order-placed'`
  ).length;

test('orders to be paid now send no message before they are paid, however many there are', async () => {
  const form = {
    payment: 'now',
    name: 'You won. Call 01000000000 now',
    email: `${newNumber()}@victim.example`,
  };
  for (let times = 0; times < 15; times += 1) {
    expect((await (await shopper(1))(newNumber(), form)).status).toBe(303);
  }
  expect([await sentTo(form.email), await bells()]).toEqual([[], 0]);
});

test('orders on delivery of unconfirmed numbers mail an address five times an hour, without the typed name', async () => {
  await withoutCodes();
  const claim = 'You won a prize';
  const form = { name: claim, email: `${newNumber()}@victim.example` };
  for (let times = 0; times < 8; times += 1) {
    expect((await (await shopper(1))(newNumber(), form)).status).toBe(303);
  }
  const mails = await sentTo(form.email);
  expect(mails).toHaveLength(5);
  for (const mail of mails) expect(mail).not.toContain(claim);
  expect(await bells(), 'the merchant has eight orders to handle').toBe(8);
});

test('a shopper who confirmed the number is mailed by name', async () => {
  const phone = newNumber();
  const form = { email: `${phone}@shopper.example` };
  const order = await shopper(1);
  await order(phone, form);
  expect((await order(phone, { ...form, otp: await codeTo(phone) })).status).toBe(303);
  expect(await sentTo(form.email)).toEqual([expect.stringContaining('Sara')]);
});

test('a shopper who pays now is asked for no code', async () => {
  const order = await shopper(1);
  expect((await order(newNumber(), { payment: 'now' })).status).toBe(303);
});

test('messages to a shopper of an unverified merchant contain only our words and the amount', async () => {
  owner = await daftar.merchant({ status: 0 });
  const claim = 'Claim 777000777 now';
  await daftar.database.sql`update merchants set business_name = ${claim} where id = ${owner.merchantId}`;
  const world = { daftar, actor: owner, mode: 'test' } as const;
  productId = (await productOf(world, { in_stock: STOCK, product_name: claim })).id;
  const order = await shopper(1);
  const phone = newNumber();
  const form = { name: claim, email: `${phone}@victim.example` };
  await order(phone, form);
  expect((await order(phone, { ...form, otp: await codeTo(phone) })).status).toBe(303);
  const sent = [...(await sentTo(phone)), ...(await sentTo(form.email))];
  expect(sent).toHaveLength(2);
  for (const text of sent) expect(text).not.toContain('777000777');
  expect(sent[1]).toContain('150.25');
});
