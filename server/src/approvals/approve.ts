/** The second person's yes: the one place where a request becomes money. */
import type { ApprovalRow } from '@daftar/contract/approvals';
import { ExceedsBalance } from '../payouts/errors.ts';
import { requestPayout } from '../payouts/service.ts';
import type { App, Caller } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { NotRefundable, TooMuch } from '../refunds/errors.ts';
import { lockRefundable, promiseRefund, type RefundRef, sendNow } from '../refunds/service.ts';
import { NoLongerCovered } from './errors.ts';
import { getDecidable, getRow, writeDecision } from './service.ts';
import type { Approval } from './store.ts';

/**
 * Approves what somebody else asked for: the request, its refund or payout, and the ledger together. What there is to
 * give is judged anew behind the locks; when it is not enough nothing changes, and the request goes on waiting.
 * @throws ApprovalNotFound 404; DecisionRefused, NoLongerCovered 400
 */
export async function approve(app: App, caller: Caller, id: number): Promise<ApprovalRow> {
  const request = await getDecidable(app, caller, id, 'approved');
  try {
    if (request.kind === 'payout') await approvePayout(app, caller, request);
    else await approveRefund(app, caller, request);
  } catch (error) {
    const isShort =
      error instanceof ExceedsBalance || error instanceof TooMuch || error instanceof NotRefundable;
    if (isShort) throw new NoLongerCovered(request.kind);
    throw error;
  }
  return getRow(app, caller, id);
}

function approvePayout(app: App, caller: Caller, request: Approval): Promise<unknown> {
  return transaction(app.db, async (tx) => {
    await writeDecision(app, tx, caller, request, { state: 'approved' });
    const asked = { userId: request.requestedBy, approvalId: request.id };
    return requestPayout({ ...app, db: tx }, caller, request.amountPiastres, asked);
  });
}

async function approveRefund(app: App, caller: Caller, request: Approval): Promise<void> {
  const ref = await transaction(app.db, async (tx): Promise<RefundRef> => {
    const payment = await lockRefundable(tx, caller, request.transactionId!);
    await writeDecision(app, tx, caller, request, { state: 'approved' });
    const { amountPiastres, reason, accountName, bankName, iban } = request;
    const asked = { userId: request.requestedBy, approvalId: request.id };
    return promiseRefund(app, tx, caller, payment, {
      amountPiastres,
      reason,
      accountName,
      bankName,
      iban,
      asked,
    });
  });
  await sendNow(app, ref);
}
