/** Refunds about which only a person can find out whether they were made. */
import { recordAudit } from '../audit/record.ts';
import type { App } from '../platform/context.ts';
import { refusedKey } from '../platform/db/refused-key.ts';
import { transaction } from '../platform/db/transaction.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { NoRefundWaits, RefundIdTaken } from './errors.ts';
import { bookRefund } from './send.ts';
import * as store from './store.ts';

/** A person's finding. */
export interface Found {
  made: boolean;
  /** The processor's id of the refund, or the bank's reference; empty if it was not made. */
  processorRefundId: string;
  actor: string;
  address?: string;
}

/**
 * Books a refund that waits for a person as made or not made, once.
 * @throws NoRefundWaits if it does not wait, or no longer; RefundIdTaken 422 if another refund has the processor's id
 */
export async function decideRefund(app: App, ref: store.RefundRef, found: Found): Promise<void> {
  const { made, processorRefundId, ...by } = found;
  const now = app.clock.now();
  try {
    await transaction(app.db, async (tx) => {
      const refund = await store.lockForPerson(tx, ref);
      if (!refund) throw new NoRefundWaits();
      if (made && (await store.isIdTaken(tx, refund, processorRefundId))) throw new RefundIdTaken();
      if (made) await store.writeSaid(tx, ref, { processorRefundId });
      await bookRefund({ ...app, db: tx }, refund, made ? null : 'refund_refused');
      const { merchantId, mode, transactionId, reference, amountPiastres, forOperator } = refund;
      // A report that was assigned to this refund may concern another one, so ask again.
      if (!made && refund.accountId !== null && refund.attemptId !== null)
        await addJob(tx, 'ask-payment', { merchantId, id: refund.attemptId });
      await recordAudit(tx, { merchantId, mode, ...by }, now, {
        action: made ? 'refund.found-made' : 'refund.found-not-made',
        subject: `transaction:${transactionId}`,
        after: {
          refund: ref.id,
          reference,
          amountPiastres,
          why: forOperator,
          ...(made ? { processorRefundId } : {}),
        },
      });
    });
  } catch (error) {
    throw (await refusedKey(app.pool, error)) === 'refunds_once_at_processor' ? new RefundIdTaken() : error;
  }
}
