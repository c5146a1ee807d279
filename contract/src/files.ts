import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { file } from './envelope.ts';

/** Kinds of files that are ever kept, by their extension. */
export const FILE_KINDS = ['jpg', 'jpeg', 'png', 'gif', 'bmp', 'pdf'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** Which kinds a field takes, and the sentence that refuses the others. */
export interface FileRule {
  readonly kinds: readonly FileKind[];
  readonly refusal: string;
}

/** Papers and pictures of papers. */
export const DOCUMENT_FILES = { kinds: FILE_KINDS, refusal: 'DocumentFileTypes' } as const satisfies FileRule;
/** What is shown to others: people, products, logos that are changed later. */
export const PICTURE_FILES = {
  kinds: ['jpg', 'jpeg', 'png'],
  refusal: 'PictureFileTypes',
} as const satisfies FileRule;

export const FILE_MAXIMUM_BYTES = 5 * 1024 * 1024;

/** A stored file's name on the wire: random, with the extension of its content. Nothing else names a file. */
const FILE_PATH = /^[A-Za-z0-9_-]{27}\.(?:jpe?g|png|gif|bmp|pdf)$/;
export const FilePath = z.string().check(z.regex(FILE_PATH, { error: 'FileUnknown' }));

/** Whether a stored file is a picture, by its name on the wire. */
export const isPicturePath = (path: string) => FILE_PATH.test(path) && !path.endsWith('.pdf');

/** The extension of a name in small letters; empty when it has none. */
export function extensionOf(name: string): string {
  const at = name.lastIndexOf('.');
  return at < 0 ? '' : name.slice(at + 1).toLowerCase();
}

/** What an upload answers: the path that forms keep, and what to show of it. */
export const StoredFile = z.object({
  path: z.string(),
  name: z.string(),
  type: z.string(),
  sizeBytes: z.number(),
});
export type StoredFile = z.output<typeof StoredFile>;

/** A picture as it was made small or large; as it was sent when left out. */
export const FileSize = z.object({ size: z.optional(z.enum(['small', 'large'], { error: 'Invalid' })) });

export const files = defineEndpoints({
  /** A file of the caller's merchant; pictures also as made small, without what the camera wrote into them. */
  storage: {
    method: 'GET',
    path: '/merchant/storage/:filePath',
    base: 'mode',
    access: 'signed-in',
    params: z.object({ filePath: FilePath }),
    query: FileSize,
    reply: file,
  },
});
