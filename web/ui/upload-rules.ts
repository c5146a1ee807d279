import { extensionOf, type FileKind, type FileRule } from '@daftar/contract/files';

/** What a chooser of files offers: `.jpg,.pdf`. */
export const acceptOf = (rule: FileRule): string => rule.kinds.map((kind) => `.${kind}`).join(',');

/**
 * Why a chosen file is not worth sending, as a key of the messages; null when the server may judge it. Choosers can be
 * told to show every file, and what is dropped on them is not filtered at all.
 */
export function refusalOf(
  file: { name: string; size: number },
  { rule, maximumBytes }: { rule: FileRule; maximumBytes: number },
): string | null {
  if (!rule.kinds.includes(extensionOf(file.name) as FileKind)) return rule.refusal;
  if (file.size === 0) return 'EmptyFile';
  return file.size > maximumBytes ? 'FileTooLarge' : null;
}
