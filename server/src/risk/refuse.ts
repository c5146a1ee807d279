/**
 * Refuses reviewed payments. Card and wallet payments return to their source. Cash goes to a typed account, which
 * could be anybody's, so that takes a second operator.
 */
import { toPounds } from '@daftar/contract/money';
import type { RefuseReviewForm } from '@daftar/contract/ops-risk-reviews';
import { recordAudit } from '../audit/record.ts';
import { type Approver, askSecondOperator, ChangedSince, type Executor } from '../ops-approvals/index.ts';
import type { App, Operator } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { leftToRefuse, refundRefusedPayment, requireAccount, sendNow } from '../refunds/service.ts';
import { endReview } from '../transactions/writes.ts';
import { RiskNotFound } from './errors.ts';
import { type ExpectedDay, lockOpen, notifyOfReview, subjectOf } from './reviews.ts';
import * as store from './store-reviews.ts';

/** A refusal that a second operator approves. */
interface Refusal {
  id: number;
  form: RefuseReviewForm;
  /** The refundable rest of the payment; another amount would be another refund. */
  leftPiastres: number;
}

/**
 * Refuses a payment and refunds its rest, or asks a second operator if that goes to a typed account. Repeatable when
 * that refund failed.
 * @returns which of the two
 * @throws RiskNotFound, ReviewOver, DisputedNow, BankAccountNeeded, WaitsAlready
 */
export async function refuseReview(
  app: App,
  operator: Operator,
  { merchantId, id }: { merchantId: number; id: number },
  form: RefuseReviewForm,
  expectedDay: ExpectedDay,
): Promise<'done' | 'asked'> {
  const { refund, how } = await transaction(app.db, async (tx) => {
    const review = await lockOpen(tx, merchantId, id);
    const left = await leftToRefuse(tx, { merchantId, mode: review.mode }, id);
    if (left.toAccount) {
      requireAccount(form);
      const { reference } = review;
      const text = (name: string, said: string) => ({
        name,
        before: null,
        after: { is: 'text' as const, text: said },
      });
      await askSecondOperator({ ...app, db: tx }, operator, {
        kind: 'review-refund',
        subject: subjectOf(id),
        name: reference,
        merchantId,
        facts: [
          text('payment', reference),
          { name: 'refundOf', before: null, after: { is: 'amount', amount: toPounds(left.amountPiastres) } },
          text('payee', form.account_name),
          text('payeeBank', form.bank_name),
          text('payeeIban', form.iban),
        ],
        change: { id, form, leftPiastres: left.amountPiastres } satisfies Refusal,
        reason: form.reason,
      });
      return { refund: null, how: 'asked' as const };
    }
    const by = { actor: operator.email, address: operator.address };
    const made = await writeRefusal(app, tx, { merchantId, id, review, form, by }, expectedDay);
    return { refund: made, how: 'done' as const };
  });
  if (refund) await sendNow(app, refund);
  return how;
}

/** Carries out {@link refuseReview} of a cash payment; its job makes the refund. */
export const refundReviewed =
  (expectedDay: ExpectedDay): Executor =>
  async (app, { merchantId, change, askedBy }, by) => {
    const { id, form, leftPiastres } = change as Refusal;
    if (merchantId === null) throw new RiskNotFound();
    await transaction(app.db, async (tx) => {
      const review = await lockOpen(tx, merchantId, id);
      const left = await leftToRefuse(tx, { merchantId, mode: review.mode }, id);
      if (!left.toAccount || left.amountPiastres !== leftPiastres) throw new ChangedSince();
      await writeRefusal({ ...app, db: tx }, tx, { merchantId, id, review, form, by, askedBy }, expectedDay);
    });
  };

interface Written {
  merchantId: number;
  id: number;
  review: store.LockedReview;
  form: RefuseReviewForm;
  by: Approver;
  askedBy?: string;
}

async function writeRefusal(
  app: App,
  tx: Tx,
  { merchantId, id, review, form, by, askedBy }: Written,
  expectedDay: ExpectedDay,
) {
  const now = app.clock.now();
  const { reason } = form;
  await store.decideReview(tx, merchantId, id, { state: 'refused', actor: by.actor, reason, now });
  const author = { ...by, merchantId, mode: review.mode };
  const refund = await refundRefusedPayment(app, tx, author, id, form);
  // Once it is refunded, its remainder (a fee) is due. A pending refund, also the merchant's own, may still fail.
  const due = review.isRefunded ? await expectedDay({ ...app, db: tx }, merchantId) : null;
  await endReview(tx, { merchantId, transactionId: id }, { kind: 'review_refused', expectedOn: due, now });
  const { mode, reference, chargedPiastres: amountPiastres } = review;
  // A repetition after a failed refund is not notified again.
  if (review.state === 'waiting')
    await notifyOfReview(app, tx, { merchantId, mode, id, reference, amountPiastres }, 'refused');
  await recordAudit(tx, author, now, {
    action: 'risk-review.refuse',
    subject: subjectOf(id),
    after: {
      reference,
      reason,
      refund: refund?.id ?? null,
      ...(askedBy === undefined ? {} : { askedBy }),
    },
  });
  return refund;
}
