/** Paid payments that wait for an operator: their money is captured and has no settlement day until then. */

import { PAYMENT_METHODS } from '@daftar/contract/lookups';
import { toPounds } from '@daftar/contract/money';
import type { RiskReview } from '@daftar/contract/ops-risk-reviews';
import type { Paging } from '@daftar/contract/paging';
import { recordAudit } from '../audit/record.ts';
import { methodItem } from '../lookups/service.ts';
import { notify } from '../notifications/service.ts';
import { type Approver, askSecondOperator, ChangedSince, type Executor } from '../ops-approvals/index.ts';
import { findTyped } from '../ops-lists/find.ts';
import { at, egp, merchantCells, opsList } from '../ops-lists/list.ts';
import type { App, Caller, Operator, Scope } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { endReview } from '../transactions/writes.ts';
import { isBeyond, readLimit } from '../volume-limits/limits.ts';
import { ReviewOver, RiskNotFound } from './errors.ts';
import * as store from './store-reviews.ts';

const REFUNDED_TO_A_BANK = PAYMENT_METHODS.find(({ code }) => code === 'Kiosk')!.id;
/**
 * Returns the day on which a merchant's money of this moment is expected in the bank; provided by checkout, which
 * depends on this noun.
 */
export type ExpectedDay = (app: App, merchantId: number) => Promise<string>;

export const subjectOf = (id: number) => `transaction:${id}` as const;

/** The list of reviews of a state, by default those that wait, as a page and as a file. */
export const reviews = opsList<
  Paging<'waiting_since' | 'amount'>,
  store.ReviewFilters,
  store.ReviewRow,
  RiskReview
>({
  what: 'risk-reviews',
  find: async ({ db }, paging, filters) => {
    const found = await findTyped(db, filters.q, { ...filters, mode: filters.mode ?? 'any' });
    return (through) => store.reviewSource(through, paging, filters, found);
  },
  wireOf: (row, locale) => ({
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
  }),
  cells: (say) => ({
    reference: (row) => row.reference,
    ...merchantCells,
    payer: (row) => row.customer,
    method: (row) => row.payment_method.name,
    amount: (row) => egp(row.amount),
    reviewedFor: (row) =>
      [...row.rules, ...(row.beyond_limit ? [say('ops.riskWhy.beyondLimit')] : [])].join(' · '),
    status: (row) => say(`ops.riskReview.${row.is_stuck ? 'stuck' : row.state}`),
    waitingSince: (row) => at(row.waiting_since),
    decidedBy: (row) => row.decided_by ?? '',
    decided: (row) => at(row.decided_at),
    reason: (row) => row.reason ?? '',
    mode: (row) => say(`ops.mode.${row.mode}`),
  }),
});

/** Returns whether the provider is reviewing a payment of the caller's before its money is settled. */
export async function isReviewed(
  app: App,
  { merchantId }: Pick<Caller, 'merchantId'>,
  id: number,
): Promise<boolean> {
  return (await store.findReview(app.db, merchantId, id))?.state === 'waiting';
}

/**
 * Notifies a merchant's people that a payment is under review, or of its outcome. Never states the reason, because
 * fraudsters could learn which rule matched.
 */
export const notifyOfReview = (
  app: App,
  tx: Tx,
  payment: Scope & { id: number; reference: string; amountPiastres: number },
  what: 'started' | 'approved' | 'refused',
): Promise<void> => {
  const { id, reference, amountPiastres } = payment;
  const params = { reference, amountPiastres };
  return notify({ ...app, db: tx }, payment, {
    kind: `review-${what}`,
    params,
    href: `/transactions/${id}`,
  });
};

/**
 * Locks a payment whose review is not decided, or that was refused and not refunded.
 * @throws RiskNotFound, ReviewOver
 */
export async function lockOpen(tx: Tx, merchantId: number, id: number): Promise<store.LockedReview> {
  const review = await store.lockReview(tx, merchantId, id);
  if (!review) throw new RiskNotFound();
  if (review.state !== 'waiting' && !review.isStuck) throw new ReviewOver();
  return review;
}

/** The state that a second operator approves; after a refusal, or with another limit, the request no longer applies. */
interface Release {
  id: number;
  state: store.LockedReview['state'];
  limitPiastres: number | null;
}

/**
 * Approves a payment: it is settled like one that is captured now. So is a refused one whose refund could not be
 * made. If the payment's month exceeds the merchant's limit, a second operator must approve, as for a higher limit.
 * @returns which of the two
 * @throws RiskNotFound, ReviewOver, WaitsAlready
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
      const { reference, chargedPiastres, state } = review;
      const limitPiastres = await readLimit(inside, merchantId);
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
          amount('volumeLimit', limitPiastres ?? 0),
        ],
        change: { id, state, limitPiastres } satisfies Release,
        reason,
      });
      return 'asked';
    }
    const by = { actor: operator.email, address: operator.address };
    await writeApproval(inside, tx, { merchantId, id, review, by, reason }, expectedDay);
    return 'done';
  });
}

/** Carries out {@link approveReview} of a payment beyond the limit. @throws RiskNotFound, ReviewOver, ChangedSince */
export const releaseReviewed =
  (expectedDay: ExpectedDay): Executor =>
  async (app, { merchantId, change, reason, askedBy }, by) => {
    const { id, state, limitPiastres } = change as Release;
    if (merchantId === null) throw new RiskNotFound();
    await transaction(app.db, async (tx) => {
      const review = await lockOpen(tx, merchantId, id);
      const limit = await readLimit({ ...app, db: tx }, merchantId);
      if (review.state !== state || limit !== limitPiastres) throw new ChangedSince();
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
  const { mode, reference, chargedPiastres: amountPiastres } = review;
  await notifyOfReview(app, tx, { merchantId, mode, id, reference, amountPiastres }, 'approved');
  await recordAudit(tx, { ...by, merchantId, mode }, now, {
    action: 'risk-review.approve',
    subject: subjectOf(id),
    after: { reference, reason, ...(askedBy === undefined ? {} : { askedBy }) },
  });
}
