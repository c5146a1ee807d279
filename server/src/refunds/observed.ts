/** Refunds that processors report: ours, and those made in a processor's own dashboard. */

import { newOwn } from '../integration-fields/fields.ts';
import type { App } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { newExternalRef } from '../processors/external-ref.ts';
import type { RefundReport } from '../processors/gateway.ts';
import { type ObservedPayment, observedDiscrepancies } from '../processors/observers.ts';
import { bookReversal } from './reverse.ts';
import { bookRefund } from './send.ts';
import * as store from './store.ts';
import { lockPaymentsOf } from './store-payments.ts';

/** A processor's report cannot be booked: a person must look at it. */
export class UnexpectedRefund extends Error {}

/**
 * Books a refund that a processor reports, once, however often it is reported and whoever made it. If it succeeded here
 * and failed there, a person must decide.
 * @returns the refund; undefined if there is none. @throws UnexpectedRefund if it contradicts our books
 */
export async function observeRefund(
  app: App,
  payment: ObservedPayment,
  report: RefundReport,
): Promise<store.RefundRef | undefined> {
  const { merchantId, accountId } = payment;
  const attempt = { merchantId, attemptId: payment.id, accountId };
  const ref =
    (await store.findReported(app.db, attempt, report)) ??
    // Includes one that came back before we knew of it: news that it was made may still arrive.
    (report.state === 'failed' ? undefined : await recordForeign(app, payment, report));
  if (ref) await bookReported(app, payment, await store.getRefund(app.db, ref), report);
  return ref;
}

async function bookReported(
  app: App,
  payment: ObservedPayment,
  refund: store.RefundToSend,
  report: RefundReport,
): Promise<void> {
  if (refund.processorRefundId === null)
    await store.writeSaid(app.db, refund, { processorRefundId: report.id });
  if (refund.state === 'pending') {
    if (report.state === 'refunded') return bookRefund(app, refund, null);
    if (report.state === 'failed') return bookRefund(app, refund, 'refund_refused');
    if (report.state === 'reversed') {
      // It was made before it came back; only the news of that never arrived.
      await bookRefund(app, refund, null, 'untold');
      return bookReversal(app, refund, 'untold');
    }
    return;
  }
  if (refund.state === 'succeeded' && report.state === 'reversed') return bookReversal(app, refund);
  if (refund.state === 'failed' && (report.state === 'refunded' || report.state === 'reversed'))
    return bookMadeAfterAll(app, refund, report);
  if (
    refund.state === 'reversed' &&
    report.state === 'refunded' &&
    (await store.isReversedByHand(app.db, refund))
  )
    throw new UnexpectedRefund(
      `refund ${refund.id} came back, as an operator has said, and its processor says that it was made`,
    );
  if (refund.state === 'succeeded' && report.state === 'failed') {
    const { id: refundId, amountPiastres } = refund;
    const word = report.word ?? report.state;
    await observedDiscrepancies.tell(app, payment, { kind: 'refund-failed', refundId, amountPiastres, word });
  }
}

/**
 * Books a refund that had ended as failed but that the processor made all the same, because money that left must be
 * booked.
 */
async function bookMadeAfterAll(app: App, refund: store.RefundToSend, report: RefundReport): Promise<void> {
  await transaction(app.db, async (tx) => {
    const reopened = await store.reopenRefund(tx, refund, app.clock.now());
    if (reopened === 'short')
      throw new UnexpectedRefund(
        `refund ${refund.id} failed here and was made at its processor, and there is not so much to refund`,
      );
    if (reopened === 'none') return;
    const inside = { ...app, db: tx };
    await bookRefund(inside, refund, null, report.state === 'reversed' ? 'untold' : 'told');
    if (report.state === 'reversed') await bookReversal(inside, refund, 'untold');
  });
}

/** Records a refund that nobody requested here. @returns undefined if another call has recorded it meanwhile */
async function recordForeign(
  app: App,
  payment: ObservedPayment,
  report: RefundReport,
): Promise<store.RefundRef | undefined> {
  return transaction(app.db, async (tx) => {
    const { merchantId, id: attemptId, accountId } = payment;
    const payments = await lockPaymentsOf(tx, { merchantId, id: attemptId });
    // Under the lock, because the same report may arrive twice at once.
    const known = await store.findReported(tx, { merchantId, attemptId, accountId }, report);
    if (known) return known;
    for (const paid of payments) {
      if (!paid.processor || !paid.externalRef) continue;
      const id = await store.insertRefund(
        tx,
        { merchantId, mode: paid.mode },
        {
          transactionId: paid.id,
          amountPiastres: report.amountPiastres,
          reason: '',
          refundKey: newExternalRef(),
          processor: paid.processor,
          accountId,
          externalRef: paid.externalRef,
          paymentReference: paid.paymentReference,
          accountName: '',
          bankName: '',
          iban: '',
          userId: null,
          approvalId: null,
          isMade: true,
          own: newOwn({}),
          now: app.clock.now(),
        },
      );
      if (id === undefined) continue;
      await store.writeSaid(tx, { merchantId, id }, { processorRefundId: report.id });
      return { merchantId, id };
    }
    throw new UnexpectedRefund(
      `the processor refunded ${report.amountPiastres} piastres of attempt ${attemptId} of merchant ${merchantId}, and there is not so much to refund`,
    );
  });
}
