import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shopOf } from '../../tests/kit/orders.ts';
import { productOf } from '../../tests/kit/samples-store.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { checkoutJobs } from '../checkout/index.ts';
import { cancelAttempt, simulateOutcome } from '../checkout/service.ts';
import { findAttemptByToken } from '../checkout/store.ts';
import { releaseDueOrders } from './stock.ts';

let daftar: TestServer;
let owner: Actor;
let shop: ReturnType<typeof shopOf>;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  owner = await daftar.merchant();
  shop = shopOf(daftar, owner);
});

describe('the last piece', () => {
  test('goes to one of twenty concurrent buyers, and the others are told', async () => {
    const { id } = await productOf(shop.world, { in_stock: 1 });
    const placed = await Promise.all(Array.from({ length: 20 }, () => shop.buy(id)));
    expect(placed.filter((each) => each !== 'changed')).toHaveLength(1);
    expect(await shop.stockOf(id)).toEqual({ inStock: 1, reserved: 1 });
    await shop.expectBooksInOrder();
  });

  test('concurrent carts with the same products in different order do not deadlock', async () => {
    const a = await productOf(shop.world, { in_stock: 30 });
    const b = await productOf(shop.world, { in_stock: 30 });
    const both = (first: number, second: number) =>
      shop.buy(first, 1, {
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
    expect(await shop.stockOf(a.id)).toEqual({ inStock: 30, reserved: 20 });
    expect(await shop.stockOf(b.id)).toEqual({ inStock: 30, reserved: 20 });
  });

  test('the database itself refuses a stock below what is reserved', async () => {
    const { id } = await productOf(shop.world, { in_stock: 1 });
    await shop.buy(id);
    await expect(
      daftar.database
        .sql`update products set in_stock = 0 where merchant_id = ${owner.merchantId} and id = ${id}`,
    ).rejects.toMatchObject({ constraint_name: 'products_reserved_of_stock' });
  });
});

test('a form submitted twice places one order', async () => {
  const { id } = await productOf(shop.world);
  const again = { submissionKey: 'the same form' };
  const [first, second] = await Promise.all([shop.buy(id, 1, again), shop.buy(id, 1, again)]);
  expect(first).toMatchObject({ token: second !== 'changed' && second!.token });
  expect(await shop.stockOf(id)).toEqual({ inStock: 10, reserved: 1 });
});

test('a price that changed meanwhile places no order', async () => {
  const { id } = await productOf(shop.world);
  await daftar.database.sql`
    update products set price_piastres = 16000 where merchant_id = ${owner.merchantId} and id = ${id}`;
  expect(await shop.buy(id)).toBe('changed');
  expect(await shop.stockOf(id)).toEqual({ inStock: 10, reserved: 0 });
});

describe('payment', () => {
  test('that fails releases the pieces, and paying again reserves them again', async () => {
    const { id } = await productOf(shop.world, { in_stock: 1 });
    const token = await shop.order(id);
    await shop.pay(token, { card: 'declined' });
    expect(await shop.stockOf(id)).toEqual({ inStock: 1, reserved: 0 });
    expect(await shop.orderRow(token)).toMatchObject({ status: 1, stock: 'released' });
    await shop.pay(token);
    expect(await shop.orderRow(token)).toMatchObject({ status: 2, stock: 'taken' });
    expect(await shop.stockOf(id)).toEqual({ inStock: 0, reserved: 0 });
    await shop.expectBooksInOrder();
  });

  test('of an order that an unconfirmed shopper placed without its pieces takes them once they are free', async () => {
    const { id } = await productOf(shop.world, { in_stock: 10 });
    const stranger = { isConfirmed: false, openOrders: 3 };
    const [whole, rest] = [await shop.buy(id, 10, { stranger }), await shop.buy(id, 4, { stranger })];
    if (whole === 'changed' || rest === 'changed') throw new Error('not placed');
    expect(await shop.stockOf(id)).toEqual({ inStock: 10, reserved: 4 });
    expect(await shop.pay(whole.token), 'four are somebody else’s for now').toBe(false);
    daftar.clock.advance({ minutes: 16 });
    await releaseDueOrders(daftar.app, null);
    expect(await shop.pay(whole.token)).toBe(true);
    expect(await shop.orderRow(whole.token)).toMatchObject({ status: 2, stock: 'taken' });
    expect(await shop.stockOf(id)).toEqual({ inStock: 0, reserved: 0 });
    await shop.expectBooksInOrder();
  });

  test('of pieces that were sold meanwhile is refused', async () => {
    const { id } = await productOf(shop.world, { in_stock: 1 });
    const first = await shop.order(id);
    await shop.pay(first, { card: 'declined' });
    const second = await shop.order(id);
    await shop.pay(second);
    expect(await shop.pay(first)).toBe(false);
    expect(await shop.stockOf(id)).toEqual({ inStock: 0, reserved: 0 });
    expect(await shop.orderRow(first)).toMatchObject({ status: 1 });
  });

  test('an expired reservation is released by the job and by the next buyer', async () => {
    const { id } = await productOf(shop.world, { in_stock: 1 });
    const first = await shop.order(id);
    daftar.clock.advance({ minutes: 16 });
    expect(await releaseDueOrders(daftar.app, null)).toBeGreaterThanOrEqual(1);
    expect(await shop.orderRow(first)).toMatchObject({ stock: 'released' });
    const second = await shop.order(id);
    daftar.clock.advance({ minutes: 16 });
    const third = await shop.order(id);
    expect(await shop.orderRow(second)).toMatchObject({ stock: 'released' });
    expect(await shop.orderRow(third)).toMatchObject({ stock: 'reserved' });
    await shop.expectBooksInOrder();
  });

  test('a reservation that cannot be released delays no other, and no buyer', async () => {
    const [bad, good] = [
      await productOf(shop.world, { in_stock: 1 }),
      await productOf(shop.world, { in_stock: 1 }),
    ];
    const orders = [await shop.order(bad.id), await shop.order(good.id)];
    daftar.clock.advance({ minutes: 16 });
    // As if something had gone wrong with it: nothing of it is reserved that could be given back.
    await daftar.database.sql`update products set reserved = 0 where id = ${bad.id}`;
    const next = await shop.order(good.id);
    expect(await shop.orderRow(next)).toMatchObject({ stock: 'reserved' });
    expect(await shop.orderRow(orders[1]!)).toMatchObject({ stock: 'released' });
    await expect(releaseDueOrders(daftar.app, null)).rejects.toThrow(/1 of \d+ failed/);
    await daftar.database.sql`update products set reserved = 1 where id = ${bad.id}`;
    expect(await releaseDueOrders(daftar.app, null)).toBeGreaterThanOrEqual(1);
    expect(await shop.orderRow(orders[0]!)).toMatchObject({ stock: 'released' });
  });

  test('abandoned releases the pieces when its time is up', async () => {
    const { id } = await productOf(shop.world, { in_stock: 1 });
    const token = await shop.order(id);
    await shop.pay(token, { card: 'challenged', ending: 'leaves' });
    expect(await shop.buy(id)).toBe('changed');
    daftar.clock.advance({ minutes: 16 });
    await checkoutJobs['expire-attempts']!(daftar.app, {});
    expect(await shop.stockOf(id)).toEqual({ inStock: 1, reserved: 0 });
    expect(await shop.orderRow(token)).toMatchObject({ status: 1, stock: 'released' });
    await shop.expectBooksInOrder();
  });

  test('of the last piece by ten shoppers who each ordered it succeeds once', async () => {
    const { id } = await productOf(shop.world, { in_stock: 1 });
    const tokens: string[] = [];
    for (let shopper = 0; shopper < 10; shopper += 1) {
      tokens.push(await shop.order(id));
      daftar.clock.advance({ minutes: 16 });
    }
    const begun = await Promise.all(tokens.map((token) => shop.pay(token)));
    expect(begun.filter(Boolean)).toHaveLength(1);
    const orders = await Promise.all(tokens.map(shop.orderRow));
    expect(orders.filter(({ status }) => status === 2)).toHaveLength(1);
    expect(await shop.stockOf(id)).toEqual({ inStock: 0, reserved: 0 });
    await shop.expectBooksInOrder();
  });

  test('that arrives late, for pieces sold meanwhile, pays the order and marks it short', async () => {
    const { id } = await productOf(shop.world, { in_stock: 1 });
    const late = await shop.order(id);
    await shop.pay(late, { method: 4, ending: 'leaves' });
    const [{ token: attempt }] = (await daftar.database.sql`
      select a.token from payment_attempts a join orders o on o.merchant_id = a.merchant_id and o.id = a.payable_id
       where a.payable_kind = 'order' and o.token = ${late}`) as unknown as [{ token: string }];
    const started = (await findAttemptByToken(daftar.app.db, owner.merchantId, attempt))!;
    await cancelAttempt(daftar.app, started);
    await shop.pay(await shop.order(id));
    await simulateOutcome(daftar.app, started, 'pay');
    expect(await shop.orderRow(late)).toMatchObject({ status: 2, stock: 'short' });
    expect(await shop.stockOf(id)).toEqual({ inStock: 0, reserved: 0 });
    await shop.expectBooksInOrder();
  });
});
