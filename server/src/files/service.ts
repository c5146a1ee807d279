import { createHash } from 'node:crypto';
import type { FileRule, StoredFile } from '@daftar/contract/files';
import { FILE_MAXIMUM_BYTES, megabytesOf } from '@daftar/contract/files';
import type { App, Caller } from '../platform/context.ts';
import { inTransaction, type Tx } from '../platform/db/connect.ts';
import { jpegOfHeic } from '../platform/files/heic.ts';
import { detectKind } from '../platform/files/kinds.ts';
import { isActivePdf } from '../platform/files/pdf.ts';
import { BadPicture, renderPicture, type Size } from '../platform/files/pictures.ts';
import { clamdScan, ScannerAway } from '../platform/files/scan.ts';
import { storageOf } from '../platform/files/storage.ts';
import type { UploadedFile } from '../platform/http/multipart.ts';
import { eachDue } from '../platform/jobs/batches.ts';
import { newToken } from '../platform/references.ts';
import { FileNotFound, refusedFile, refusedKind, ScanUnavailable, TooManyUploads } from './errors.ts';
import type { Purpose } from './purposes.ts';
import * as store from './store.ts';

/** Maximum number of unattached files of one merchant: far more than any form needs, far less than fills a disk. */
export const UNATTACHED_MAXIMUM = 200;
const NAME_MAXIMUM = 150;
/** The stored type of a photo in an iPhone's format. */
const JPEG = { kind: 'jpg', type: 'image/jpeg' } as const;

const keyOf = (owner: store.Owner, path: string, size?: Size) =>
  `${owner.merchantId}/${path}${size ? `.${size}` : ''}`;

/**
 * Stores an uploaded file: extension and content must be of an allowed type, at most 5 MiB, and a picture must
 * decode. A photo in an iPhone's format is stored as a JPEG if the rule accepts it. It is deleted after a day unless
 * `attachFile` is called.
 * @throws InvalidError 422 on `field`, TooManyUploads, ScanUnavailable
 */
export async function storeFile(
  app: App,
  caller: Pick<Caller, 'merchantId' | 'userId'>,
  upload: { purpose: Purpose; file: UploadedFile | null; rule: FileRule; field?: string },
): Promise<StoredFile> {
  const { purpose, file, rule } = upload;
  const field = upload.field ?? file?.field ?? 'file';
  if (!file) throw refusedFile(field, 'Required');
  const { content: sent } = file;
  if (sent.length > FILE_MAXIMUM_BYTES)
    throw refusedFile(field, 'FileTooLarge', { megabytes: megabytesOf(FILE_MAXIMUM_BYTES) });
  const detected = await detectKind(file.name, sent, rule.kinds);
  const isReadHeic = detected.is === 'heic' && rule.heic === null;
  if (detected.is !== 'accepted' && !isReadHeic)
    throw sent.length === 0 ? refusedFile(field, 'EmptyFile') : refusedKind(field, detected, rule);
  if ((await store.countUnattached(app.db, caller)) >= UNATTACHED_MAXIMUM) throw new TooManyUploads();
  const { kind, type } = detected.is === 'accepted' ? detected : JPEG;
  if (kind === 'pdf' && (await isActivePdf(sent))) throw refusedFile(field, 'PdfActive');
  await refuseHarmful(app, sent, field);
  const content = isReadHeic ? await usable(field, jpegOfHeic(caller.merchantId, sent)) : sent;
  const renditions = type.startsWith('image/')
    ? await usable(field, renderPicture(caller.merchantId, content, type))
    : null;
  const row: store.NewFile = {
    path: `${newToken()}.${kind}`,
    purpose,
    type,
    sizeBytes: content.length,
    name: nameOf(file.name, kind),
    sha256: createHash('sha256').update(content).digest(),
    renditionType: renditions?.type ?? null,
    uploadedBy: caller.userId,
    createdAt: app.clock.now(),
  };
  // The row is written first, because bytes without a row would never be deleted.
  await store.insertFile(app.db, caller, row);
  const storage = storageOf(app.config);
  await storage.put(keyOf(caller, row.path), content, row.type);
  if (renditions) {
    await storage.put(keyOf(caller, row.path, 'small'), renditions.small, renditions.type);
    await storage.put(keyOf(caller, row.path, 'large'), renditions.large, renditions.type);
  }
  const { path, name, sizeBytes } = row;
  return { path, name, type, sizeBytes };
}

/** Returns a picture made from the upload. @throws InvalidError 422 on `field` if that is impossible */
async function usable<T>(field: string, picture: Promise<T>): Promise<T> {
  try {
    return await picture;
  } catch (error) {
    if (!(error instanceof BadPicture)) throw error;
    if (error.reason === 'too-large')
      throw refusedFile(field, 'PictureTooLarge', { megapixels: error.maximumPixels / 1e6 });
    throw refusedFile(field, 'BrokenFile');
  }
}

