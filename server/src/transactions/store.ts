import type { Metadata } from '@daftar/contract/integration-fields';
import type { StatusCount } from '@daftar/contract/paging';
import { TRANSACTION_STATUS, type TransactionFlag, WITHOUT_MONEY } from '@daftar/contract/transactions';
import { payableMetadata, payableReference } from '../integration-fields/fields.ts';
import { sourceTitle } from '../payables/source-title.ts';
import type { Caller, Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { inScope } from '../platform/lists/conditions.ts';
import { countByStatus as countRows } from '../platform/lists/counts.ts';
import { allOf, chosenOr, orderBy, type Page, readPage, type Sql } from '../platform/lists/page.ts';
import {
  earliestChange,
  filtersOf,
  heldBefore,
  keptNumber,
  type ListFilters,
  type Sort,
  sorts,
} from './store-filters.ts';
import { type BriefTransaction, briefColumns } from './store-latest.ts';

/** A transaction as listed. `total` in hundredths of `currency`. */
export interface ListedTransaction extends BriefTransaction {
  externalReference: string | null;
  sourceName: string;
  sourceReference: string | null;
  /** The merchant's own number of the payable. */
  sourceOwnReference: string | null;
  paymentMethod: number | null;
  updatedAt: Date;
  /** The customer whose page lists it. */
  customerId: number | null;
  customerName: string;
  flags: TransactionFlag[];
  settlementStatus: number;
  chargedPiastres: number;
  feePiastres: number;
  vatPiastres: number;
  netPiastres: number;
  refundedPiastres: number;
}

/** A transaction in full. */
export interface FullTransaction extends ListedTransaction {
  referenceCode: string | null;
  sourceKind: string;
  sourceMetadata: Metadata;
  sourceId: number | null;
  subtotal: number;
  disputedPiastres: number;
  /** The amount that can still be disputed, of the amount charged to the payer. */
  disputablePiastres: number;
  toBeSettledPiastres: number;
  feesOn: 'M' | 'C';
  expectedSettlementOn: string | null;
  settlementReference: string | null;
  paidAt: Date | null;
  failureReason: string | null;
  cardBrand: string | null;
  cardLast4: string | null;
  customerEmail: string;
  customerMobile: string;
  customerAddress: string;
  merchantName: string;
  businessType: string | null;
  businessEmail: string;
  /** As agreed when the payment was priced; null for a payout. */
  rateBps: number | null;
  fixedPiastres: number | null;
}

export interface TransactionEvent {
  kind: string;
  at: Date;
  amountPiastres: number | null;
  detail: string | null;
}

/** The reader of transactions, in whose language their sources are named. */
type Reader = Scope & Pick<Caller, 'locale'>;

/** Returns a payment's fee or net: zero if it ended without money, although its row keeps the expected amount. */
const borne = (db: Db, amount: Sql) => db`
  case when not t.is_payout and t.status = any (${[...WITHOUT_MONEY]}::smallint[]) then 0 else ${amount} end`;

const listedColumns = (db: Db, { locale }: Reader) => db`
  ${briefColumns(db)}, t.external_reference as "externalReference", ${sourceTitle(db, locale)} as "sourceName",
  t.source_reference as "sourceReference", ${payableReference(db)} as "sourceOwnReference", t.payment_method as "paymentMethod",
  t.updated_at as "updatedAt", t.customer_name as "customerName", (
    select e.customer_id from customer_events e
     where e.merchant_id = t.merchant_id and e.kind = 'payment' and e.row_id = t.id) as "customerId",
  t.flags, t.settlement_status as "settlementStatus", t.charged_piastres as "chargedPiastres",
  ${borne(db, db`t.fee_piastres`)} as "feePiastres", ${borne(db, db`t.vat_piastres`)} as "vatPiastres",
  ${borne(db, db`t.net_piastres`)} as "netPiastres", t.refunded_piastres as "refundedPiastres"`;

/** Joins the terms by which a payment was priced: its attempt keeps them, whatever the merchant agrees to later. */
const withTerms = (db: Db) => db`
  left join lateral (
    select a.rate_bps, a.fixed_fee_piastres from payment_attempts a
     where a.merchant_id = t.merchant_id and a.transaction_id = t.id order by a.id limit 1) terms on not t.is_payout`;

/** Whether the payer's money arrived, even if refunded since. */
const isCaptured = (db: Db) => db`
  (not t.is_payout and t.status in (${TRANSACTION_STATUS.success}, ${TRANSACTION_STATUS.refunded}))`;

/**
 * The part of a transaction to be settled: its net less refunds and disputes before settlement. Under earlier releases
 * a won dispute returned its amount to the available balance at once; that amount is not settled again. The fee of a
 * refunded payment is not returned, so a full refund leaves a negative amount. Zero before money arrived, and for
 * payouts.
 */
const toBeSettled = (db: Db) => db`
  case when not ${isCaptured(db)} then 0
       when t.settlement_status = 1 then t.net_piastres - t.refunded_piastres - t.disputed_piastres
       else t.net_piastres - t.pending_out_piastres end`;

type Paging<S extends string> = Parameters<typeof readPage>[1] & { sortBy: S };

/** Lists one page of a merchant's transactions. */
export function listTransactions(
  db: Db,
  scope: Reader,
  paging: Paging<Sort>,
  filters: ListFilters,
): Promise<Page<ListedTransaction>> {
  const conditions = filtersOf(db, scope, filters);
  const isAlone = conditions.length === (filters.status === undefined ? 0 : 1);
  return readPage<ListedTransaction>(db, paging, {
    table: 'transactions',
    scope: inScope(db, scope),
    filters: conditions,
    sort: { ...sorts[paging.sortBy], under: heldBefore(paging.sortBy, filters) },
    columns: listedColumns(db, scope),
    known: paging.sortBy === 'updated_at' ? earliestChange(db, scope, filters) : undefined,
    kept: isAlone ? keptNumber(db, scope, filters.status) : undefined,
  });
}

/** Counts a merchant's transactions by status. */
export function countByStatus(db: Db, scope: Scope): Promise<StatusCount[]> {
  const statuses = Object.values(TRANSACTION_STATUS).map((status) => ({
    status,
    sets: [filtersOf(db, scope, { status })],
    kept: keptNumber(db, scope, status),
  }));
  return countRows(db, 'transactions', inScope(db, scope), statuses);
}

/** The order of the list and its export. */
export type ListPaging = Paging<Sort>;

/** An exported transaction, with its time formatted in Cairo time. */
export interface ExportedTransaction extends ListedTransaction {
  createdOn: string;
  /** `status`, or for a payout `payout-` and its state. */
  shownStatus: string;
  /** Negative for a payout, like its value and net. */
  signedTotal: number;
  signedValuePiastres: number;
  signedNetPiastres: number;
  rateBps: number | null;
  fixedPiastres: number | null;
  toBeSettledPiastres: number;
  /** Null for a payout, which is not settled. */
  settlesAs: number | null;
  settlementReference: string | null;
}

/** A signed amount: negative for a payout. */
const moneyOut = (db: Db, column: 't.total' | 't.value_piastres' | 't.net_piastres') =>
  db`case when t.is_payout then -${db.unsafe(column)} else ${db.unsafe(column)} end`;

/** Reads the chosen transactions, or all that match the filters, in the list's order, in the reader's language. */
export function exportTransactions(
  db: Db,
  scope: Reader,
  paging: ListPaging,
  filters: ListFilters & { ids?: number[] | undefined },
) {
  const chosen = chosenOr(db, filters.ids, () => filtersOf(db, scope, filters));
  return db<ExportedTransaction[]>`
    select ${listedColumns(db, scope)}, ${borne(db, moneyOut(db, 't.net_piastres'))} as "signedNetPiastres",
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

/** The source of transactions: a link, an invoice or an order, by its id in the portal. */
export interface Source {
  kind: 'payment-link' | 'invoice' | 'order';
  id: number;
}

export type SourceSort = 'id' | 'created_at' | 'transaction_date' | 'reference' | 'status';

/** Lists one page of the transactions of one payable. */
export function listOfSource(
  db: Db,
  scope: Reader,
  source: Source,
  paging: Paging<SourceSort>,
  reference: string | undefined,
): Promise<Page<ListedTransaction>> {
  const column = paging.sortBy === 'transaction_date' ? 'created_at' : paging.sortBy;
  return readPage<ListedTransaction>(db, paging, {
    table: 'transactions',
    scope: db`${inScope(db, scope)} and t.source_kind = ${source.kind} and t.source_id = ${source.id}`,
    filters: filtersOf(db, scope, { reference }),
    sort: sorts[column],
    columns: listedColumns(db, scope),
  });
}

/** Finds the transactions with the given ids that belong to this merchant and mode, unordered. */
export const findMany = (db: Db, scope: Reader, ids: readonly number[]) => db<ListedTransaction[]>`
  select ${listedColumns(db, scope)} from transactions t where ${inScope(db, scope)} and t.id = any(${[...ids]}::bigint[])`;

/** Returns a transaction with its merchant. */
export async function findTransaction(db: Db, scope: Reader, id: number): Promise<FullTransaction | null> {
  const [row] = await db<FullTransaction[]>`
    select ${listedColumns(db, scope)}, t.reference_code as "referenceCode", t.source_kind as "sourceKind", ${payableMetadata(db)} as "sourceMetadata",
           t.source_id as "sourceId", t.subtotal,
           t.disputed_piastres as "disputedPiastres",
           case when ${isCaptured(db)} then t.charged_piastres - t.disputed_piastres else 0 end as "disputablePiastres",
           ${toBeSettled(db)} as "toBeSettledPiastres", t.fees_on as "feesOn",
           t.expected_settlement_on as "expectedSettlementOn", t.settlement_reference as "settlementReference",
           t.paid_at as "paidAt", t.failure_reason as "failureReason",
           t.card_brand as "cardBrand", t.card_last4 as "cardLast4", t.customer_email as "customerEmail",
           t.customer_mobile as "customerMobile", t.customer_address as "customerAddress",
           m.business_name as "merchantName", m.business_type as "businessType", m.email as "businessEmail",
           terms.rate_bps as "rateBps", terms.fixed_fee_piastres as "fixedPiastres"
    from transactions t join merchants m on m.id = t.merchant_id ${withTerms(db)}
    where t.merchant_id = ${scope.merchantId} and t.mode = ${scope.mode} and t.id = ${id}`;
  return row ?? null;
}

/** Lists a transaction's events, oldest first. */
export async function listEvents(db: Db, scope: Scope, id: number): Promise<TransactionEvent[]> {
  return db<TransactionEvent[]>`
    select kind, at, amount_piastres as "amountPiastres", detail from transaction_events
    where merchant_id = ${scope.merchantId} and transaction_id = ${id} order by id`;
}
