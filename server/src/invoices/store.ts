import { type INVOICE_SORTS, INVOICE_STATUS } from '@daftar/contract/invoices';
import { COUNT_BOUND } from '@daftar/contract/paging';
import { type ExportedOwn, exportedColumns, type OwnRow, ownColumns } from '../integration-fields/fields.ts';
import { type Expiring, keptNumber, withStatus } from '../payables/expiring.ts';
import { type PayableFilters, payableFilters } from '../payables/filters.ts';
import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { inScope } from '../platform/lists/conditions.ts';
import { allOf, orderBy, type Page, readPage, type SortColumn, type Sql } from '../platform/lists/page.ts';
import { containsPattern, typedText } from '../platform/lists/search.ts';
import { isBeingPaid } from './store-lock.ts';

/** An invoice as listed; its status is that at the time of reading, `total` in hundredths of `currency`. */
export interface ListedInvoice extends OwnRow {
  id: number;
  reference: string;
  invoiceName: string;
  total: number;
  currency: string;
  valuePiastres: number;
  dueAt: Date;
  status: number;
  createdAt: Date;
  updatedAt: Date;
  /** The first customer's. */
  customerId: number;
  customerName: string;
  customerEmail: string;
  customersCount: number;
  paidCount: number;
}

/** An invoice in full. Amounts in hundredths of `currency`, percentages in basis points. */
export interface FullInvoice extends ListedInvoice {
  paymentMethods: number[];
  language: 1 | 2;
  description: string;
  notes: string;
  amount: number;
  fixedFees: number;
  feesBps: number;
  fixedTax: number;
  taxBps: number;
  fees: number;
  tax: number;
  rateScaled: number;
  notifyByEmail: boolean;
  notifyBySms: boolean;
  requireEmail: boolean;
  requireName: boolean;
  requireAddress: boolean;
  requirePhone: boolean;
  /** True if somebody is paying, or has a code that can still be paid. */
  isBeingPaid: boolean;
  customers: { id: number; name: string }[];
  creatorFirstName: string;
  creatorLastName: string;
  creatorEmail: string;
}

/** The list's parsed filters; `due_date` is a UTC day. */
export interface ListFilters extends PayableFilters {
  customer_name?: string | undefined;
}

const { unpaid, expired, ...ended } = INVOICE_STATUS;

/** The columns and statuses by which invoices expire. */
export const INVOICES: Expiring = {
  table: 'invoices',
  statuses: { open: unpaid, expired, ended: Object.values(ended) },
  figures: {
    all: 'total_invoices',
    byStatus: {
      [unpaid]: 'unpaid_invoices',
      [INVOICE_STATUS.paid]: 'paid_invoices',
      [expired]: 'expired_invoices',
    },
  },
  expire: 'expire_invoices',
};

type Sort = (typeof INVOICE_SORTS)[number];

/** Each sort has an index of the table. */
const sorts: Record<Sort, SortColumn> = {
  id: { expression: 't.id', unique: true, under: 't.status' },
  created_at: { expression: 't.created_at' },
  reference: { expression: 't.reference', unique: true },
  invoice_name: { expression: 't.invoice_name_key' },
  total_amount: { expression: 't.total' },
  value: { expression: 't.value_piastres' },
  due_date: { expression: 't.due_at' },
  status: { expression: 't.status' },
  updated_at: { expression: 't.updated_at' },
};

const listedColumns = (db: Db, now: Date) => db`
  t.id, t.reference, t.invoice_name as "invoiceName", t.total, t.currency, t.value_piastres as "valuePiastres",
  t.due_at as "dueAt", invoice_status(t.status, t.due_at, ${now}::timestamptz) as status, t.created_at as "createdAt",
  t.updated_at as "updatedAt",
  t.customer_name as "customerName", t.customer_email as "customerEmail", t.customers_count as "customersCount",
  t.paid_count as "paidCount", ${ownColumns(db)}, (
    select s.customer_id from invoice_shares s
     where s.merchant_id = t.merchant_id and s.invoice_id = t.id and s.removed_at is null
     order by s.id limit 1) as "customerId"`;

/** Returns SQL for the filters other than the status. */
function othersOf(db: Db, { customer_name: customer = '', ...filters }: ListFilters): Sql[] {
  const others = payableFilters(db, filters);
  return typedText(customer) === ''
    ? others
    : [...others, db`t.customers_key like ${containsPattern(customer)}`];
}

/** Returns SQL for the filters. `isWrittenDown`: all due invoices are marked as expired. */
const filtersOf = (db: Db, filters: ListFilters, now: Date, sortBy: Sort, isWrittenDown = false): Sql[] => [
  ...othersOf(db, filters),
  ...withStatus(db, INVOICES, filters.status, now, { isWrittenDown, sortBy }),
];

/** The paging and filters of a list request. */
export interface ListRequest {
  paging: Parameters<typeof readPage>[1] & { sortBy: Sort };
  filters: ListFilters;
}

/** Lists one page of a merchant's invoices. */
export function listInvoices(
  db: Db,
  scope: Scope,
  { paging, filters }: ListRequest,
  now: Date,
  isWrittenDown: boolean,
): Promise<Page<ListedInvoice>> {
  return readPage<ListedInvoice>(db, paging, {
    table: 'invoices',
    scope: inScope(db, scope),
    filters: filtersOf(db, filters, now, paging.sortBy, isWrittenDown),
    sort: sorts[paging.sortBy],
    columns: listedColumns(db, now),
    kept:
      othersOf(db, filters).length === 0
        ? keptNumber(db, scope, INVOICES, filters.status, { isWrittenDown })
        : undefined,
  });
}

