/** Makes transfers due again that a bank refused or sent back, once a second operator has approved it. */
import type { ApprovalFact } from '@daftar/contract/ops-approvals';
import { recordProviderAudit } from '../audit/record.ts';
import {
  amountFact,
  askSecondOperator,
  ChangedSince,
  type Executor,
  listWaitingChanges,
  partOf,
  textFact,
} from '../ops-approvals/index.ts';
import { returnFromBank } from '../payouts/end.ts';
import type { App, Operator } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { returnSettlement } from '../settlements/pay.ts';
import { subjectOf } from './batches.ts';
import * as store from './store-answers.ts';

export const KIND = 'bank-return';

/** A transfer that is to be due again. */
export interface GiveBack {
  transfer: store.AnsweredTransfer;
  /** Its state when the answer was read. */
  from: 'sent' | 'paid';
  to: 'rejected' | 'returned';
  reason: string;
  bankReference: string;
}

/** The stored change of a request: the transfers of one of our files. */
export interface Change {
  batchId: number;
  /** SHA-256 of the bank's file, in hexadecimal; absent in requests made by an earlier release. */
  sha256?: string;
  transfers: (Omit<GiveBack, 'transfer'> & { id: number })[];
}

/** Returns the ids of the transfers in these files about which a second operator has been asked already. */
export async function listAsked(app: App, batchIds: readonly number[]): Promise<Set<number>> {
  const changes = (await listWaitingChanges(app, KIND, batchIds.map(subjectOf))) as Change[];
  return new Set(changes.flatMap(({ transfers }) => transfers.map(({ id }) => id)));
}

function factsOf(answer: { name: string; sha256: Buffer }, of: readonly GiveBack[]): ApprovalFact[] {
  const sum = of.reduce((piastres, { transfer }) => piastres + transfer.amountPiastres, 0);
  return [
    textFact('answer', answer.name),
    textFact('sha256', answer.sha256.toString('hex')),
    amountFact('sum', sum),
    textFact('transfers', String(of.length)),
  ];
}

/**
 * Asks a second operator to give back the transfers that the bank refused or sent back: one request for each of our
 * files in the answer. `app.db` is the transaction in which the transfers are locked.
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
    const change: Change = { batchId, sha256: answer.sha256.toString('hex'), transfers };
    await askSecondOperator(app, operator, {
      kind: KIND,
      subject: subjectOf(batchId),
      name: of[0]!.transfer.messageId,
      facts: factsOf(answer, of),
      change,
      reason: answer.reason,
      // An earlier answer may have asked about other transfers of the file.
      part: partOf(transfers),
    });
  }
}

/**
 * Carries out {@link askGiveBack} for every transfer that has not changed since the request. Transfers that were
 * given back or paid meanwhile stay as they are.
 * @throws ChangedSince when nothing is left to do
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
    const open = locked.filter(({ id, state }) => state === asked.get(id)!.from);
    if (open.length === 0) throw new ChangedSince();
    const left = locked.filter((transfer) => !open.includes(transfer)).map(({ endToEndId }) => endToEndId);
    await recordProviderAudit(tx, by, now, {
      action: 'bank-file.give-back',
      subject: subjectOf(batchId),
      after: {
        transfers: open.map(({ endToEndId }) => endToEndId),
        ...(left.length === 0 ? {} : { left }),
        reason,
        askedBy,
      },
    });
    // A fixed order of locks, so that two requests never deadlock on each other's merchants.
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
