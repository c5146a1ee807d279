import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { categoryOf, pictureOf, productForm, productOf } from '../../tests/kit/samples-store.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { stockAfterEdit, tidyRow } from './rules.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  owner = await daftar.merchant();
});

type Mode = 'live' | 'test';
const world = (mode: Mode = 'live') => ({ daftar, actor: owner, mode });
const get = (path: string, query: Record<string, string> = {}, mode: Mode = 'live') =>
  daftar.call({ path: `/merchant/store${path}`, query, mode, as: owner });
const post = (path: string, body: unknown, query: Record<string, string> = {}) =>
  daftar.call({ method: 'POST', path: `/merchant/store${path}`, query, mode: 'live', as: owner, body });
const names = async (query: Record<string, string>) => {
  const answer = await get('/products', query);
  expect(answer.status, answer.raw).toBe(200);
  return answer.body.data.map((row: { product_name: string }) => row.product_name);
};
const details = async (id: number) => (await get('/products/details', { product_id: String(id) })).body.data;

describe('a product', () => {
  test('is stored as sent, with its pictures in the requested order', async () => {
    const pictures = [await pictureOf(world()), await pictureOf(world()), await pictureOf(world())];
    const order = [pictures[2], pictures[0], pictures[1]];
    const form = await productForm(world(), { product_images: pictures, images_order: order });
    const made = await post('/products/create-product', form);
    expect(made.status, made.raw).toBe(200);
    const product = await details(made.body.data.id);
    expect(product).toMatchObject({
      product_name: 'قميص قطن Cotton shirt',
      price: 150.25,
      currency: 'EGP',
      weight: 0.3,
      in_stock: 10,
      reserved: 0,
      sub_category: 'قمصان',
    });
    expect(product.attachments).toHaveLength(3);
    expect(product.attachment).toBe(product.attachments[0]);
    expect(product.url).toMatch(new RegExp(`/store/store-${owner.merchantId}/products/${product.id}$`));
    const [row] = await daftar.database.sql`
      select path from product_images where merchant_id = ${owner.merchantId} order by position limit 1`;
    expect(row!.path).toBe(pictures[2]);
    const shown = await daftar.call({ path: `${product.attachment}?size=small` });
    expect(shown.status).toBe(200);
  });

  test('reports every missing field at once, including the picture, and refuses a body that is not a form', async () => {
    const missing = (await post('/products/create-product', {})).body.errors;
    expect(Object.keys(missing)).toEqual(expect.arrayContaining(['product_name', 'price', 'product_images']));
    for (const none of [null, [], 'x', 7]) {
      expect((await post('/products/create-product', none)).status, String(none)).toBeLessThan(500);
    }
  });

  test.each([
    ['no picture', { product_images: [] }, 'product_images'],
    ['a price of nothing', { price: 0 }, 'price'],
    ['a third decimal', { price: '1.005' }, 'price'],
    ['half a piece', { in_stock: '1.5' }, 'in_stock'],
    ['no stock given', { in_stock: '' }, 'in_stock'],
    ['a weight below nothing', { weight: '-1' }, 'weight'],
    ['nine pictures', { product_images: Array.from({ length: 9 }, (_, n) => `p${n}`) }, 'product_images'],
    ['a category of nobody', { category_id: 999999 }, 'category_id'],
    ['a picture of nobody', { product_images: ['nobody.png'] }, 'product_images'],
  ])('with %s is refused on its field, and nothing is written', async (_, changes, field) => {
    const answer = await post('/products/create-product', await productForm(world(), changes));
    expect(answer.status, answer.raw).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
    expect((await get('/products')).body.meta.total).toBe(0);
  });

  test('cannot be in a sub-category of another category', async () => {
    const other = await categoryOf(world());
    const form = await productForm(world(), { sub_category_id: other.sub.id });
    const answer = await post('/products/create-product', form);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual(['sub_category_id']);
  });

  test('has a unique code, also when two are sent at once', async () => {
    const form = await productForm(world(), { product_code: 'AB-1' });
    const twin = { ...form, product_code: 'ab-1', product_images: [await pictureOf(world())] };
    const answers = await Promise.all([
      post('/products/create-product', form),
      post('/products/create-product', twin),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(answers.find(({ status }) => status === 422)!.body.errors).toHaveProperty('product_code');
  });

  test('keeps the pictures that an edit names and deletes the others', async () => {
    const product_images = [await pictureOf(world()), await pictureOf(world())];
    const { id } = await productOf(world(), { product_images });
    const before = await details(id);
    const added = await pictureOf(world());
    const form = await productForm(world(), {
      product_id: id,
      product_images: [added],
      product_images_url: [before.attachments[1]],
    });
    const answer = await post('/products/update-product', form);
    expect(answer.status, answer.raw).toBe(200);
    const after = await details(id);
    expect(after.attachments).toHaveLength(2);
    expect(after.attachments[0]).toBe(before.attachments[1]);
    expect((await daftar.call({ path: before.attachments[0] })).status).toBe(404);
  });

  test('never takes a picture that was removed, whether before its use or from a product', async () => {
    const upload = await pictureOf(world());
    expect((await post('/products/remove-upload-product-img', { path: upload })).status).toBe(200);
    const [kept, taken] = [await pictureOf(world()), await pictureOf(world())];
    const { id } = await productOf(world(), { product_images: [kept, taken] });
    const url = (await details(id)).attachments[1];
    expect((await post('/products/remove-image', { url }, { product_id: String(id) })).status).toBe(200);
    for (const path of [upload, taken]) {
      const form = await productForm(world(), { product_images: [path] });
      const answer = await post('/products/create-product', form);
      expect(answer.status, answer.raw).toBe(422);
      expect(answer.body.errors).toHaveProperty('product_images');
      expect((await daftar.call({ path: `/merchant/storage/${path}`, as: owner })).status).toBe(404);
    }
    expect((await post('/products/remove-upload-product-img', { path: kept })).status).toBe(200);
    expect((await details(id)).attachments).toHaveLength(1);
  });

  test('never takes a picture of another product, and keeps its last one', async () => {
    const mine = await productOf(world());
    const other = await details((await productOf(world())).id);
    const form = await productForm(world(), {
      product_id: mine.id,
      product_images: [],
      product_images_url: other.attachments,
    });
    expect((await post('/products/update-product', form)).status).toBe(422);
    const product_id = String(mine.id);
    const url = (await details(mine.id)).attachment;
    expect((await post('/products/remove-image', { url }, { product_id })).status).toBe(400);
    expect((await post('/products/remove-image', { url: other.attachment }, { product_id })).status).toBe(
      422,
    );
  });

  test('of another merchant or the other mode is not found', async () => {
    const { id } = await productOf(world('test'));
    expect((await get('/products/details', { product_id: String(id) })).status).toBe(404);
    expect((await get('/products/details', { product_id: String(id) }, 'test')).status).toBe(200);
    const stranger = await daftar.merchant();
    const answer = await daftar.call({
      path: '/merchant/store/products/details',
      query: { product_id: String(id) },
      mode: 'test',
      as: stranger,
    });
    expect(answer.status).toBe(404);
  });

  test('frees its code and its category once deleted', async () => {
    const category = await categoryOf(world());
    const place = { category_id: category.id, sub_category_id: category.sub.id, product_code: 'GONE' };
    const { id } = await productOf(world(), place);
    const remove = (path: string, query: Record<string, string>) =>
      daftar.call({ method: 'DELETE', path: `/merchant/store${path}`, query, mode: 'live', as: owner });
    const ofCategory = { category_id: String(category.id) };
    expect((await remove('/categories/delete-category', ofCategory)).status).toBe(400);
    expect((await remove('/products/delete-product', { product_id: String(id) })).status).toBe(200);
    expect((await remove('/products/delete-product', { product_id: String(id) })).status).toBe(404);
    await productOf(world(), { product_code: 'GONE' });
    expect((await remove('/categories/delete-category', ofCategory)).status).toBe(200);
  });
});

describe('the list', () => {
  test('is searched by every filter, in any Arabic spelling', async () => {
    const category = await categoryOf(world());
    const place = { category_id: category.id, sub_category_id: category.sub.id };
    await productOf(world(), { product_name: 'كنكة نحاس', product_code: 'KT-1', price: 320, ...place });
    await productOf(world(), { product_name: 'Wool scarf', product_code: 'SC-1', price: 90 });
    expect(await names({ keyword: 'كنكه' })).toEqual(['كنكة نحاس']);
    expect(await names({ keyword: 'sc-1' })).toEqual(['Wool scarf']);
    expect(await names({ product_name: 'scarf' })).toEqual(['Wool scarf']);
    expect(await names({ product_name: 'SC-1' })).toEqual([]);
    expect(await names({ product_code: 'kt' })).toEqual(['كنكة نحاس']);
    expect(await names({ price_from: '100' })).toEqual(['كنكة نحاس']);
    expect(await names({ price_to: '٩٠' })).toEqual(['Wool scarf']);
    expect(await names({ category: String(category.id) })).toEqual(['كنكة نحاس']);
    expect(await names({ sub_category: String(category.sub.id) })).toEqual(['كنكة نحاس']);
    expect(await names({ created_to: '2020-01-01' })).toEqual([]);
    expect(await names({ sort_key: 'price', sort_type: 'asc' })).toEqual(['Wool scarf', 'كنكة نحاس']);
    expect((await get('/products', { price_from: '10', price_to: '5' })).status).toBe(422);
  });

  test('offers product names to choose from and the address of the store', async () => {
    await productOf(world(), { product_name: 'Mug' });
    expect((await get('/lookup/products-name', { keyword: 'mu' })).body.data).toEqual([
      { id: expect.any(Number), name: 'Mug' },
    ]);
    expect((await get('/products/link')).body.data.link).toMatch(/\/store\/store-\d+$/);
    expect((await get('/products/link', {}, 'test')).body.data.link).toMatch(/\/sandbox\/store\/store-\d+$/);
  });
});

test('an edit of the stock sets the pieces for sale, less those sold meanwhile', () => {
  expect(stockAfterEdit({ inStock: 5, reserved: 1 }, 10, null)).toBe(11);
  expect(stockAfterEdit({ inStock: 3, reserved: 0 }, 10, 5)).toBe(8);
  expect(stockAfterEdit({ inStock: 0, reserved: 0 }, 1, 5)).toBe(0);
});

test('a date that a workbook stores as a serial number is read as a date', () => {
  expect(tidyRow({ created_at: '46037' }).created_at).toBe('2026-01-15');
  expect(tidyRow({ created_at: '44575' }, 'from1904').created_at).toBe('2026-01-15');
  expect(tidyRow({ created_at: '46037' }, null).created_at).toBe('46037');
  expect(tidyRow({ created_at: ' 2026-01-20 ' }).created_at).toBe('2026-01-20');
});
