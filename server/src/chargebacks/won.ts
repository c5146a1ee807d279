/** Deciding for the merchant by hand: the held amount returns to the merchant, so a second operator must approve. */
import {
  amountFact,
  askSecondOperator,
  ChangedSince,
  type Executor,
  textFact,
} from '../ops-approvals/index.ts';
import type { App, Operator } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { type Deciding, decideChargeback, requireDecidable } from './decide.ts';
import { ChargebackNotFound } from './errors.ts';
import * as store from './store.ts';

/** The case as the requester saw it: another stage, or another round of the same one, is another decision. */
interface Won {
  id: number;
  stage: string;
  rounds: number;
  answeredAt: string | null;
}

/**
 * Requests a second operator's approval to decide a dispute for the merchant.
 * @throws ChargebackNotFound, AlreadyDecided, AnsweredSince, MerchantMayAnswer, WaitsAlready
 */
export async function askWon(
  app: App,
  operator: Operator,
  ref: { merchantId: number; id: number },
  deciding: Deciding & { reason: string },
): Promise<void> {
  await transaction(app.db, async (tx) => {
    const found = await store.lockCase(tx, ref);
    if (!found) throw new ChargebackNotFound();
    const { row, payment } = found;
    requireDecidable(row, app.clock.now(), deciding);
    const answeredAt = row.answeredAt?.toISOString() ?? null;
    await askSecondOperator({ ...app, db: tx }, operator, {
      kind: 'chargeback-won',
      subject: `chargeback:${ref.id}`,
      name: row.reference,
      merchantId: ref.merchantId,
      facts: [
        textFact('payment', payment.reference),
        amountFact('givenBack', row.amountPiastres),
        textFact('caseId', row.caseId),
      ],
      change: { id: ref.id, stage: row.stage, rounds: row.rounds, answeredAt } satisfies Won,
      reason: deciding.reason,
    });
  });
}

/** Executes {@link askWon}. @throws AlreadyDecided, AnsweredSince, ChangedSince if the case has changed since */
export const decideWon: Executor = async (app, { merchantId, change, reason }, by) => {
  const { id, stage, rounds, answeredAt } = change as Won;
  if (merchantId === null) throw new ChargebackNotFound();
  await transaction(app.db, async (tx) => {
    const found = await store.lockCase(tx, { merchantId, id });
    if (found && (found.row.stage !== stage || found.row.rounds !== rounds)) throw new ChangedSince();
    const deciding = { reason, readAnswer: answeredAt, isApproved: true };
    await decideChargeback({ ...app, db: tx }, { merchantId, id }, 'withdrawn', by.actor, deciding);
  });
};
