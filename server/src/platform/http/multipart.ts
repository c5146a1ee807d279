import { createHash } from 'node:crypto';
import type { Endpoint } from '@daftar/contract/endpoint';
import { FILE_MAXIMUM_BYTES, megabytesOf } from '@daftar/contract/files';
import type { FastifyRequest } from 'fastify';
import { AppError, InvalidError } from './errors.ts';

/** An uploaded file. Its name and type are claims of the sender; check the content. */
export interface UploadedFile {
  field: string;
  /** One line that can be stored and shown. */
  name: string;
  claimedType: string;
  content: Buffer;
}

/** A complete multipart call. */
export interface Multipart {
  fields: Record<string, string>;
  file: UploadedFile | null;
  /** Identifies the file's content: SHA-256 in hexadecimal. */
  fileHash: string | null;
}

/** One file of at most 5 MiB and a few short fields; reading stops at more. */
export const UPLOAD_LIMITS = {
  fileSize: 5 * 1024 * 1024,
  files: 1,
  fields: 30,
  fieldSize: 64 * 1024,
  parts: 31,
  headerPairs: 50,
};

/**
 * Reads the fields and the file of a multipart call; null for endpoints that take JSON.
 * @throws AppError 415 for the other content type, 400 when it cannot be parsed, InvalidError 422 on the file's field
 * when it is too large.
 */
export async function readMultipart(endpoint: Endpoint, request: FastifyRequest): Promise<Multipart | null> {
  const expected = endpoint.consumes === 'multipart';
  if (request.isMultipart() !== expected) {
    // A JSON endpoint without a body has no content type.
    if (!expected && !request.isMultipart()) return null;
    throw new AppError(415, 'http.unsupportedType');
  }
  if (!expected) return null;
  try {
    return await partsOf(request);
  } catch (error) {
    // The parser's errors for a body without a boundary or an end have no status, but are not defects.
    if (error instanceof AppError || (error as { statusCode?: unknown }).statusCode !== undefined)
      throw error;
    throw new AppError(400, 'http.malformed');
  }
}

async function partsOf(request: FastifyRequest): Promise<Multipart> {
  // Without a prototype, because a field may have any name.
  const fields: Record<string, string> = Object.create(null);
  let file: UploadedFile | null = null;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      fields[part.fieldname] = String(part.value);
      continue;
    }
    const content = await contentOf(part);
    // An empty file input sends a nameless file without bytes.
    if (part.filename === '' && content.length === 0) continue;
    file = {
      field: part.fieldname,
      name: shownName(part.filename ?? ''),
      claimedType: part.mimetype,
      content,
    };
  }
  const fileHash = file ? createHash('sha256').update(file.content).digest('hex') : null;
  return { fields, file, fileHash };
}

/**
 * Removes from a file name NUL, which no database stores, line breaks, and direction overrides, which change how the
 * name reads to the person who approves the file.
 */
const shownName = (sent: string): string =>
  sent
    .toWellFormed()
    .replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '')
    .trim();

async function contentOf(part: { fieldname: string; toBuffer(): Promise<Buffer> }): Promise<Buffer> {
  try {
    return await part.toBuffer();
  } catch (error) {
    if ((error as { code?: string }).code !== 'FST_REQ_FILE_TOO_LARGE') throw error;
    throw InvalidError.field(part.fieldname, 'FileTooLarge', { megabytes: megabytesOf(FILE_MAXIMUM_BYTES) });
  }
}
