import type { ErrorBody, FieldErrors } from '@daftar/contract/envelope';

/** The server answered, and said no. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Every sentence of the reply; duplicates come as a list. `message` is the first. */
  readonly messages: readonly string[];
  readonly fieldErrors: FieldErrors;
  readonly requestId: string | undefined;
  /** The whole body, for calls whose refusals carry fields of their own (refunds). */
  readonly body: Readonly<Record<string, unknown>>;
  constructor(status: number, body: Partial<ErrorBody>, requestId?: string) {
    const messages = Array.isArray(body.message) ? body.message : body.message ? [body.message] : [];
    super(messages[0] ?? '');
    this.status = status;
    this.messages = messages;
    this.fieldErrors = body.errors ?? body.errorMessages ?? {};
    this.requestId = body.requestId ?? requestId;
    this.body = body as Record<string, unknown>;
  }
}

/** No answer came: offline, a broken connection, or something that is not our server. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** Whether a request was given up on purpose. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

type Translate = (key: string) => string;

/** One sentence for a person about what went wrong; `t` translates from the `common` catalogue. */
export function sentenceOf(error: unknown, t: Translate): string {
  if (error instanceof NetworkError) return t('common:error.network');
  if (error instanceof ApiError) {
    if (error.message) return error.message;
    if (error.status === 404) return t('common:error.notFound');
  }
  return t('common:error.unknown');
}
