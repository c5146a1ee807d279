import { extensionOf, type FileKind } from '@daftar/contract/files';

/** Content types by kind; what the content itself must say it is. */
const TYPES: Readonly<Record<FileKind, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  bmp: 'image/bmp',
  pdf: 'application/pdf',
};

/**
 * The content type of a file whose extension and whose own first bytes agree on one of the kinds; null otherwise. What
 * the sender claims beside it is not asked.
 */
export async function judgeKind(
  name: string,
  content: Uint8Array,
  kinds: readonly FileKind[],
): Promise<{ kind: FileKind; type: string } | null> {
  const kind = kinds.find((each) => each === extensionOf(name));
  if (!kind) return null;
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(content);
  return found?.mime === TYPES[kind] ? { kind, type: TYPES[kind] } : null;
}
