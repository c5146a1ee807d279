/** Reads a customer's figures and the places of their entries, by index, however active they are. */
import type { CustomerEventKind } from '@daftar/contract/customer-page';
import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import type { Place } from './rules.ts';

/** The sums of a customer's successful payments. */
export interface Figures {
  payments: number;
  paidPiastres: number;
  refundedPiastres: number;
  lastPaidAt: Date | null;
}

/** Reads the stored figures of a customer's ids. */
export async function readFigures(
  db: Db,
  { merchantId }: Scope,
  numbers: readonly number[],
): Promise<Figures> {
  const [row] = await db<Figures[]>`
    select coalesce(sum(f.payments), 0)::bigint as payments,
           coalesce(sum(f.paid_piastres), 0)::bigint as "paidPiastres",
           coalesce(sum(f.refunded_piastres), 0)::bigint as "refundedPiastres", max(f.last_paid_at) as "lastPaidAt"
      from customer_figures f
     where f.merchant_id = ${merchantId} and f.customer_id = any(${[...numbers]}::bigint[])`;
  return row!;
}

/** The open amounts of a customer's invoices. */
export interface Owed {
  invoices: number;
  piastres: number;
  /** True if there are more invoices than were read. */
  isMore: boolean;
}

/** Sums up a customer's open invoices, the newest first and at most `most`. */
export async function readOwed(
  db: Db,
  { merchantId }: Scope,
  numbers: readonly number[],
  now: Date,
  most: number,
): Promise<Owed> {
  const [row] = await db<Owed[]>`
    select count(i.id)::int as invoices, coalesce(sum(i.value_piastres), 0)::bigint as piastres,
           (select count(*) from unnest(${[...numbers]}::bigint[]) c (id) cross join lateral (
              select 1 from invoice_shares s
               where s.merchant_id = ${merchantId} and s.customer_id = c.id and s.status = 'unpaid'
                 and s.removed_at is null limit ${most + 1}) any_of) > ${most} as "isMore"
      from (select newest.invoice_id from unnest(${[...numbers]}::bigint[]) c (id) cross join lateral (
              select s.invoice_id from invoice_shares s
               where s.merchant_id = ${merchantId} and s.customer_id = c.id and s.status = 'unpaid'
                 and s.removed_at is null
               order by s.invoice_id desc limit ${most}) newest
             order by newest.invoice_id desc limit ${most}) o
      join invoices i on i.merchant_id = ${merchantId} and i.id = o.invoice_id
       and invoice_status(i.status, i.due_at, ${now}::timestamptz) = 1`;
  return row!;
}

/** Returns whether a customer's earlier payments are still to be linked. */
export async function isToBeLinked(db: Db, { merchantId }: Scope, id: number): Promise<boolean> {
  const [row] = await db`
    select from customers t where t.merchant_id = ${merchantId} and t.id = ${id} and t.linked_at is null`;
  return row !== undefined;
}

/**
 * Lists the places of the newest entries of some kinds, before a place or from now on. Reads no more of each kind
 * than it returns.
 */
export function listPlaces(
  db: Db,
  { merchantId }: Scope,
  numbers: readonly number[],
  kinds: readonly CustomerEventKind[],
  before: Place | null,
  most: number,
): Promise<Place[]> {
  const earlier = before
    ? db`and e.at <= ${before.at} and (e.at, e.kind, e.row_id) < (${before.at}, ${before.kind}, ${before.rowId}::bigint)`
    : db``;
  return db<Place[]>`
    select e.kind, e.row_id as "rowId", e.at
      from unnest(${[...numbers]}::bigint[]) c (id) cross join unnest(${[...kinds]}::text[]) k (kind)
     cross join lateral (
       select e.kind, e.row_id, e.at from customer_events e
        where e.merchant_id = ${merchantId} and e.customer_id = c.id and e.kind = k.kind ${earlier}
        order by e.at desc, e.row_id desc limit ${most}) e
     order by e.at desc, e.kind desc, e.row_id desc limit ${most}`;
}
