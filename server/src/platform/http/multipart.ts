import { createHash } from 'node:crypto';
import type { Endpoint } from '@daftar/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { AppError, InvalidError } from './errors.ts';

/** A file as it was sent. Its name and type are the sender's claim: judge the content. */
export interface UploadedFile {
  field: string;
  name: string;
  claimedType: string;
  content: Buffer;
}

/** A multipart call, read whole. */
export interface Multipart {
  fields: Record<string, string>;
  file: UploadedFile | null;
  /** What tells two uploads apart: SHA-256 in hex. */
  fileHash: string | null;
}

/** One file of at most 5 MiB and a few short fields; more is cut off while it is being read. */
export const UPLOAD_LIMITS = {
  fileSize: 5 * 1024 * 1024,
  files: 1,
  fields: 30,
  fieldSize: 64 * 1024,
  parts: 31,
  headerPairs: 50,
};

/**
 * The fields and the file of a multipart call; null for endpoints that take JSON.
 * @throws AppError 415 when the body is of the other kind, 400 when it cannot be taken apart, InvalidError 422 on the
 * file's field when it is too large.
 */
export async function readMultipart(endpoint: Endpoint, request: FastifyRequest): Promise<Multipart | null> {
  const expected = endpoint.consumes === 'multipart';
  if (request.isMultipart() !== expected) {
    // A JSON endpoint without a body has no content type either.
    if (!expected && !request.isMultipart()) return null;
    throw new AppError(415, 'http.unsupportedType');
  }
  if (!expected) return null;
  try {
    return await partsOf(request);
  } catch (error) {
    // Of a body without a boundary or without an end the parser throws errors that name no status, and call it a defect.
    if (error instanceof AppError || (error as { statusCode?: unknown }).statusCode !== undefined)
      throw error;
    throw new AppError(400, 'http.malformed');
  }
}

async function partsOf(request: FastifyRequest): Promise<Multipart> {
  // No prototype: a field may be called anything.
  const fields: Record<string, string> = Object.create(null);
  let file: UploadedFile | null = null;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      fields[part.fieldname] = String(part.value);
      continue;
    }
    const content = await contentOf(part);
    // A file input that was left empty sends a nameless file of no bytes.
    if (part.filename === '' && content.length === 0) continue;
    file = { field: part.fieldname, name: part.filename ?? '', claimedType: part.mimetype, content };
  }
  const fileHash = file ? createHash('sha256').update(file.content).digest('hex') : null;
  return { fields, file, fileHash };
}

async function contentOf(part: { fieldname: string; toBuffer(): Promise<Buffer> }): Promise<Buffer> {
  try {
    return await part.toBuffer();
  } catch (error) {
    if ((error as { code?: string }).code !== 'FST_REQ_FILE_TOO_LARGE') throw error;
    throw InvalidError.field(part.fieldname, 'FileTooLarge');
  }
}
