/** Refunds that processors report: ours, and those that somebody made in a processor's own dashboard. */
import { TRANSACTION_STATUS } from '@daftar/contract/transactions';
import type { App } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { newExternalRef } from '../processors/external-ref.ts';
import type { RefundReport } from '../processors/gateway.ts';
import type { ObservedPayment } from '../processors/observers.ts';
import { bookReversal } from './reverse.ts';
import { bookRefund } from './send.ts';
import * as store from './store.ts';

/** A processor reports what cannot be booked: a person has to look. */
class UnexpectedRefund extends Error {}

/**
 * Books a refund that a processor reports, once, however often it is reported and whoever made it.
 * @throws UnexpectedRefund when it contradicts our books
 */
export async function observeRefund(app: App, payment: ObservedPayment, report: RefundReport): Promise<void> {
  const { merchantId, accountId } = payment;
  const attempt = { merchantId, attemptId: payment.id, accountId };
  const ref =
    (await store.findReported(app.db, attempt, report)) ??
    (report.state === 'pending' || report.state === 'refunded'
      ? await recordForeign(app, payment, report)
      : undefined);
  if (!ref) return;
  const refund = await store.getRefund(app.db, ref);
  if (refund.processorRefundId === null) await store.writeSaid(app.db, ref, { processorRefundId: report.id });
  if (refund.state === 'pending') {
    if (report.state === 'refunded') return bookRefund(app, refund, null);
    if (report.state === 'failed') return bookRefund(app, refund, 'refund_refused');
    if (report.state === 'reversed') {
      // It was made before it came back; only the news of that never arrived.
      await bookRefund(app, refund, null, 'untold');
      return bookReversal(app, refund);
    }
    return;
  }
  if (refund.state === 'succeeded' && report.state === 'reversed') return bookReversal(app, refund);
  const isUndone = refund.state === 'succeeded' && report.state === 'failed';
  const isMadeAfterAll = refund.state === 'failed' && report.state === 'refunded';
  if (isUndone || isMadeAfterAll) {
    throw new UnexpectedRefund(
      `refund ${refund.id} is ${refund.state} here and ${report.state} at its processor`,
    );
  }
}

/** Writes a refund that nobody asked us for. @returns undefined when another call has written it meanwhile */
async function recordForeign(
  app: App,
  payment: ObservedPayment,
  report: RefundReport,
): Promise<store.RefundRef | undefined> {
  return transaction(app.db, async (tx) => {
    const { merchantId, id: attemptId, accountId } = payment;
    const paid = await store.lockPaymentOf(tx, { merchantId, id: attemptId });
    // Behind the lock, because the same report may come twice at once.
    const known = await store.findReported(tx, { merchantId, attemptId, accountId }, report);
    if (known) return known;
    const tooMuch = () =>
      new UnexpectedRefund(
        `the processor refunded ${report.amountPiastres} piastres of attempt ${attemptId} of merchant ${merchantId}, and there is not so much to refund`,
      );
    if (!paid?.processor || !paid.externalRef || paid.status !== TRANSACTION_STATUS.success) throw tooMuch();
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
        now: app.clock.now(),
      },
    );
    if (id === undefined) throw tooMuch();
    await store.writeSaid(tx, { merchantId, id }, { processorRefundId: report.id });
    return { merchantId, id };
  });
}
