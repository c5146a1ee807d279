import type { Fulfilment } from '@daftar/contract/orders';
import { type OwnFields, ownNames, ownValues } from '../integration-fields/fields.ts';
import type { Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { inScope } from '../platform/lists/conditions.ts';
import { common, type OrderRow, ofOrder } from './store-list.ts';

/** An item as it was when it was bought. */
export interface ItemRow {
  productId: number;
  name: string;
  code: string;
  image: string | null;
  quantity: number;
  pricePiastres: number;
}

/** An order in full. */
export interface OrderFacts extends Omit<OrderRow, 'images' | 'itemsCount'> {
  mode: Scope['mode'];
  merchantId: number;
  token: string;
  /** The key of the form that placed it, which only the shopper's browser knows. */
  submissionKey: string;
  /** The slug of the store in which it was placed. */
  slug: string;
  payment: 'now' | 'delivery';
  paidInCash: boolean;
  stock: 'none' | 'reserved' | 'released' | 'taken' | 'short';
  /** When the current payer's hold ends or ended; null when nobody is paying. */
  heldUntil: Date | null;
  customerAddress: string;
  note: string;
  language: 1 | 2;
  dueAt: Date;
  paidAt: Date | null;
  items: ItemRow[];
}

const heldUntil = (db: Db, merchant = db`t.merchant_id`) => db`(
  select max(a.hold_expires_at) from payment_attempts a
   where a.merchant_id = ${merchant} and a.payable_kind = 'order' and a.payable_id = t.id and a.holds_place)`;

const facts = (db: Db) => db`
  ${common(db)}, t.merchant_id as "merchantId", t.mode, t.token, t.submission_key as "submissionKey",
  (select m.store_slug from merchants m where m.id = t.merchant_id) as slug, t.payment, t.paid_in_cash as "paidInCash", t.stock,
  ${heldUntil(db)} as "heldUntil", t.customer_address as "customerAddress", t.note, t.language, t.due_at as "dueAt",
  t.paid_at as "paidAt",
  (select json_agg(json_build_object('productId', i.product_id, 'name', i.product_name, 'code', i.product_code,
                                     'image', i.image_address, 'quantity', i.quantity,
                                     'pricePiastres', i.price_piastres) order by i.id)
     from order_items i where ${ofOrder(db)}) as items`;

/** Returns one order by its id. */
export async function findOrder(db: Db, scope: Scope, id: number): Promise<OrderFacts | null> {
  const [row] = await db<OrderFacts[]>`
    select ${facts(db)} from orders t where ${inScope(db, scope)} and t.id = ${id}`;
  return row ?? null;
}

/** Returns an existing order; orders are never deleted. */
export async function getOrder(db: Db, scope: Scope, id: number): Promise<OrderFacts> {
  const order = await findOrder(db, scope, id);
  if (!order) throw new Error(`there is no order ${id}`);
  return order;
}

/** Finds an order's id by its reference or the id itself. */
export async function findOrderId(db: Db, scope: Scope, number: string): Promise<number | null> {
  const byId = /^\d{1,15}$/.test(number) ? db`t.id = ${Number(number)}` : db`t.reference = ${number}`;
  const [row] = await db<{ id: number }[]>`
    select t.id from orders t where ${inScope(db, scope)} and ${byId}`;
  return row?.id ?? null;
}

/** Finds an order's id by the token of its follow-up page. */
export async function findOrderIdByToken(db: Db, scope: Scope, token: string): Promise<number | null> {
  const [row] = await db<{ id: number }[]>`
    select payable_id as id from pay_tokens
     where token = ${token} and merchant_id = ${scope.merchantId} and mode = ${scope.mode} and kind = 'order'`;
  return row?.id ?? null;
}

/** Locks an existing order before a change. */
export async function lockOrder(
  tx: Tx,
  scope: Scope,
  id: number,
): Promise<Pick<OrderFacts, 'status' | 'fulfilment' | 'payment' | 'heldUntil' | 'note'>> {
  const [row] = await tx<Pick<OrderFacts, 'status' | 'fulfilment' | 'payment' | 'heldUntil' | 'note'>[]>`
    select t.status, t.fulfilment, t.payment, ${heldUntil(tx, tx`${scope.merchantId}`)} as "heldUntil", t.note
      from orders t where ${inScope(tx, scope)} and t.id = ${id} for no key update`;
  if (!row) throw new Error(`there is no order ${id}`);
  return row;
}

/** Moves a locked order to a step; releases its pieces, or takes those that it does not have. */
export async function writeStep(
  tx: Tx,
  scope: Scope,
  id: number,
  step: { fulfilment: Fulfilment; note: string; givesBack: boolean; takes: boolean },
  now: Date,
): Promise<void> {
  // Stock before status, because new orders lock products before the figures that a status changes.
  if (step.givesBack) await tx`select order_give_back(${scope.merchantId}, ${id})`;
  if (step.takes) {
    await tx`
      select order_take(t.merchant_id, t.id) from orders t
       where ${inScope(tx, scope)} and t.id = ${id} and t.stock in ('none', 'released')
         and t.fulfilment <> ${step.fulfilment}`;
  }
  await tx`
    update orders t set fulfilment = ${step.fulfilment}, note = ${step.note}, updated_at = ${now}
     where ${inScope(tx, scope)} and t.id = ${id}`;
}

/** Writes the own fields of a locked order. */
export async function writeOwn(tx: Tx, scope: Scope, id: number, own: OwnFields, now: Date): Promise<void> {
  await tx`
    update orders t set (${ownNames(tx)}, updated_at) = row (${ownValues(tx, own)}, ${now}::timestamptz)
     where ${inScope(tx, scope)} and t.id = ${id}`;
}

/** Marks a locked order as paid in cash. */
export async function writeCash(tx: Tx, scope: Scope, id: number, now: Date): Promise<void> {
  await tx`select order_take(${scope.merchantId}, ${id})`;
  await tx`
    update orders t set status = 2, paid_in_cash = true, paid_at = ${now}, updated_at = ${now}
     where ${inScope(tx, scope)} and t.id = ${id}`;
}

/** Returns the transaction that paid an order, and the fee that the customer paid on top. */
export async function findPayment(
  db: Db,
  scope: Scope,
  id: number,
): Promise<{ transactionId: number; reference: string; extraPiastres: number } | null> {
  const [row] = await db<{ transactionId: number; reference: string; extraPiastres: number }[]>`
    select t.id as "transactionId", t.reference, t.charged_piastres - t.value_piastres as "extraPiastres"
      from payment_attempts a join transactions t on t.merchant_id = a.merchant_id and t.id = a.transaction_id
     where a.merchant_id = ${scope.merchantId} and a.payable_kind = 'order' and a.payable_id = ${id} and a.counted
     limit 1`;
  return row ?? null;
}

/** Lists an order's successful payments that did not pay it and are not fully refunded, oldest first. */
export function listOtherPayments(
  db: Db,
  scope: Scope,
  id: number,
): Promise<{ transactionId: number; reference: string; chargedPiastres: number }[]> {
  return db<{ transactionId: number; reference: string; chargedPiastres: number }[]>`
    select t.id as "transactionId", t.reference, t.charged_piastres as "chargedPiastres"
      from transactions t join payment_attempts a on a.merchant_id = t.merchant_id and a.transaction_id = t.id
     where t.merchant_id = ${scope.merchantId} and t.source_kind = 'order' and t.source_id = ${id} and t.status = 1
       and not a.counted
     order by t.id`;
}

/** Locks the order and takes its place for a payer, with its pieces reserved until a moment (`order_hold_place`). */
export async function holdOrder(
  tx: Tx,
  scope: Scope,
  id: number,
  now: Date,
  until: Date,
): Promise<'held' | 'not-found' | 'paid' | 'inactive' | 'expired' | 'busy' | 'exhausted'> {
  const [row] = await tx<{ answer: 'held' }[]>`
    select order_hold_place(${scope.merchantId}, ${scope.mode}, ${id}, ${now}, ${until}) as answer`;
  return row!.answer;
}

/** An order whose reservation has expired. */
export interface DueOrder {
  merchantId: number;
  id: number;
}

const isDue = (db: Db, now: Date) =>
  db`o.stock = 'reserved' and o.reserved_until <= ${now} and not o.is_held`;

/** Lists orders whose reservation has expired, oldest first; of one merchant and mode, or of all. */
export function listDueOrders(
  db: Db,
  now: Date,
  scope: Scope | null,
  limit: number,
  offset: number,
): Promise<DueOrder[]> {
  const whose = scope ? db`and o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode}` : db``;
  return db<DueOrder[]>`
    select o.merchant_id as "merchantId", o.id from orders o
     where ${isDue(db, now)} ${whose}
     order by o.reserved_until, o.merchant_id, o.id limit ${limit} offset ${offset}`;
}

/** Releases an order's reservation if it is still expired. @returns false when it is not, or the order is locked */
export async function releaseOrder(tx: Tx, { merchantId, id }: DueOrder, now: Date): Promise<boolean> {
  const [locked] = await tx`
    select 1 from orders o where o.merchant_id = ${merchantId} and o.id = ${id} and ${isDue(tx, now)}
       for no key update skip locked`;
  if (!locked) return false;
  await tx`select order_give_back(${merchantId}, ${id})`;
  return true;
}
