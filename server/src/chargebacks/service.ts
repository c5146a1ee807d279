import type { ChargebackRow, ChargebackStep } from '@daftar/contract/chargebacks';
import { toPounds } from '@daftar/contract/money';
import type { App, Caller } from '../platform/context.ts';
import { type Locale, sentenceOr } from '../platform/i18n/translate.ts';
import type { Page } from '../platform/lists/page.ts';
import * as lists from './store-list.ts';

/** Returns the API's row of a chargeback. */
export const rowOf = (locale: Locale, row: lists.ListedChargeback): ChargebackRow => ({
  id: row.id,
  reference: row.reference,
  name: row.name,
  status: row.status,
  transaction_id: row.transactionId,
  transaction_reference: row.transactionReference,
  amount: toPounds(row.amountPiastres),
  created_at: row.createdAt.toISOString(),
  due_date: row.dueAt.toISOString(),
  reason: reasonIn(locale, row.reason),
  answer: row.answer,
  evidence: row.evidence,
  answered_at: row.answeredAt?.toISOString() ?? null,
  decided_at: row.decidedAt?.toISOString() ?? null,
  case_id: row.caseId,
  reason_code: row.reasonCode,
  stage: row.stage,
  history: row.history.map(stepOf),
  refunded_amount: toPounds(row.refundedPiastres),
});

/** Returns a step of a dispute's history for screens. */
export const stepOf = (step: lists.HistoryStep): ChargebackStep => ({
  at: new Date(step.at).toISOString(),
  stage: step.stage,
  status: step.status,
  due_date: new Date(step.dueAt).toISOString(),
  reason_code: step.reasonCode,
});

/** Returns the bank's reason for a dispute: translated if we know it, otherwise as the bank wrote it. */
export const reasonIn = (locale: Locale, reason: string): string =>
  sentenceOr(locale, `chargebacks.reason.${reason}`, reason);

export { PROCESSOR_ACTOR } from './rules.ts';
export type { HistoryStep } from './store-list.ts';

/** Lists one page of the caller's chargebacks. */
export async function listChargebacks(
  app: App,
  caller: Caller,
  paging: lists.ListPaging,
  filters: lists.ListFilters,
): Promise<Page<ChargebackRow>> {
  const { rows, meta } = await lists.listChargebacks(app.db, caller, paging, filters);
  return { rows: rows.map((row) => rowOf(caller.locale, row)), meta };
}

/** Reads the caller's chargebacks with the given ids. */
export async function readChargebacks(
  app: App,
  caller: Caller,
  ids: readonly number[],
): Promise<Map<number, ChargebackRow>> {
  const found = await lists.findMany(app.db, caller, ids);
  return new Map(found.map((row) => [row.id, rowOf(caller.locale, row)]));
}

/** Counts the caller's chargebacks by status. */
export const countByStatus = (app: App, caller: Caller) => lists.countByStatus(app.db, caller);

/** Returns the newest dispute of a transaction; null if there is none. */
export async function disputeOf(app: App, caller: Caller, transactionId: number) {
  const found = await lists.findOfTransaction(app.db, caller, transactionId);
  if (!found) return null;
  const { id, reference, status, amount, due_date } = rowOf(caller.locale, found);
  return { id, reference, status, amount, due_date };
}

/** Finds the dispute of a payment with a reference. */
export async function findDisputeOf(
  app: App,
  payment: { merchantId: number; transactionId: number },
  reference: string,
): Promise<{ id: number; reference: string } | undefined> {
  return lists.findDisputeOf(app.db, payment, reference.trim().toUpperCase());
}
