/** Releases a file of transfers. It is written when its release is requested, and sent unchanged after the approval. */
import { createHash } from 'node:crypto';
import { recordProviderAudit } from '../audit/record.ts';
import { amountFact, askSecondOperator, type Executor, textFact } from '../ops-approvals/index.ts';
import { BIC, writePain001 } from '../platform/bank-files/pain001.ts';
import type { App, Operator } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import { cairoDay } from '../platform/time/cairo.ts';
import { lockDraft, subjectOf } from './batches.ts';
import { type CsvTransfer, writeCsv } from './csv-file.ts';
import {
  AccountRetired,
  DayPassed,
  NoDraft,
  NothingToTransfer,
  NotReleased,
  NotToBeSent,
  TransferNotFound,
} from './errors.ts';
import * as store from './store.ts';

const transferOf = (row: store.ListedTransfer): CsvTransfer => ({
  endToEndId: row.endToEndId,
  amountPiastres: row.amountPiastres,
  to: {
    name: row.latinName || row.accountName,
    iban: row.iban,
    accountNumber: row.accountNumber,
    bic: BIC.test(row.swift.toUpperCase()) ? row.swift.toUpperCase() : '',
    bankName: row.bankName,
    ...(row.town === '' ? {} : { address: { street: '', town: row.town, country: 'EG', isHybrid: false } }),
  },
  accountName: row.accountName,
  branch: row.branch,
  text: row.reference,
});

function contentOf(app: App, batch: store.BatchRow, listed: readonly store.ListedTransfer[]): Buffer {
  const { format, columns, executionDay, messageId, accountName: name, iban, bic, bankName, options } = batch;
  const { street, town, country } = options;
  const transfers = listed.map(transferOf);
  const text =
    format === 'csv'
      ? writeCsv(columns, executionDay, transfers)
      : writePain001({
          messageId,
          createdAt: app.clock.now(),
          executionDay,
          from: {
            name: options.latin_name || name,
            iban,
            accountNumber: '',
            bic,
            bankName,
            ...(options.address === 'none'
              ? {}
              : { address: { street, town, country, isHybrid: options.address === 'hybrid' } }),
          },
          options: {
            message: options.message,
            initiatorId: options.initiator_id,
            chargeBearer: options.charge_bearer,
            serviceLevel: options.service_level,
            categoryPurpose: options.category_purpose,
            purpose: options.purpose,
          },
          transfers,
        });
  return Buffer.from(text);
}

/**
 * Checks that every transfer of a file may be sent now.
 * @throws AccountRetired, NothingToTransfer, DayPassed, NotToBeSent
 */
async function requireSendable(
  app: App,
  tx: Tx,
  { id, accountId, executionDay }: store.BatchRow,
): Promise<store.ListedTransfer[]> {
  if (!(await store.holdAccount(tx, accountId))) throw new AccountRetired();
  if (executionDay < cairoDay(app.clock.now())) throw new DayPassed();
  const listed = await store.listListed(tx, id);
  if (listed.length === 0) throw new NothingToTransfer();
  const stopped = listed.find(({ mayBeSent, isOver }) => !mayBeSent || isOver);
  if (stopped) throw new NotToBeSent(stopped.reference);
  return listed;
}

/**
 * Writes the file of a draft and asks a second operator to release it.
 * @throws TransferNotFound, NoDraft, AccountRetired, NothingToTransfer, DayPassed, NotToBeSent
 */
export async function askRelease(app: App, operator: Operator, id: number, reason: string): Promise<void> {
  await transaction(app.db, async (tx) => {
    const batch = await lockDraft(app, tx, id);
    await store.refreshAccounts(tx, id);
    const listed = await requireSendable(app, tx, batch);
    const content = contentOf(app, batch, listed);
    const sha256 = createHash('sha256').update(content).digest();
    await store.writeContent(tx, id, content, sha256);
    await askSecondOperator({ ...app, db: tx }, operator, {
      kind: 'bank-file',
      subject: subjectOf(id),
      name: batch.messageId,
      facts: [
        textFact(
          'fromAccount',
          `${batch.accountName}, ${batch.bankName}, ${batch.iban}`,
          `bank-account-of-ours:${batch.accountId}`,
        ),
        amountFact('sum', batch.sumPiastres),
        textFact('transfers', String(listed.length)),
        textFact('day', batch.executionDay),
        textFact('sha256', sha256.toString('hex')),
      ],
      change: { batchId: id, sha256: sha256.toString('hex') },
      reason,
    });
  });
}

/** Carries out {@link askRelease}: marks the transfers as sent and allows the download of the file. */
export const releaseFile: Executor = async (app, { change, askedBy }, by) => {
  const { batchId, sha256 } = change as { batchId: number; sha256: string };
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const batch = await store.lockBatch(tx, batchId);
    if (!batch) throw new TransferNotFound();
    if (batch.state !== 'draft' || batch.sha256 !== sha256) throw new NoDraft('over');
    const listed = await requireSendable(app, tx, batch);
    await store.writeReleased(tx, batchId, by.actor, now);
    await recordProviderAudit(tx, by, now, {
      action: 'bank-file.release',
      subject: subjectOf(batchId),
      after: { messageId: batch.messageId, transfers: listed.length, sha256, askedBy },
    });
  });
};

/** Returns a released file. @throws TransferNotFound, NotReleased */
export async function downloadFile(app: App, operator: Operator, id: number): Promise<FileResult> {
  const batch = await store.findBatch(app.db, id);
  if (!batch) throw new TransferNotFound();
  const content = await store.findContent(app.db, id);
  if (!content) throw new NotReleased();
  const { email: actor, address } = operator;
  await recordProviderAudit(app.db, { actor, address }, app.clock.now(), {
    action: 'bank-file.download',
    subject: subjectOf(id),
    after: { messageId: batch.messageId },
  });
  const isCsv = batch.format === 'csv';
  return {
    content,
    contentType: isCsv ? 'text/csv; charset=utf-8' : 'application/xml',
    fileName: `${batch.messageId}.${isCsv ? 'csv' : 'xml'}`,
  };
}
