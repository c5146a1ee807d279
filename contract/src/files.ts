import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { file } from './envelope.ts';
import type { FieldKey } from './error-codes.ts';

/** The accepted kinds of files, by extension. */
export const FILE_KINDS = ['jpg', 'jpeg', 'png', 'gif', 'bmp', 'pdf'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** The names of the formats in messages. */
export const FORMATS = {
  jpg: 'JPEG',
  jpeg: 'JPEG',
  png: 'PNG',
  gif: 'GIF',
  bmp: 'BMP',
  pdf: 'PDF',
} as const satisfies Record<FileKind, string>;

/** The kinds that a field accepts, and the errors for others. */
export interface FileRule {
  readonly kinds: readonly FileKind[];
  readonly refusal: FieldKey;
  /**
   * The error for the photo format of iPhones: `refusal`, with advice how to get an accepted format. Null: photos in it are
   * accepted and stored as JPEG.
   */
  readonly heic: FieldKey | null;
}

/** Verification documents, in the formats that the specification names. */
export const DOCUMENT_FILES = {
  kinds: FILE_KINDS,
  refusal: 'DocumentFileTypes',
  heic: 'DocumentHeic',
} as const satisfies FileRule;
/** Pictures of people, in the formats that the specification names. */
export const PICTURE_FILES = {
  kinds: ['jpg', 'jpeg', 'png'],
  refusal: 'PictureFileTypes',
  heic: 'PictureHeic',
} as const satisfies FileRule;
/** All other documents, and pictures of documents. */
export const ATTACHMENT_FILES = { ...DOCUMENT_FILES, heic: null } as const satisfies FileRule;
/** All other pictures: of products, logos, covers. */
export const PHOTO_FILES = { ...PICTURE_FILES, heic: null } as const satisfies FileRule;

export const FILE_MAXIMUM_BYTES = 5 * 1024 * 1024;
/** Converts bytes to whole megabytes of 1024 kB, as used in messages. */
export const megabytesOf = (bytes: number): number => Math.floor(bytes / 1024 ** 2);

/** The name of a stored file in the API: random, with the extension of its content type. */
const FILE_PATH = /^[A-Za-z0-9_-]{27}\.(?:jpe?g|png|gif|bmp|pdf)$/;
export const FilePath = z.string().check(z.regex(FILE_PATH, { error: 'FileUnknown' }));

/** Returns whether a stored file is a picture, by its name. */
export const isPicturePath = (path: string) => FILE_PATH.test(path) && !path.endsWith('.pdf');

/** Returns the extension of a name in lower case; empty without one. */
export function extensionOf(name: string): string {
  const at = name.lastIndexOf('.');
  return at < 0 ? '' : name.slice(at + 1).toLowerCase();
}

/** Returns whether a file name has the extension of the iPhone photo format. */
export const isHeicName = (name: string): boolean => ['heic', 'heif'].includes(extensionOf(name));

/** The reply to an upload: the path that forms store, and the data to show. */
export const StoredFile = z.object({
  path: z.string(),
  name: z.string(),
  type: z.string(),
  sizeBytes: z.number(),
});
export type StoredFile = z.output<typeof StoredFile>;

/** A resized picture; the original when absent. */
export const FileSize = z.object({ size: z.optional(z.enum(['small', 'large'], { error: 'Invalid' })) });

export const files = defineEndpoints({
  /** Returns a file of the caller's merchant; pictures also resized, without the camera's metadata. */
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
