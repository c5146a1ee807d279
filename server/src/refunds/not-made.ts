/** Recording that a refund was not made: its money returns to the merchant, so a second operator must approve. */
import { amountFact, askSecondOperator, type Executor, textFact } from '../ops-approvals/index.ts';
import type { App, Operator } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { decideRefund } from './decide.ts';
import { NoRefundWaits } from './errors.ts';
import * as store from './store.ts';

/**
 * Requests a second operator's approval to book a refund that waits for a person as not made.
 * @throws NoRefundWaits, WaitsAlready
 */
export async function askNotMade(
  app: App,
  operator: Operator,
  ref: store.RefundRef,
  reason: string,
): Promise<void> {
  await transaction(app.db, async (tx) => {
    const refund = await store.lockForPerson(tx, ref);
    if (!refund) throw new NoRefundWaits();
    const { merchantId, reference, amountPiastres, refundKey, forOperator } = refund;
    await askSecondOperator({ ...app, db: tx }, operator, {
      kind: 'refund-not-made',
      subject: `refund:${ref.id}`,
      name: reference,
      merchantId,
      facts: [
        textFact('payment', reference),
        amountFact('notRefunded', amountPiastres),
        textFact('refundKey', refundKey),
        { name: 'whyWaits', before: null, after: { is: 'words', of: 'waiting', codes: [forOperator!] } },
      ],
      change: { id: ref.id, why: forOperator },
      reason,
    });
  });
}

/** Executes {@link askNotMade}. @throws NoRefundWaits if it was answered since, or waits for another reason */
export const refundNotMade: Executor = async (app, { merchantId, change }, by) => {
  const { id, why } = change as { id: number; why: store.WhyOperator };
  if (merchantId === null) throw new NoRefundWaits();
  await transaction(app.db, async (tx) => {
    const refund = await store.lockForPerson(tx, { merchantId, id });
    if (refund?.forOperator !== why) throw new NoRefundWaits();
    await decideRefund({ ...app, db: tx }, refund, { made: false, processorRefundId: '', ...by });
  });
};
