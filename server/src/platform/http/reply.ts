import { finished, Readable } from 'node:stream';
import { DOC_PAGES } from '@daftar/contract/docs';
import type { Endpoint } from '@daftar/contract/endpoint';
import { AnyMeta, type ErrorBody, type FieldErrors, type Meta } from '@daftar/contract/envelope';
import { codeOf, type ErrorKey, isDocumented } from '@daftar/contract/error-codes';
import { COUNT_BOUND, type Paging } from '@daftar/contract/paging';
import type { FieldMessages, MessageRef } from '@daftar/contract/validate';
import type { FastifyReply } from 'fastify';
import { type Locale, translate } from '../i18n/translate.ts';
import type { AppError } from './errors.ts';
import type { FileResult } from './handlers.ts';
import { streamOfWhole } from './response-buffer.ts';

interface AnyResult {
  message?: MessageRef;
  data?: unknown;
  rows?: unknown[];
  meta?: Meta;
  fields?: Record<string, unknown>;
}

/** Builds the body of a successful reply from a handler's result. */
export function envelopeOf(
  endpoint: Endpoint,
  status: number,
  locale: Locale,
  returned: unknown,
  strict = false,
): Record<string, unknown> {
  const result = (returned ?? {}) as AnyResult;
  const head = { statusCode: status, message: translate(locale, result.message ?? 'http.ok') };
  if (strict) check(endpoint, result);
  switch (endpoint.reply.kind) {
    case 'data':
      return { ...head, data: result.data };
    case 'list':
      return { ...head, data: result.rows, meta: result.meta };
    case 'nested-list':
      return { ...head, data: { data: result.rows, meta: result.meta } };
    case 'top':
      return { ...head, ...result.fields };
    default:
      return { ...head, data: null };
  }
}

function check(endpoint: Endpoint, result: AnyResult): void {
  const { schema } = endpoint.reply;
  if (!schema) return;
  const values = result.rows ?? [endpoint.reply.kind === 'top' ? result.fields : result.data];
  for (const value of values) schema.parse(value);
  if (result.rows) AnyMeta.parse(result.meta);
}

/** Builds a list's `meta` from the number of matches, which is counted up to one past the bound. */
export function metaOf(paging: Pick<Paging, 'page' | 'pageSize'>, counted: number): Meta {
  const { page, pageSize } = paging;
  if (counted <= COUNT_BOUND) {
    const last = Math.max(1, Math.ceil(counted / pageSize));
    return { current_page: page, last_page: last, per_page: pageSize, total: counted };
  }
  // Rows past the bound are not counted: while rows remain, there is at least one further page.
  const last = Math.max(Math.ceil(COUNT_BOUND / pageSize), page + 1);
  return { current_page: page, last_page: last, per_page: pageSize, total: COUNT_BOUND, more: true };
}

function sentences(locale: Locale, fields: FieldMessages): FieldErrors {
  return Object.fromEntries(
    Object.entries(fields).map(([field, refs]) => [field, refs.map((ref) => translate(locale, ref))]),
  );
}

/** Returns the error codes by field. */
const codesOf = ({ fields, rawFields }: AppError): Record<string, string[]> =>
  Object.fromEntries([
    ...Object.entries(fields ?? {}).map(([field, refs]) => [field, refs.map(({ key }) => codeOf(key))]),
    ...Object.entries(rawFields ?? {}).map(([field, keys]) => [field, keys.map(codeOf)]),
  ]);

/** Returns the key from which `code` is derived: that of the first field, or of the error itself. */
const mainKeyOf = ({ ref, fields, rawFields }: AppError): ErrorKey =>
  Object.values(fields ?? {})[0]?.[0]?.key ?? Object.values(rawFields ?? {})[0]?.[0] ?? ref.key;

/**
 * Builds the body of an error in the caller's language.
 * @param origin of our pages, where the code is documented
 */
export function errorBodyOf(error: AppError, locale: Locale, requestId: string, origin: string): ErrorBody {
  const key = mainKeyOf(error);
  const codes = codesOf(error);
  const param = Object.keys(codes)[0] ?? error.param;
  const body: ErrorBody = {
    statusCode: error.status,
    message: error.fixedMessages ?? translate(locale, error.ref),
    code: codeOf(key),
    ...(param ? { param } : {}),
    ...(isDocumented(key) ? { doc_url: `${origin}${DOC_PAGES.errors}/${codeOf(key)}` } : {}),
    requestId,
  };
  const errors: FieldErrors = {
    ...(error.fields ? sentences(locale, error.fields) : {}),
    ...error.rawFields,
  };
  if (Object.keys(errors).length > 0) {
    body.errors = errors;
    // The sign-up and user forms read this name; sending it always costs nothing.
    body.errorMessages = errors;
    body.error_codes = codes;
    if (error.places) body.error_places = error.places;
    // The payout form reads its sentence here.
    const [first] = Object.values(errors).flat();
    if (first !== undefined) body.error = first;
  }
  return body;
}

/** Returns the content of a download, to be read once. */
export const streamOf = (file: FileResult): Readable =>
  'stream' in file ? file.stream : streamOfWhole(file.content);

/** Sends a download with a file name that may be Arabic (RFC 6266). */
export function sendFile(reply: FastifyReply, file: FileResult): FastifyReply {
  const ascii = file.fileName.replace(/[^\w.-]/g, '_');
  let stream = streamOf(file);
  if ('content' in file) reply.header('content-length', file.content.length);
  if (reply.request.method === 'HEAD') {
    // Otherwise Fastify would read it to its end.
    stream.destroy();
    stream = Readable.from([]);
  }
  finished(stream, { writable: false }, (error) => {
    // If a file ends with the connection (HTTP/1.0, which proxies use), half of it would look complete.
    if (error && reply.raw.headersSent) reply.raw.socket?.resetAndDestroy();
  });
  return reply
    .type(file.contentType)
    .header(
      'content-disposition',
      `${file.inline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
    )
    .header('cache-control', 'no-store')
    .send(stream);
}
