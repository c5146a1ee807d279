import type { StoreView } from '@daftar/contract/storefront';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { categoryOf, productOf } from '../../tests/kit/samples-store.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { readOutbox } from '../messages/outbox.ts';
import { createHttpServer } from '../platform/http/server.ts';
import { registerStorefront } from './pages.ts';

let daftar: TestServer;
let shop: FastifyInstance;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
  shop = await createHttpServer(daftar.app.config, daftar.app.log);
  // The pages' facts instead of their drawing, which the renderer's own tests look at.
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
  owner = await daftar.merchant();
});

/** A shopper's browser: keeps its cookies. */
function shopper(base = `/store/store-${owner.merchantId}`) {
  const cookies = new Map<string, string>();
  const call = async (method: 'GET' | 'POST', path: string, form?: Record<string, string>) => {
    const response = await shop.inject({
      method,
      url: path.startsWith('/') && !path.startsWith('/store') ? base + path : path,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
    });
    for (const { name, value } of response.cookies) cookies.set(name, value);
    const isPage = String(response.headers['content-type']).startsWith('text/html');
    return {
      status: response.statusCode,
      location: String(response.headers.location ?? ''),
      view: (isPage ? JSON.parse(response.body) : null) as StoreView,
      headers: response.headers,
    };
  };
  return {
    cookies,
    get: (path: string) => call('GET', path),
    post: (path: string, form: Record<string, string>) => call('POST', path, form),
  };
}

const product = (changes: Record<string, unknown> = {}) =>
  productOf({ daftar, actor: owner, mode: 'live' }, changes);
const details = {
  name: 'سارة',
  email: 'sara@shopper.example',
  phone: '01112345678',
  address: '1 Nile St',
  payment: 'now',
};
/** The code that a number was sent last. */
const codeTo = async (to: string) =>
  /\d{6}/.exec((await readOutbox(daftar.app, { to, limit: 1 }))[0]!.text)![0];
const pageOf = <K extends StoreView['page']['kind']>(view: StoreView, kind: K) => {
  expect(view.page.kind).toBe(kind);
  return view.page as Extract<StoreView['page'], { kind: K }>;
};

describe('a shopper', () => {
  test('browses, orders and follows up: from the list to an order that waits for its payment', async () => {
    const { id } = await product({ product_name: 'كنكة نحاس', price: 320 });
    const { get, post } = shopper();
    const list = pageOf((await get('/?q=كنكه')).view, 'list');
    expect(list.products.map(({ name }) => name)).toEqual(['كنكة نحاس']);
    const added = await post('/cart', { product: String(id), quantity: '2' });
    expect(added.status).toBe(303);
    expect((await get('/cart')).view.cartCount).toBe(2);
    const checkout = pageOf((await get('/checkout')).view, 'checkout');
    expect(checkout.cart.totalPiastres).toBe(64000);
    const placed = await post('/checkout', { ...details, total: '64000' });
    expect(placed.status).toBe(303);
    expect(placed.location).toMatch(/^\/pay\/[\w-]{20,}$/);
    const token = placed.location.split('/').at(-1)!;
    const order = pageOf((await get(`/orders/${token}`)).view, 'order').order;
    expect(order).toMatchObject({ isPaid: false, totalPiastres: 64000, payUrl: placed.location });
    expect((await get('/cart')).view.cartCount).toBe(0);
  });

  test('sees their details where they ordered; others with the address see a name and masked contacts', async () => {
    const { id } = await product();
    const { get, post } = shopper();
    await post('/cart', { product: String(id), quantity: '1' });
    const { cart } = pageOf((await get('/checkout')).view, 'checkout');
    const placed = await post('/checkout', { ...details, total: String(cart.totalPiastres) });
    const path = `/orders/${placed.location.split('/').at(-1)}`;
    const { name, email, phone, address } = details;
    expect(pageOf((await get(path)).view, 'order').order.customer).toEqual({ name, email, phone, address });
    for (const other of [shopper(), shopper()]) {
      await other.get('/checkout');
      expect(pageOf((await other.get(path)).view, 'order').order.customer).toEqual({
        name,
        email: 's•••@shopper.example',
        phone: '011••••5678',
        address: '',
      });
    }
    await get('/checkout');
    expect(pageOf((await get(path)).view, 'order').order.customer.address).toBe('');
  });

  test('pays on delivery, where the merchant accepts that', async () => {
    const { id } = await product();
    const { get, post } = shopper();
    await post('/cart', { product: String(id), quantity: '1' });
    await get('/checkout');
    const onDelivery = { ...details, payment: 'delivery', total: '15025' };
    const asked = await post('/checkout', onDelivery);
    expect(pageOf(asked.view, 'checkout').codeSentTo).toBe(details.phone);
    const placed = await post('/checkout', { ...onDelivery, otp: await codeTo(details.phone) });
    expect(placed.location).toMatch(/\/orders\/[\w-]{20,}\?new=1$/);
    await daftar.database.sql`
      insert into store_options (merchant_id, mode, cash_on_delivery) values (${owner.merchantId}, 'live', false)`;
    await post('/cart', { product: String(id), quantity: '1' });
    await get('/checkout');
    const refused = await post('/checkout', { ...details, payment: 'delivery', total: '15025' });
    expect(refused.status).toBe(422);
    expect(pageOf(refused.view, 'checkout').ways).toEqual(['now']);
  });

  test('is told of a price that changed, and no order is placed before they saw it', async () => {
    const { id } = await product();
    const { get, post } = shopper();
    await post('/cart', { product: String(id), quantity: '1' });
    await get('/checkout');
    await daftar.database.sql`
      update products set price_piastres = 20000 where merchant_id = ${owner.merchantId} and id = ${id}`;
    const refused = await post('/checkout', { ...details, total: '15025' });
    expect(refused.status).toBe(409);
    const page = pageOf(refused.view, 'checkout');
    expect(page.cart.notices).toMatchObject([{ kind: 'price', beforePiastres: 15025, nowPiastres: 20000 }]);
    expect(page.values).toMatchObject({ name: 'سارة', address: '1 Nile St' });
    expect((await post('/checkout', { ...details, total: '20000' })).status).toBe(303);
  });

  test('is told of pieces that others bought, and gets those that are left', async () => {
    const { id } = await product({ in_stock: 3 });
    const { get, post } = shopper();
    await post('/cart', { product: String(id), quantity: '3' });
    await daftar.database.sql`
      update products set in_stock = 1 where merchant_id = ${owner.merchantId} and id = ${id}`;
    const cart = pageOf((await get('/cart')).view, 'cart').cart;
    expect(cart.notices).toMatchObject([{ kind: 'fewer', available: 1 }]);
    expect(cart.lines).toMatchObject([{ quantity: 1 }]);
  });

  test('sees the errors of the form next to their input', async () => {
    const { id } = await product();
    const { get, post } = shopper();
    await post('/cart', { product: String(id), quantity: '1' });
    await get('/checkout');
    const answer = await post('/checkout', { ...details, email: 'sara', phone: '12', total: '15025' });
    expect(answer.status).toBe(422);
    const page = pageOf(answer.view, 'checkout');
    expect(Object.keys(page.errors)).toEqual(['email', 'phone']);
    expect(page.values.email).toBe('sara');
  });

  test('cannot forge a cart', async () => {
    const { id } = await product();
    const { cookies, get, post } = shopper();
    await post('/cart', { product: String(id), quantity: '1' });
    const [, signature] = cookies.get('cart')!.split('.');
    const forged = Buffer.from(JSON.stringify([[id, 99, 1]])).toString('base64url');
    cookies.set('cart', `${forged}.${signature}`);
    expect((await get('/cart')).view.cartCount).toBe(0);
  });
});

