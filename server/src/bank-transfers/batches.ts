/** Manages our own accounts, and files of transfers until their release. */

import { toPounds } from '@daftar/contract/money';
import type { BankAccountOfOurs, BankAccountOfOursForm } from '@daftar/contract/ops-bank-transfer-accounts';
import {
  type Batch,
  type BatchRow,
  MAX_TRANSFERS,
  type ToTransfer,
} from '@daftar/contract/ops-bank-transfer-batches';
import { recordProviderAudit } from '../audit/record.ts';
import { requireOwnPassword } from '../auth/operator-proof.ts';
import { isWaiting } from '../ops-approvals/index.ts';
import { isWritable } from '../platform/bank-files/pain001.ts';
import type { App, Operator } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { InvalidError } from '../platform/http/errors.ts';
import { drawLetters } from '../platform/references.ts';
import { cairoDay } from '../platform/time/cairo.ts';
import { AccountRetired, NoDraft, NothingToTransfer, TransferNotFound } from './errors.ts';
import * as store from './store.ts';
import { type Candidate, listCandidates, lockCandidates, takeTurn } from './store-candidates.ts';

const LETTERS = 12;
/** Maximum number of due transfers that the summary counts. */
const LOOKED_AT = 50_000;

export const subjectOf = (batchId: number | '') => `bank-file:${batchId}` as const;

const authorOf = ({ email: actor, address }: Operator) => ({ actor, address });

/** Lists our accounts. */
export async function listAccounts(app: App): Promise<BankAccountOfOurs[]> {
  return (await store.listAccounts(app.db)).map(({ bankName, ...account }) => ({
    ...account,
    bank_name: bankName,
  }));
}

/** Adds one of our accounts. @throws InvalidError 422 when an account in use has its IBAN, or for a wrong password */
export async function addAccount(
  app: App,
  operator: Operator,
  { current_password, ...form }: BankAccountOfOursForm,
): Promise<void> {
  await requireOwnPassword(app, operator, current_password);
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const { bank_name: bankName, ...account } = form;
    const id = await store.insertAccount(tx, { ...account, bankName }, now);
    if (id === null) throw InvalidError.field('iban', 'IbanOfOursTaken');
    await recordProviderAudit(tx, authorOf(operator), now, {
      action: 'bank-account-of-ours.add',
      subject: `bank-account-of-ours:${id}`,
      after: { ...form },
    });
  });
}

/**
 * Retires an account: no new files are made from it.
 * @throws TransferNotFound, InvalidError 422 for a wrong password
 */
export async function retireAccount(
  app: App,
  operator: Operator,
  id: number,
  password: string | null | undefined,
): Promise<void> {
  await requireOwnPassword(app, operator, password);
  await transaction(app.db, async (tx) => {
    if (!(await store.retireAccount(tx, id))) throw new TransferNotFound();
    await recordProviderAudit(tx, authorOf(operator), app.clock.now(), {
      action: 'bank-account-of-ours.retire',
      subject: `bank-account-of-ours:${id}`,
    });
  });
}

const canBeWritten = ({ bankAccountId, accountName: name, iban, accountNumber }: Candidate): boolean =>
  bankAccountId !== null && isWritable({ name, iban, accountNumber, bic: '', bankName: '' });

/** Sums up the transfers that are due and in no file. */
export async function readToTransfer(app: App): Promise<ToTransfer> {
  const all = await listCandidates(app.db, LOOKED_AT, app.clock.now(), false);
  const stopped = all.filter(({ mayBeSent }) => !mayBeSent);
  const going = all.filter(({ mayBeSent }) => mayBeSent);
  const writable = going.filter(canBeWritten);
  return {
    count: writable.length,
    payouts: writable.filter(({ payoutId }) => payoutId !== null).length,
    amount: toPounds(writable.reduce((sum, { amountPiastres }) => sum + amountPiastres, 0)),
    stopped: stopped.length,
    unwritable: going.length - writable.length,
  };
}

/**
 * Creates a draft of the due transfers, the oldest first, at most {@link MAX_TRANSFERS}.
 * @returns its id
 * @throws TransferNotFound, AccountRetired, NothingToTransfer, InvalidError for a day that has passed
 */
