import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { payForDemo } from '../checkout/seed.ts';
import { checkLedger } from '../ledger/check.ts';
import { moneyChecks } from '../money-checks.ts';
import { FakeClock } from '../platform/time/clock.ts';
import { orderOf, productForm, productOf } from '../testing/samples-store.ts';
import { type Actor, startTestServer, type TestServer } from '../testing/server.ts';
import { placeOrder } from './index.ts';
import { releaseDueOrders } from './stock.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  owner = await daftar.merchant();
});

const world = () => ({ daftar, actor: owner, mode: 'test' as const });
const scope = () => ({ merchantId: owner.merchantId, mode: 'test' as const });
let serial = 0;
const customer = { name: 'سارة', email: 'sara@shopper.example', mobile: '01112345678', address: 'Cairo' };

function buy(productId: number, quantity = 1, changes: Partial<Parameters<typeof placeOrder>[2]> = {}) {
  serial += 1;
  return placeOrder(daftar.app, scope(), {
    lines: [{ productId, quantity }],
    expectedPiastres: 15025 * quantity,
    customer,
    payment: 'now',
    language: 2,
    submissionKey: `test-${serial}`,
    ...changes,
  });
}

const pay = (token: string, ending: 'pays' | 'fails' = 'pays') => {
  const clock = new FakeClock(daftar.clock.now());
  return payForDemo({ ...daftar.app, clock }, clock, token, {
    method: 1,
    ending: 'pays',
    payer: { ...customer },
    cardNumber: ending === 'pays' ? '4242424242424242' : '4000000000000002',
    waitMinutes: 1,
  });
};

async function stockOf(productId: number) {
  const [row] = await daftar.database.sql<{ inStock: number; reserved: number }[]>`
    select in_stock as "inStock", reserved from products where merchant_id = ${owner.merchantId} and id = ${productId}`;
  return { ...row! };
}

async function orderRow(token: string) {
  const [row] = await daftar.database.sql<{ id: number; status: number; stock: string; reference: string }[]>`
    select id, status, stock, reference from orders where merchant_id = ${owner.merchantId} and token = ${token}`;
  return { ...row! };
}

const tokenOf = (placed: Awaited<ReturnType<typeof buy>>) => {
  if (placed === 'changed') throw new Error('not placed');
  return placed.token;
};

async function expectBooksInOrder() {
  expect(await checkLedger(daftar.database.sql, { extraChecks: moneyChecks })).toEqual([]);
}

describe('the last piece', () => {
  test('goes to one of twenty buyers at once, and the others are told', async () => {
    const { id } = await productOf(world(), { in_stock: 1 });
    const placed = await Promise.all(Array.from({ length: 20 }, () => buy(id)));
    expect(placed.filter((each) => each !== 'changed')).toHaveLength(1);
    expect(await stockOf(id)).toEqual({ inStock: 1, reserved: 1 });
    await expectBooksInOrder();
  });

  test('baskets that share products in other orders wait for each other and never stand still', async () => {
    const a = await productOf(world(), { in_stock: 30 });
    const b = await productOf(world(), { in_stock: 30 });
    const both = (first: number, second: number) =>
      buy(first, 1, {
        lines: [
          { productId: first, quantity: 1 },
          { productId: second, quantity: 1 },
        ],
        expectedPiastres: 2 * 15025,
      });
    const placed = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? both(a.id, b.id) : both(b.id, a.id))),
    );
    expect(placed.filter((each) => each === 'changed')).toEqual([]);
    expect(await stockOf(a.id)).toEqual({ inStock: 30, reserved: 20 });
    expect(await stockOf(b.id)).toEqual({ inStock: 30, reserved: 20 });
  });

  test('the database itself refuses a stock below what is reserved', async () => {
    const { id } = await productOf(world(), { in_stock: 1 });
    await buy(id);
    await expect(
      daftar.database
        .sql`update products set in_stock = 0 where merchant_id = ${owner.merchantId} and id = ${id}`,
    ).rejects.toMatchObject({ constraint_name: 'products_reserved_of_stock' });
  });
});

