/** Books transfers from processors: one batch at a time, once the bank has received it. */

import { PROVIDER, recordProviderAudit } from '../audit/record.ts';
import { InsufficientFunds } from '../ledger/errors.ts';
import { acquirerPaidLines, identifiedLines, suspendedLines } from '../ledger/lines.ts';
import { postTransfer, type Transfer } from '../ledger/post.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { patiently } from '../platform/db/long-work.ts';
import { BatchRefused, NothingThere } from './errors.ts';
import type { Author } from './service.ts';
import { sumReceived } from './statements/store-lines.ts';
import { closeUnpaid } from './statements/store-match.ts';
import * as store from './store-book.ts';
import { lock } from './store-locks.ts';
import { insertSuspense } from './store-suspense.ts';
import { undoArrived } from './write-offs/write-off.ts';

/** A batch's deposit on the bank statement. */
export interface Deposit {
  bankReference: string;
  /** `YYYY-MM-DD` */
  receivedOn: string;
  /** The amount on the statement, without a sign. */
  amountPiastres: number;
}

export type Entry = Pick<Transfer, 'kind' | 'idempotencyKey' | 'lines'> & { merchantId: number };

const nameOf = (batch: store.OpenBatch) => `batch:${batch.id}`;

/**
 * Returns the idempotency key of a booking's ledger transfers. Every booking of a batch has its own key, and so has
 * its reversal.
 */
export const keyOf = ({ id, reversals }: Pick<store.OpenBatch, 'id' | 'reversals'>) =>
  reversals === 0 ? `acquirer-batch:${id}` : `acquirer-batch:${id}:again-${reversals}`;

/** Sums what a transfer posts to one of our own accounts; above zero: a credit. */
const creditOf = ({ lines }: Entry, account: 'acquirer_fees' | 'suspense') =>
  lines.reduce((sum, line) => {
    if ('credit' in line && line.credit === account) return sum + line.amountPiastres;
    return 'debit' in line && line.debit === account ? sum - line.amountPiastres : sum;
  }, 0);

/** Returns why a transfer of a batch changes suspense. */
const causeOf = ({ kind, idempotencyKey }: Entry) => {
  if (kind === 'acquirer_identified') return 'identified';
  return idempotencyKey.includes(':reversed:') ? 'reversed' : 'booked';
};

/**
 * Posts one transfer of a batch and records its cost and its change of suspense; posts nothing if all its lines are
 * zero.
 * @throws BatchRefused
 */
export async function post(tx: Tx, batch: store.OpenBatch, now: Date, entry: Entry): Promise<void> {
  if (entry.lines.length === 0) return;
  const { merchantId } = entry;
  const costPiastres = -creditOf(entry, 'acquirer_fees');
  if (costPiastres !== 0) {
    const ofPayments = entry.kind === 'acquirer_paid';
    await store.insertCost(tx, batch, { merchantId, ofPayments, amountPiastres: costPiastres, now });
  }
  const amountPiastres = creditOf(entry, 'suspense');
  if (amountPiastres !== 0)
    await insertSuspense(tx, {
      accountId: batch.accountId,
      merchantId,
      mode: batch.mode,
      cause: causeOf(entry),
      batchId: batch.id,
      breakId: null,
      reference: batch.bankReference ?? batch.name,
      amountPiastres,
      now,
    });
  try {
    await postTransfer(tx, {
      ...entry,
      mode: batch.mode,
      reference: nameOf(batch),
      effectiveAt: now,
      currency: 'EGP',
    });
  } catch (error) {
    // The transfer would return more costs than were ever charged.
    if (error instanceof InsufficientFunds) throw new BatchRefused('costs');
    throw error;
  }
}

/**
 * Returns the owner of the ledger for lines that belong to no merchant's payment: the account's merchant, or the
 * provider.
 */
export const ownerOf = (batch: store.OpenBatch) => batch.accountMerchantId ?? PROVIDER;

/**
 * Books a batch once the bank has received its money, in one transaction. For each merchant, the settled amounts
 * leave `clearing` for the bank and our costs. Unknown lines, and a difference from the deposit, are kept in
 * suspense.
 * @throws NothingThere, BatchRefused
 */
