import { toPounds } from '@daftar/contract/money';
import type {
  AcquirerCost,
  OpsChargebackRow,
  OpsPayoutRow,
  OpsSettlementRow,
  OpsTransactionRow,
  OpsUnansweredRow,
} from '@daftar/contract/ops-money';
import type { TransactionDetails } from '@daftar/contract/transactions';
import { costsOf } from '../../acquirer-costs/service.ts';
import { recordProviderAudit } from '../../audit/record.ts';
import { type DisputeRef, listEvidence } from '../../chargebacks/answer.ts';
import { reasonIn, stepOf } from '../../chargebacks/service.ts';
import { methodItem } from '../../lookups/service.ts';
import type { App, Mode, Operator } from '../../platform/context.ts';
import { NotFoundError } from '../../platform/http/errors.ts';
import type { FileResult } from '../../platform/http/handlers.ts';
import type { Locale } from '../../platform/i18n/translate.ts';
import type { Page } from '../../platform/lists/page.ts';
import { settleAllDue } from '../../settlements/service.ts';
import { getTransaction } from '../../transactions/service.ts';
import { authorOf, readerOf } from '../by.ts';
import { documentOf } from '../documents.ts';
import * as store from './store.ts';

const commonOf = (row: store.CrossMerchantRow) => ({
  id: row.id,
  merchant: { id: row.merchantId, name: row.merchantName },
  mode: row.mode,
  created_at: row.createdAt.toISOString(),
});
const momentOf = (moment: Date | null) => moment?.toISOString() ?? null;

function mapped<Row, Wire>({ rows, meta }: Page<Row>, wireOf: (row: Row) => Wire) {
  return { rows: rows.map(wireOf), meta };
}

type Arguments<F> = F extends (db: never, paging: infer P, filters: infer Q) => unknown ? [P, Q] : never;

/** Lists one page of transactions across merchants. */
export async function listTransactions(
  app: App,
  locale: Locale,
  ...[paging, filters]: Arguments<typeof store.listTransactions>
) {
  const page = await store.listTransactions(app.db, paging, filters);
  return mapped(
    page,
    (row): OpsTransactionRow => ({
      ...commonOf(row),
      reference: row.reference,
      payment_method: methodItem(locale, row.method),
      status: row.status,
      amount: toPounds(row.amountPiastres),
      customer: { name: row.customerName, email: row.customerEmail, mobile: row.customerMobile },
      is_payout: row.isPayout,
      payout_state: row.payoutState,
    }),
  );
}

/** Lists one page of unanswered payments across merchants. */
export async function listUnanswered(
  app: App,
  locale: Locale,
  ...[paging, filters]: Arguments<typeof store.listUnanswered>
) {
  const page = await store.listUnanswered(app.db, paging, filters);
  return mapped(
    page,
    (row): OpsUnansweredRow => ({
      ...commonOf(row),
      transaction_id: row.transactionId,
      reference: row.reference,
      payment_method: methodItem(locale, row.method),
      amount: toPounds(row.amountPiastres),
      processor: row.processor,
      asked_at: row.askedAt.toISOString(),
      unknown_status: row.unknownWord,
    }),
  );
}

/** @returns the mode of a merchant's transaction. @throws NotFoundError */
export async function requireTransaction(app: App, ref: { merchantId: number; id: number }): Promise<Mode> {
  const mode = await store.findModeOf(app.db, ref.merchantId, ref.id);
  if (!mode) throw new NotFoundError();
  return mode;
}

/** Returns a merchant's transaction in full. @throws NotFoundError */
export async function readTransaction(
  app: App,
  operator: Operator,
  ref: { merchantId: number; id: number },
): Promise<TransactionDetails & { mode: Mode }> {
  const mode = await requireTransaction(app, ref);
  const found = await getTransaction(app, readerOf(operator, ref.merchantId, mode), ref.id);
  return { ...found, mode };
}

