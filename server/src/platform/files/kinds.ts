import { extensionOf, type FileKind } from '@daftar/contract/files';

/** Content types by kind, which the content itself must match. */
const TYPES: Readonly<Record<FileKind, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  bmp: 'image/bmp',
  pdf: 'application/pdf',
};

/**
 * The content type of a file whose extension and first bytes agree on one of the kinds; null otherwise. The sender's
 * content type is ignored.
 */
export async function detectKind(
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
