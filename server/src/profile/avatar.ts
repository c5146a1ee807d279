import { PICTURE_FILES } from '@daftar/contract/files';
import { attachFile, detachFile, readFile, requireReader, storeFile } from '../files/index.ts';
import type { App, Caller } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { InvalidError } from '../platform/http/errors.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import type { UploadedFile } from '../platform/http/multipart.ts';

/** A reference is the picture's path below `/api/`. */
const REFERENCE = /^avatars\/([\w.-]+)$/;

/** Stores a picture for the next save. @throws InvalidError 422 for anything but a PNG or JPEG */
export async function uploadAvatar(app: App, caller: Caller, file: UploadedFile | null): Promise<string> {
  const stored = await storeFile(app, caller, {
    purpose: 'avatar',
    file,
    rule: PICTURE_FILES,
    field: 'image',
  });
  return `avatars/${stored.path}`;
}

/** Returns a person's picture, small and without the camera's metadata. @throws FileNotFound */
export async function readAvatar(app: App, caller: Caller, path: string): Promise<FileResult> {
  await requireReader(app, caller, path, 'avatar');
  const { content, type, name } = await readFile(app, caller, path, 'small');
  return { content, contentType: type, fileName: name, inline: true };
}

/**
 * Replaces a person's picture by an uploaded one.
 * @returns the path to store; the former one if none is given
 * @throws InvalidError 422 on `avatar` when the merchant has no such picture
 */
export async function replaceAvatar(
  tx: Tx,
  caller: Caller,
  before: string | null,
  reference: string | null | undefined,
  now: Date,
): Promise<string | null> {
  if (!reference || reference === before) return before;
  const path = REFERENCE.exec(reference)?.[1];
  if (!path) throw InvalidError.field('avatar', 'FileUnknown');
  await attachFile(tx, caller, path, { purpose: 'avatar', field: 'avatar', now });
  const old = REFERENCE.exec(before ?? '')?.[1];
  if (old) await detachFile(tx, caller, old);
  return reference;
}
