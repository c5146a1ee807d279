/** The database's functions for the pieces of an order: exact, and without effect on other orders. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changesOf, takenBack } from '../../tests/kit/changes.ts';
import { shopOf } from '../../tests/kit/orders.ts';
import { productOf } from '../../tests/kit/samples-store.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import type { Tx } from '../platform/db/connect.ts';

const TABLES = ['orders', 'products', 'order_items', 'payment_attempts'];
const SOON = '2026-06-15T09:05:00.000Z';
const NOW = '2026-06-15T09:30:00.000Z';
const LATER = '2026-06-15T10:00:00.000Z';
const SOME_TIME = expect.stringMatching(/^20/);

let daftar: TestServer;
let owner: Actor;
/** Three orders; the tests use the second, with two pieces of the first product and three of the second. */
let orders: number[];
let order: number;
let products: number[];
beforeAll(async () => {
  daftar = await startTestServer();
  daftar.clock.set('2026-06-15T09:00:00Z');
  owner = await daftar.merchant();
  const shop = shopOf(daftar, owner);
  products = [];
  for (let n = 0; n < 3; n += 1) products.push((await productOf(shop.world, { in_stock: 20 })).id);
  const [a, b, c] = products as [number, number, number];
  const buy = async (...lines: [productId: number, quantity: number][]) => {
    const pieces = lines.reduce((sum, [, quantity]) => sum + quantity, 0);
    const placed = await shop.buy(a, 1, {
      lines: lines.map(([productId, quantity]) => ({ productId, quantity })),
      expectedPiastres: pieces * 15_025,
    });
    if (placed === 'changed') throw new Error('not placed');
    return (await shop.orderRow(placed.token)).id;
  };
  orders = [await buy([b, 7], [c, 5]), await buy([a, 2], [b, 3]), await buy([a, 4], [c, 1])];
  order = orders[1]!;
});
afterAll(() => daftar.close());

/** Nothing is reserved, and each of the products has so many pieces, of which so many are reserved. */
async function stockIs(tx: Tx, ...stock: [inStock: number, reserved: number][]) {
  await tx`
    update orders set stock = 'none', reserved_until = null, is_held = false, due_at = ${LATER}
     where merchant_id = ${owner.merchantId}`;
  for (const [n, [in_stock, reserved]] of stock.entries())
    await tx`
      update products set ${tx({ in_stock, reserved })}
       where merchant_id = ${owner.merchantId} and id = ${products[n]!}`;
}
const orderIs = (tx: Tx, columns: Record<string, unknown>, id = order) =>
  tx`update orders set ${tx(columns)} where merchant_id = ${owner.merchantId} and id = ${id}`;
const reserved = { stock: 'reserved', reserved_until: LATER };
const call = async (tx: Tx, text: string) => {
  const [row] = await tx.unsafe(`select ${text} as answer`);
  return row!.answer;
};
const named = (n: number) => `products ${products[n]}`;
const ofOrder = () => `orders ${order}`;
/** Calls a function with the second order. @returns its answer and its changes */
async function tried(tx: Tx, name: string, more = '') {
  let answer: unknown;
  const changes = await changesOf(tx, TABLES, async () => {
    answer = await call(tx, `${name}(${owner.merchantId}, ${order}${more})`);
  });
  return { answer, changes };
}
const inVain = <T>(act: (tx: Tx) => Promise<T>) => takenBack(daftar.database.sql, act);

describe('whether the pieces of an order are available', () => {
  test.each<[[number, number][], boolean]>([
    [
      [
        [2, 0],
        [3, 0],
        [0, 0],
      ],
      true,
    ],
    [
      [
        [1, 0],
        [3, 0],
        [99, 0],
      ],
      false,
    ],
    [
      [
        [2, 0],
        [2, 0],
        [99, 0],
      ],
      false,
    ],
    [
      [
        [9, 7],
        [9, 6],
        [0, 0],
      ],
      true,
    ],
    [
      [
        [9, 8],
        [9, 6],
        [99, 0],
      ],
      false,
    ],
  ])('%j: %s', async (stock, answer) => {
    await inVain(async (tx) => {
      await stockIs(tx, ...stock);
      expect(await tried(tx, 'order_in_stock')).toEqual({ answer, changes: {} });
    });
  });
});

