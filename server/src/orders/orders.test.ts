import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CUSTOMER, shopOf } from '../../tests/kit/orders.ts';
import { orderOf, pictureOf, productForm, productOf } from '../../tests/kit/samples-store.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { checkoutJobs } from '../checkout/index.ts';
import { readOutbox } from '../messages/outbox.ts';
import { getOrder } from './service.ts';

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

describe('payment', () => {
  test('marks an order paid once, takes its pieces, and the transaction names it', async () => {
    const { id } = await productOf(shop.world);
    const token = await shop.order(id, 2);
    await shop.pay(token);
    expect(await shop.orderRow(token)).toMatchObject({ status: 2, stock: 'taken' });
    expect(await shop.stockOf(id)).toEqual({ inStock: 8, reserved: 0 });
    const { id: orderId, reference } = await shop.orderRow(token);
    const [transaction] = await daftar.database.sql`
      select id::int, reference, source_kind, source_id, source_reference, status, value_piastres from transactions
      where merchant_id = ${owner.merchantId}`;
    expect(transaction).toMatchObject({
      source_kind: 'order',
      source_id: orderId,
      source_reference: reference,
      status: 1,
      value_piastres: 30050,
    });
    expect(await shop.details(String(reference))).toMatchObject({
      transaction_id: transaction!.id,
      transaction_reference: transaction!.reference,
    });
    const answer = await shop.call('GET', '/statistics');
    expect(answer.body.data).toEqual({ total: 1, sales: 300.5, newOrders: 1, customer: 1 });
    await shop.expectBooksInOrder();
  });

  test('notifies both sides by e-mail once it is paid, once each, and neither before', async () => {
    const { id } = await productOf(shop.world);
    const token = await shop.order(id);
    const news = async () =>
      (await readOutbox(daftar.app, { merchantId: owner.merchantId }))
        .filter(({ mode }) => mode === 'test')
        .reverse();
    const bells = async () =>
      daftar.database.sql`
        select from notifications where merchant_id = ${owner.merchantId} and kind = 'order-placed'`;
    expect([(await news()).length, (await bells()).length]).toEqual([0, 0]);
    await shop.pay(token);
    const jobs = await daftar.database.sql<{ payload: { merchantId: number } }[]>`
      select p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
       where j.task_identifier = 'payment-captured'`;
    for (const { payload } of [...jobs, ...jobs]) {
      if (payload.merchantId === owner.merchantId)
        await checkoutJobs['payment-captured']!(daftar.app, payload);
    }
    const messages = await news();
    expect(await bells()).toHaveLength(1);
    expect(messages.map(({ to }) => to)).toEqual([CUSTOMER.email, expect.any(String)]);
    expect(messages[0]!.links[0]).toMatch(new RegExp(`/sandbox/store/[^/]+/orders/${token}$`));
    expect(messages[1]!.links[0]).toMatch(/\/orders\/ORD-/);
  });
});

