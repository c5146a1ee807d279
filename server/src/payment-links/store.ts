import { type LINK_SORTS, LINK_STATUS } from '@daftar/contract/payment-links';
import {
  type ExportedOwn,
  exportedColumns,
  type OwnFields,
  type OwnRow,
  ownColumns,
  ownNames,
  ownValues,
} from '../integration-fields/fields.ts';
import { type Expiring, keptNumber, withStatus } from '../payables/expiring.ts';
import { type PayableFilters, payableFilters } from '../payables/filters.ts';
import type { Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { inScope } from '../platform/lists/conditions.ts';
import { allOf, orderBy, type Page, readPage, type SortColumn, type Sql } from '../platform/lists/page.ts';
import { wholeReference } from '../platform/lists/search.ts';

/** A link as listed; its status is that at the time of reading, `total` in hundredths of `currency`. */
export interface ListedLink extends OwnRow {
  id: number;
  reference: string;
  token: string;
  invoiceName: string;
  total: number;
  currency: string;
  valuePiastres: number;
  /** Null without an end. */
  dueAt: Date | null;
  status: number;
  createdAt: Date;
  updatedAt: Date;
  /** Null where the amount is fixed. */
  minAmount: number | null;
  maxAmount: number | null;
  minQuantity: number;
  maxQuantity: number;
}

/** A link in full. Amounts in hundredths of `currency`. */
export interface FullLink extends ListedLink {
  paymentMethods: number[];
  language: number;
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
  suggestedAmounts: number[];
  /** Null without a limit. */
  maxPaymentCount: number | null;
  paidCount: number;
  successUrl: string | null;
  cancelUrl: string | null;
  notifyByEmail: boolean;
  notifyBySms: boolean;
  requireEmail: boolean;
  requireName: boolean;
  requireAddress: boolean;
  requirePhone: boolean;
  creatorFirstName: string;
  creatorLastName: string;
  creatorEmail: string;
}

/** The list's parsed filters; `due_date` is a UTC day. */
export type ListFilters = PayableFilters;

const { active, expired, ...ended } = LINK_STATUS;

/** The columns and statuses by which links expire. */
export const LINKS: Expiring = {
  table: 'payment_links',
  statuses: { open: active, expired, ended: Object.values(ended) },
  figures: { all: 'total_links', byStatus: { [active]: 'active_links', [expired]: 'expired_links' } },
  expire: 'expire_links',
};

type Sort = (typeof LINK_SORTS)[number];

/** Each sort has an index of the table. */
const sorts: Record<Sort, SortColumn> = {
  id: { expression: 't.id', unique: true, under: 't.status' },
  created_at: { expression: 't.created_at' },
  reference: { expression: 't.reference', unique: true },
  invoice_name: { expression: 't.invoice_name_key' },
  amount: { expression: 't.total' },
  total_amount: { expression: 't.total' },
  value: { expression: 't.value_piastres' },
  due_date: { expression: 't.due_at' },
  status: { expression: 't.status' },
  updated_at: { expression: 't.updated_at' },
};

const listedColumns = (db: Db, now: Date) => db`
  t.id, t.reference, t.token, t.invoice_name as "invoiceName", t.total, t.currency,
  t.value_piastres as "valuePiastres", nullif(t.due_at, 'infinity') as "dueAt",
  t.min_amount as "minAmount", t.max_amount as "maxAmount", t.min_quantity as "minQuantity",
  t.max_quantity as "maxQuantity", ${ownColumns(db)}, link_status(t.status, t.due_at, ${now}::timestamptz) as status, t.created_at as "createdAt",
  t.updated_at as "updatedAt"`;

/** Returns SQL for the filters. `isWrittenDown`: all due links are marked as expired. */
const filtersOf = (db: Db, filters: ListFilters, now: Date, sortBy: Sort, isWrittenDown = false): Sql[] => [
  ...payableFilters(db, filters),
  ...withStatus(db, LINKS, filters.status, now, { isWrittenDown, sortBy }),
];

/** The paging and filters of a list request. */
export interface ListRequest {
  paging: Parameters<typeof readPage>[1] & { sortBy: Sort };
  filters: ListFilters;
}

/** Lists one page of a merchant's links. */
export function listLinks(
  db: Db,
  scope: Scope,
  { paging, filters }: ListRequest,
  now: Date,
  isWrittenDown: boolean,
): Promise<Page<ListedLink>> {
  return readPage<ListedLink>(db, paging, {
    table: 'payment_links',
    scope: inScope(db, scope),
    filters: filtersOf(db, filters, now, paging.sortBy, isWrittenDown),
    sort: sorts[paging.sortBy],
    columns: listedColumns(db, now),
    kept:
      payableFilters(db, filters).length === 0
        ? keptNumber(db, scope, LINKS, filters.status, { isWrittenDown })
        : undefined,
  });
}

/** Finds the links of this merchant and mode among the given ids, unordered. */
export const findMany = (db: Db, scope: Scope, ids: readonly number[], now: Date) => db<ListedLink[]>`
  select ${listedColumns(db, now)} from payment_links t
   where ${inScope(db, scope)} and t.id = any(${[...ids]}::bigint[])`;

/** An exported link, with formatted times: the due day in UTC, the creation in Cairo time. */
export interface ExportedLink extends ExportedOwn {
  reference: string;
  invoiceName: string;
  total: number;
  currency: string;
  valuePiastres: number;
  dueAt: string | null;
  status: number;
  paidCount: number;
  maxPaymentCount: number | null;
  createdAt: string;
  address: string;
  minAmount: number | null;
  maxAmount: number | null;
  maxQuantity: number;
}

/** Reads the selected links, or with null all that match the filters, in the list's order. */
export function exportLinks(
  db: Db,
  scope: Scope,
  { paging, filters }: ListRequest,
  ids: number[] | null,
  { now, addresses }: { now: Date; addresses: string },
) {
  const conditions =
    ids === null ? filtersOf(db, filters, now, paging.sortBy) : [db`t.id = any(${ids}::bigint[])`];
  return db<ExportedLink[]>`
    select t.reference, t.invoice_name as "invoiceName", t.total, t.currency, t.value_piastres as "valuePiastres",
           to_char(nullif(t.due_at, 'infinity') at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as "dueAt",
           link_status(t.status, t.due_at, ${now}::timestamptz) as status,
           t.paid_count as "paidCount", nullif(t.max_payment_count, 2147483647) as "maxPaymentCount",
           t.min_amount as "minAmount", t.max_amount as "maxAmount", t.max_quantity as "maxQuantity",
           to_char(t.created_at at time zone 'Africa/Cairo', 'YYYY-MM-DD HH24:MI') as "createdAt", ${addresses} || t.token as address,
           ${exportedColumns(db)}
    from payment_links t
    where ${allOf(db, inScope(db, scope), conditions)}
    order by ${orderBy(db, sorts[paging.sortBy], paging.sortType)}`;
}

/** Finds a link with its creator. */
export async function findLink(db: Db, scope: Scope, id: number, now: Date): Promise<FullLink | null> {
  const [row] = await db<FullLink[]>`
    select ${listedColumns(db, now)}, t.payment_methods as "paymentMethods", t.language, t.description, t.notes,
           t.amount, t.fixed_fees as "fixedFees", t.fees_bps as "feesBps", t.fixed_tax as "fixedTax",
           t.tax_bps as "taxBps", t.fees, t.tax, t.rate_scaled as "rateScaled", t.suggested_amounts as "suggestedAmounts",
           nullif(t.max_payment_count, 2147483647) as "maxPaymentCount", t.paid_count as "paidCount",
           t.success_url as "successUrl", t.cancel_url as "cancelUrl", t.notify_by_email as "notifyByEmail", t.notify_by_sms as "notifyBySms",
           t.require_email as "requireEmail", t.require_name as "requireName",
           t.require_address as "requireAddress", t.require_phone as "requirePhone",
           u.first_name as "creatorFirstName", u.last_name as "creatorLastName", u.email as "creatorEmail"
    from payment_links t join users u on u.merchant_id = t.merchant_id and u.id = t.created_by
    where ${inScope(db, scope)} and t.id = ${id}`;
  return row ?? null;
}

/** Finds a link by its full reference, with its current status. */
export async function findByReference(
  db: Db,
  scope: Scope,
  reference: string,
  now: Date,
): Promise<{ token: string; status: number } | null> {
  const [row] = await db<{ token: string; status: number }[]>`
    select t.token, link_status(t.status, t.due_at, ${now}::timestamptz) as status
    from payment_links t where ${inScope(db, scope)} and t.reference = ${wholeReference(reference, 'LNK')}`;
  return row ?? null;
}

/** Returns whether the merchant has this link in this mode. */
export async function linkExists(db: Db, scope: Scope, id: number): Promise<boolean> {
  const rows = await db`select 1 from payment_links t where ${inScope(db, scope)} and t.id = ${id}`;
  return rows.length > 0;
}

/** Locks a link, before all other rows of a payment, and reads its current status. */
export async function lockLink(
  tx: Tx,
  scope: Scope,
  id: number,
  now: Date,
): Promise<{ reference: string; status: number } | null> {
  const [row] = await tx<{ reference: string; status: number }[]>`
    select t.reference, link_status(t.status, t.due_at, ${now}::timestamptz) as status
    from payment_links t where ${inScope(tx, scope)} and t.id = ${id} for no key update`;
  return row ?? null;
}

/** Sets the status of a locked link. */
export async function setStatus(tx: Tx, scope: Scope, id: number, status: number, now: Date): Promise<void> {
  await tx`
    update payment_links t set status = ${status}, updated_at = ${now}
    where ${inScope(tx, scope)} and t.id = ${id}`;
}

/** Writes the own fields of a locked link. */
export async function writeOwn(tx: Tx, scope: Scope, id: number, own: OwnFields, now: Date): Promise<void> {
  await tx`
    update payment_links t set (${ownNames(tx)}, updated_at) = row (${ownValues(tx, own)}, ${now}::timestamptz)
    where ${inScope(tx, scope)} and t.id = ${id}`;
}
