import type { App, Caller } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { orderIdOf } from '../processors/port.ts';
import { processorNamed } from '../processors/registry.ts';
import { NotRefundable } from './errors.ts';
import { leftPiastres } from './rules.ts';
import { lockRefundable, promiseRefund, sendNow } from './service.ts';
import * as store from './store.ts';

/**
 * Asks for all that is left of a payment while its processor refuses: a refund that fails. It waits for nobody's consent, and
 * for no code. @throws NotRefundable also when the processor is no sandbox
 */
export async function refundRefused(
  app: App,
  caller: Caller,
  transactionId: number,
  reason: string,
): Promise<void> {
  const payment = await store.findPayment(app.db, caller, transactionId);
  const processor = payment?.processor ? processorNamed(app, payment.processor) : null;
  if (!payment?.attemptToken || !processor?.refuseNextRefund || leftPiastres(payment) <= 0)
    throw new NotRefundable();
  const { merchantId } = caller;
  await processor.refuseNextRefund({ merchantId, orderId: orderIdOf(merchantId, payment.attemptToken) });
  const ref = await transaction(app.db, async (tx) => {
    const locked = await lockRefundable(tx, caller, transactionId);
    return promiseRefund(app, tx, caller, locked, { amountPiastres: leftPiastres(locked), reason });
  });
  await sendNow(app, ref);
}
