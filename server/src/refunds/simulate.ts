/** Refunds that fail or stay pending, for the simulator and the demo; sandbox only. */
import type { App, Caller } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { Sandbox } from '../processors/gateway.ts';
import { NotRefundable } from './errors.ts';
import { refundablePiastres } from './rules.ts';
import { createPendingRefund, lockRefundable, sendNow } from './service.ts';
import { findPayment } from './store-payments.ts';

/**
 * Requests a refund of the remaining amount and makes the processor refuse it. Requires neither approval nor code.
 * @throws NotRefundable also if the processor is not the sandbox
 */
export function simulateFailedRefund(
  app: App,
  caller: Caller,
  transactionId: number,
  reason: string,
): Promise<void> {
  return refundAll(app, caller, transactionId, reason, (sandbox, order) => sandbox.refuseNextRefund(order));
}

/** Requests a refund that stays pending until a moment. @throws NotRefundable */
export function simulatePendingRefund(
  app: App,
  caller: Caller,
  transactionId: number,
  { reason, until }: { reason: string; until: Date },
): Promise<void> {
  return refundAll(app, caller, transactionId, reason, (sandbox, order) => sandbox.holdRefunds(order, until));
}

async function refundAll(
  app: App,
  caller: Caller,
  transactionId: number,
  reason: string,
  prepare: (sandbox: Sandbox, order: { merchantId: number; externalRef: string }) => Promise<void>,
): Promise<void> {
  const payment = await findPayment(app.db, caller, transactionId);
  const { processor = null, accountId = null, externalRef = null } = payment ?? {};
  const sandbox = processor === null ? null : app.processors.sandbox(app, { processor, accountId });
  if (!payment || !externalRef || !sandbox || refundablePiastres(payment) <= 0) throw new NotRefundable();
  await prepare(sandbox, { merchantId: caller.merchantId, externalRef });
  const ref = await transaction(app.db, async (tx) => {
    const locked = await lockRefundable(tx, caller, transactionId);
    return createPendingRefund(app, tx, caller, locked, {
      amountPiastres: refundablePiastres(locked),
      reason,
    });
  });
  await sendNow(app, ref);
}
