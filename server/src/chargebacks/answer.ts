/** The merchant's response to a dispute: text and files, until the due date. */
import { CHARGEBACK_STATUS, type ChargebackAnswer } from '@daftar/contract/chargebacks';
import { ATTACHMENT_FILES, type StoredFile } from '@daftar/contract/files';
import { recordAudit } from '../audit/record.ts';
import { attachFile, detachFile, readFile, storeFile } from '../files/index.ts';
import type { App, Caller, Scope } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { InvalidError } from '../platform/http/errors.ts';
import type { UploadedFile } from '../platform/http/multipart.ts';
import { AnswerRefused, ChargebackNotFound } from './errors.ts';
import * as store from './store.ts';
import * as evidence from './store-evidence.ts';
import { findById, findInEitherMode } from './store-list.ts';

type Answerable = { status: number; dueAt: Date };

function refuseUnlessOpen(found: Answerable | undefined, now: Date): void {
  if (!found) throw new ChargebackNotFound();
  if (found.status !== CHARGEBACK_STATUS.pending) throw new AnswerRefused(true);
  if (found.dueAt <= now) throw new AnswerRefused(false);
}

/**
 * Stores a file for a response; nobody sees it until a response names it.
 * @throws ChargebackNotFound, AnswerRefused, InvalidError 422 on the file's field
 */
export async function addEvidence(
  app: App,
  caller: Caller,
  id: number,
  file: UploadedFile | null,
): Promise<StoredFile> {
  refuseUnlessOpen(await findById(app.db, caller, id), app.clock.now());
  return storeFile(app, caller, { purpose: 'evidence', file, rule: ATTACHMENT_FILES });
}

/**
 * Saves the response to a pending dispute, until the due date; files that it no longer names are released.
 * @throws ChargebackNotFound, AnswerRefused, InvalidError 422 on `files`
 */
export async function answerChargeback(
  app: App,
  caller: Caller,
  id: number,
  { answer, files }: ChargebackAnswer,
): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const found = await store.lockForAnswer(tx, caller, id);
    refuseUnlessOpen(found, now);
    const before = await evidence.listPaths(tx, caller, id);
    const paths = files ? [...new Set(files)] : before;
    await store.writeAnswer(tx, caller, id, { text: answer, userId: caller.userId, now });
    for (const path of paths)
      await attachFile(tx, caller, path, { purpose: 'evidence', field: 'files', now });
    // Checked under the lock that attaching takes, because a file belongs to one response and is released with it.
    if (await evidence.belongElsewhere(tx, caller, id, paths))
      throw InvalidError.field('files', 'FileUnknown');
    await evidence.writePaths(tx, caller, id, paths);
    for (const path of before) if (!paths.includes(path)) await detachFile(tx, caller, path);
    await recordAudit(tx, caller, now, {
      action: 'chargeback.answer',
      subject: `chargeback:${id}`,
      after: { reference: found?.reference, answer, files: paths },
    });
  });
}

/** Lists the files of a merchant's response, for operators. @throws ChargebackNotFound */
export async function listEvidence(app: App, ref: DisputeRef): Promise<readonly StoredFile[]> {
  const found = await findInEitherMode(app.db, ref);
  if (!found) throw new ChargebackNotFound();
  return found.evidence;
}

/** Identifies a dispute of either mode. */
export interface DisputeRef {
  merchantId: number;
  id: number;
}

/** A dispute's response as operators see it, with access to its files. */
export interface AnswerOfMerchant {
  reference: string;
  answer: string;
  answeredAt: Date | null;
  files: readonly StoredFile[];
  read: (path: string) => Promise<Buffer>;
}

/** Returns a merchant's response, for operators. @throws ChargebackNotFound */
export async function readAnswer(app: App, reference: string): Promise<AnswerOfMerchant> {
  const [ref, another] = await store.findByReference(app.db, reference.trim().toUpperCase());
  const found = ref && !another ? await findById(app.db, ref satisfies Scope, ref.id) : undefined;
  if (!ref || !found) throw new ChargebackNotFound();
  return {
    reference: found.reference,
    answer: found.answer,
    answeredAt: found.answeredAt,
    files: found.evidence,
    read: async (path) => (await readFile(app, ref, path)).content,
  };
}
