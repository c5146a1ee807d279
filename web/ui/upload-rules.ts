import { extensionOf, type FileKind, type FileRule } from '@daftar/contract/files';

/** Returns the `accept` attribute of a file input: `.jpg,.pdf`. */
export const acceptOf = (rule: FileRule): string => rule.kinds.map((kind) => `.${kind}`).join(',');

/**
 * Checks type and size before uploading. @returns a message key, or null if acceptable. Needed because file dialogs can
 * show every file, and dropped files are not filtered.
 */
export function refusalOf(
  file: { name: string; size: number },
  { rule, maximumBytes }: { rule: FileRule; maximumBytes: number },
): string | null {
  if (!rule.kinds.includes(extensionOf(file.name) as FileKind)) return rule.refusal;
  if (file.size === 0) return 'EmptyFile';
  return file.size > maximumBytes ? 'FileTooLarge' : null;
}
