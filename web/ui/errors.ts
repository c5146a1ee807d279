import type { ErrorBody, FieldErrors, SheetPlace } from '@daftar/contract/envelope';
import { type AnyTranslate, anyCatalogue } from './text-key.ts';

/** The server answered with an error status. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** All messages of the reply. `message` is the first. */
  readonly messages: readonly string[];
  readonly fieldErrors: FieldErrors;
  /** Of an import: the cells of the file that the names in `fieldErrors` stand for. */
  readonly places: Readonly<Record<string, SheetPlace>>;
  readonly requestId: string | undefined;
  /** After how many seconds it is worth trying again, where the server says so. */
  readonly retryAfter: number | undefined;
  /** The whole body, for errors with additional fields (refunds). */
  readonly body: Readonly<Record<string, unknown>>;
  constructor(status: number, body: Partial<ErrorBody>, requestId?: string, retryAfter?: number) {
    const messages = Array.isArray(body.message) ? body.message : body.message ? [body.message] : [];
    super(messages[0] ?? '');
    this.status = status;
    this.messages = messages;
    this.fieldErrors = body.errors ?? body.errorMessages ?? {};
    this.places = body.error_places ?? {};
    this.requestId = body.requestId ?? requestId;
    this.retryAfter = retryAfter;
    this.body = body as Record<string, unknown>;
  }
}

/** No valid response: offline, a broken connection, or not our server. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** Whether a request was aborted on purpose. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** Returns one sentence that describes an error to the user, from the `common` catalogue. */
export function sentenceOf(error: unknown, translate: AnyTranslate): string {
  const t = anyCatalogue(translate);
  if (error instanceof NetworkError) return t('common:error.network');
  if (error instanceof ApiError) {
    if (error.message) return error.message;
    if (error.status === 404) return t('common:error.notFound');
  }
  return t('common:error.unknown');
}