async function refuseHarmful(app: App, content: Buffer, field: string): Promise<void> {
  if (!app.config.clamd) return;
  try {
    if ((await clamdScan(app.config.clamd)(content)) === 'infected') throw refusedFile(field, 'HarmfulFile');
  } catch (error) {
    if (!(error instanceof ScannerAway)) throw error;
    app.log.error({ err: error }, 'the virus scanner does not answer');
    throw new ScanUnavailable();
  }
}

/**
 * Returns the last part of the name, without characters that a terminal or a header interprets; always with its
 * extension.
 */
function nameOf(sent: string, kind: string): string {
  const last = sent.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const stem = last
    .slice(0, Math.max(0, last.lastIndexOf('.')))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
    .replace(/[\u0000-\u001f\u007f\p{Bidi_Control}"<>|*?:]/gu, '')
    .trim()
    .slice(0, NAME_MAXIMUM);
  return `${stem.toWellFormed() || 'file'}.${kind}`;
}

/**
 * Marks a file as used, in the transaction that refers to it.
 * @throws InvalidError 422 on `field` when the merchant has no such file of that purpose.
 */
export async function attachFile(
  tx: Tx,
  owner: store.Owner,
  path: string,
  use: { purpose: Purpose; field: string; now: Date },
): Promise<void> {
  if (!(await store.markAttached(tx, owner, path, use.purpose, use.now))) {
    throw refusedFile(use.field, 'FileUnknown');
  }
}

/** Marks a file as no longer used: it is unpublished, and deleted later unless pinned. */
export async function detachFile(tx: Tx, owner: store.Owner, path: string): Promise<void> {
  await store.markUnattached(tx, owner, path);
}

/**
 * Removes a file permanently, at its owner's request: it is unpublished, refused by forms, and deleted later unless
 * pinned.
 */
export async function removeFile(tx: Tx, owner: store.Owner, path: string, now: Date): Promise<void> {
  await store.markRemoved(tx, owner, path, now);
}

/**
 * Pins files, so that they are never deleted: the documents of an activation request, which a logo or bank account may
 * also use.
 */
export async function pinFiles(
  tx: Tx,
  owner: store.Owner,
  paths: readonly string[],
  now: Date,
): Promise<void> {
  await store.markPinned(tx, owner, paths, now);
}

/** A file with its bytes. */
export interface ReadFile {
  content: Buffer;
  type: string;
  /** The name at upload. */
  name: string;
}

/**
 * Reads a merchant's file, or a resized picture. Merchants pass their own id, operators that of the viewed merchant.
 * @throws FileNotFound also when it is another merchant's, or when a size is requested of a file that is no picture.
 */
export async function readFile(app: App, owner: store.Owner, path: string, size?: Size): Promise<ReadFile> {
  const row = await store.findFile(app.db, owner, path);
  if (!row || (size && !row.renditionType)) throw new FileNotFound();
  const content = await storageOf(app.config).get(keyOf(owner, path, size));
  if (!content) {
    app.log.error({ merchantId: owner.merchantId, size }, 'a stored file is not in the storage');
    throw new FileNotFound();
  }
  return { content, type: size ? row.renditionType! : row.type, name: row.name };
}

/** Returns a file's metadata. @throws FileNotFound */
export async function describeFile(app: App, owner: store.Owner, path: string): Promise<StoredFile> {
  const row = await store.findFile(app.db, owner, path);
  if (!row) throw new FileNotFound();
  return { path, name: row.name, type: row.type, sizeBytes: row.sizeBytes };
}

const SWEEP_AFTER_HOURS = 24;

/** Deletes files that nothing has referred to for a day. @returns how many. */
export function sweepFiles(app: App): Promise<number> {
  const before = new Date(app.clock.now().getTime() - SWEEP_AFTER_HOURS * 3_600_000);
  const storage = storageOf(app.config);
  return eachDue(
    app,
    'removing files that nothing uses',
    (limit, offset) => store.findUnattached(app.pool, before, limit, offset),
    (found) =>
      inTransaction(app.pool, async (tx) => {
        const file = await store.lockUnattached(tx, found, before);
        if (!file) return;
        const sizes: (Size | undefined)[] = file.renditionType ? [undefined, 'small', 'large'] : [undefined];
        // The bytes are deleted first: after a crash in between, the row can still be found.
        for (const size of sizes) await storage.delete(keyOf(file, file.path, size));
        await store.deleteFile(tx, file, file.path);
      }),
  );
}
