import type { Scope } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';

/** A locked product as it is currently sold. */
export interface OfferedProduct {
  id: number;
  name: string;
  code: string;
  pricePiastres: number;
  available: number;
  image: string | null;
}

/** Locks products in the order of their ids; deleted ones are left out. */
export async function lockProducts(tx: Tx, scope: Scope, ids: readonly number[]): Promise<OfferedProduct[]> {
  return tx<OfferedProduct[]>`
    select t.id, t.name, t.code, t.price_piastres as "pricePiastres", t.in_stock - t.reserved as available,
           (select i.address from product_images i
             where i.merchant_id = ${scope.merchantId} and i.product_id = t.id and i.removed_at is null
             order by i.position, i.id limit 1) as image
      from products t
     where t.merchant_id = ${scope.merchantId} and t.mode = ${scope.mode} and t.removed_at is null
       and t.id = any(${[...ids]}::bigint[])
     order by t.id for no key update of t`;
}

/** An order to be placed. */
export interface NewOrder {
  reference: string;
  token: string;
  submissionKey: string;
  payment: 'now' | 'delivery';
  phoneConfirmed: boolean;
  amountPiastres: number;
  customer: { name: string; email: string; mobile: string; address: string };
  language: 1 | 2;
  dueAt: Date;
  items: { product: OfferedProduct; quantity: number }[];
}

/** Finds the order that was placed earlier with a form. */
export async function findSubmitted(
  tx: Tx,
  scope: Scope,
  submissionKey: string,
): Promise<{ id: number; token: string } | undefined> {
  const [row] = await tx<{ id: number; token: string }[]>`
    select id, token from orders
     where merchant_id = ${scope.merchantId} and mode = ${scope.mode} and submission_key = ${submissionKey}`;
  return row;
}

/** Counts a number's open orders on delivery, and prevents other transactions from adding any until this one ends. */
export async function lockCashOrders(tx: Tx, scope: Scope, mobile: string, now: Date): Promise<number> {
  await tx`
    select pg_advisory_xact_lock(hashtextextended(${`cash ${scope.merchantId} ${scope.mode} ${mobile}`}, 0))`;
  // `<> 'canceled'` is repeated because the index `orders_open_cash` has that condition.
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from orders
     where merchant_id = ${scope.merchantId} and mode = ${scope.mode} and customer_mobile = ${mobile}
       and payment = 'delivery' and status = 1 and fulfilment <> 'canceled'
       and fulfilment <> 'delivered' and due_at > ${now}`;
  return row!.count;
}

const openCash = (tx: Tx, scope: Scope) => tx`
  select o.merchant_id, o.id from orders o
   where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.payment = 'delivery'
     and o.status = 1 and o.fulfilment <> 'canceled' and o.fulfilment = 'new' and o.stock = 'taken'`;

/**
 * Counts the pieces held by unpaid orders: orders on delivery of one confirmed number or, with `null`, those of
 * unconfirmed numbers together with online orders whose payment has not started.
 */
export async function heldUnpaid(
  tx: Tx,
  scope: Scope,
  productIds: readonly number[],
  mobile: string | null,
): Promise<Map<number, number>> {
  const holders =
    mobile === null
      ? tx`${openCash(tx, scope)} and not o.phone_confirmed
           union all
           select o.merchant_id, o.id from orders o
            where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.stock = 'reserved'
              and o.payment = 'now' and not o.is_held`
      : tx`${openCash(tx, scope)} and o.customer_mobile = ${mobile}`;
  const rows = await tx<{ productId: number; quantity: number }[]>`
    select i.product_id as "productId", sum(i.quantity)::int as quantity
      from (${holders}) o join order_items i on i.merchant_id = o.merchant_id and i.order_id = o.id
     where i.product_id = any(${[...productIds]}::bigint[])
     group by i.product_id`;
  return new Map(rows.map(({ productId, quantity }) => [productId, quantity]));
}

/** Inserts an order with its items and public token. @returns null when its form has placed one before. */
export async function insertOrder(tx: Tx, scope: Scope, order: NewOrder, now: Date): Promise<number | null> {
  const { customer, items } = order;
  const [row] = await tx<{ id: number }[]>`
    insert into orders (merchant_id, mode, reference, token, submission_key, payment, phone_confirmed, amount_piastres, customer_name,
      customer_email, customer_mobile, customer_address, language, due_at, created_at, updated_at)
    values (${scope.merchantId}, ${scope.mode}, ${order.reference}, ${order.token}, ${order.submissionKey},
            ${order.payment}, ${order.phoneConfirmed}, ${order.amountPiastres}, ${customer.name}, ${customer.email}, ${customer.mobile},
            ${customer.address}, ${order.language}, ${order.dueAt}, ${now}, ${now})
    on conflict (merchant_id, mode, submission_key) do nothing returning id`;
  if (!row) return null;
  await tx`
    insert into order_items (merchant_id, order_id, product_id, product_name, product_code, image_address, quantity,
      price_piastres)
    select ${scope.merchantId}, ${row.id}, n.product, n.name, n.code, n.image, n.quantity, n.price
      from unnest(${items.map(({ product }) => product.id)}::bigint[],
                  ${items.map(({ product }) => product.name)}::text[],
                  ${items.map(({ product }) => product.code)}::text[],
                  ${items.map(({ product }) => product.image)}::text[],
                  ${items.map(({ quantity }) => quantity)}::int[],
                  ${items.map(({ product }) => product.pricePiastres)}::bigint[])
           as n(product, name, code, image, quantity, price)`;
  await tx`
    insert into pay_tokens (token, merchant_id, mode, kind, payable_id)
    values (${order.token}, ${scope.merchantId}, ${scope.mode}, 'order', ${row.id})`;
  return row.id;
}

/**
 * Reserves the items of a new order until a moment, or takes them from stock.
 * @returns false when there are not enough.
 */
export async function secureStock(tx: Tx, scope: Scope, id: number, until: Date | null): Promise<boolean> {
  const [row] = until
    ? await tx<{ done: boolean }[]>`select order_reserve(${scope.merchantId}, ${id}, ${until}) as done`
    : await tx<{ done: boolean }[]>`select order_take(${scope.merchantId}, ${id}) as done`;
  return row!.done;
}
