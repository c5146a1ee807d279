/** An order as a payable: what closes it, in which order, and at which moment. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { shopOf } from '../../tests/kit/orders.ts';
import { productOf } from '../../tests/kit/samples-store.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { checkoutJobs } from '../checkout/index.ts';
import { orderSource } from './payable.ts';

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

const found = async (token: string) => {
  const { id } = await shop.orderRow(token);
  const ref = { merchantId: owner.merchantId, mode: 'test', kind: 'order', id: Number(id) } as const;
  return (await orderSource.find(daftar.app.db, ref, daftar.clock.now()))!;
};

test('a payer who starts to pay has fifteen minutes from then, in which nobody else gets the pieces', async () => {
  const { id } = await productOf(shop.world, { in_stock: 1 });
  const token = await shop.order(id);
  daftar.clock.advance({ minutes: 14 });
  expect(await shop.pay(token, { card: 'challenged', ending: 'leaves' })).toBe(true);
  daftar.clock.advance({ minutes: 14, seconds: 59.999 });
  expect(await shop.buy(id)).toBe('changed');
  expect((await found(token)).closed).toBe('busy');
  daftar.clock.advance({ seconds: 0.001 });
  expect((await found(token)).closed).toBeNull();
  await checkoutJobs['expire-attempts']!(daftar.app, {});
  expect(await shop.buy(id)).not.toBe('changed');
  expect(await shop.orderRow(token)).toMatchObject({ stock: 'released' });
});

test('an order to be paid now is open for a day and expires exactly then', async () => {
  const { id } = await productOf(shop.world);
  const token = await shop.order(id);
  daftar.clock.advance({ hours: 23, minutes: 59, seconds: 59.999 });
  expect((await found(token)).closed).toBeNull();
  daftar.clock.advance({ seconds: 0.001 });
  expect((await found(token)).closed).toBe('expired');
  expect(await shop.pay(token)).toBe(false);
});

test('an order to be paid on delivery is open for sixty days', async () => {
  const { id } = await productOf(shop.world);
  const placed = await shop.buy(id, 1, { payment: 'delivery' });
  if (placed === 'changed') throw new Error('not placed');
  daftar.clock.advance({ days: 59, hours: 23, minutes: 59, seconds: 59.999 });
  expect((await found(placed.token)).closed).toBeNull();
  daftar.clock.advance({ seconds: 0.001 });
  expect((await found(placed.token)).closed).toBe('expired');
});

test('a paid order stays paid and a canceled one stays canceled, also after their deadline', async () => {
  const { id } = await productOf(shop.world);
  const [paid, canceled] = [await shop.order(id), await shop.order(id)];
  await shop.pay(paid);
  const { reference } = await shop.orderRow(canceled);
  expect((await shop.step(reference, 'canceled')).status).toBe(200);
  for (const days of [0, 2]) {
    daftar.clock.advance({ days });
    expect((await found(paid)).closed).toBe('paid');
    expect((await found(canceled)).closed).toBe('inactive');
    expect(await shop.pay(paid)).toBe(false);
    expect(await shop.pay(canceled)).toBe(false);
  }
  await shop.expectBooksInOrder();
});

test('is described in the language of its shopper, with items and total', async () => {
  const { id } = await productOf(shop.world, { product_name: 'كنكة' });
  const placed = await Promise.all(
    ([1, 2] as const).map((language) =>
      shop.buy(id, 2, { language, submissionKey: `named-${language}-${id}` }),
    ),
  );
  const [arabic, english] = await Promise.all(
    placed.map((each) => {
      if (each === 'changed') throw new Error('not placed');
      return found(each.token);
    }),
  );
  expect(english!.view.title).toContain('Order');
  expect(arabic!.view.title).toMatch(/[\u0621-\u064A]/);
  expect(english!.view).toMatchObject({
    description: '2 × كنكة',
    subtotal: 30_050,
    total: 30_050,
    currency: 'EGP',
  });
  expect(english).toMatchObject({ valuePiastres: 30_050, payer: { name: 'سارة' } });
});
