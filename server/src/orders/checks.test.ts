import { afterAll, beforeAll, expect, test } from 'vitest';
import { shopOf } from '../../tests/kit/orders.ts';
import { foundAfter } from '../../tests/kit/proofs.ts';
import { productOf } from '../../tests/kit/samples-store.ts';
import { startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { orderChecks } from './checks.ts';

interface Row {
  id: number;
  status: number;
  stock: string;
  reference: string;
}

let daftar: TestServer;
let code: string;
let productId: number;
/** Of the second merchant: paid; reserved and held by a payer; paid in cash; neither. */
let orders: [Row, Row, Row, Row];
beforeAll(async () => {
  daftar = await startTestServer();
  for (let merchants = 0; merchants < 2; merchants += 1) {
    const owner = await daftar.merchant();
    const shop = shopOf(daftar, owner);
    productId = (await productOf(shop.world, { in_stock: 20 })).id;
    const cash = await shop.buy(productId, 3, { payment: 'delivery' });
    if (cash === 'changed') throw new Error('not placed');
    const tokens = [
      await shop.order(productId, 2),
      await shop.order(productId, 4),
      cash.token,
      await shop.order(productId),
    ];
    await shop.pay(tokens[0]!);
    await shop.pay(tokens[1]!, { card: 'challenged', ending: 'leaves' });
    orders = (await Promise.all(tokens.map(shop.orderRow))) as [Row, Row, Row, Row];
    const received = await shop.takeCash(orders[2].reference);
    expect(received.status, received.raw).toBe(200);
    const [row] = await daftar.database.sql`select code from products where id = ${productId}`;
    code = row!.code;
    await shop.expectBooksInOrder();
  }
});
afterAll(() => daftar.close());

const found = (statement: string) => foundAfter(daftar.database.sql, orderChecks, statement);
const [PAID, HELD, CASH, OPEN] = [0, 1, 2, 3] as const;
const about = (n: number) => `test ${orders[n]!.reference}`;
const of = (n: number, set: string) => found(`update orders set ${set} where id = ${orders[n]!.id}`);
const line = (n: number, expected: string, actual: string) => ['orders_paid', about(n), expected, actual];

test('an order that is marked paid without a payment, not booked, or booked twice is found', async () => {
  const [expected, actual] = ['1 paid 1 captured 0 held', '1 paid 1 captured 0 held'];
  const attempts = `where payable_kind = 'order' and payable_id = ${orders[PAID].id}`;
  expect(await found(`update payment_attempts set counted = false ${attempts}`)).toEqual([
    line(PAID, '0 paid 0 captured 0 held', actual),
  ]);
  const capture = `(select 'capture:' || transaction_id from payment_attempts ${attempts})`;
  expect(await found(`delete from ledger_transfers where idempotency_key = ${capture}`)).toEqual([
    line(PAID, '1 paid 0 captured 0 held', actual),
  ]);
  expect(await of(PAID, 'paid_in_cash = true')).toEqual([
    line(PAID, '2 paid 1 captured 0 held', '1 paid 0 captured 0 held'),
  ]);
  const unpaid = await of(PAID, 'status = 1, paid_at = null');
  expect(unpaid).toContainEqual(line(PAID, expected, '0 paid 0 captured 0 held'));
  expect(await of(CASH, 'paid_in_cash = false')).toEqual([
    line(CASH, '0 paid 0 captured 0 held', '1 paid 1 captured 0 held'),
  ]);
});

test('an order marked held without a hold, and a held order not marked so, are found', async () => {
  expect(await of(OPEN, 'is_held = true')).toEqual([
    line(OPEN, '0 paid 0 captured 0 held', '0 paid 0 captured 1 held'),
  ]);
  expect(await of(HELD, 'is_held = false')).toEqual([
    line(HELD, '0 paid 0 captured 1 held', '0 paid 0 captured 0 held'),
  ]);
});

test('reserved pieces without an order, and orders without their reserved pieces, are found', async () => {
  expect(await found(`update products set reserved = reserved + 1 where id = ${productId}`)).toEqual([
    ['products_reserved', `test ${code}`, '5', '6'],
  ]);
  expect(await of(HELD, `stock = 'released', reserved_until = null`)).toEqual([
    ['products_reserved', `test ${code}`, '1', '5'],
  ]);
  expect(await found(`update order_items set quantity = 2 where order_id = ${orders[OPEN].id}`)).toEqual([
    ['products_reserved', `test ${code}`, '6', '5'],
    ['orders_amount', about(OPEN), '30050', '15025'],
  ]);
});

test('an order whose price is not that of its items is found', async () => {
  expect(await of(OPEN, 'amount_piastres = 15026')).toEqual([
    ['orders_amount', about(OPEN), '15025', '15026'],
  ]);
  expect(await found(`delete from order_items where order_id = ${orders[CASH].id}`)).toEqual([
    ['orders_amount', about(CASH), '0', '45075'],
  ]);
});

test('statistics that differ from the orders are found', async () => {
  const figures = (set: string) =>
    found(`update store_statistics set ${set} where (merchant_id, mode) =
             (select merchant_id, mode from orders where id = ${orders[PAID].id})`);
  // Two pieces paid by card and three in cash.
  const sales = `${5 * 15_025} 4 2`;
  expect(await figures('sales_piastres = sales_piastres + 1')).toEqual([
    ['store_statistics', 'test', `${sales} 4 1`, `${5 * 15_025 + 1} 4 2 4 1`],
  ]);
  expect(await figures('new_orders = 3')).toEqual([
    ['store_statistics', 'test', `${sales} 4 1`, `${sales} 3 1`],
  ]);
  expect(await figures('customers = 2')).toEqual([
    ['store_statistics', 'test', `${sales} 4 1`, `${sales} 4 2`],
  ]);
  expect(await figures('total_orders = 5, paid_orders = 3')).toEqual([
    ['store_statistics', 'test', `${sales} 4 1`, `${5 * 15_025} 5 3 4 1`],
  ]);
  expect(await of(OPEN, `fulfilment = 'shipped'`)).toEqual([
    ['store_statistics', 'test', `${sales} 3 1`, `${sales} 4 1`],
  ]);
});
