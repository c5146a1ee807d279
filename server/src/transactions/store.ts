import type { PayoutState } from '@daftar/contract/payouts';
import {
  type TRANSACTION_SORTS,
  TRANSACTION_STATUS,
  type TransactionFlag,
} from '@daftar/contract/transactions';
import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { inScope, withinDays } from '../platform/lists/conditions.ts';
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
import { beginsPattern, referencePattern, typedText } from '../platform/lists/search.ts';

/** A transaction as lists show it. `total` in hundredths of `currency`. */
export interface ListedTransaction {
  id: number;
  reference: string;
  externalReference: string | null;
  sourceName: string;
  sourceReference: string | null;
  paymentMethod: number | null;
  createdAt: Date;
  status: number;
  total: number;
  valuePiastres: number;
  currency: string;
  customerName: string;
  isPayout: boolean;
  /** Null of a payment. */
  payoutState: PayoutState | null;
  flags: TransactionFlag[];
  settlementStatus: number;
}

/** Everything about one transaction. */
export interface FullTransaction extends ListedTransaction {
  referenceCode: string | null;
  sourceKind: string;
  sourceId: number | null;
  subtotal: number;
  feePiastres: number;
  vatPiastres: number;
  netPiastres: number;
  refundedPiastres: number;
  toBeSettledPiastres: number;
  feesOn: 'M' | 'C';
  expectedSettlementOn: string | null;
  settlementReference: string | null;
  paidAt: Date | null;
  updatedAt: Date;
  failureReason: string | null;
  cardBrand: string | null;
  cardLast4: string | null;
  customerEmail: string;
  customerMobile: string;
  customerAddress: string;
  merchantName: string;
  businessType: string | null;
  businessEmail: string;
  /** As they were when the payment was priced; null of a payout. */
  rateBps: number | null;
  fixedPiastres: number | null;
}

export interface TransactionEvent {
  kind: string;
  at: Date;
  amountPiastres: number | null;
  detail: string | null;
}

/** The list's filters, parsed. Amounts in piastres, compared with the total's worth in EGP; days are Cairo's. */
export interface ListFilters {
  reference?: string | undefined;
  external_reference?: string | undefined;
  status?: number | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
  payment_method_id?: number | undefined;
  amount_from?: number | undefined;
  amount_to?: number | undefined;
}

const listedColumns = (db: Db) => db`
  t.id, t.reference, t.external_reference as "externalReference", t.source_name as "sourceName",
  t.source_reference as "sourceReference", t.payment_method as "paymentMethod", t.created_at as "createdAt", t.status,
  t.total, t.value_piastres as "valuePiastres", t.currency, t.customer_name as "customerName",
  t.is_payout as "isPayout",
  case when t.is_payout then (
    select p.state from payouts p where p.merchant_id = t.merchant_id and p.id = t.source_id) end as "payoutState",
  t.flags, t.settlement_status as "settlementStatus"`;

/** The terms that a payment was priced by: its try keeps them, whatever the merchant agrees to later. */
const withTerms = (db: Db) => db`
  left join lateral (
    select a.rate_bps, a.fixed_fee_piastres from payment_attempts a
     where a.merchant_id = t.merchant_id and a.transaction_id = t.id order by a.id limit 1) terms on not t.is_payout`;

/**
 * What of a transaction is the merchant's to be settled: its net without what was given back or is disputed. The fee of a refunded
 * payment is not returned, so a whole refund leaves less than nothing. Nothing before money arrived, nor of a payout.
 */
const toBeSettled = (db: Db) => db`
  case when t.is_payout or t.status not in (${TRANSACTION_STATUS.success}, ${TRANSACTION_STATUS.refunded}) then 0
       else t.net_piastres - t.refunded_piastres - t.disputed_piastres end`;

type Sort = (typeof TRANSACTION_SORTS)[number];

/** Each is backed by an index of the table. Totals are compared by their worth in EGP, whatever their currency. */
const sorts: Record<Sort, SortColumn> = {
  id: { expression: 't.id', unique: true },
  created_at: { expression: 't.created_at' },
  reference: { expression: 't.reference', unique: true },
  external_reference: { expression: 'search_key(t.external_reference) collate "C"' },
  total_amount: { expression: 't.value_piastres' },
  status: { expression: 't.status' },
  payment_method: { expression: 't.payment_method' },
};