export async function bookBatch(app: App, by: Author, id: number, deposit: Deposit): Promise<void> {
  const now = app.clock.now();
  await patiently(app.db, async (tx) => {
    const found = await store.findBatch(tx, id);
    if (!found) throw new NothingThere();
    // Locked, so that the batch's links to bank lines do not change meanwhile.
    await lock(tx, { links: true, accountId: found.accountId });
    const batch = (await store.findBatch(tx, id))!;
    if (batch.isBooked) throw new BatchRefused('booked');
    if (batch.fileState !== 'imported') throw new BatchRefused('undone');
    if (batch.currency !== 'EGP') throw new BatchRefused('currency');
    const receivedPiastres = batch.netPiastres < 0 ? -deposit.amountPiastres : deposit.amountPiastres;
    const { bankReference, receivedOn } = deposit;
    const onStatement = await sumReceived(tx, id);
    if (onStatement && onStatement.amountPiastres !== receivedPiastres) throw new BatchRefused('statement');
    const received = { bankReference, receivedOn, receivedPiastres, actor: by.actor, now };
    await store.settleLines(tx, batch, now);
    const shares = await store.listShares(tx, batch);
    const { costsPiastres, unknownPiastres } = await store.sumUnmatched(tx, batch);
    const differencePiastres = receivedPiastres - batch.netPiastres;
    await store.markBooked(tx, id, received);
    if (differencePiastres !== 0) await store.openDepositBreak(tx, batch, differencePiastres, received);
    await closeUnpaid(tx, [id], { actor: by.actor, now });
    await recordProviderAudit(tx, by, now, {
      action: 'reconciliation-batch.book',
      subject: `reconciliation-batch:${id}`,
      after: {
        account: batch.accountId,
        batch: batch.name,
        bankReference,
        receivedOn,
        receivedPiastres,
        netPiastres: batch.netPiastres,
        unknownPiastres,
      },
    });
    const entries: Entry[] = shares.map((share) => ({
      merchantId: share.merchantId,
      kind: 'acquirer_paid',
      idempotencyKey: keyOf(batch),
      lines: acquirerPaidLines({ ...share, processorAccountId: batch.accountId }),
    }));
    entries.push({
      merchantId: ownerOf(batch),
      kind: 'acquirer_suspended',
      idempotencyKey: `${keyOf(batch)}:unknown`,
      lines: suspendedLines({ costsPiastres, suspensePiastres: unknownPiastres + differencePiastres }),
    });
    // A fixed order of locks, so that two batches never deadlock on each other's merchants.
    entries.sort((a, b) => a.merchantId - b.merchantId);
    for (const entry of entries) await post(tx, { ...batch, bankReference }, now, entry);
    await undoArrived(tx, batch, { actor: by.actor, now });
  });
}

/** Takes a manually matched line out of suspense, if its batch is booked. */
export async function settleMatched(
  tx: Tx,
  place: { fileId: number; lineNo: number },
  { actor, now }: { actor: string; now: Date },
): Promise<void> {
  const batch = await store.findBookedBatch(tx, place.fileId, place.lineNo);
  if (!batch) return;
  await store.settleLines(tx, batch, now, place.lineNo);
  const share = await store.getShare(tx, place.fileId, place.lineNo);
  const key = `acquirer-line:${place.fileId}:${place.lineNo}`;
  const entries: Entry[] = [
    {
      merchantId: ownerOf(batch),
      kind: 'acquirer_identified',
      idempotencyKey: `${key}:known`,
      lines: identifiedLines({ amountPiastres: share.netPiastres }),
    },
    {
      merchantId: share.merchantId,
      kind: 'acquirer_paid',
      idempotencyKey: key,
      lines: acquirerPaidLines({ ...share, processorAccountId: batch.accountId }),
    },
  ];
  entries.sort((a, b) => a.merchantId - b.merchantId);
  for (const entry of entries) await post(tx, batch, now, entry);
  await undoArrived(tx, batch, { actor, now }, place.lineNo);
}
