/** Refunds of which nobody but a person can tell whether they were made. */
import { recordAudit } from '../audit/record.ts';
import type { App } from '../platform/context.ts';
import { refusedKey } from '../platform/db/refused-key.ts';
import { transaction } from '../platform/db/transaction.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { NoRefundWaits, RefundIdTaken } from './errors.ts';
import { bookRefund } from './send.ts';
import * as store from './store.ts';

/** What a person found out, and who. */
export interface Found {
  made: boolean;
  /** The processor's id of the refund, or the bank's reference; empty when it was not made. */
  processorRefundId: string;
  actor: string;
  address?: string;
}

/**
 * Books a refund that waits for a person as made or not made, once.
 * @throws NoRefundWaits when it does not wait, or no longer; RefundIdTaken 422 when another refund has the processor's id
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
      // What it seemed to explain may have been another one.
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
