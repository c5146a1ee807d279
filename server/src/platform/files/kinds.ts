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

/** The kind of a file by its name and its first bytes. */
export type Detected =
  /** Name and content agree on an accepted kind. */
  | { is: 'accepted'; kind: FileKind; type: string }
  /** Name and content indicate different accepted kinds. */
  | { is: 'misnamed'; named: FileKind; kind: FileKind }
  /** A photo in the iPhone format. */
  | { is: 'heic' }
  | { is: 'other' };

/** Compares a file's extension with its first bytes. The sender's content type is ignored. */
export async function detectKind(
  name: string,
  content: Uint8Array,
  kinds: readonly FileKind[],
): Promise<Detected> {
  const { fileTypeFromBuffer } = await import('file-type');
  const mime = (await fileTypeFromBuffer(content))?.mime ?? '';
  if (/^image\/hei[cf]/.test(mime)) return { is: 'heic' };
  const named = kinds.find((each) => each === extensionOf(name));
  if (!named) return { is: 'other' };
  if (TYPES[named] === mime) return { is: 'accepted', kind: named, type: mime };
  const kind = kinds.find((each) => TYPES[each] === mime);
  return kind ? { is: 'misnamed', named, kind } : { is: 'other' };
}
