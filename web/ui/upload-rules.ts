import { extensionOf, isHeicName, megabytesOf } from '@daftar/contract/files';
import type { MessageRef } from '@daftar/contract/validate';
import { formatNumber } from './format.ts';
import type { Locale } from './locale.ts';

/** Says how large a file may be, in whole megabytes. */
export const formatMegabytes = (bytes: number, locale: Locale): string =>
  formatNumber(megabytesOf(bytes), locale);

/** What a field takes. `FileRule`s of the contract are such kinds and refusals. */
export interface UploadRule {
  /** Extensions, in small letters. */
  kinds: readonly string[];
  /** Message key that refuses other kinds; null where the server judges by content whatever the name. */
  refusal: string | null;
  /** Message key that refuses photos in an iPhone's format, if it differs; null where they are read. */
  heic?: string | null;
}

/** Whether a photo in an iPhone's format is read here. */
const readsHeic = (rule: UploadRule): boolean => rule.heic === null;

/** An iPhone converts its own photos where the field does not name their format. */
const convertsPhotos = () => /iPhone|iPad/.test(navigator.userAgent);

/** Returns the `accept` attribute of a file input: `.jpg,.pdf`. */
export const acceptOf = (rule: UploadRule): string =>
  [...rule.kinds, ...(readsHeic(rule) && !convertsPhotos() ? ['heic', 'heif'] : [])]
    .map((kind) => `.${kind}`)
    .join(',');

/**
 * Checks type and size before uploading. @returns the message, or null if acceptable. Needed because file dialogs can
 * show every file, and dropped files are not filtered.
 */
export function refusalOf(
  file: { name: string; size: number },
  { rule, maximumBytes }: { rule: UploadRule; maximumBytes: number },
): MessageRef | null {
  const isRead = isHeicName(file.name) && readsHeic(rule);
  if (rule.refusal && !isRead && !rule.kinds.includes(extensionOf(file.name)))
    return { key: (isHeicName(file.name) && rule.heic) || rule.refusal };
  if (file.size === 0) return { key: 'EmptyFile' };
  return file.size > maximumBytes
    ? { key: 'FileTooLarge', params: { megabytes: megabytesOf(maximumBytes) } }
    : null;
}
