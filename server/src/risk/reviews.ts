/** Payments that are paid and wait for an operator: their money is captured and settled on no day until then. */

import { PAYMENT_METHODS } from '@daftar/contract/lookups';
import { toPounds } from '@daftar/contract/money';
import type { RiskReview } from '@daftar/contract/ops-risk';
import type { Paging } from '@daftar/contract/paging';
import { recordAudit } from '../audit/record.ts';
import { methodItem } from '../lookups/service.ts';
import type { App, Caller, Operator } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { Page } from '../platform/lists/page.ts';
import { endReview } from '../transactions/writes.ts';
import { ReviewOver, RiskNotFound } from './errors.ts';
import * as store from './store-reviews.ts';

const REFUNDED_TO_A_BANK = PAYMENT_METHODS.find(({ code }) => code === 'Kiosk')!.id;
/** The day on which a merchant's money of this moment is expected in the bank; checkout says it, which depends on this noun. */
export type ExpectedDay = (app: App, merchantId: number) => Promise<string>;

export const subjectOf = (id: number) => `transaction:${id}`;

/** Lists one page of reviews: those that wait, unless asked for others. */
export async function listReviews(
  app: App,
  { locale }: Operator,
  paging: Paging<'waiting_since'>,
  filters: Partial<store.ReviewFilters>,
): Promise<Page<RiskReview>> {
  const { state = 'waiting', ...others } = filters;
  const { rows, meta } = await store.listReviews(app.db, paging, { state, ...others });
  return {
    rows: rows.map((row) => ({
      id: row.id,
      merchant: { id: row.merchantId, name: row.merchantName },
      mode: row.mode,
      reference: row.reference,
      payment_method: methodItem(locale, row.method),
      amount: toPounds(row.chargedPiastres),
      customer: row.customerName,
      state: row.state,
      is_stuck: row.isStuck,
      needs_account: row.method === REFUNDED_TO_A_BANK,
      waiting_since: row.waitingSince?.toISOString() ?? null,
      decided_by: row.decidedBy,
      decided_at: row.decidedAt?.toISOString() ?? null,
      reason: row.reason,
      rules: row.rules,
    })),
    meta,
  };
}

/** Whether the provider looks at a payment of the caller's before its money is settled. */
export async function isReviewed(app: App, { merchantId }: Caller, id: number): Promise<boolean> {
  return (await store.findReview(app.db, merchantId, id))?.state === 'waiting';
}

/**
 * Approves a payment: it is settled like one that was captured now. So is one whose refund could not be made after it was
 * refused. @throws RiskNotFound, ReviewOver
 */
export async function approveReview(
  app: App,
  operator: Operator,
  { merchantId, id }: { merchantId: number; id: number },
  reason: string,
  expectedDay: ExpectedDay,
): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const review = await store.lockReview(tx, merchantId, id);
    if (!review) throw new RiskNotFound();
    if (review.state !== 'waiting' && !review.isStuck) throw new ReviewOver();
    const expectedOn = await expectedDay({ ...app, db: tx }, merchantId);
    const actor = operator.email;
    await store.decideReview(tx, merchantId, id, { state: 'approved', actor, reason, now });
    await endReview(tx, { merchantId, transactionId: id }, { kind: 'review_approved', expectedOn, now });
    const author = { merchantId, mode: review.mode, actor, address: operator.address };
    await recordAudit(tx, author, now, {
      action: 'risk-review.approve',
      subject: subjectOf(id),
      after: { reference: review.reference, reason },
    });
  });
}