describe('reserving', () => {
  test('takes the order’s quantity from the free stock of its own products', async () => {
    await inVain(async (tx) => {
      await stockIs(tx, [9, 4], [9, 6], [9, 1]);
      expect(await tried(tx, 'order_reserve', `, '${LATER}'`)).toEqual({
        answer: true,
        changes: {
          [named(0)]: { reserved: [4, 6] },
          [named(1)]: { reserved: [6, 9] },
          [ofOrder()]: { stock: ['none', 'reserved'], reserved_until: [null, LATER] },
        },
      });
    });
  });

  test('reserves nothing of an order when one piece is missing', async () => {
    await inVain(async (tx) => {
      await stockIs(tx, [9, 4], [9, 7], [9, 0]);
      expect(await tried(tx, 'order_reserve', `, '${LATER}'`)).toEqual({ answer: false, changes: {} });
    });
  });
});

describe('committing', () => {
  test('takes reserved pieces off both counts, also when no other piece is free', async () => {
    await inVain(async (tx) => {
      await stockIs(tx, [9, 9], [9, 9], [9, 0]);
      await orderIs(tx, reserved);
      expect(await tried(tx, 'order_take')).toEqual({
        answer: true,
        changes: {
          [named(0)]: { in_stock: [9, 7], reserved: [9, 7] },
          [named(1)]: { in_stock: [9, 6], reserved: [9, 6] },
          [ofOrder()]: { stock: ['reserved', 'taken'], reserved_until: [LATER, null] },
        },
      });
    });
  });

  test.each(['none', 'released', 'short'])(
    'of an order whose pieces are %s takes free stock',
    async (stock) => {
      await inVain(async (tx) => {
        await stockIs(tx, [9, 7], [9, 6], [9, 0]);
        await orderIs(tx, { stock });
        expect(await tried(tx, 'order_take')).toEqual({
          answer: true,
          changes: {
            [named(0)]: { in_stock: [9, 7] },
            [named(1)]: { in_stock: [9, 6] },
            [ofOrder()]: { stock: [stock, 'taken'] },
          },
        });
      });
    },
  );

  test('takes nothing when one piece is missing, and marks the order as short', async () => {
    await inVain(async (tx) => {
      await stockIs(tx, [9, 7], [9, 7], [99, 0]);
      expect(await tried(tx, 'order_take')).toEqual({
        answer: false,
        changes: { [ofOrder()]: { stock: ['none', 'short'] } },
      });
    });
  });

  test('takes the pieces once', async () => {
    await inVain(async (tx) => {
      await stockIs(tx, [9, 0], [9, 0], [9, 0]);
      await orderIs(tx, { stock: 'taken' });
      expect(await tried(tx, 'order_take')).toEqual({ answer: true, changes: {} });
    });
  });
});

describe('releasing', () => {
  test.each([
    ['reserved', { 0: { reserved: [8, 6] }, 1: { reserved: [8, 5] } }],
    ['taken', { 0: { in_stock: [9, 11] }, 1: { in_stock: [9, 12] } }],
    ['none', null],
    ['released', null],
    ['short', null],
  ])('of an order whose pieces are %s', async (stock, back) => {
    await inVain(async (tx) => {
      await stockIs(tx, [9, 8], [9, 8], [9, 8]);
      for (const id of orders) await orderIs(tx, { stock: stock === 'taken' ? 'none' : 'taken' }, id);
      await orderIs(tx, { stock, reserved_until: stock === 'reserved' ? LATER : null });
      const until = stock === 'reserved' ? { reserved_until: [LATER, null] } : {};
      const changes = back && {
        [named(0)]: back[0],
        [named(1)]: back[1],
        [ofOrder()]: { stock: [stock, 'released'], ...until },
      };
      expect((await tried(tx, 'order_give_back')).changes).toEqual(changes ?? {});
    });
  });
});