function filtersOf(db: Db, filters: ListFilters): Sql[] {
  const conditions: Sql[] = [];
  const { status, payment_method_id: method, amount_from: least, amount_to: most } = filters;
  if (typedText(filters.reference ?? '') !== '') {
    conditions.push(on('t.reference', db`t.reference like ${referencePattern(filters.reference!, 'TRX')}`));
  }
  if (typedText(filters.external_reference ?? '') !== '') {
    const pattern = beginsPattern(filters.external_reference!);
    conditions.push(db`search_key(t.external_reference) collate "C" like ${pattern}`);
  }
  if (status !== undefined) conditions.push(on('t.status', db`t.status = ${status}`));
  if (method !== undefined) conditions.push(on('t.payment_method', db`t.payment_method = ${method}`));
  conditions.push(...withinDays(db, filters.date_from, filters.date_to));
  if (least !== undefined) conditions.push(on('t.value_piastres', db`t.value_piastres >= ${least}`));
  if (most !== undefined) conditions.push(on('t.value_piastres', db`t.value_piastres <= ${most}`));
  return conditions;
}

/**
 * The filter that an index holds in front of this sort column. By time and method there is one only for statuses whose payments may
 * all be at one end, as pending ones are the newest; successful payments are most of them and found anywhere.
 */
function heldBefore(sortBy: Sort, { status, payment_method_id: method }: ListFilters): string | undefined {
  if (sortBy === 'id') return status === undefined && method !== undefined ? 't.payment_method' : 't.status';
  if (sortBy === 'external_reference') return 't.status';
  const isUnusual = status !== TRANSACTION_STATUS.success;
  return isUnusual && (sortBy === 'created_at' || sortBy === 'payment_method') ? 't.status' : undefined;
}

type Paging<S extends string> = Parameters<typeof readPage>[1] & { sortBy: S };

/** One page of a merchant's transactions. */
export function listTransactions(
  db: Db,
  scope: Scope,
  paging: Paging<Sort>,
  filters: ListFilters,
): Promise<Page<ListedTransaction>> {
  return readPage<ListedTransaction>(db, paging, {
    table: 'transactions',
    scope: inScope(db, scope),
    filters: filtersOf(db, filters),
    sort: { ...sorts[paging.sortBy], under: heldBefore(paging.sortBy, filters) },
    columns: listedColumns(db),
  });
}

/** How the list and its file are ordered. */
export type ListPaging = Paging<Sort>;

/** A transaction as a file shows it; when it was made in Cairo's time, already formatted. */
export interface ExportedTransaction extends ListedTransaction {
  createdOn: string;
  /** `status`, or the state of a payout behind `payout-`. */
  shownStatus: string;
  /** Below zero of a payout, as are the worth and the net. */
  signedTotal: number;
  signedValuePiastres: number;
  rateBps: number | null;
  fixedPiastres: number | null;
  feePiastres: number;
  vatPiastres: number;
  netPiastres: number;
  refundedPiastres: number;
  toBeSettledPiastres: number;
  /** Null of a payout, which nobody settles. */
  settlesAs: number | null;
  settlementReference: string | null;
}

/** An amount as it adds up: what a payout takes away is below zero. */
const moneyOut = (db: Db, column: 't.total' | 't.value_piastres' | 't.net_piastres') =>
  db`case when t.is_payout then -${db.unsafe(column)} else ${db.unsafe(column)} end`;

