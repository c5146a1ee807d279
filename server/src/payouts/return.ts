/** Returns a payout on an operator's request. The money goes back to the balance, so a second operator approves it. */
import { shownAccount } from '@daftar/contract/bank-accounts';
import { amountFact, askSecondOperator, type Executor, textFact } from '../ops-approvals/index.ts';
import type { App, Operator } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { endPayout } from './end.ts';
import { PayoutInFile, PayoutNotFound, PayoutOver } from './errors.ts';
import * as store from './store.ts';

/**
 * Asks a second operator to return a payout that was neither collected nor transferred. Until the approval it can
 * still be paid out.
 * @param reason shown to the merchant
 * @throws PayoutNotFound, PayoutOver, PayoutInFile, WaitsAlready
 */
export async function askReturn(
  app: App,
  operator: Operator,
  ref: store.PayoutRef,
  reason: string,
): Promise<void> {
  await transaction(app.db, async (tx) => {
    const payout = await store.lockPayout(tx, ref);
    if (!payout) throw new PayoutNotFound();
    if (payout.state !== 'requested') throw new PayoutOver();
    if (payout.isInFile) throw new PayoutInFile();
    const { merchantId, code, amountPiastres, bankName, bankNumber } = payout;
    await askSecondOperator({ ...app, db: tx }, operator, {
      kind: 'payout-return',
      subject: `payout:${ref.id}`,
      name: code,
      merchantId,
      facts: [
        amountFact('givenBack', amountPiastres),
        textFact('account', shownAccount(bankName, bankNumber) ?? ''),
      ],
      change: { id: ref.id },
      reason,
    });
  });
}

/** Carries out {@link askReturn}. @throws PayoutOver, PayoutInFile when it ended or was put into a file since */
export const returnPayout: Executor = async (app, { merchantId, change, reason }, by) => {
  const { id } = change as { id: number };
  if (merchantId === null) throw new PayoutNotFound();
  await endPayout(app, { merchantId, id }, { state: 'returned', reason, actor: by.actor });
};
