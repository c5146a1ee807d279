/** Orders of shoppers: current products of one store, and nothing else. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { shopOf } from '../../tests/kit/orders.ts';
import { pictureOf, productOf } from '../../tests/kit/samples-store.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';

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

test('a product that is deleted, of live mode or of another merchant cannot be ordered, nor together with one that can', async () => {
  const { id: sold } = await productOf(shop.world);
  const { id: deleted } = await productOf(shop.world);
  await shop.call('DELETE', '/delete-product', { query: { product_id: String(deleted) } });
  const { id: live } = await productOf({ ...shop.world, mode: 'live' });
  const { id: others } = await productOf({ ...shop.world, actor: await daftar.merchant() });
  for (const productId of [deleted, live, others]) {
    expect(await shop.buy(productId)).toBe('changed');
    const lines = [sold, productId].map((id) => ({ productId: id, quantity: 1 }));
    expect(await shop.buy(sold, 2, { lines })).toBe('changed');
  }
  expect(await shop.stockOf(sold)).toEqual({ inStock: 10, reserved: 0 });
  expect(await shop.buy(sold)).toMatchObject({ isNew: true });
});

test('an order does not wait for orders of other products', async () => {
  const { id } = await productOf(shop.world);
  const { id: busy } = await productOf(shop.world);
  await daftar.database.sql.begin(async (tx) => {
    await tx`select from products where merchant_id = ${owner.merchantId} and id = ${busy} for update`;
    expect(await shop.buy(id)).toMatchObject({ isNew: true });
  });
});

test('an order keeps its product’s first picture of that moment', async () => {
  await productOf(shop.world);
  const [first, second, third] = [
    await pictureOf(shop.world),
    await pictureOf(shop.world),
    await pictureOf(shop.world),
  ];
  const { id } = await productOf(shop.world, { product_images: [first, second, third] });
  const pictures = async () => {
    const { reference } = await shop.orderRow(await shop.order(id));
    return (await shop.details(reference)).items[0].product_image;
  };
  const shown = async () =>
    (await shop.call('GET', '/details', { query: { product_id: String(id) } })).body.data.attachments;
  const before = await shown();
  expect(await pictures()).toBe(before[0]);
  await shop.call('POST', '/remove-image', { query: { product_id: String(id) }, body: { url: before[0] } });
  expect(await pictures()).toBe(before[1]);
});
