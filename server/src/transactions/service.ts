import { toPounds } from '@daftar/contract/money';
import type { Paging } from '@daftar/contract/paging';
import type { TRANSACTION_SORTS, TransactionDetails, TransactionRow } from '@daftar/contract/transactions';
import { methodItem } from '../lookups/service.ts';
import type { App, Caller } from '../platform/context.ts';
import { type Locale, sentenceOr } from '../platform/i18n/translate.ts';
import type { Page } from '../platform/lists/page.ts';
import { partOf } from './details.ts';
import { TransactionNotFound } from './errors.ts';
import { payableOf } from './rules.ts';
import * as store from './store.ts';
import type { ListFilters } from './store-filters.ts';
import * as latest from './store-latest.ts';

export type { ListedTransaction, SourceSort } from './store.ts';

/** Lists one page of the caller's transactions. */
export async function listTransactions(
  app: App,
  caller: Caller,
  paging: Paging<(typeof TRANSACTION_SORTS)[number]>,
  filters: ListFilters,
): Promise<Page<TransactionRow>> {
  const { rows, meta } = await store.listTransactions(app.db, caller, paging, filters);
  return { rows: rows.map((row) => rowOf(caller.locale, row)), meta };
}

/** Reads the caller's transactions with the given ids. */
export async function readTransactions(
  app: App,
  caller: Caller,
  ids: readonly number[],
): Promise<Map<number, TransactionRow>> {
  const found = await store.findMany(app.db, caller, ids);
  return new Map(found.map((row) => [row.id, rowOf(caller.locale, row)]));
}

/** Counts the caller's transactions by status. */
export const countByStatus = (app: App, caller: Caller) => store.countByStatus(app.db, caller);

/** Lists one page of the transactions of a link, invoice or order. */
export function listOfSource(
  app: App,
  caller: Caller,
  source: store.Source,
  paging: Paging<store.SourceSort>,
  reference: string | undefined,
): Promise<Page<store.ListedTransaction>> {
  return store.listOfSource(app.db, caller, source, paging, reference);
}

/** Lists the newest transactions. */
export function latestTransactions(
  app: App,
  caller: Caller,
  count: number,
): Promise<latest.BriefTransaction[]> {
  return latest.latestTransactions(app.db, caller, count);
}

/** Returns a transaction in full, with its timeline. @throws TransactionNotFound */
export async function getTransaction(app: App, caller: Caller, id: number): Promise<TransactionDetails> {
  const found = await store.findTransaction(app.db, caller, id);
  if (!found) throw new TransactionNotFound();
  const events = await store.listEvents(app.db, caller, id);
  const { refunds, refundable_amount } = await partOf('refunds')(app, caller, id);
  const dispute = await partOf('dispute')(app, caller, id);
  const settled = await partOf('settlement')(app, caller, found.settlementReference);
  const { locale } = caller;
  const payable = payableOf(found.sourceKind, found.sourceId);
  return {
    ...rowOf(locale, found),
    reference_code: found.referenceCode,
    subtotal: toPounds(found.subtotal),
    to_be_settled: toPounds(found.toBeSettledPiastres),
    fees_on: found.feesOn,
    expected_settlement_date: found.expectedSettlementOn,
    settlement_reference: found.settlementReference,
    settlement_bank_account: settled.bank_account,
    settlement_bank_reference: settled.bank_reference,
    paid_at: found.paidAt?.toISOString() ?? null,
    failure_reason: reasonIn(locale, found.failureReason),
    card: found.cardBrand && found.cardLast4 ? { brand: found.cardBrand, last4: found.cardLast4 } : null,
    payable: payable && {
      ...payable,
      merchant_reference: found.sourceOwnReference,
      metadata: found.sourceMetadata,
    },
    merchant: {
      name: found.merchantName,
      business_type: found.businessType,
      business_email: found.businessEmail,
      merchant_id: caller.merchantId,
      // Basis points relate to percent as piastres relate to pounds.
      mdr: found.rateBps === null ? null : toPounds(found.rateBps),
      fixed_fee: found.fixedPiastres === null ? null : toPounds(found.fixedPiastres),
    },
    customer: {
      id: found.customerId,
      name: found.customerName,
      email: found.customerEmail,
      mobile: found.customerMobile,
      address: found.customerAddress,
    },
    timeline: events.map((event) => ({
      kind: event.kind,
      at: event.at.toISOString(),
      amount: event.amountPiastres === null ? null : toPounds(event.amountPiastres),
      detail: reasonIn(locale, event.detail),
    })),
    refunds,
    refundable_amount,
    is_reviewed: await partOf('review')(app, caller, id),
    disputed_amount: toPounds(found.disputedPiastres),
    disputable_amount: toPounds(found.disputablePiastres),
    dispute,
  };
}

function rowOf(locale: Locale, row: store.ListedTransaction): TransactionRow {
  return {
    id: row.id,
    reference: row.reference,
    external_reference: row.externalReference,
    source: {
      name: row.sourceName,
      reference: row.sourceReference,
      merchant_reference: row.sourceOwnReference,
    },
    payment_method: methodItem(locale, row.paymentMethod),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    status: row.status,
    total_amount: toPounds(row.total),
    currency: row.currency,
    customer: { id: row.customerId, name: row.customerName },
    is_payout: row.isPayout ? 1 : 0,
    payout_state: row.payoutState,
    payout_id: row.payoutId,
    flags: row.flags,
    settlement_status: row.settlementStatus,
    charged_amount: toPounds(row.chargedPiastres),
    fee: toPounds(row.feePiastres),
    vat: toPounds(row.vatPiastres),
    net: toPounds(row.netPiastres),
    refunded_amount: toPounds(row.refundedPiastres),
  };
}

const reasonIn = (locale: Locale, reason: string | null): string | null =>
  reason === null ? null : sentenceOr(locale, `transactions.reason.${reason}`, reason);
