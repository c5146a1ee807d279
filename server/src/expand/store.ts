/** Finds the related objects of rows, with one query for all rows of a page. */
import { EXPANDED_MAXIMUM } from '@daftar/contract/expand';
import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { inScope } from '../platform/lists/conditions.ts';
import type { Sql } from '../platform/lists/page.ts';

/** A row and a related object; those of one row are in order. */
export interface Pair {
  rowId: number;
  id: number;
}

/** Reads the pairs of some rows of the merchant and mode. */
export type Pairs = (db: Db, scope: Scope, rowIds: readonly number[]) => Promise<Pair[]>;

/** Selects the first objects of each row; `objects` has an index for each row `r`, and states the order of each. */
const firstOfEach = (db: Db, rowIds: readonly number[], objects: Sql) => db<Pair[]>`
  select r.id as "rowId", o.id from unnest(${[...rowIds]}::bigint[]) r (id)
   cross join lateral (${objects} limit ${EXPANDED_MAXIMUM}) o
   order by r.id, o.place`;

/** The newest payments of links or invoices. */
export const paymentsFor =
  (kind: 'payment-link' | 'invoice'): Pairs =>
  (db, scope, rowIds) =>
    firstOfEach(
      db,
      rowIds,
      db`select t.id, -extract(epoch from t.created_at) as place from transactions t
          where ${inScope(db, scope)} and t.source_kind = ${kind} and t.source_id = r.id
          order by t.created_at desc, t.id desc`,
    );

/** The newest refunds or disputes of payments. */
export const ofPayments =
  (table: 'refunds' | 'chargebacks'): Pairs =>
  (db, scope, rowIds) =>
    firstOfEach(
      db,
      rowIds,
      db`select t.id, -t.id as place from ${db(table)} t
          where ${inScope(db, scope)} and t.transaction_id = r.id order by t.id desc`,
    );

/** The first customers of invoices, in the order chosen. */
export const customersOfInvoices: Pairs = (db, scope, rowIds) =>
  firstOfEach(
    db,
    rowIds,
    db`select t.customer_id as id, t.id as place from invoice_shares t
        where ${inScope(db, scope)} and t.invoice_id = r.id and t.removed_at is null order by t.id`,
  );

/** The objects of a kind for which payments were made. */
export const paidBy =
  (kind: 'payment-link' | 'invoice' | 'order'): Pairs =>
  (db, scope, rowIds) =>
    db<Pair[]>`
    select t.id as "rowId", t.source_id as id from transactions t
     where ${inScope(db, scope)} and t.id = any(${[...rowIds]}::bigint[]) and t.source_kind = ${kind}
       and t.source_id is not null`;

/** The settlements of payments. */
export const settlementsOf: Pairs = (db, scope, rowIds) => db<Pair[]>`
  select t.id as "rowId", s.id from transactions t
    join settlements s on s.merchant_id = t.merchant_id and s.reference = t.settlement_reference
   where ${inScope(db, scope)} and s.mode = t.mode and t.id = any(${[...rowIds]}::bigint[])`;

/** The payments that paid orders. */
export const paymentsOfOrders: Pairs = (db, scope, rowIds) => db<Pair[]>`
  select t.id as "rowId", a.transaction_id as id from orders t
    join payment_attempts a on a.merchant_id = t.merchant_id and a.payable_kind = 'order' and a.payable_id = t.id
   where ${inScope(db, scope)} and t.id = any(${[...rowIds]}::bigint[]) and a.counted and a.transaction_id is not null`;