describe('a store', () => {
  test('of test mode has an address of its own, and shows nothing of live mode', async () => {
    const { id } = await product();
    const test = shopper(`/sandbox/store/store-${owner.merchantId}`);
    const page = (await shop.inject(`/sandbox/store/store-${owner.merchantId}`)).json() as StoreView;
    expect(page).toMatchObject({ mode: 'test', page: { kind: 'list', total: 0 } });
    expect((await test.get(`/products/${id}`)).status).toBe(404);
    expect((await shopper().get('/')).view.mode).toBe('live');
  });

  test('of a merchant that is not live is marked as a test, and of a suspended one is closed', async () => {
    owner = await daftar.merchant({ status: 0 });
    expect((await shopper().get('/')).view.mode).toBe('test');
    owner = await daftar.merchant({ status: 4 });
    const closed = await shopper().get('/');
    expect(closed.status).toBe(503);
    expect(closed.view.page).toEqual({ kind: 'message', reason: 'closed' });
  });

  test('offers only categories with products', async () => {
    const filled = await product();
    await categoryOf({ daftar, actor: owner, mode: 'live' });
    const shelves = (await shopper().get('/')).view.categories;
    expect(shelves).toHaveLength(1);
    expect(shelves[0]!.subs).toHaveLength(1);
    const shown = await shopper().get(`/?category=${shelves[0]!.id}&sub=${shelves[0]!.subs[0]!.id}`);
    expect(pageOf(shown.view, 'list').products).toMatchObject([{ id: filled.id }]);
  });

  test('says so when it has more categories than are shown', async () => {
    await product();
    const shelves = async () => {
      const { categories, hasMoreCategories } = (await shopper().get('/')).view;
      return [categories.length, hasMoreCategories];
    };
    expect(await shelves()).toEqual([1, false]);
    await daftar.database.sql`
      with shelf as (
        insert into categories (merchant_id, mode, name, created_by, created_at, updated_at)
        select ${owner.merchantId}, 'live', 'Shelf ' || n, ${owner.userId}, now(), now() from generate_series(1, 200) n
        returning merchant_id, id),
      board as (
        insert into sub_categories (merchant_id, category_id, name, position)
        select merchant_id, id, 'Board', 1 from shelf returning merchant_id, category_id, id)
      insert into products (merchant_id, mode, name, code, description, price_piastres, in_stock, category_id, sub_category_id,
                            created_by, created_at, updated_at)
      select merchant_id, 'live', 'Cup', 'CUP-' || category_id, 'A cup', 100, 1, category_id, id, ${owner.userId}, now(), now()
        from board`;
    expect(await shelves()).toEqual([200, true]);
  });

  test('that is unknown, a deleted product and an order of another store are 404', async () => {
    const { id } = await product();
    expect((await shop.inject('/store/nobody')).statusCode).toBe(404);
    const { get } = shopper();
    for (const path of ['/products/999999', '/products/abc', '/orders/short', `/orders/${'x'.repeat(27)}`]) {
      expect((await get(path)).status, path).toBe(404);
    }
    const { get: foreign } = shopper(`/store/store-${(await daftar.merchant()).merchantId}`);
    expect((await foreign(`/products/${id}`)).status).toBe(404);
  });

  test('cannot be framed, or posted to from elsewhere', async () => {
    const answer = await shop.inject({
      method: 'POST',
      url: `/store/store-${owner.merchantId}/cart`,
      headers: { 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'product=1&quantity=1',
    });
    expect(answer.statusCode).toBe(403);
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});
