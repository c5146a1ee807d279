/** What approving a payout does. */
import { NoLongerCovered } from '../approvals/errors.ts';
import { onApproval } from '../approvals/registry.ts';
import { transaction } from '../platform/db/transaction.ts';
import { ExceedsBalance } from './errors.ts';
import { requestPayout } from './service.ts';

onApproval('payout', async (app, caller, request, write) => {
  try {
    await transaction(app.db, async (tx) => {
      await write(tx);
      const asked = { userId: request.requestedBy, approvalId: request.id };
      await requestPayout({ ...app, db: tx }, caller, request.amountPiastres, asked);
    });
  } catch (error) {
    throw error instanceof ExceedsBalance ? new NoLongerCovered('payout') : error;
  }
});