describe('the merchant', () => {
  test('moves an order forward and never back, and keeps a note', async () => {
    const { reference } = await orderOf(shop.world);
    const step = (fulfilment: string, note?: string) => shop.step(reference, fulfilment, note);
    expect((await step('shipped', 'By courier')).status).toBe(200);
    expect((await step('prepared')).status).toBe(400);
    expect((await step('shipped', 'Left today')).status).toBe(200);
    const body = { order_number: reference, fulfilment: 'delivered' };
    expect((await shop.call('POST', '/orders/fulfilment', { body })).status).toBe(200);
    expect(await shop.details(reference)).toMatchObject({ fulfilment: 'delivered', note: 'Left today' });
    expect((await step('delivered')).status).toBe(200);
    expect((await step('canceled')).status).toBe(400);
    expect(await shop.details(reference)).toMatchObject({ fulfilment: 'delivered', note: '' });
  });

  test('saves orders as a file: all that match or chosen ones, and what only details show for who may see those', async () => {
    const { reference, productId } = await orderOf(shop.world);
    const paid = await shop.order(productId, 2);
    await shop.pay(paid);
    const other = String((await shop.orderRow(paid)).reference);
    await shop.step(reference, 'prepared', '=by "bike"');
    const file = async (query: Record<string, string>, as = owner) => {
      const path = '/merchant/store/products/orders/exportCsv';
      const answer = await daftar.call({
        path,
        mode: 'test',
        as,
        query,
        headers: { 'accept-language': 'en' },
      });
      expect(answer.status, answer.raw).toBe(200);
      return answer.raw.trim().split('\r\n');
    };
    const [head, ...lines] = await file({ sort_key: 'id', sort_type: 'asc' });
    expect(head).toContain(
      'Order,Ordered (Cairo time),Payment status,Delivery,Amount,Currency,Pieces,Customer',
    );
    expect(lines.map((line) => line.slice(0, 12))).toEqual([reference, other]);
    expect(lines[0]).toMatch(/,Unpaid,Prepared,150\.25,EGP,1,.*,On delivery,,"'=by ""bike"""$/);
    expect(lines[1]).toMatch(
      /,Paid,New,300\.50,EGP,2,.*,2 × .* \(SH-\d+\),Cairo,"Online, when ordering",\d{4}-/,
    );
    expect(await file({ status: '2' })).toHaveLength(2);
    expect((await file({ status: '2', ids: String((await shop.details(reference)).id) })).at(-1)).toBe(
      lines[0],
    );
    const lister = await daftar.colleague(owner, ['view-orders']);
    expect((await file({}, lister)).join()).not.toMatch(/Cairo,|bike/);
    const stranger = await daftar.merchant();
    expect(await file({}, stranger)).toEqual([head]);
  });

  test('cancels an unpaid order, which frees its pieces and can no longer be paid', async () => {
    const { reference, token, productId } = await orderOf(shop.world);
    expect(await shop.stockOf(productId)).toEqual({ inStock: 9, reserved: 0 });
    await shop.step(reference, 'canceled');
    expect(await shop.stockOf(productId)).toEqual({ inStock: 10, reserved: 0 });
    expect(await shop.pay(token)).toBe(false);
  });

  test('takes cash once, for an order on delivery and for no other', async () => {
    const { reference } = await orderOf(shop.world);
    expect((await shop.takeCash(reference)).status).toBe(200);
    expect((await shop.takeCash(reference)).status).toBe(400);
    expect(await shop.details(reference)).toMatchObject({
      status: 'PAID',
      paid_in_cash: true,
      transaction_id: null,
    });
    const online = await orderOf(shop.world, 'now');
    expect((await shop.takeCash(online.reference)).status).toBe(400);
    const busy = await orderOf(shop.world);
    expect(await shop.pay(busy.token, { card: 'challenged', ending: 'leaves' })).toBe(true);
    expect((await shop.takeCash(busy.reference)).status, 'its shopper is paying now').toBe(400);
    await shop.expectBooksInOrder();
  });

  test('sees where an order can be paid while it can be: not once it is paid, canceled or too late', async () => {
    const scope = { merchantId: owner.merchantId, mode: 'test' as const };
    const { reference, token } = await orderOf(shop.world, 'now');
    const payUrl = async (number: string, now = daftar.clock.now()) =>
      (await getOrder({ ...daftar.app, clock: { now: () => now } }, scope, number)).pay_url;
    const dueAt = daftar.clock.now().getTime() + 86_400_000;
    expect(await payUrl(reference)).toMatch(new RegExp(`^https?://.*/pay/${token}$`));
    expect(await payUrl(reference, new Date(dueAt - 1))).not.toBeNull();
    expect(await payUrl(reference, new Date(dueAt))).toBeNull();
    await shop.pay(token);
    expect(await payUrl(reference)).toBeNull();
    const canceled = await orderOf(shop.world);
    expect(await payUrl(canceled.reference)).not.toBeNull();
    await shop.step(canceled.reference, 'canceled');
    expect(await payUrl(canceled.reference)).toBeNull();
  });

  test('finds an order by its id too, and a deleted product in it as it was', async () => {
    const { reference, productId } = await orderOf(shop.world);
    const removed = await shop.call('DELETE', '/delete-product', {
      query: { product_id: String(productId) },
    });
    expect(removed.status).toBe(200);
    const { id } = await shop.details(reference);
    const found = await shop.details(String(id));
    expect(found).toMatchObject({ reference, customer_adress: 'Cairo', amount: 150.25, fees: 0 });
    expect(found.items[0]).toMatchObject({ product_name: 'قميص قطن Cotton shirt', quantity: 1 });
    const picture = await daftar.call({ path: found.items[0].product_image });
    expect(picture.status).toBe(200);
    const listed = await shop.call('GET', '/orders', { query: { order_number: String(id) } });
    expect(listed.body.data.map((row: { reference: string }) => row.reference)).toEqual([reference]);
  });

  test('finds orders by digits that are the id of one and the beginning of the number of another', async () => {
    const first = await orderOf(shop.world);
    const second = await orderOf(shop.world);
    const { id } = await shop.details(first.reference);
    const digits = String(id);
    const reference = `ORD-${digits}${'X'.repeat(8 - digits.length)}`;
    await daftar.database
      .sql`update orders set reference = ${reference} where reference = ${second.reference}`;
    const { body } = await shop.call('GET', '/orders', { query: { order_number: digits } });
    expect(body.data.map((row: { reference: string }) => row.reference).toSorted()).toEqual(
      [first.reference, reference].toSorted(),
    );
  });

  test('sees no picture that was taken off the product since: it is gone from its address, too', async () => {
    const { reference, productId } = await orderOf(shop.world, 'delivery', {
      product_images: [await pictureOf(shop.world), await pictureOf(shop.world)],
    });
    const before = (await shop.details(reference)).items[0].product_image;
    const removed = await shop.call('POST', '/remove-image', {
      query: { product_id: String(productId) },
      body: { url: before },
    });
    expect(removed.status, removed.raw).toBe(200);
    expect((await shop.details(reference)).items[0].product_image).toBeNull();
    expect((await daftar.call({ path: before })).status).toBe(404);
  });

  test('sees the picture of a deleted product in orders; pictures that no order shows are gone', async () => {
    const product_images = [await pictureOf(shop.world), await pictureOf(shop.world)];
    const { reference, productId } = await orderOf(shop.world, 'delivery', { product_images });
    const product = { query: { product_id: String(productId) } };
    const { attachments } = (await shop.call('GET', '/details', product)).body.data;
    expect((await shop.call('DELETE', '/delete-product', product)).status).toBe(200);
    const shown = (await shop.details(reference)).items[0].product_image;
    expect(shown).toBe(attachments[0]);
    expect((await daftar.call({ path: shown })).status).toBe(200);
    expect((await daftar.call({ path: attachments[1] })).status).toBe(404);
  });
});

test('saves a stock edit less what was sold since the form was opened', async () => {
  const { id } = await productOf(shop.world, { in_stock: 5 });
  await shop.pay(await shop.order(id));
  await shop.buy(id);
  const form = await productForm(shop.world, { in_stock: 20, in_stock_before: 5, product_id: id });
  const answer = await shop.call('POST', '/update-product', { body: form });
  expect(answer.status, answer.raw).toBe(200);
  expect(await shop.stockOf(id)).toEqual({ inStock: 19, reserved: 1 });
});