describe('money for an order', () => {
  const STATES = {
    open: { status: 1, fulfilment: 'new', is_held: true, ...reserved },
    unreserved: { status: 1, fulfilment: 'new', is_held: true, stock: 'released' },
    canceled: { status: 1, fulfilment: 'canceled', is_held: true, stock: 'released' },
    paid: { status: 2, fulfilment: 'new', is_held: true, stock: 'taken', paid_at: SOON },
  };
  const TAKEN = { 0: { in_stock: [9, 7], reserved: [8, 6] }, 1: { in_stock: [9, 6], reserved: [8, 5] } };
  const settled = async (tx: Tx, state: keyof typeof STATES, held: boolean, paid: boolean) => {
    await stockIs(tx, [9, 8], [9, 8], [9, 8]);
    await orderIs(tx, STATES[state]);
    return tried(tx, 'payable_order_settle', `, ${held}, ${paid}, '${NOW}'`);
  };

  test.each([
    [true, { is_held: [true, false] }],
    [false, {}],
  ])('from the payer with the hold, %s: the pieces are taken and the order is paid', async (held, then) => {
    await inVain(async (tx) => {
      expect(await settled(tx, 'open', held, true)).toEqual({
        answer: true,
        changes: {
          [named(0)]: TAKEN[0],
          [named(1)]: TAKEN[1],
          [ofOrder()]: {
            status: [1, 2],
            stock: ['reserved', 'taken'],
            reserved_until: [LATER, null],
            paid_at: [null, NOW],
            updated_at: [SOME_TIME, NOW],
            ...then,
          },
        },
      });
    });
  });

  test.each([
    ['canceled', true, true, { is_held: [true, false] }],
    ['canceled', false, true, null],
    ['paid', true, true, { is_held: [true, false] }],
    ['paid', false, true, null],
    ['unreserved', true, false, { is_held: [true, false] }],
    ['paid', true, false, { is_held: [true, false] }],
    ['open', false, false, null],
  ] as const)(
    '%s, held %s, paid %s: counts for nothing and moves no piece',
    async (state, held, paid, change) => {
      await inVain(async (tx) => {
        expect(await settled(tx, state, held, paid)).toEqual({
          answer: false,
          changes: change ? { [ofOrder()]: change } : {},
        });
      });
    },
  );

  test('a payer who gives up releases the reserved pieces', async () => {
    await inVain(async (tx) => {
      expect(await settled(tx, 'open', true, false)).toEqual({
        answer: false,
        changes: {
          [named(0)]: { reserved: [8, 6] },
          [named(1)]: { reserved: [8, 5] },
          [ofOrder()]: {
            stock: ['reserved', 'released'],
            reserved_until: [LATER, null],
            is_held: [true, false],
          },
        },
      });
    });
  });

  test.each([
    ['open', LATER, 'open'],
    ['open', NOW, 'closed'],
    ['unreserved', LATER, 'open'],
    ['canceled', LATER, 'void'],
    ['paid', NOW, 'full'],
  ] as const)('%s and due at %s, it is %s to money', async (state, due_at, answer) => {
    await inVain(async (tx) => {
      await stockIs(tx, [9, 8], [9, 8], [9, 8]);
      const other = answer === 'open' ? { ...STATES.canceled, is_held: false } : { due_at: LATER };
      for (const id of orders.filter((each) => each !== order)) await orderIs(tx, other, id);
      await orderIs(tx, { ...STATES[state], due_at });
      expect(await call(tx, `payable_order_lock(${owner.merchantId}, ${order}, '${NOW}')`)).toBe(answer);
    });
  });

  test.each<[keyof typeof STATES, object, string, object | null]>([
    ['open', { reserved_until: SOON }, 'held', { reserved_until: [SOON, NOW], is_held: [false, true] }],
    ['open', {}, 'held', { is_held: [false, true] }],
    ['open', { due_at: NOW }, 'expired', null],
    ['open', { is_held: true }, 'busy', null],
    ['canceled', {}, 'inactive', null],
    ['paid', { due_at: NOW }, 'paid', null],
  ])('%s, %j: a new payer is told %s', async (state, more, answer, change) => {
    await inVain(async (tx) => {
      await stockIs(tx, [9, 8], [9, 8], [9, 8]);
      await orderIs(tx, { ...STATES[state], is_held: false, ...more });
      const changes = await changesOf(tx, TABLES, async () => {
        const args = `${owner.merchantId}, 'test', ${order}, '${NOW}', '${NOW}'`;
        expect(await call(tx, `order_hold_place(${args})`)).toBe(answer);
      });
      expect(changes).toEqual(change ? { [ofOrder()]: change } : {});
    });
  });

  test.each([
    ['held', [9, 7], { reserved: [7, 9] }],
    ['exhausted', [9, 8], null],
  ] as const)('an order whose pieces were released: a new payer is told %s', async (answer, free, change) => {
    await inVain(async (tx) => {
      await stockIs(tx, [...free], [9, 6], [9, 9]);
      await orderIs(tx, { ...STATES.unreserved, is_held: false });
      const changes = await changesOf(tx, TABLES, async () => {
        const args = `${owner.merchantId}, 'test', ${order}, '${NOW}', '${LATER}'`;
        expect(await call(tx, `order_hold_place(${args})`)).toBe(answer);
      });
      const order_ = {
        stock: ['released', 'reserved'],
        reserved_until: [null, LATER],
        is_held: [false, true],
      };
      expect(changes).toEqual(
        change ? { [named(0)]: change, [named(1)]: { reserved: [6, 9] }, [ofOrder()]: order_ } : {},
      );
    });
  });
});
