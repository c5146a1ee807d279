import { readWhole } from '@daftar/contract/numbers';
import { type Fulfilment, type ORDER_SORTS, ORDER_STATUS } from '@daftar/contract/orders';
import type { StatusCount } from '@daftar/contract/paging';
import {
  type ExportedOwn,
  exportedColumns,
  type OwnFilters,
  type OwnRow,
  ownColumns,
  ownFilters,
} from '../integration-fields/fields.ts';
import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
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
  /** The customer whose page shows it. */
  customerId: number | null;
  customerName: string;
  customerEmail: string;
  customerMobile: string;
  createdAt: Date;
  updatedAt: Date;
  images: string[];
  itemsCount: number;
}

type Sort = (typeof ORDER_SORTS)[number];

/** Each sort has an index of the table. */
const sorts: Record<Sort, SortColumn> = {
  id: { expression: 't.id', unique: true, under: 't.status' },
  created_at: { expression: 't.created_at' },
  reference: { expression: 't.reference', unique: true },
  amount: { expression: 't.amount_piastres' },
  status: { expression: 't.status' },
  customer_name: { expression: 't.customer_name_key' },
  updated_at: { expression: 't.updated_at' },
};

/** Columns that rows and details share. */
export const common = (db: Db) => db`
  t.id, t.reference, t.status, t.fulfilment, t.amount_piastres as "amountPiastres", t.customer_name as "customerName",
  t.customer_email as "customerEmail", t.customer_mobile as "customerMobile", t.created_at as "createdAt",
  t.updated_at as "updatedAt", ${ownColumns(db)}, (
    select e.customer_id from customer_events e
     where e.merchant_id = t.merchant_id and e.kind = 'order' and e.row_id = t.id) as "customerId"`;

export const ofOrder = (db: Db) => db`i.merchant_id = t.merchant_id and i.order_id = t.id`;

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

function filtersOf(db: Db, filters: ListFilters): Sql[] {
  const conditions: Sql[] = [];
  const number = typedText(filters.order_number ?? '');
  if (number !== '') {
    const reference = db`t.reference like ${referencePattern(number, 'ORD')}`;
    const id = readWhole(number);
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

/** An exported order, with times in Cairo. */
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

/** Returns SQL for the stored number of orders, if the only filter is a status. */
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

/** Finds the orders of this merchant and mode among the given ids, unordered. */
export const findMany = (db: Db, scope: Scope, ids: readonly number[]) => db<OrderRow[]>`
  select ${listedColumns(db)} from orders t where ${inScope(db, scope)} and t.id = any(${[...ids]}::bigint[])`;
