/** Completes a pending refund: requests it from the processor outside any transaction, and books the answer once. */
import { toPounds } from '@daftar/contract/money';
import { refundLines } from '../ledger/lines.ts';
import { postTransfer } from '../ledger/post.ts';
import { notify } from '../notifications/service.ts';
import type { App } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { processorNamed } from '../processors/registry.ts';
import { emitEvent } from '../webhooks/emit.ts';
import { tellPayer } from './payer.ts';
import * as store from './store.ts';

/**
 * Requests a pending refund from the processor and books the answer. Repeated or concurrent calls refund once, because
 * the processor knows the key, and book once, because only a pending refund ends.
 * @throws whatever the processor throws: the refund stays pending and is requested again later.
 */
export async function sendRefund(app: App, ref: store.RefundRef): Promise<void> {
  const outside = { ...app, db: app.pool };
  const refund = await store.getRefund(outside.db, ref);
  if (refund.state !== 'pending') return;
  const processor = processorNamed(outside, refund.processor);
  if (!processor) throw new Error(`no processor ${refund.processor} for refund ${ref.id}`);
  await store.writeTried(outside.db, ref, app.clock.now());
  const { merchantId, orderId, refundKey, amountPiastres, paymentReference } = refund;
  const { accountName, bankName, iban } = refund;
  const bankAccount = iban === '' ? null : { accountName, bankName, iban };
  const order = { merchantId, orderId, refundKey, amountPiastres, paymentReference, bankAccount };
  const answer = await processor.refund(order);
  // Requested but not answered; it is requested again later.
  if (answer.state === 'pending') return;
  await bookRefund(outside, refund, answer.state === 'refunded' ? null : 'refund_refused');
}

/** Records the result of a refund: payment, timeline, notification, the payer's message and ledger, or nothing. */
async function bookRefund(app: App, refund: store.RefundToSend, failure: string | null): Promise<void> {
  const now = app.clock.now();
  const { merchantId, mode, amountPiastres, reference, transactionId } = refund;
  await transaction(app.db, async (tx) => {
    const given = await store.finishRefund(tx, refund, failure, now);
    if (!given) return;
    await notify({ ...app, db: tx }, refund, {
      kind: failure === null ? 'refund-succeeded' : 'refund-failed',
      params: { amountPiastres, reference },
      href: `/transactions/${transactionId}`,
    });
    await emitEvent(
      tx,
      refund,
      failure === null ? 'refund.succeeded' : 'refund.failed',
      {
        id: refund.id,
        transaction_id: transactionId,
        transaction_reference: reference,
        amount: toPounds(amountPiastres),
        currency: 'EGP',
      },
      { now },
    );
    if (failure !== null) return;
    await tellPayer(app, tx, refund);
    await postTransfer(tx, {
      merchantId,
      mode,
      kind: 'refund',
      reference,
      idempotencyKey: `refund:${refund.id}`,
      effectiveAt: now,
      currency: 'EGP',
      lines: refundLines({ amountPiastres, from: given.from }),
    });
  });
}
