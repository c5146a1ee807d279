/** Evidence of breaks: files that can be added at any time and never removed. */
import { ATTACHMENT_FILES } from '@daftar/contract/files';
import { MAX_EVIDENCE } from '@daftar/contract/ops-reconciliation';
import { PROVIDER, recordProviderAudit } from '../audit/record.ts';
import { attachFile, pinFiles, readFile, storeFile } from '../files/index.ts';
import type { App } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import type { UploadedFile } from '../platform/http/multipart.ts';
import { NothingThere, TooMuchEvidence } from './errors.ts';
import type { Author } from './service.ts';
import * as store from './store-evidence.ts';

/** The owner of the files: the provider. */
const OWNER = { merchantId: PROVIDER, userId: 0 };

/**
 * Adds a file to a break, open or closed.
 * @throws NothingThere, TooMuchEvidence, InvalidError 422 on `file`
 */
export async function addEvidence(
  app: App,
  by: Author,
  id: number,
  file: UploadedFile | null,
): Promise<void> {
  const now = app.clock.now();
  const stored = await storeFile(app, OWNER, {
    purpose: 'evidence',
    file,
    rule: ATTACHMENT_FILES,
    field: 'file',
  });
  const { path, name } = stored;
  await transaction(app.db, async (tx) => {
    const count = await store.lockWithEvidence(tx, id);
    if (count === undefined) throw new NothingThere();
    if (count >= MAX_EVIDENCE) throw new TooMuchEvidence(MAX_EVIDENCE);
    await attachFile(tx, OWNER, path, { purpose: 'evidence', field: 'file', now });
    await pinFiles(tx, OWNER, [path], now);
    await store.insertEvidence(tx, id, { path, actor: by.actor, now });
    await recordProviderAudit(tx, by, now, {
      action: 'reconciliation-break.evidence',
      subject: `reconciliation-break:${id}`,
      after: { name },
    });
  });
}

/** Reads a file of a break. @throws NothingThere */
export async function readEvidence(app: App, id: number, evidenceId: number): Promise<FileResult> {
  const found = (await store.listEvidence(app.db, id)).find((each) => each.id === evidenceId);
  if (!found) throw new NothingThere();
  const { content, type, name } = await readFile(app, OWNER, found.path);
  // A PDF may contain scripts, so it is only downloaded, or shown by a page that fetched its bytes.
  return {
    content,
    contentType: type,
    fileName: name,
    inline: type.startsWith('image/'),
  };
}
