import { type Fulfilment, type ORDER_SORTS, ORDER_STATUS } from '@daftar/contract/orders';
import type { StatusCount } from '@daftar/contract/paging';
import { toLatinDigits } from '@daftar/contract/text';
import {
  type ExportedOwn,
  exportedColumns,
  type OwnFields,
  type OwnFilters,
  type OwnRow,
  ownColumns,
  ownFilters,
  ownNames,
  ownValues,
} from '../own-fields/fields.ts';
import type { Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { changedSince, inScope, withinDays } from '../platform/lists/conditions.ts';
import { countByStatus as countRows } from '../platform/lists/counts.ts';
import {
  allOf,
  chosenOr,
  on,
  orderBy,
  type Page,
  readPage,
  type SortColumn,
  type Sql,
} from '../platform/lists/page.ts';
import { referencePattern, typedText } from '../platform/lists/search.ts';
import { keptFigure } from '../platform/lists/totals.ts';

/** An order as listed. */
export interface OrderRow extends OwnRow {
  id: number;
  reference: string;
  status: 1 | 2;
  fulfilment: Fulfilment;
  amountPiastres: number;
  /** The customer whose page it is on. */
  customerId: number | null;
  customerName: string;
  customerEmail: string;
  customerMobile: string;
  createdAt: Date;
  updatedAt: Date;
  images: string[];
  itemsCount: number;
}

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
  /** The key of the form that placed it, which only the shopper's browser has. */
  submissionKey: string;
  /** The address of the store it was placed in. */
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

type Sort = (typeof ORDER_SORTS)[number];

/** Each is backed by an index of the table. */
const sorts: Record<Sort, SortColumn> = {
  id: { expression: 't.id', unique: true, under: 't.status' },
  created_at: { expression: 't.created_at' },
  reference: { expression: 't.reference', unique: true },
  amount: { expression: 't.amount_piastres' },
  status: { expression: 't.status' },
  customer_name: { expression: 't.customer_name_key' },
  updated_at: { expression: 't.updated_at' },
};

const common = (db: Db) => db`
  t.id, t.reference, t.status, t.fulfilment, t.amount_piastres as "amountPiastres", t.customer_name as "customerName",
  t.customer_email as "customerEmail", t.customer_mobile as "customerMobile", t.created_at as "createdAt",
  t.updated_at as "updatedAt", ${ownColumns(db)}, (
    select e.customer_id from customer_events e
     where e.merchant_id = t.merchant_id and e.kind = 'order' and e.row_id = t.id) as "customerId"`;

const ofOrder = (db: Db) => db`i.merchant_id = t.merchant_id and i.order_id = t.id`;

/** The list's parsed filters; days in Cairo time. */
export interface ListFilters extends OwnFilters {
  order_number?: string | undefined;
  status?: 1 | 2 | undefined;
  created_from?: string | undefined;
  created_to?: string | undefined;
  updated_since?: string | undefined;
}

/** The paging and filters of a list request. */
export interface ListRequest {
  paging: Parameters<typeof readPage>[1] & { sortBy: Sort };
  filters: ListFilters;
}

/** The id in a text of digits; null when there is none. */
function idOf(typed: string): number | null {
  const digits = toLatinDigits(typed);
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null;
}

function filtersOf(db: Db, filters: ListFilters): Sql[] {
  const conditions: Sql[] = [];
  const number = typedText(filters.order_number ?? '');
  if (number !== '') {
    const reference = db`t.reference like ${referencePattern(number, 'ORD')}`;
    const id = idOf(number);
    conditions.push(id === null ? reference : db`(t.id = ${id} or ${reference})`);
  }
  if (filters.status) conditions.push(on('t.status', db`t.status = ${filters.status}`));
  conditions.push(
    ...withinDays(db, filters.created_from, filters.created_to),
    ...changedSince(db, filters.updated_since),
    ...ownFilters(db, filters),
  );
  return conditions;
}

const listedColumns = (db: Db) => db`
  ${common(db)}, array(
    select i.image_address from order_items i where ${ofOrder(db)} and i.image_address is not null
     order by i.id limit 4) as images,
  (select coalesce(sum(i.quantity), 0)::int from order_items i where ${ofOrder(db)}) as "itemsCount"`;

/** An order in a file, with times of Cairo. */
export interface ExportedOrder
  extends ExportedOwn,
    Pick<OrderRow, 'reference' | 'fulfilment' | 'amountPiastres' | 'itemsCount'>,
    Pick<OrderRow, 'customerName' | 'customerEmail' | 'customerMobile'> {
  paidAs: 'PAID' | 'UNPAID';
  currency: string;
  orderedOn: string;
  paidOn: string | null;
  payment: 'now' | 'delivery' | 'cash';
  customerAddress: string;
  /** `2 × Shirt (SH-1)`, by line. */
  items: string;
  note: string;
}

/** Reads the chosen orders, or all that match the filters, in the list's order. */
export function exportOrders(
  db: Db,
  scope: Scope,
  paging: ListRequest['paging'],
  { ids, ...filters }: ListFilters & { ids?: readonly number[] | undefined },
) {
  const chosen = chosenOr(db, ids, () => filtersOf(db, filters));
  const written = (column: string) =>
    db`to_char(${db.unsafe(column)} at time zone 'Africa/Cairo', 'YYYY-MM-DD HH24:MI')`;
  return db<ExportedOrder[]>`
    select t.reference, t.fulfilment, t.amount_piastres as "amountPiastres", 'EGP' as currency,
           case t.status when ${ORDER_STATUS.paid} then 'PAID' else 'UNPAID' end as "paidAs",
           t.customer_name as "customerName", t.customer_email as "customerEmail",
           t.customer_mobile as "customerMobile", t.customer_address as "customerAddress", t.note,
           case when t.paid_in_cash then 'cash' else t.payment end as payment,
           ${written('t.created_at')} as "orderedOn", ${written('t.paid_at')} as "paidOn", i."itemsCount", i.items,
           ${exportedColumns(db)}
      from orders t
     cross join lateral (
       select coalesce(sum(i.quantity), 0)::int as "itemsCount",
              string_agg(i.quantity || ' × ' || i.product_name || ' (' || i.product_code || ')', chr(10) order by i.id)
                as items
         from order_items i where ${ofOrder(db)}) i
     where ${allOf(db, inScope(db, scope), chosen)}
     order by ${orderBy(db, sorts[paging.sortBy], paging.sortType)}`;
}

/** SQL for the number of orders without other filters than a status, as it is kept. */
function keptNumber(db: Db, scope: Scope, { status, ...others }: ListFilters): Sql | undefined {
  if (filtersOf(db, others).length > 0) return undefined;
  const column = { 0: 's.total_orders', 1: 's.total_orders - s.paid_orders', 2: 's.paid_orders' }[
    status ?? 0
  ];
  return keptFigure(db, scope, 'store_statistics', column);
}

/** Lists one page of a merchant's orders. */
export function listOrders(db: Db, scope: Scope, { paging, filters }: ListRequest): Promise<Page<OrderRow>> {
  return readPage<OrderRow>(db, paging, {
    table: 'orders',
    scope: inScope(db, scope),
    filters: filtersOf(db, filters),
    sort: sorts[paging.sortBy],
    columns: listedColumns(db),
    kept: keptNumber(db, scope, filters),
  });
}

/** Counts a merchant's orders by status. */
export const countByStatus = (db: Db, scope: Scope): Promise<StatusCount[]> =>
  countRows(
    db,
    'orders',
    inScope(db, scope),
    Object.values(ORDER_STATUS).map((status) => ({
      status,
      sets: [filtersOf(db, { status })],
      kept: keptNumber(db, scope, { status }),
    })),
  );

/** Finds those of some ids that belong to this merchant and mode, unordered. */
export const findMany = (db: Db, scope: Scope, ids: readonly number[]) => db<OrderRow[]>`
  select ${listedColumns(db)} from orders t where ${inScope(db, scope)} and t.id = any(${[...ids]}::bigint[])`;

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

/** Returns an order that is known to be there: nothing deletes one. */
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

/** Locks an order that is known to be there, before a change. */
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
  // Stock before status: whoever orders locks products before the figures that a status changes.
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
     order by t.id limit 20`;
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
