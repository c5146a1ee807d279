/** Refunds that fail or stay pending, for the simulator and the demo; sandbox only. */
import type { App, Caller } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { type OrderRef, orderIdOf, type Processor } from '../processors/port.ts';
import { processorNamed } from '../processors/registry.ts';
import { NotRefundable } from './errors.ts';
import { refundablePiastres } from './rules.ts';
import { createPendingRefund, lockRefundable, sendNow } from './service.ts';
import * as store from './store.ts';

/**
 * Requests a refund of the remaining amount and lets the processor refuse it. Needs neither approval nor code.
 * @throws NotRefundable also when the processor is no sandbox
 */
export function simulateFailedRefund(
  app: App,
  caller: Caller,
  transactionId: number,
  reason: string,
): Promise<void> {
  return refundAll(app, caller, transactionId, reason, (processor, order) =>
    processor.refuseNextRefund?.(order),
  );
}

/** Requests a refund that stays pending until a moment. @throws NotRefundable */
export function simulatePendingRefund(
  app: App,
  caller: Caller,
  transactionId: number,
  { reason, until }: { reason: string; until: Date },
): Promise<void> {
  return refundAll(app, caller, transactionId, reason, (processor, order) =>
    processor.holdRefunds?.(order, until),
  );
}

async function refundAll(
  app: App,
  caller: Caller,
  transactionId: number,
  reason: string,
  /** @returns undefined when the processor is no sandbox */
  prepare: (processor: Processor, order: OrderRef) => Promise<void> | undefined,
): Promise<void> {
  const payment = await store.findPayment(app.db, caller, transactionId);
  const processor = payment?.processor ? processorNamed(app, payment.processor) : null;
  if (!payment?.attemptToken || !processor || refundablePiastres(payment) <= 0) throw new NotRefundable();
  const { merchantId } = caller;
  const prepared = prepare(processor, { merchantId, orderId: orderIdOf(merchantId, payment.attemptToken) });
  if (!prepared) throw new NotRefundable();
  await prepared;
  const ref = await transaction(app.db, async (tx) => {
    const locked = await lockRefundable(tx, caller, transactionId);
    return createPendingRefund(app, tx, caller, locked, {
      amountPiastres: refundablePiastres(locked),
      reason,
    });
  });
  await sendNow(app, ref);
}
