/** Reverses the booking of a batch: one operator asks, another approves. */
import { toPounds } from '@daftar/contract/money';
import { recordProviderAudit } from '../audit/record.ts';
import { acquirerPaidLines, suspendedLines } from '../ledger/lines.ts';
import { askSecondOperator, type Executor, textFact, WaitsAlready } from '../ops-approvals/index.ts';
import type { App, Operator } from '../platform/context.ts';
import { patiently } from '../platform/db/long-work.ts';
import { transaction } from '../platform/db/transaction.ts';
import { type Entry, keyOf, ownerOf, post } from './book.ts';
import { BatchRefused, NothingThere } from './errors.ts';
import { listReversals, type Reversal, subjectOf } from './reversals.ts';
import * as store from './store-book.ts';
import { lock } from './store-locks.ts';
import { unbook } from './store-reverse.ts';
import { isWrittenOff } from './write-offs/store.ts';

/** Asks a second operator to reverse the booking of a batch. @throws NothingThere, BatchRefused, WaitsAlready */
export async function askReversal(app: App, operator: Operator, id: number, reason: string): Promise<void> {
  await transaction(app.db, async (tx) => {
    const batch = await store.findBatch(tx, id);
    if (!batch) throw new NothingThere();
    if (!batch.isBooked) throw new BatchRefused('notBooked');
    if ((await listReversals({ ...app, db: tx }, batch.fileId)).has(id)) throw new WaitsAlready();
    const change: Reversal = { batchId: id, reversals: batch.reversals };
    await askSecondOperator({ ...app, db: tx }, operator, {
      kind: 'batch-reversal',
      subject: subjectOf(batch.fileId),
      name: batch.name === '' ? batch.accountName : `${batch.accountName}: ${batch.name}`,
      facts: [
        textFact('fromAccount', batch.accountName, `processor:${batch.accountId}`),
        textFact('reference', batch.bankReference ?? ''),
        { name: 'sum', before: { is: 'amount', amount: toPounds(batch.receivedPiastres ?? 0) }, after: null },
      ],
      change,
      reason,
      // A file has several batches, each with its own request.
      part: `batch:${id}`,
    });
  });
}

/**
 * Carries out {@link askReversal}: posts the opposite of what booking the batch would post now. Lines matched after
 * the booking left suspense by transfers of their own; these are reversed as well.
 */
export const reverseBatch: Executor = async (app, { change, reason, askedBy }, by) => {
  const { batchId, reversals } = change as Reversal;
  const now = app.clock.now();
  await patiently(app.db, async (tx) => {
    const found = await store.findBatch(tx, batchId);
    if (!found) throw new NothingThere();
    await lock(tx, { links: true, accountId: found.accountId });
    const batch = (await store.findBatch(tx, batchId))!;
    if (!batch.isBooked || batch.reversals !== reversals) throw new BatchRefused('notBooked');
    if (await isWrittenOff(tx, batch)) throw new BatchRefused('writtenOff');
    const shares = await store.listShares(tx, batch);
    const { costsPiastres, unknownPiastres } = await store.sumUnmatched(tx, batch);
    const receivedPiastres = batch.receivedPiastres ?? 0;
    const differencePiastres = receivedPiastres - batch.netPiastres;
    await unbook(tx, batch, { actor: by.actor, now });
    const { accountId: account, name, bankReference } = batch;
    await recordProviderAudit(tx, by, now, {
      action: 'reconciliation-batch.reverse',
      subject: `reconciliation-batch:${batchId}`,
      before: { account, batch: name, bankReference, receivedPiastres },
      after: { reason, askedBy },
    });
    const key = `${keyOf(batch)}:reversed`;
    const entries: Entry[] = shares.map(({ merchantId, settledPiastres, roundedPiastres, netPiastres }) => ({
      merchantId,
      kind: 'acquirer_paid',
      idempotencyKey: key,
      lines: acquirerPaidLines({
        settledPiastres: -settledPiastres,
        roundedPiastres: -roundedPiastres,
        netPiastres: -netPiastres,
        processorAccountId: account,
      }),
    }));
    entries.push({
      merchantId: ownerOf(batch),
      kind: 'acquirer_suspended',
      idempotencyKey: `${key}:unknown`,
      lines: suspendedLines({
        costsPiastres: -costsPiastres,
        suspensePiastres: -(unknownPiastres + differencePiastres),
      }),
    });
    // The same order of locks as for booking, to avoid deadlocks.
    entries.sort((a, b) => a.merchantId - b.merchantId);
    for (const entry of entries) await post(tx, batch, now, entry);
  });
};
