import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, file, list } from './envelope.ts';
import { ExportFilters } from './exports.ts';
import { OwnFieldsForm, OwnFieldsReply, OwnFilters } from './integration-fields.ts';
import { Day, listQuery, statusCountOf, UpdatedSince } from './paging.ts';
import { IdParams, keptParagraphs, oneCode, reference } from './text.ts';

export const ORDER_SORTS = [
  'id',
  'created_at',
  'reference',
  'amount',
  'status',
  'customer_name',
  'updated_at',
] as const;
export const ORDER_STATUS = { unpaid: 1, paid: 2 } as const;
export const FULFILMENTS = ['new', 'prepared', 'shipped', 'delivered', 'canceled'] as const;
export type Fulfilment = (typeof FULFILMENTS)[number];

/** Returns the steps to which an order may move: forward, or canceled. A paid order is refunded instead of canceled. */
export function nextFulfilments(from: Fulfilment, isPaid: boolean): Fulfilment[] {
  if (from === 'delivered' || from === 'canceled') return [];
  const forward = FULFILMENTS.slice(FULFILMENTS.indexOf(from) + 1, FULFILMENTS.indexOf('canceled'));
  return isPaid ? forward : [...forward, 'canceled'];
}

export const OrderCount = statusCountOf(ORDER_STATUS);

const Status = z.enum(['PAID', 'UNPAID']);

export const OrderRow = z.object({
  id: z.number(),
  reference: z.string(),
  amount: z.number(),
  currency: z.string(),
  /** Picture URLs of the bought items. */
  items: z.array(z.string()),
  items_count: z.number(),
  status: Status,
  fulfilment: z.enum(FULFILMENTS),
  /** The customer whose page lists this order; null if the shopper is not a customer. */
  customer_id: z.nullable(z.number()),
  customer_name: z.string(),
  customer_email: z.string(),
  customer_phone: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  ...OwnFieldsReply,
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
  /** The fee that the customer paid on top of the amount, if the customer bears it. */
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
  customer_id: z.nullable(z.number()),
  customer_name: z.string(),
  customer_email: z.string(),
  customer_phone: z.string(),
  /** Spelled this way in the API. */
  customer_adress: z.string(),
  /** `now` or `delivery`. */
  payment: z.enum(['now', 'delivery']),
  paid_in_cash: z.boolean(),
  /** True: its items were sold to others before it was paid or accepted. */
  is_short: z.boolean(),
  fulfilment: z.enum(FULFILMENTS),
  note: z.string(),
  /** The shopper's page about the order, where it can also be paid. */
  url: z.string(),
  pay_url: z.nullable(z.string()),
  /** The transaction that paid it. */
  transaction_id: z.nullable(z.number()),
  transaction_reference: z.nullable(z.string()),
  /**
   * Payments that did not pay it, because they were partial or received after it was canceled or paid; excludes fully
   * refunded ones.
   */
  other_payments: z.array(
    z.object({ transaction_id: z.number(), reference: z.string(), amount: z.number() }),
  ),
  ...OwnFieldsReply,
});
export type OrderDetails = z.output<typeof OrderDetails>;

/** A reference or an id. */
const OrderNumber = reference(40);

export const OrderStep = z.object({
  order_number: OrderNumber,
  fulfilment: z.enum(FULFILMENTS),
  /** Absent keeps the note. */
  note: keptParagraphs(1000),
});

const filters = {
  order_number: z.optional(z.string().check(z.maxLength(40))),
  /** 1 unpaid, 2 paid. */
  status: z.optional(oneCode(ORDER_STATUS)),
  created_from: z.optional(Day),
  created_to: z.optional(Day),
  updated_since: UpdatedSince,
  ...OwnFilters,
};
const listOptions = {
  dialect: 'number',
  sort: ORDER_SORTS,
  ranges: [['created_from', 'created_to']],
} as const;

export const orders = defineEndpoints({
  list: {
    method: 'GET',
    path: '/merchant/store/products/orders',
    base: 'mode',
    access: 'view-orders',
    query: listQuery({ ...listOptions, filters, byCursor: 'orders' }),
    reply: list(OrderRow),
  },
  /** Counts those of each status, at most 10,000 each; beyond that, `more` is true. */
  counts: {
    method: 'GET',
    path: '/merchant/store/products/orders/counts',
    reads: 'standby',
    base: 'mode',
    access: 'view-orders',
    reply: data(z.array(OrderCount)),
  },
  /**
   * Exports the chosen orders, or the rows that match the filters. Includes data of the details for callers who may see
   * them.
   */
  exportCsv: {
    method: 'GET',
    path: '/merchant/store/products/orders/exportCsv',
    base: 'mode',
    access: 'view-orders',
    query: listQuery({ ...listOptions, filters: { ...filters, ...ExportFilters } }),
    reply: file,
  },
  details: {
    method: 'GET',
    path: '/merchant/store/products/orders/details',
    base: 'mode',
    access: 'view-order-details',
    query: z.object({ order_number: OrderNumber }),
    reply: data(OrderDetails),
  },
  /** Changes the merchant's own number and values of an order. */
  setOwnFields: {
    method: 'PATCH',
    path: '/merchant/store/products/orders/:id',
    base: 'mode',
    access: 'view-order-details',
    params: IdParams,
    body: OwnFieldsForm,
    reply: done,
  },
  /**
   * Moves an order to a later step, and changes the merchant's note if one is given; with the current step, changes
   * only the note.
   */
  fulfil: {
    method: 'POST',
    path: '/merchant/store/products/orders/fulfilment',
    base: 'mode',
    access: 'view-order-details',
    body: OrderStep,
    reply: done,
  },
  /** Records that the merchant received the cash of an order on delivery: it is paid, without a posting. */
  cashReceived: {
    method: 'POST',
    path: '/merchant/store/products/orders/cash-received',
    base: 'mode',
    access: 'view-order-details',
    body: z.object({ order_number: OrderNumber }),
    reply: done,
  },
});
