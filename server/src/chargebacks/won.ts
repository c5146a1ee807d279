/** Deciding for the merchant by hand: what is held is the merchant's again, so a second operator approves it. */
import { CHARGEBACK_STATUS } from '@daftar/contract/chargebacks';
import {
  amountFact,
  askSecondOperator,
  ChangedSince,
  type Executor,
  isWaiting,
  textFact,
} from '../ops-approvals/index.ts';
import type { App, Operator } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { decideChargeback } from './decide.ts';
import { AlreadyDecided, AnsweredSince, ChargebackNotFound, DecisionWaits } from './errors.ts';
import * as store from './store.ts';

/** The case as it was seen: another stage, or another round of the same one, is another decision. */
interface Won {
  id: number;
  stage: string;
  rounds: number;
  answeredAt: string | null;
}

/**
 * Asks a second operator to decide a dispute for the merchant. @param readAnswer as of `decideChargeback`
 * @throws ChargebackNotFound, AlreadyDecided, AnsweredSince, WaitsAlready
 */
export async function askWon(
  app: App,
  operator: Operator,
  ref: { merchantId: number; id: number },
  { readAnswer, reason }: { readAnswer: string | null; reason: string },
): Promise<void> {
  await transaction(app.db, async (tx) => {
    const found = await store.lockCase(tx, ref);
    if (!found) throw new ChargebackNotFound();
    const { row, payment } = found;
    if (row.status !== CHARGEBACK_STATUS.pending) throw new AlreadyDecided();
    const answeredAt = row.answeredAt?.toISOString() ?? null;
    if (answeredAt !== readAnswer) throw new AnsweredSince();
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
      reason,
    });
  });
}

/**
 * Decides a dispute for the payer, unless a decision for the merchant waits for a second operator.
 * @throws ChargebackNotFound, AlreadyDecided, AnsweredSince, DecisionWaits
 */
export async function applyByHand(
  app: App,
  actor: string,
  ref: { merchantId: number; id: number },
  readAnswer?: string | null,
): Promise<void> {
  await transaction(app.db, async (tx) => {
    const through = { ...app, db: tx };
    if (!(await store.lockCase(tx, ref))) throw new ChargebackNotFound();
    if (await isWaiting(through, 'chargeback-won', `chargeback:${ref.id}`)) throw new DecisionWaits();
    await decideChargeback(through, ref, 'applied', actor, readAnswer);
  });
}

/** Carries out {@link askWon}. @throws AlreadyDecided, AnsweredSince, ChangedSince for what has become of the case since */
export const decideWon: Executor = async (app, { merchantId, change }, by) => {
  const { id, stage, rounds, answeredAt } = change as Won;
  if (merchantId === null) throw new ChargebackNotFound();
  await transaction(app.db, async (tx) => {
    const found = await store.lockCase(tx, { merchantId, id });
    if (found && (found.row.stage !== stage || found.row.rounds !== rounds)) throw new ChangedSince();
    await decideChargeback({ ...app, db: tx }, { merchantId, id }, 'withdrawn', by.actor, answeredAt);
  });
};
