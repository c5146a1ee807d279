import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, list } from './envelope.ts';
import { Day, listQuery } from './paging.ts';
import { oneOf, optionalText, text } from './text.ts';

export const ORDER_SORTS = ['id', 'created_at', 'reference', 'amount', 'status', 'customer_name'] as const;
export const ORDER_STATUS = { unpaid: 1, paid: 2 } as const;
export const FULFILMENTS = ['new', 'prepared', 'shipped', 'delivered', 'canceled'] as const;
export type Fulfilment = (typeof FULFILMENTS)[number];

/** Where an order may go from where it is: forward, or away. A paid order is not canceled but refunded. */
export function nextFulfilments(from: Fulfilment, isPaid: boolean): Fulfilment[] {
  if (from === 'delivered' || from === 'canceled') return [];
  const forward = FULFILMENTS.slice(FULFILMENTS.indexOf(from) + 1, FULFILMENTS.indexOf('canceled'));
  return isPaid ? forward : [...forward, 'canceled'];
}

const Status = z.enum(['PAID', 'UNPAID']);

export const OrderRow = z.object({
  id: z.number(),
  reference: z.string(),
  amount: z.number(),
  currency: z.string(),
  /** Addresses of the pictures of what was bought. */
  items: z.array(z.string()),
  items_count: z.number(),
  status: Status,
  fulfilment: z.enum(FULFILMENTS),
  customer_name: z.string(),
  customer_email: z.string(),
  customer_phone: z.string(),
  created_at: z.string(),
});
export type OrderRow = z.output<typeof OrderRow>;

export const OrderDetails = z.object({
  id: z.number(),
  reference: z.string(),
  status: Status,
  creation_date: z.string(),
  paid_at: z.nullable(z.string()),
  currency: z.string(),
  amount: z.number(),
  /** What the customer paid on top of the amount, where fees are on the customer. */
  fees: z.number(),
  total_value: z.number(),
  items: z.array(
    z.object({
      product_id: z.number(),
      product_name: z.string(),
      product_code: z.string(),
      product_image: z.nullable(z.string()),
      quantity: z.number(),
      price: z.number(),
    }),
  ),
  customer_name: z.string(),
  customer_email: z.string(),
  customer_phone: z.string(),
  /** Spelled so on the wire. */
  customer_adress: z.string(),
  /** now, or delivery */
  payment: z.enum(['now', 'delivery']),
  paid_in_cash: z.boolean(),
  /** Its pieces were sold to others before it was paid or taken in hand. */
  is_short: z.boolean(),
  fulfilment: z.enum(FULFILMENTS),
  note: z.string(),
  /** Where its shopper follows it, and where it is paid. */
  url: z.string(),
  pay_url: z.nullable(z.string()),
  /** What paid it. */
  transaction_id: z.nullable(z.number()),
  transaction_reference: z.nullable(z.string()),
  /** Payments that arrived and did not pay it: after it was canceled or paid, or a part; not those given back whole. */
  other_payments: z.array(
    z.object({ transaction_id: z.number(), reference: z.string(), amount: z.number() }),
  ),
});
export type OrderDetails = z.output<typeof OrderDetails>;

/** A reference, or an id. */
const OrderNumber = text(40);

export const OrderStep = z.object({
  order_number: OrderNumber,
  fulfilment: z.enum(FULFILMENTS),
  note: optionalText(1000),
});

export const orders = defineEndpoints({
  list: {
    method: 'GET',
    path: '/merchant/store/products/orders',
    base: 'mode',
    access: 'view-orders',
    query: listQuery({
      dialect: 'number',
      sort: ORDER_SORTS,
      filters: {
        order_number: z.optional(z.string().check(z.maxLength(40))),
        /** 1 unpaid, 2 paid */
        status: z.optional(oneOf([1, 2])),
        created_from: z.optional(Day),
        created_to: z.optional(Day),
      },
      ranges: [['created_from', 'created_to']],
    }),
    reply: list(OrderRow),
  },
  details: {
    method: 'GET',
    path: '/merchant/store/products/orders/details',
    base: 'mode',
    access: 'view-order-details',
    query: z.object({ order_number: OrderNumber }),
    reply: data(OrderDetails),
  },
  /** Moves an order on, with a note of the merchant's own; the same step again changes the note alone. */
  fulfil: {
    method: 'POST',
    path: '/merchant/store/products/orders/fulfilment',
    base: 'mode',
    access: 'view-order-details',
    body: OrderStep,
    reply: done,
  },
  /** The merchant was handed the money for an order on delivery: it is paid, and no money of ours moves. */
  cashReceived: {
    method: 'POST',
    path: '/merchant/store/products/orders/cash-received',
    base: 'mode',
    access: 'view-order-details',
    body: z.object({ order_number: OrderNumber }),
    reply: done,
  },
});
