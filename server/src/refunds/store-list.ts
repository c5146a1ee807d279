import type { REFUND_SORTS, RefundState } from '@daftar/contract/refunds';
import { type OwnFilters, type OwnRow, ownColumns, ownFilters } from '../integration-fields/fields.ts';
import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { changedSince, inScope, withinDays } from '../platform/lists/conditions.ts';
import { type Page, readPage, type SortColumn } from '../platform/lists/page.ts';
import { keptRows } from '../platform/lists/totals.ts';
import { nextDay, startOfCairoDay } from '../platform/time/cairo.ts';
import { waitsForAnother } from './store.ts';

/** A refund as listed. */
export interface ListedRefund extends OwnRow {
  id: number;
  approvalId: number | null;
  amountPiastres: number;
  state: RefundState;
  reason: string;
  failureReason: string | null;
  /** True: it is sent only after another one is answered. */
  waitsForAnother: boolean;
  requestedBy: string;
  /** The approver, if approval was required. */
  approvedBy: string | null;
  createdAt: Date;
  finishedAt: Date | null;
  /** When the money of a completed refund came back. */
  reversedAt: Date | null;
  accountName: string;
  bankName: string;
  iban: string;
}

const columns = (db: Db) => db`
  t.id, t.approval_id as "approvalId", t.amount_piastres as "amountPiastres", t.state, t.reason,
  t.failure_reason as "failureReason", ${waitsForAnother(db, 't')} as "waitsForAnother",
  coalesce((select concat_ws(' ', u.first_name, u.last_name) from users u
             where u.merchant_id = t.merchant_id and u.id = t.requested_by), '') as "requestedBy",
  (select concat_ws(' ', d.first_name, d.last_name) from approvals a
     join users d on d.merchant_id = a.merchant_id and d.id = a.decided_by
    where a.merchant_id = t.merchant_id and a.id = t.approval_id) as "approvedBy", t.created_at as "createdAt",
  t.finished_at as "finishedAt", t.reversed_at as "reversedAt", t.account_name as "accountName",
  t.bank_name as "bankName", t.iban, ${ownColumns(db)}`;

/** Lists a transaction's refunds, newest first. */
export async function listRefunds(db: Db, scope: Scope, transactionId: number): Promise<ListedRefund[]> {
  return db<ListedRefund[]>`
    select ${columns(db)} from refunds t
     where ${inScope(db, scope)} and t.transaction_id = ${transactionId}
     order by t.id desc`;
}

/** A refund in the list of all payments' refunds. */
export interface RefundOfMerchant extends ListedRefund {
  transactionId: number;
  transactionReference: string;
  updatedAt: Date;
}

/** The list's parsed filters; days in Cairo time. */
export interface ListFilters extends OwnFilters {
  date_from?: string | undefined;
  date_to?: string | undefined;
  updated_since?: string | undefined;
}

type Sort = (typeof REFUND_SORTS)[number];
export type ListPaging = Parameters<typeof readPage>[1] & { sortBy: Sort };

/** Time of the last change; the expression of its index. */
const CHANGED = 'greatest(t.created_at, t.finished_at, t.reversed_at)';

/** Each is backed by an index of the table. */
const sorts: Record<Sort, SortColumn> = {
  id: { expression: 't.id', unique: true },
  created_at: { expression: 't.created_at' },
  amount: { expression: 't.amount_piastres' },
  updated_at: { expression: CHANGED },
};

const ofMerchant = (db: Db) => db`
  ${columns(db)}, t.transaction_id as "transactionId", ${db.unsafe(CHANGED)} as "updatedAt",
  (select p.reference from transactions p
    where p.merchant_id = t.merchant_id and p.id = t.transaction_id) as "transactionReference"`;

/** Lists one page of a merchant's refunds. */
export function listOfMerchant(
  db: Db,
  scope: Scope,
  paging: ListPaging,
  filters: ListFilters,
): Promise<Page<RefundOfMerchant>> {
  const conditions = [
    ...withinDays(db, filters.date_from, filters.date_to),
    ...changedSince(db, filters.updated_since, CHANGED),
    ...ownFilters(db, filters),
  ];
  return readPage<RefundOfMerchant>(db, paging, {
    table: 'refunds',
    scope: inScope(db, scope),
    filters: conditions,
    sort: sorts[paging.sortBy],
    columns: ofMerchant(db),
    kept: conditions.length === 0 ? keptRows(db, scope, 'refunds') : undefined,
  });
}

/**
 * Sums up the refunds made in a period of Cairo days, whenever they were paid, and those that came back in it, in
 * piastres.
 */
export async function sumMade(
  db: Db,
  scope: Scope,
  from: string,
  to: string,
): Promise<{ refunded: number; cameBack: number }> {
  const begins = startOfCairoDay(from);
  const ends = startOfCairoDay(nextDay(to));
  const [row] = await db<{ refunded: number; cameBack: number }[]>`
    select coalesce(sum(t.amount_piastres) filter (where t.finished_at >= ${begins} and t.finished_at < ${ends}), 0)::bigint
             as refunded,
           coalesce(sum(t.amount_piastres) filter (where t.reversed_at >= ${begins} and t.reversed_at < ${ends}), 0)::bigint
             as "cameBack"
      from refunds t
     -- Its last change is never before the others: nothing that lies in the days is missed along its index.
     where ${inScope(db, scope)} and ${db.unsafe(CHANGED)} >= ${begins} and t.state in ('succeeded', 'reversed')`;
  return row!;
}

/** Finds the refunds with the given ids that belong to this merchant and mode, unordered. */
export const findMany = (db: Db, scope: Scope, ids: readonly number[]) => db<RefundOfMerchant[]>`
  select ${ofMerchant(db)} from refunds t where ${inScope(db, scope)} and t.id = any(${[...ids]}::bigint[])`;

/** Finds one refund. */
export async function findOfMerchant(
  db: Db,
  scope: Scope,
  id: number,
): Promise<RefundOfMerchant | undefined> {
  const [row] = await db<RefundOfMerchant[]>`
    select ${ofMerchant(db)} from refunds t where ${inScope(db, scope)} and t.id = ${id}`;
  return row;
}
