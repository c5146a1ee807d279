/** Carries out approved payout requests. */
import { NoLongerCovered } from '../approvals/errors.ts';
import { onApproval } from '../approvals/registry.ts';
import type { App, Caller } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { InvalidError } from '../platform/http/errors.ts';
import { lockAccount } from './accounts.ts';
import { ExceedsBalance, PayoutAccountChanged } from './errors.ts';
import { requestPayout } from './service.ts';

/** Locks the requested account, if it is unchanged since the approver saw it. @throws PayoutAccountChanged */
async function accountOf(app: App, tx: Tx, caller: Caller, change: Record<string, unknown> | null) {
  if (change === null) return null;
  const { bankAccountId, version } = change as { bankAccountId: number; version: number };
  try {
    const account = await lockAccount(app, tx, caller, bankAccountId);
    if (account?.version === version) return account;
  } catch (error) {
    if (!(error instanceof InvalidError)) throw error;
  }
  throw new PayoutAccountChanged();
}

onApproval('payout', async (app, caller, request, write) => {
  try {
    await transaction(app.db, async (tx) => {
      await write(tx);
      const asked = { userId: request.requestedBy, approvalId: request.id };
      const account = await accountOf(app, tx, caller, request.change);
      await requestPayout({ ...app, db: tx }, caller, request.amountPiastres, { account, asked });
    });
  } catch (error) {
    throw error instanceof ExceedsBalance ? new NoLongerCovered('payout') : error;
  }
});
