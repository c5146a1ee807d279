/** The effect of approving a refund. */
import { NoLongerCovered } from '../approvals/errors.ts';
import { onApproval } from '../approvals/registry.ts';
import { transaction } from '../platform/db/transaction.ts';
import { ExceedsRefundable, NotRefundable } from './errors.ts';
import { createPendingRefund, lockRefundable, sendNow } from './service.ts';

onApproval('refund', async (app, caller, request, write) => {
  try {
    const ref = await transaction(app.db, async (tx) => {
      const payment = await lockRefundable(tx, caller, request.transactionId!);
      await write(tx);
      const { amountPiastres, reason, accountName, bankName, iban, own } = request;
      const asked = { userId: request.requestedBy, approvalId: request.id };
      const promised = { amountPiastres, reason, accountName, bankName, iban, own, asked };
      return createPendingRefund(app, tx, caller, payment, promised);
    });
    await sendNow(app, ref);
  } catch (error) {
    const isShort = error instanceof ExceedsRefundable || error instanceof NotRefundable;
    throw isShort ? new NoLongerCovered('refund') : error;
  }
});