test('a form sent twice places one order', async () => {
  const { id } = await productOf(world());
  const again = { submissionKey: 'the same form' };
  const [first, second] = await Promise.all([buy(id, 1, again), buy(id, 1, again)]);
  expect(tokenOf(first!)).toBe(tokenOf(second!));
  expect(await stockOf(id)).toEqual({ inStock: 10, reserved: 1 });
});

test('a price that changed in between places nothing', async () => {
  const { id } = await productOf(world());
  await daftar.database.sql`
    update products set price_piastres = 16000 where merchant_id = ${owner.merchantId} and id = ${id}`;
  expect(await buy(id)).toBe('changed');
  expect(await stockOf(id)).toEqual({ inStock: 10, reserved: 0 });
});

describe('payment', () => {
  test('makes an order paid once, takes its pieces, and the transaction names it', async () => {
    const { id } = await productOf(world());
    const token = tokenOf(await buy(id, 2));
    await pay(token);
    expect(await orderRow(token)).toMatchObject({ status: 2, stock: 'taken' });
    expect(await stockOf(id)).toEqual({ inStock: 8, reserved: 0 });
    const { id: orderId, reference } = await orderRow(token);
    const [transaction] = await daftar.database.sql`
      select source_kind, source_id, source_reference, status, value_piastres from transactions
      where merchant_id = ${owner.merchantId}`;
    expect(transaction).toMatchObject({
      source_kind: 'order',
      source_id: orderId,
      source_reference: reference,
      status: 1,
      value_piastres: 30050,
    });
    const answer = await daftar.call({
      path: '/merchant/store/products/statistics',
      mode: 'test',
      as: owner,
    });
    expect(answer.body.data).toEqual({ total: 1, sales: 300.5, newOrders: 1, customer: 1 });
    await expectBooksInOrder();
  });

  test('that fails gives the pieces back, and paying again reserves them anew', async () => {
    const { id } = await productOf(world(), { in_stock: 1 });
    const token = tokenOf(await buy(id));
    await pay(token, 'fails');
    expect(await stockOf(id)).toEqual({ inStock: 1, reserved: 0 });
    expect(await orderRow(token)).toMatchObject({ status: 1, stock: 'released' });
    await pay(token);
    expect(await orderRow(token)).toMatchObject({ status: 2, stock: 'taken' });
    expect(await stockOf(id)).toEqual({ inStock: 0, reserved: 0 });
    await expectBooksInOrder();
  });

  test('of pieces that were sold to somebody else meanwhile is refused', async () => {
    const { id } = await productOf(world(), { in_stock: 1 });
    const first = tokenOf(await buy(id));
    await pay(first, 'fails');
    const second = tokenOf(await buy(id));
    await pay(second);
    expect(await pay(first)).toBe(false);
    expect(await stockOf(id)).toEqual({ inStock: 0, reserved: 0 });
    expect(await orderRow(first)).toMatchObject({ status: 1 });
  });

  test('a reservation whose time is up is given back, by the job and by the next buyer', async () => {
    const { id } = await productOf(world(), { in_stock: 1 });
    const first = tokenOf(await buy(id));
    daftar.clock.advance({ minutes: 16 });
    expect(await releaseDueOrders(daftar.app, null)).toBeGreaterThanOrEqual(1);
    expect(await orderRow(first)).toMatchObject({ stock: 'released' });
    const second = tokenOf(await buy(id));
    daftar.clock.advance({ minutes: 16 });
    const third = tokenOf(await buy(id));
    expect(await orderRow(second)).toMatchObject({ stock: 'released' });
    expect(await orderRow(third)).toMatchObject({ stock: 'reserved' });
    await expectBooksInOrder();
  });

  test('tells both sides by e-mail, once each', async () => {
    const { id } = await productOf(world());
    const token = tokenOf(await buy(id));
    const messages = await daftar.database.sql<{ recipient: string; links: string[] }[]>`
      select recipient, links from messages where merchant_id = ${owner.merchantId} and mode = 'test' order by id`;
    expect(messages.map(({ recipient }) => recipient)).toEqual([customer.email, expect.any(String)]);
    expect(messages[0]!.links[0]).toMatch(new RegExp(`/sandbox/store/[^/]+/orders/${token}$`));
    expect(messages[1]!.links[0]).toMatch(/\/orders\/ORD-/);
  });
});