/** Finds the invoices of this merchant and mode among the given ids, unordered. */
export const findMany = (db: Db, scope: Scope, ids: readonly number[], now: Date) => db<ListedInvoice[]>`
  select ${listedColumns(db, now)} from invoices t
   where ${inScope(db, scope)} and t.id = any(${[...ids]}::bigint[])`;

/** A customer's invoice, and whether that customer has paid. */
export type CustomersInvoice = ListedInvoice & { isPaid: boolean };

/** Lists one page of a customer's invoices. */
export function listOfCustomer(
  db: Db,
  scope: Scope,
  numbers: readonly number[],
  { paging, filters }: ListRequest,
  now: Date,
): Promise<Page<CustomersInvoice>> {
  const isTheirs = db`s.customer_id = any(${[...numbers]}::bigint[]) and s.removed_at is null`;
  const share = db`
    select s.merchant_id, s.invoice_id from invoice_shares s
    where s.merchant_id = ${scope.merchantId} and ${isTheirs}`;
  return readPage<CustomersInvoice>(db, paging, {
    table: 'invoices',
    scope: inScope(db, scope),
    filters: [db`(t.merchant_id, t.id) in (${share})`, ...filtersOf(db, filters, now, paging.sortBy)],
    sort: sorts[paging.sortBy],
    columns: db`${listedColumns(db, now)}, exists (
      select from invoice_shares s
       where s.merchant_id = t.merchant_id and s.invoice_id = t.id and ${isTheirs} and s.status = 'paid') as "isPaid"`,
  });
}

/** Counts the newest invoices of a customer's ids: all, paid and unpaid. */
export async function countOfCustomer(db: Db, scope: Scope, numbers: readonly number[], now: Date) {
  const [row] = await db<{ total: number; paid: number; unpaid: number }[]>`
    select count(*)::int as total, count(*) filter (where s.status = 'paid')::int as paid,
           count(*) filter (where s.status = 'unpaid' and (
             select invoice_status(t.status, t.due_at, ${now}::timestamptz) = 1 from invoices t
              where t.merchant_id = ${scope.merchantId} and t.id = s.invoice_id))::int as unpaid
      from (
        select newest.* from unnest(${[...numbers]}::bigint[]) c (id) cross join lateral (
          select s.invoice_id, s.status from invoice_shares s
           where s.merchant_id = ${scope.merchantId} and s.customer_id = c.id and s.removed_at is null
           order by s.invoice_id desc limit ${COUNT_BOUND}) newest
         limit ${COUNT_BOUND}) s`;
  return row!;
}

/** An exported invoice, with formatted times: the due day in UTC, the creation in Cairo time. */
export interface ExportedInvoice
  extends Omit<ListedInvoice, 'id' | 'customerId' | 'dueAt' | 'createdAt' | 'updatedAt' | 'metadata'>,
    ExportedOwn {
  dueAt: string;
  createdAt: string;
}

/** Reads the selected invoices, or with null all that match the filters, in the list's order. */
export function exportInvoices(
  db: Db,
  scope: Scope,
  { paging, filters }: ListRequest,
  ids: number[] | null,
  now: Date,
) {
  const conditions =
    ids === null ? filtersOf(db, filters, now, paging.sortBy) : [db`t.id = any(${ids}::bigint[])`];
  return db<ExportedInvoice[]>`
    select t.reference, t.invoice_name as "invoiceName", t.total, t.currency, t.value_piastres as "valuePiastres",
           to_char(t.due_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as "dueAt",
           invoice_status(t.status, t.due_at, ${now}::timestamptz) as status,
           to_char(t.created_at at time zone 'Africa/Cairo', 'YYYY-MM-DD HH24:MI') as "createdAt",
           t.customer_name as "customerName", t.customer_email as "customerEmail",
           t.customers_count as "customersCount", t.paid_count as "paidCount", ${exportedColumns(db)}
    from invoices t
    where ${allOf(db, inScope(db, scope), conditions)}
    order by ${orderBy(db, sorts[paging.sortBy], paging.sortType)}`;
}

/** Finds an invoice with its customers and creator. */
export async function findInvoice(db: Db, scope: Scope, id: number, now: Date): Promise<FullInvoice | null> {
  const [row] = await db<FullInvoice[]>`
    select ${listedColumns(db, now)}, t.payment_methods as "paymentMethods", t.language, t.description, t.notes,
           t.amount, t.fixed_fees as "fixedFees", t.fees_bps as "feesBps", t.fixed_tax as "fixedTax",
           t.tax_bps as "taxBps", t.fees, t.tax, t.rate_scaled as "rateScaled",
           t.notify_by_email as "notifyByEmail", t.notify_by_sms as "notifyBySms",
           t.require_email as "requireEmail", t.require_name as "requireName",
           t.require_address as "requireAddress", t.require_phone as "requirePhone",
           ${isBeingPaid(db, now)} as "isBeingPaid",
           (select json_agg(json_build_object('id', s.customer_id, 'name', s.customer_name) order by s.id)
              from invoice_shares s
             where s.merchant_id = t.merchant_id and s.invoice_id = t.id and s.removed_at is null) as customers,
           u.first_name as "creatorFirstName", u.last_name as "creatorLastName", u.email as "creatorEmail"
    from invoices t join users u on u.merchant_id = t.merchant_id and u.id = t.created_by
    where ${inScope(db, scope)} and t.id = ${id}`;
  return row ?? null;
}

/** Returns whether the merchant has this invoice in this mode. */
export async function invoiceExists(db: Db, scope: Scope, id: number): Promise<boolean> {
  const rows = await db`select 1 from invoices t where ${inScope(db, scope)} and t.id = ${id}`;
  return rows.length > 0;
}