/** Lists what the acquirer of a payment charged. @throws CostlyPaymentNotFound */
export async function readCosts(app: App, ref: { merchantId: number; id: number }) {
  const { account, costs } = await costsOf(app, { merchantId: ref.merchantId, transactionId: ref.id });
  return {
    account,
    costs: costs.map(
      ({ kind, amountPiastres, vatPiastres, reference, actor, bookedAt }): AcquirerCost => ({
        kind,
        amount: toPounds(amountPiastres),
        vat: vatPiastres === null ? null : toPounds(vatPiastres),
        reference,
        actor,
        created_at: bookedAt.toISOString(),
      }),
    ),
  };
}

/** Lists one page of chargebacks across merchants. */
export async function listChargebacks(
  app: App,
  locale: Locale,
  ...[paging, filters]: Arguments<typeof store.listChargebacks>
) {
  const page = await store.listChargebacks(app.db, paging, filters);
  return mapped(
    page,
    (row): OpsChargebackRow => ({
      ...commonOf(row),
      reference: row.reference,
      transaction_id: row.transactionId,
      transaction_reference: row.transactionReference,
      name: row.name,
      amount: toPounds(row.amountPiastres),
      status: row.status,
      reason: reasonIn(locale, row.reason),
      answer: row.answer,
      answered_at: momentOf(row.answeredAt),
      due_date: row.dueAt.toISOString(),
      decided_at: momentOf(row.decidedAt),
      case_id: row.caseId,
      reason_code: row.reasonCode,
      stage: row.stage,
      origin: row.origin,
      history: row.history.map((step) => ({ ...stepOf(step), note: step.note })),
      decided_by_processor: row.decidedByProcessor,
      charged_amount: toPounds(row.chargedPiastres),
      refunded_amount: toPounds(row.refundedPiastres),
    }),
  );
}

/** Reads a file of the merchant's response to a dispute, or a resized picture. @throws NotFoundError */
export async function readEvidence(
  app: App,
  ref: DisputeRef & { filePath: string },
  size?: 'small' | 'large',
): Promise<FileResult> {
  const files = await listEvidence(app, ref);
  if (!files.some(({ path }) => path === ref.filePath)) throw new NotFoundError();
  return documentOf(app, ref, ref.filePath, size);
}

/** Lists one page of payouts across merchants. */
export async function listPayouts(app: App, ...[paging, filters]: Arguments<typeof store.listPayouts>) {
  const page = await store.listPayouts(app.db, paging, filters);
  return mapped(
    page,
    (row): OpsPayoutRow => ({
      ...commonOf(row),
      code: row.code,
      amount: toPounds(row.amountPiastres),
      state: row.state,
      reason: row.reason,
      transaction_id: row.transactionId,
      expires_at: row.expiresAt.toISOString(),
      finished_at: momentOf(row.finishedAt),
    }),
  );
}

/** Lists one page of settlements across merchants. */
export async function listSettlements(
  app: App,
  ...[paging, filters]: Arguments<typeof store.listSettlements>
) {
  const page = await store.listSettlements(app.db, paging, filters);
  return mapped(
    page,
    (row): OpsSettlementRow => ({
      ...commonOf(row),
      reference: row.reference,
      amount: toPounds(row.amountPiastres),
      bank_amount: toPounds(row.bankPiastres),
      maybe_transferred: row.maybeTransferred,
      bank_account: row.bankAccount,
      stopped: row.stopped,
      total_transactions: row.totalTransactions,
      paid_at: momentOf(row.paidAt),
      bank_reference: row.bankReference,
    }),
  );
}

/** Settles what is due now, for one merchant or all. @returns how many settlements were made. */
export async function runSettlements(
  app: App,
  operator: Operator,
  merchantId: number | undefined,
): Promise<number> {
  const made = await settleAllDue(app, merchantId);
  await recordProviderAudit(app.db, authorOf(operator, merchantId), app.clock.now(), {
    action: 'settlement.run',
    after: { made },
  });
  return made;
}
