/** What a bank refused or sent back is due again, once a second operator has approved it. */
import { toPounds } from '@daftar/contract/money';
import type { ApprovalFact } from '@daftar/contract/ops-approvals';
import { recordProviderAudit } from '../audit/record.ts';
import {
  askSecondOperator,
  ChangedSince,
  type Executor,
  listWaitingChanges,
} from '../ops-approvals/index.ts';
import { returnFromBank } from '../payouts/service.ts';
import type { App, Operator } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { returnSettlement } from '../settlements/pay.ts';
import { subjectOf } from './batches.ts';
import * as store from './store-answers.ts';

const KIND = 'bank-return';
/** The transfers that a request names one by one; it tells the number and sum of all. */
const MOST_NAMED = 50;

/** A transfer whose money is to be due again. */
export interface GiveBack {
  transfer: store.AnsweredTransfer;
  /** Its state when the answer was read. */
  from: 'sent' | 'paid';
  to: 'rejected' | 'returned';
  reason: string;
  bankReference: string;
}

/** What is stored with a request: the transfers of one file of ours. */
interface Change {
  batchId: number;
  transfers: (Omit<GiveBack, 'transfer'> & { id: number })[];
}

/** Which transfers of these files a second operator is asked about already, by their ids. */
export async function listAsked(app: App, batchIds: readonly number[]): Promise<Set<number>> {
  const changes = (await listWaitingChanges(app, KIND, batchIds.map(subjectOf))) as Change[];
  return new Set(changes.flatMap(({ transfers }) => transfers.map(({ id }) => id)));
}

function factsOf(answer: { name: string; sha256: Buffer }, of: readonly GiveBack[]): ApprovalFact[] {
  const text = (name: string, value: string): ApprovalFact => ({
    name,
    before: null,
    after: { is: 'text', text: value },
  });
  const sum = of.reduce((piastres, { transfer }) => piastres + transfer.amountPiastres, 0);
  return [
    text('answer', answer.name),
    text('sha256', answer.sha256.toString('hex')),
    { name: 'sum', before: null, after: { is: 'amount', amount: toPounds(sum) } },
    text('transfers', String(of.length)),
    ...of.slice(0, MOST_NAMED).map(({ transfer, to, reason }) => {
      const { endToEndId, merchantName, amountPiastres } = transfer;
      const amount = toPounds(amountPiastres).toFixed(2);
      return text(to, [merchantName, endToEndId, amount, reason].filter((part) => part !== '').join(' · '));
    }),
  ];
}

/**
 * Asks a second operator, for each file of ours that an answer names, to give back what the bank refused or sent back. `app.db`
 * is the transaction in which the transfers are locked.
 */
export async function askGiveBack(
  app: App,
  operator: Operator,
  answer: { name: string; sha256: Buffer; reason: string },
  all: readonly GiveBack[],
): Promise<void> {
  for (const batchId of new Set(all.map(({ transfer }) => transfer.batchId))) {
    const of = all.filter(({ transfer }) => transfer.batchId === batchId);
    const transfers = of.map(({ transfer: { id }, from, to, reason, bankReference }) => {
      return { id, from, to, reason, bankReference };
    });
    const change: Change = { batchId, transfers };
    await askSecondOperator(app, operator, {
      kind: KIND,
      subject: subjectOf(batchId),
      name: of[0]!.transfer.messageId,
      facts: factsOf(answer, of),
      change,
      reason: answer.reason,
      // Another answer may be about other transfers of the file.
      mayRepeat: true,
    });
  }
}

/**
 * Carries out {@link askGiveBack}. What was given back meanwhile stays given back, once.
 * @throws ChangedSince when one was paid since, or nothing is left to do
 */
export const giveBack: Executor = async (app, { change, reason, askedBy }, by) => {
  const { batchId, transfers } = change as Change;
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const locked = await store.lockTransfers(
      tx,
      transfers.map(({ id }) => id),
    );
    const asked = new Map(transfers.map((each) => [each.id, each]));
    const open = locked.filter(({ state }) => state !== 'rejected' && state !== 'returned');
    if (open.length === 0 || open.some(({ id, state }) => state !== asked.get(id)!.from))
      throw new ChangedSince();
    await recordProviderAudit(tx, by, now, {
      action: 'bank-file.give-back',
      subject: subjectOf(batchId),
      after: { transfers: open.map(({ endToEndId }) => endToEndId), reason, askedBy },
    });
    // In one order, so that two requests never wait for each other's merchants.
    for (const transfer of open.toSorted((one, other) => one.merchantId - other.merchantId)) {
      const { to, reason: said, bankReference } = asked.get(transfer.id)!;
      await store.writeOutcome(tx, transfer.id, { state: to, reason: said, bankReference, now });
      const { merchantId, settlementId, payoutId } = transfer;
      const ending = { reason: said, actor: by.actor };
      const inside = { ...app, db: tx };
      if (settlementId !== null) await returnSettlement(inside, tx, { merchantId, id: settlementId }, ending);
      else await returnFromBank(inside, tx, { merchantId, id: payoutId! }, ending);
    }
    await store.closeAnswered(tx);
  });
};