describe('the merchant', () => {
  const call = (path: string, body: unknown) =>
    daftar.call({
      method: 'POST',
      path: `/merchant/store/products/orders${path}`,
      mode: 'test',
      as: owner,
      body,
    });
  const details = (order_number: string) =>
    daftar.call({
      path: '/merchant/store/products/orders/details',
      query: { order_number },
      mode: 'test',
      as: owner,
    });

  test('moves an order forward and never back, and keeps a note', async () => {
    const { reference } = await orderOf(world());
    const step = (fulfilment: string, note = '') =>
      call('/fulfilment', { order_number: reference, fulfilment, note });
    expect((await step('shipped', 'By courier')).status).toBe(200);
    expect((await step('prepared')).status).toBe(400);
    expect((await step('shipped', 'Left today')).status).toBe(200);
    expect((await step('delivered')).status).toBe(200);
    expect((await step('canceled')).status).toBe(400);
    expect((await details(reference)).body.data).toMatchObject({ fulfilment: 'delivered', note: '' });
  });

  test('cancels an unpaid order, whose pieces come back and which nobody can pay any more', async () => {
    const { reference, token, productId } = await orderOf(world());
    expect(await stockOf(productId)).toEqual({ inStock: 9, reserved: 0 });
    await call('/fulfilment', { order_number: reference, fulfilment: 'canceled' });
    expect(await stockOf(productId)).toEqual({ inStock: 10, reserved: 0 });
    expect(await pay(token)).toBe(false);
  });

  test('takes cash for an order on delivery once, and for no other', async () => {
    const { reference } = await orderOf(world());
    expect((await call('/cash-received', { order_number: reference })).status).toBe(200);
    expect((await call('/cash-received', { order_number: reference })).status).toBe(400);
    expect((await details(reference)).body.data).toMatchObject({
      status: 'PAID',
      paid_in_cash: true,
      transaction_id: null,
    });
    const online = await orderOf(world(), 'now');
    expect((await call('/cash-received', { order_number: online.reference })).status).toBe(400);
    await expectBooksInOrder();
  });

  test('finds an order by its id too, and the deleted product in it as it was', async () => {
    const { reference, productId } = await orderOf(world());
    const removed = await daftar.call({
      method: 'DELETE',
      path: '/merchant/store/products/delete-product',
      query: { product_id: String(productId) },
      mode: 'test',
      as: owner,
    });
    expect(removed.status).toBe(200);
    const { id } = (await details(reference)).body.data;
    const found = (await details(String(id))).body.data;
    expect(found).toMatchObject({ reference, customer_adress: 'Cairo', amount: 150.25, fees: 0 });
    expect(found.items[0]).toMatchObject({ product_name: 'قميص قطن Cotton shirt', quantity: 1 });
    const picture = await daftar.call({ path: found.items[0].product_image });
    expect(picture.status).toBe(200);
  });
});

test('an edit of the stock takes off what was sold since the form was opened', async () => {
  const { id } = await productOf(world(), { in_stock: 5 });
  await pay(tokenOf(await buy(id)));
  await buy(id);
  const form = await productForm(world(), { in_stock: 20, in_stock_before: 5, product_id: id });
  const answer = await daftar.call({
    method: 'POST',
    path: '/merchant/store/products/update-product',
    mode: 'test',
    as: owner,
    body: form,
  });
  expect(answer.status, answer.raw).toBe(200);
  expect(await stockOf(id)).toEqual({ inStock: 19, reserved: 1 });
});
