/** Completes a pending refund: requests it from the processor outside any transaction, and books the answer once. */
import type { PaymentMethodId } from '@daftar/contract/lookups';
import { refundLines } from '../ledger/lines.ts';
import { postTransfer, type Transfer } from '../ledger/post.ts';
import { notify } from '../notifications/service.ts';
import type { App } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { ProcessorError } from '../processors/errors.ts';
import type { PaymentGateway, RefundAnswer, RefundOrder } from '../processors/gateway.ts';
import { idsOf } from '../processors/ids.ts';
import { coverFromReserve } from '../reserve/writes.ts';
import { emitEvent } from '../webhooks/emit.ts';
import { tellPayer } from './payer.ts';
import { eventData } from './rows.ts';
import * as store from './store.ts';

/** Milliseconds for one call. */
const CALL_MILLISECONDS = 15_000;

/**
 * Requests a pending refund from the processor and books the answer. Repeated or concurrent calls refund once, because
 * the processor recognizes the key or reports that the result is unknown, and book once, because only a pending refund
 * can end.
 * @throws any error of the processor: the refund stays pending and is requested again later.
 */
export async function sendRefund(app: App, ref: store.RefundRef): Promise<void> {
  const outside = { ...app, db: app.pool };
  const refund = await store.getRefund(outside.db, ref);
  if (refund.state !== 'pending' || refund.forOperator !== null) return;
  const gateway = await app.processors.open(outside, refund);
  if (!gateway) throw new Error(`no processor ${refund.processor} for refund ${ref.id}`);
  const can = gateway.methods[refund.method as PaymentMethodId];
  if (can?.refunds === 'bank' && refund.accountId !== null) {
    // The provider transfers the money itself, to the given bank account.
    await store.writeForTransfer(outside.db, ref);
    return;
  }
  if (!(await store.writeTried(outside.db, refund, app.clock.now()))) return;
  const answer = await askFor(outside, gateway, refund);
  const { id, way, explanation } = answer;
  const forOperator = answer.state === 'ambiguous' ? 'ambiguous' : undefined;
  if (id !== undefined || way !== undefined || explanation !== undefined || forOperator !== undefined) {
    await store.writeSaid(outside.db, ref, { processorRefundId: id, way, explanation, forOperator });
  }
  if (answer.state === 'ambiguous') {
    app.log.error({ refund: ref, explanation }, 'nobody can tell whether a refund was made');
    return;
  }
  // Requested but not done; the processor is asked later.
  if (answer.state === 'pending') return wakeNext(outside.db, refund);
  await bookRefund(outside, refund, answer.state === 'refunded' ? null : 'refund_refused');
}

/** @throws ProcessorError if the result is unknown, or nothing happened */
async function askFor(app: App, gateway: PaymentGateway, refund: store.RefundToSend): Promise<RefundAnswer> {
  const order = await orderOf(app, refund);
  const signal = AbortSignal.timeout(CALL_MILLISECONDS);
  try {
    if (refund.processorRefundId !== null) return await gateway.askRefund(order, signal);
    return await gateway.refund(order, signal);
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error;
    // That this call had no effect says nothing about an earlier one whose answer was lost.
    if (refund.triedAt !== null) throw error;
    if (error.kind === 'refused') return { state: 'failed', explanation: error.message };
    if (error.kind === 'busy') await store.writeUntried(app.db, refund);
    throw error;
  }
}

async function orderOf(app: App, refund: store.RefundToSend): Promise<RefundOrder> {
  const { merchantId, accountName, bankName, iban } = refund;
  const ids =
    refund.accountId === null || refund.attemptId === null
      ? {}
      : await idsOf(app, { merchantId, id: refund.attemptId });
  const paidAt = refund.paidAt ?? app.clock.now();
  return {
    merchantId,
    externalRef: refund.externalRef,
    method: refund.method as PaymentMethodId,
    amountPiastres: refund.chargedPiastres,
    currency: 'EGP',
    expiresAt: paidAt,
    ids,
    refundKey: refund.refundKey,
    refundPiastres: refund.amountPiastres,
    refundedBeforePiastres: refund.otherRefundsPiastres,
    othersAreUnknown: refund.othersAreUnknown,
    receivedPiastres: refund.chargedPiastres,
    paymentReference: refund.paymentReference,
    paidAt,
    isRepeated: refund.triedAt !== null,
    bankAccount: iban === '' ? null : { accountName, bankName, iban },
    reason: refund.reason,
  };
}

/** Sends the refund that has waited longest for this one, if this one no longer waits. */
async function wakeNext(db: Db, refund: store.RefundToSend): Promise<void> {
  const next = await store.findUnsent(db, refund);
  if (next) await addJob(db, 'send-refund', { ...next });
}

/**
 * Records the result of a refund: payment, timeline, notification, the payer's message and ledger, or nothing.
 * `untold`: its money has already come back, so the payer is not told to expect it.
 */
export async function bookRefund(
  app: App,
  refund: store.RefundToSend,
  failure: string | null,
  payer: 'told' | 'untold' = 'told',
): Promise<void> {
  const now = app.clock.now();
  const { merchantId, mode, amountPiastres, reference, transactionId } = refund;
  await transaction(app.db, async (tx) => {
    const given = await store.finishRefund(tx, refund, failure, now);
    if (!given) return;
    await wakeNext(tx, refund);
    await notify({ ...app, db: tx }, refund, {
      kind: failure === null ? 'refund-succeeded' : 'refund-failed',
      params: { amountPiastres, reference },
      href: `/transactions/${transactionId}`,
    });
    const state = failure === null ? 'succeeded' : 'failed';
    await emitEvent(tx, refund, `refund.${state}`, eventData(refund, state), { now });
    if (failure !== null) return;
    if (payer === 'told') await tellPayer(app, tx, refund);
    const transfer: Transfer = {
      merchantId,
      mode,
      kind: 'refund',
      reference,
      idempotencyKey: `refund:${refund.id}`,
      effectiveAt: now,
      currency: 'EGP',
      lines: refundLines({ amountPiastres, from: given.from, processorAccountId: refund.accountId }),
    };
    await postTransfer(tx, transfer);
    await coverFromReserve(app, tx, transfer);
  });
}
