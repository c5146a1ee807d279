/** Payments that are paid and wait for an operator: their money is captured and settled on no day until then. */

import { PAYMENT_METHODS } from '@daftar/contract/lookups';
import { toPounds } from '@daftar/contract/money';
import type { RiskReview } from '@daftar/contract/ops-risk';
import type { Paging } from '@daftar/contract/paging';
import { recordAudit } from '../audit/record.ts';
import { methodItem } from '../lookups/service.ts';
import { type Approver, askSecondOperator, type Executor } from '../ops-approvals/index.ts';
import type { App, Caller, Operator } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { Page } from '../platform/lists/page.ts';
import { endReview } from '../transactions/writes.ts';
import { isBeyond, readLimit } from '../volumes/limits.ts';
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
      beyond_limit: row.isBeyondLimit,
    })),
    meta,
  };
}

/** Whether the provider looks at a payment of the caller's before its money is settled. */
export async function isReviewed(app: App, { merchantId }: Caller, id: number): Promise<boolean> {
  return (await store.findReview(app.db, merchantId, id))?.state === 'waiting';
}

/** Locks a payment whose review is not decided, or that was refused and not refunded. @throws RiskNotFound, ReviewOver */
export async function lockOpen(tx: Tx, merchantId: number, id: number): Promise<store.LockedReview> {
  const review = await store.lockReview(tx, merchantId, id);
  if (!review) throw new RiskNotFound();
  if (review.state !== 'waiting' && !review.isStuck) throw new ReviewOver();
  return review;
}

/**
 * Approves a payment: it is settled like one that was captured now. So is one whose refund could not be made after it was
 * refused. While the payment's month is beyond the merchant's limit a second operator is asked, as for a higher limit.
 * @returns which of the two @throws RiskNotFound, ReviewOver, WaitsAlready
 */
export async function approveReview(
  app: App,
  operator: Operator,
  { merchantId, id }: { merchantId: number; id: number },
  reason: string,
  expectedDay: ExpectedDay,
): Promise<'done' | 'asked'> {
  return transaction(app.db, async (tx) => {
    const inside = { ...app, db: tx };
    const review = await lockOpen(tx, merchantId, id);
    if (review.isBeyondLimit && (await isBeyond(app, tx, { merchantId, transactionId: id }))) {
      const { reference, chargedPiastres } = review;
      const amount = (name: string, piastres: number) => ({
        name,
        before: null,
        after: { is: 'amount' as const, amount: toPounds(piastres) },
      });
      await askSecondOperator(inside, operator, {
        kind: 'review-release',
        subject: subjectOf(id),
        name: reference,
        merchantId,
        facts: [
          { name: 'payment', before: null, after: { is: 'text', text: reference } },
          amount('paid', chargedPiastres),
          amount('volumeLimit', (await readLimit(inside, merchantId)) ?? 0),
        ],
        change: { id },
        reason,
      });
      return 'asked';
    }
    const by = { actor: operator.email, address: operator.address };
    await writeApproval(inside, tx, { merchantId, id, review, by, reason }, expectedDay);
    return 'done';
  });
}

/** Carries out {@link approveReview} of a payment beyond the limit. */
export const releaseReviewed =
  (expectedDay: ExpectedDay): Executor =>
  async (app, { merchantId, change, reason, askedBy }, by) => {
    const { id } = change as { id: number };
    if (merchantId === null) throw new RiskNotFound();
    await transaction(app.db, async (tx) => {
      const review = await lockOpen(tx, merchantId, id);
      const approval = { merchantId, id, review, by, reason, askedBy };
      await writeApproval({ ...app, db: tx }, tx, approval, expectedDay);
    });
  };

interface Approval {
  merchantId: number;
  id: number;
  review: store.LockedReview;
  by: Approver;
  reason: string;
  askedBy?: string;
}

async function writeApproval(
  app: App,
  tx: Tx,
  { merchantId, id, review, by, reason, askedBy }: Approval,
  expectedDay: ExpectedDay,
): Promise<void> {
  const now = app.clock.now();
  const expectedOn = await expectedDay(app, merchantId);
  await store.decideReview(tx, merchantId, id, { state: 'approved', actor: by.actor, reason, now });
  await endReview(tx, { merchantId, transactionId: id }, { kind: 'review_approved', expectedOn, now });
  await recordAudit(tx, { ...by, merchantId, mode: review.mode }, now, {
    action: 'risk-review.approve',
    subject: subjectOf(id),
    after: { reference: review.reference, reason, ...(askedBy === undefined ? {} : { askedBy }) },
  });
}
