import type { OwnFieldsForm } from '@daftar/contract/integration-fields';
import { toPounds } from '@daftar/contract/money';
import {
  type Fulfilment,
  nextFulfilments,
  ORDER_STATUS,
  type OrderDetails,
  type OrderRow,
} from '@daftar/contract/orders';
import { recordAudit } from '../audit/record.ts';
import { payAddresses } from '../branding/origin.ts';
import { ownOf } from '../integration-fields/fields.ts';
import { setOwnFields } from '../integration-fields/service.ts';
import type { App, Caller, Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { Page } from '../platform/lists/page.ts';
import { storeAddress } from '../products/address.ts';
import { CashNotExpected, OrderBusy, OrderNotFound, StepNotLegal } from './errors.ts';
import { isBeingPaid, whyClosed } from './rules.ts';
import * as store from './store.ts';
import * as lists from './store-list.ts';

const statusOf = (status: number) => (status === ORDER_STATUS.paid ? 'PAID' : 'UNPAID');

/** Lists one page of the caller's orders. */
export async function listOrders(
  app: App,
  caller: Caller,
  request: lists.ListRequest,
): Promise<Page<OrderRow>> {
  const { rows, meta } = await lists.listOrders(app.db, caller, request);
  return { rows: rows.map(rowOf), meta };
}

/** Counts the caller's orders by status. */
export const countByStatus = (app: App, caller: Caller) => lists.countByStatus(app.db, caller);

const rowOf = (row: lists.OrderRow): OrderRow => ({
  id: row.id,
  reference: row.reference,
  amount: toPounds(row.amountPiastres),
  currency: 'EGP',
  items: row.images,
  items_count: row.itemsCount,
  status: statusOf(row.status),
  fulfilment: row.fulfilment,
  customer_id: row.customerId,
  customer_name: row.customerName,
  customer_email: row.customerEmail,
  customer_phone: row.customerMobile,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  ...ownOf(row),
});

/** Reads the caller's orders among the given ids, keyed by id. */
export async function readOrders(
  app: App,
  caller: Caller,
  ids: readonly number[],
): Promise<Map<number, OrderRow>> {
  const found = await lists.findMany(app.db, caller, ids);
  return new Map(found.map((row) => [row.id, rowOf(row)]));
}

/** Reads an order by its id. @throws OrderNotFound */
async function idOf(db: Db, scope: Scope, number: string): Promise<number> {
  const id = await store.findOrderId(db, scope, number.toUpperCase());
  if (id === null) throw new OrderNotFound();
  return id;
}

/** Returns an order by its reference or id. @throws OrderNotFound */
export async function getOrder(app: App, scope: Scope, number: string): Promise<OrderDetails> {
  const order = await store.getOrder(app.db, scope, await idOf(app.db, scope, number));
  const payment = await store.findPayment(app.db, scope, order.id);
  const others = await store.listOtherPayments(app.db, scope, order.id);
  const fees = payment?.extraPiastres ?? 0;
  const isOpen = whyClosed(order, app.clock.now()) === null;
  return {
    id: order.id,
    reference: order.reference,
    status: statusOf(order.status),
    creation_date: order.createdAt.toISOString(),
    paid_at: order.paidAt?.toISOString() ?? null,
    currency: 'EGP',
    amount: toPounds(order.amountPiastres),
    fees: toPounds(fees),
    total_value: toPounds(order.amountPiastres + fees),
    items: order.items.map((item) => ({
      product_id: item.productId,
      product_name: item.name,
      product_code: item.code,
      product_image: item.image,
      quantity: item.quantity,
      price: toPounds(item.pricePiastres),
    })),
    customer_id: order.customerId,
    customer_name: order.customerName,
    customer_email: order.customerEmail,
    customer_phone: order.customerMobile,
    customer_adress: order.customerAddress,
    payment: order.payment,
    paid_in_cash: order.paidInCash,
    is_short: order.stock === 'short',
    fulfilment: order.fulfilment,
    note: order.note,
    url: `${await storeAddress(app, scope)}/orders/${order.token}`,
    pay_url: isOpen ? (await payAddresses(app, app.db, scope.merchantId)) + order.token : null,
    transaction_id: payment?.transactionId ?? null,
    transaction_reference: payment?.reference ?? null,
    other_payments: others.map(({ transactionId, reference, chargedPiastres }) => ({
      transaction_id: transactionId,
      reference,
      amount: toPounds(chargedPiastres),
    })),
    ...ownOf(order),
  };
}

/** Finds an order by the token of its follow-up page; null for an unknown one. */
export async function findByToken(app: App, scope: Scope, token: string): Promise<store.OrderFacts | null> {
  const id = await store.findOrderIdByToken(app.db, scope, token);
  return id === null ? null : store.findOrder(app.db, scope, id);
}

/** Changes an order's own fields. @throws OrderNotFound, MerchantReferenceTaken */
export const changeOwn = (app: App, caller: Caller, id: number, form: OwnFieldsForm): Promise<void> =>
  setOwnFields(app, caller, ORDERS, id, form);

const ORDERS = {
  table: 'orders',
  noun: 'order',
  missing: () => new OrderNotFound(),
  write: store.writeOwn,
} as const;

/**
 * Moves an order to a later step, or changes the note of the current one; without one the note stays. Canceling releases its pieces; an order on
 * delivery without pieces takes them now, or is refused for lack of stock.
 * @throws OrderNotFound, StepNotLegal, OrderBusy
 */
export function fulfilOrder(
  app: App,
  caller: Caller,
  number: string,
  asked: { fulfilment: Fulfilment; note?: string | undefined },
): Promise<void> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const id = await idOf(tx, caller, number);
    const before = await store.lockOrder(tx, caller, id);
    const { fulfilment: from, status, note } = before;
    const step = { fulfilment: asked.fulfilment, note: asked.note ?? note };
    const isPaid = status === ORDER_STATUS.paid;
    if (step.fulfilment !== from && !nextFulfilments(from, isPaid).includes(step.fulfilment)) {
      throw new StepNotLegal();
    }
    const cancels = step.fulfilment === 'canceled' && from !== 'canceled';
    if (cancels && isBeingPaid(before, now)) throw new OrderBusy();
    const takes = before.payment === 'delivery' && !cancels;
    await store.writeStep(tx, caller, id, { ...step, givesBack: cancels, takes }, now);
    await recordAudit(tx, caller, now, {
      action: 'order.fulfil',
      subject: `order:${id}`,
      before: { fulfilment: from, note },
      after: { ...step },
    });
  });
}

/**
 * Records that the merchant received the cash of an order on delivery.
 * @throws OrderNotFound, CashNotExpected, OrderBusy
 */
export function receiveCash(app: App, caller: Caller, number: string): Promise<void> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const id = await idOf(tx, caller, number);
    const before = await store.lockOrder(tx, caller, id);
    const isExpected =
      before.payment === 'delivery' &&
      before.status === ORDER_STATUS.unpaid &&
      before.fulfilment !== 'canceled';
    if (!isExpected) throw new CashNotExpected();
    if (isBeingPaid(before, now)) throw new OrderBusy();
    await store.writeCash(tx, caller, id, now);
    await recordAudit(tx, caller, now, { action: 'order.cash', subject: `order:${id}` });
  });
}
