/** Filters and sorting of lists of transactions, and estimates of the matches before they are read. */
import { COUNT_BOUND } from '@daftar/contract/paging';
import {
  type PaymentOutcome,
  type TRANSACTION_SORTS,
  TRANSACTION_STATUS,
} from '@daftar/contract/transactions';
import { paysFor } from '../integration-fields/fields.ts';
import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { changedSince, withinDays, withinHour } from '../platform/lists/conditions.ts';
import { inText, on, type SortColumn, type Sql } from '../platform/lists/page.ts';
import { beginsPattern, referencePattern, typedText } from '../platform/lists/search.ts';
import { keptRows } from '../platform/lists/totals.ts';
import { startOfCairoDay } from '../platform/time/cairo.ts';
import { paymentsOfMonths } from '../volume-limits/totals.ts';

/** The list's parsed filters. Amounts in piastres, compared with the total's value in EGP; days in Cairo time. */
export interface ListFilters {
  reference?: string | undefined;
  external_reference?: string | undefined;
  merchant_reference?: string | undefined;
  status?: number | undefined;
  payments?: PaymentOutcome | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
  hour?: string | undefined;
  payment_method_id?: number | undefined;
  amount_from?: number | undefined;
  amount_to?: number | undefined;
  updated_since?: string | undefined;
}

export type Sort = (typeof TRANSACTION_SORTS)[number];

/** Sort columns, each backed by an index. Totals are compared by their value in EGP, whatever their currency. */
export const sorts: Record<Sort, SortColumn> = {
  id: { expression: 't.id', unique: true },
  created_at: { expression: 't.created_at' },
  reference: { expression: 't.reference', unique: true },
  external_reference: { expression: 'search_key(t.external_reference) collate "C"' },
  total_amount: { expression: 't.value_piastres' },
  status: { expression: 't.status' },
  payment_method: { expression: 't.payment_method' },
  updated_at: { expression: 't.updated_at' },
};

/**
 * Columns of conditions that an index supports although lists are not sorted by them; the index of refunded payments
 * has no other columns.
 */
const REFUNDED = 't.refunded_piastres';
const OUTCOME = 't.status, t.payment_method';

/**
 * Filters payments by result, as the stored figures count them. Payouts are excluded by having no payment method, a
 * column that the indexes contain.
 */
function withOutcome(db: Db, outcome: PaymentOutcome): Sql {
  // There are few, with an index of their own, which contains no payouts.
  if (outcome === 'refunded') return on(REFUNDED, db`t.refunded_piastres > 0`);
  const { success, failed, refunded, expired } = TRANSACTION_STATUS;
  const statuses = outcome === 'paid' ? [success, refunded] : [success, failed, refunded, expired];
  return on(OUTCOME, db`t.status = any(${statuses}::smallint[]) and t.payment_method is not null`);
}

/** Returns the conditions of a list's filters, each in a form that an index supports. */
export function filtersOf(db: Db, scope: Scope, filters: ListFilters): Sql[] {
  const conditions: Sql[] = [];
  const { status, payment_method_id: method, amount_from: least, amount_to: most } = filters;
  if (typedText(filters.reference ?? '') !== '') {
    conditions.push(on('t.reference', db`t.reference like ${referencePattern(filters.reference!, 'TRX')}`));
  }
  if (typedText(filters.external_reference ?? '') !== '') {
    const pattern = beginsPattern(filters.external_reference!);
    conditions.push(db`search_key(t.external_reference) collate "C" like ${pattern}`);
  }
  const own = typedText(filters.merchant_reference ?? '');
  if (own !== '') conditions.push(paysFor(db, scope, own));
  if (status !== undefined) conditions.push(on('t.status', db`t.status = ${status}`));
  if (filters.payments !== undefined) conditions.push(withOutcome(db, filters.payments));
  if (method !== undefined) conditions.push(on('t.payment_method', db`t.payment_method = ${method}`));
  conditions.push(...withinDays(db, filters.date_from, filters.date_to), ...withinHour(db, filters.hour));
  conditions.push(...changedSince(db, filters.updated_since));
  if (least !== undefined) conditions.push(on('t.value_piastres', db`t.value_piastres >= ${least}`));
  if (most !== undefined) conditions.push(on('t.value_piastres', db`t.value_piastres <= ${most}`));
  return conditions;
}

/**
 * Returns the filter column that precedes this sort column in an index. For time, method and the processor's reference
 * there is one only for statuses whose payments may be clustered at one end, such as pending ones among the newest;
 * successful payments are the majority and spread evenly.
 */
export function heldBefore(
  sortBy: Sort,
  { status, payment_method_id: method, payments }: ListFilters,
): string | undefined {
  if (sortBy === 'created_at' && payments === 'refunded') return REFUNDED;
  if (sortBy === 'id') return status === undefined && method !== undefined ? 't.payment_method' : 't.status';
  const isUnusual = status !== TRANSACTION_STATUS.success;
  const isHeld = sortBy === 'created_at' || sortBy === 'payment_method' || sortBy === 'external_reference';
  return isUnusual && isHeld ? 't.status' : undefined;
}

/**
 * Returns the number of transactions with a status, or of all. Pending ones are few, and counted (ADR 118) unless the
 * others already exceed the maximum that a list counts.
 */
export function keptNumber(db: Db, scope: Scope, status: number | undefined): Sql | undefined {
  if (status === TRANSACTION_STATUS.pending) return undefined;
  const others = keptRows(db, scope, 'transactions', status);
  // A payment that succeeds is counted in its month.
  const ended =
    status === undefined || status === TRANSACTION_STATUS.success
      ? db`(select sum(kept.n)::bigint from (values (${others}), (${paymentsOfMonths(db, scope)})) kept (n))`
      : others;
  if (status !== undefined) return ended;
  return db`(
    select ended.n + case when ended.n > ${inText(db, COUNT_BOUND)} then 0 else (
      select count(*) from (
        select 1 from transactions p where p.merchant_id = ${scope.merchantId} and p.mode = ${scope.mode}
           and p.status = 0 limit ${inText(db, COUNT_BOUND + 1)}) pending) end
      from ${ended} ended (n))`;
}

/**
 * Returns the earliest time of change of the matches: not before they were created, whichever server's clock recorded
 * it. Pending payments are all recent, so they need not be searched among older changes.
 */
export function earliestChange(
  db: Db,
  scope: Scope,
  { status, date_from: day }: ListFilters,
): Sql | undefined {
  const isPending = status === TRANSACTION_STATUS.pending;
  if (!isPending && day === undefined) return undefined;
  const made = isPending
    ? db`(
        select min(p.created_at) from transactions p
         where p.merchant_id = ${scope.merchantId} and p.mode = ${scope.mode} and p.status = 0)`
    : db`${startOfCairoDay(day!)}::timestamptz`;
  return db`t.updated_at >= ${made} - interval '1 hour'`;
}