/** The transactions chosen, or every one of the list's filters, in the list's order. */
export function exportTransactions(
  db: Db,
  scope: Scope,
  paging: ListPaging,
  filters: ListFilters & { ids?: number[] | undefined },
) {
  const chosen = chosenOr(db, filters.ids, () => filtersOf(db, filters));
  return db<ExportedTransaction[]>`
    select ${listedColumns(db)}, t.fee_piastres as "feePiastres", t.vat_piastres as "vatPiastres",
           ${moneyOut(db, 't.net_piastres')} as "netPiastres", t.refunded_piastres as "refundedPiastres",
           ${moneyOut(db, 't.total')} as "signedTotal", ${moneyOut(db, 't.value_piastres')} as "signedValuePiastres",
           coalesce('payout-' || (select p.state from payouts p
                                   where t.is_payout and p.merchant_id = t.merchant_id and p.id = t.source_id),
                    t.status::text) as "shownStatus",
           terms.rate_bps as "rateBps", terms.fixed_fee_piastres as "fixedPiastres",
           ${toBeSettled(db)} as "toBeSettledPiastres", t.settlement_reference as "settlementReference",
           case when not t.is_payout then t.settlement_status end as "settlesAs",
           to_char(t.created_at at time zone 'Africa/Cairo', 'YYYY-MM-DD HH24:MI') as "createdOn"
    from transactions t ${withTerms(db)}
    where ${allOf(db, inScope(db, scope), chosen)}
    order by ${orderBy(db, sorts[paging.sortBy], paging.sortType)}`;
}

/** What transactions come from: a link, an invoice or an order, by the id that the portal shows. */
export interface Source {
  kind: 'payment-link' | 'invoice' | 'order';
  id: number;
}

export type SourceSort = 'id' | 'created_at' | 'transaction_date' | 'reference' | 'status';

/** One page of the transactions of one payable. */
export function listOfSource(
  db: Db,
  scope: Scope,
  source: Source,
  paging: Paging<SourceSort>,
  reference: string | undefined,
): Promise<Page<ListedTransaction>> {
  const column = paging.sortBy === 'transaction_date' ? 'created_at' : paging.sortBy;
  return readPage<ListedTransaction>(db, paging, {
    table: 'transactions',
    scope: db`${inScope(db, scope)} and t.source_kind = ${source.kind} and t.source_id = ${source.id}`,
    filters: filtersOf(db, { reference }),
    sort: sorts[column],
    columns: listedColumns(db),
  });
}

/** The newest transactions of a merchant, newest first. */
export async function latestTransactions(db: Db, scope: Scope, count: number): Promise<ListedTransaction[]> {
  // Ids first: the index by time answers this alone, so the planner does not take the one of all merchants.
  return db<ListedTransaction[]>`
    with latest as (
      select t.merchant_id, t.id from transactions t where ${inScope(db, scope)}
      order by t.created_at desc, t.id desc limit ${count}
    )
    select ${listedColumns(db)} from latest join transactions t using (merchant_id, id)
    order by t.created_at desc, t.id desc`;
}

/** One transaction with its merchant. */
export async function findTransaction(db: Db, scope: Scope, id: number): Promise<FullTransaction | null> {
  const [row] = await db<FullTransaction[]>`
    select ${listedColumns(db)}, t.reference_code as "referenceCode", t.source_kind as "sourceKind",
           t.source_id as "sourceId", t.subtotal, t.fee_piastres as "feePiastres", t.vat_piastres as "vatPiastres",
           t.net_piastres as "netPiastres", t.refunded_piastres as "refundedPiastres",
           ${toBeSettled(db)} as "toBeSettledPiastres", t.fees_on as "feesOn",
           t.expected_settlement_on as "expectedSettlementOn", t.settlement_reference as "settlementReference",
           t.paid_at as "paidAt", t.updated_at as "updatedAt", t.failure_reason as "failureReason",
           t.card_brand as "cardBrand", t.card_last4 as "cardLast4", t.customer_email as "customerEmail",
           t.customer_mobile as "customerMobile", t.customer_address as "customerAddress",
           m.business_name as "merchantName", m.business_type as "businessType", m.email as "businessEmail",
           terms.rate_bps as "rateBps", terms.fixed_fee_piastres as "fixedPiastres"
    from transactions t join merchants m on m.id = t.merchant_id ${withTerms(db)}
    where t.merchant_id = ${scope.merchantId} and t.mode = ${scope.mode} and t.id = ${id}`;
  return row ?? null;
}

/** What happened to a transaction, oldest first. */
export async function listEvents(db: Db, scope: Scope, id: number): Promise<TransactionEvent[]> {
  return db<TransactionEvent[]>`
    select kind, at, amount_piastres as "amountPiastres", detail from transaction_events
    where merchant_id = ${scope.merchantId} and transaction_id = ${id} order by id`;
}