export async function createBatch(
  app: App,
  operator: Operator,
  form: { bank_account_id: number; execution_day: string },
): Promise<number> {
  const now = app.clock.now();
  if (form.execution_day < cairoDay(now)) throw InvalidError.field('execution_day', 'DateInPast');
  return transaction(app.db, async (tx) => {
    await takeTurn(tx);
    const account = (await store.listAccounts(tx)).find(({ id }) => id === form.bank_account_id);
    if (!account) throw new TransferNotFound();
    if (account.state === 'off') throw new AccountRetired();
    const all = await lockCandidates(tx, MAX_TRANSFERS, now);
    const going = all.filter((each) => each.mayBeSent && canBeWritten(each));
    if (going.length === 0) throw new NothingToTransfer();
    const messageId = `DAFTAR-${drawLetters(LETTERS)}`;
    const id = await store.insertBatch(tx, {
      bankAccountId: account.id,
      messageId,
      executionDay: form.execution_day,
      createdBy: operator.email,
      now,
    });
    const transfers = going.map((each) => ({ ...each, endToEndId: `TRF-${drawLetters(LETTERS)}` }));
    await store.insertTransfers(tx, id, transfers, now);
    await recordProviderAudit(tx, authorOf(operator), now, {
      action: 'bank-file.create',
      subject: subjectOf(id),
      after: { messageId, account: account.name, transfers: transfers.length },
    });
    return id;
  });
}

/** Locks a draft whose release has not been requested from a second operator. @throws TransferNotFound, NoDraft */
export async function lockDraft(app: App, tx: Tx, id: number): Promise<store.BatchRow> {
  const batch = await store.lockBatch(tx, id);
  if (!batch) throw new TransferNotFound();
  if (batch.state !== 'draft') throw new NoDraft('over');
  if (await isWaiting({ ...app, db: tx }, 'bank-file', subjectOf(id))) throw new NoDraft('waiting');
  return batch;
}

/** Takes a transfer out of a draft. @throws TransferNotFound, NoDraft */
export async function removeTransfer(
  app: App,
  operator: Operator,
  { id, transferId }: { id: number; transferId: number },
): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    await lockDraft(app, tx, id);
    if ((await store.removeTransfers(tx, id, transferId, now)) === 0) throw new TransferNotFound();
    await recordProviderAudit(tx, authorOf(operator), now, {
      action: 'bank-file.remove',
      subject: subjectOf(id),
      after: { transfer: transferId },
    });
  });
}

/** Discards a draft; all its transfers are due again. @throws TransferNotFound, NoDraft */
export async function cancelBatch(app: App, operator: Operator, id: number): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    await lockDraft(app, tx, id);
    await store.removeTransfers(tx, id, null, now);
    await store.writeCanceled(tx, id);
    await recordProviderAudit(tx, authorOf(operator), now, {
      action: 'bank-file.cancel',
      subject: subjectOf(id),
    });
  });
}

async function rowOf(app: App, row: store.BatchRow): Promise<BatchRow> {
  const waits = row.state === 'draft' && (await isWaiting(app, 'bank-file', subjectOf(row.id)));
  return {
    id: row.id,
    message_id: row.messageId,
    account: { id: row.accountId, name: row.accountName, bank_name: row.bankName },
    state: waits ? 'waiting' : row.state,
    execution_day: row.executionDay,
    transfers: row.transfers,
    amount: toPounds(row.sumPiastres),
    open: row.open,
    rejected: row.rejected,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
  };
}

/** @throws TransferNotFound */
export async function readBatch(app: App, id: number): Promise<Batch> {
  const row = await store.findBatch(app.db, id);
  if (!row) throw new TransferNotFound();
  const shown = await rowOf(app, row);
  const writesLatin = row.format !== 'csv' || row.columns.some(({ field }) => field === 'latin_name');
  return {
    ...shown,
    format: row.format,
    iban: row.iban,
    sha256: row.sha256,
    unusual_names: writesLatin ? await store.listUnusualNames(app.db, id, shown.state === 'draft') : [],
    released_by: row.releasedBy,
    released_at: row.releasedAt?.toISOString() ?? null,
  };
}
