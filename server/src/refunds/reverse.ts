/** A refund that was made and came back, because the payer's bank did not accept it or the acquirer reversed it. */
import { refundReversedLines } from '../ledger/lines.ts';
import { postTransfer } from '../ledger/post.ts';
import { notify } from '../notifications/service.ts';
import type { App } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { emitEvent } from '../webhooks/emit.ts';
import { tellPayer } from './payer.ts';
import { eventData } from './rows.ts';
import * as store from './store.ts';

/**
 * Returns the money of a completed refund to the merchant, once: payment, timeline, ledger, notification, webhook, and
 * the payer's message. `untold`: the payer was never told to expect it.
 */
export async function bookReversal(
  app: App,
  refund: store.RefundToSend,
  payer: 'told' | 'untold' = 'told',
): Promise<void> {
  const now = app.clock.now();
  const { merchantId, mode, amountPiastres, reference, transactionId, accountId } = refund;
  await transaction(app.db, async (tx) => {
    const reversed = await store.reverseRefund(tx, refund, now);
    if (!reversed) return;
    await notify({ ...app, db: tx }, refund, {
      kind: 'refund-reversed',
      params: { amountPiastres, reference },
      href: `/transactions/${transactionId}`,
    });
    await emitEvent(tx, refund, 'refund.reversed', eventData(refund, 'reversed'), { now });
    if (payer === 'told') await tellPayer(app, tx, refund, 'reversed');
    await postTransfer(tx, {
      merchantId,
      mode,
      kind: 'refund_reversed',
      reference,
      idempotencyKey: `refund-reversed:${refund.id}`,
      effectiveAt: now,
      currency: 'EGP',
      lines: refundReversedLines({ amountPiastres, to: reversed.from, processorAccountId: accountId }),
    });
  });
}
