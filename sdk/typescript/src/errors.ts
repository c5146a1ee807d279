import type { ErrorCode } from './error-codes.ts';

/** The body of an error. */
export interface ErrorBody {
  statusCode?: number;
  message?: string | string[];
  errors?: Record<string, string[]>;
  code?: string;
  param?: string;
  doc_url?: string;
  requestId?: string;
}

/** An answer that is no success. `message` is for people, in the client's language. */
export class DaftarError extends Error {
  override name = this.constructor.name;
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** A stable word for what went wrong; empty where there is none. */
  readonly code: ErrorCode;
  /** The field that is wrong; empty for errors of no field. */
  readonly param: string;
  /** What is wrong with each field. */
  readonly errors: Record<string, string[]>;
  /** Where the error is explained. */
  readonly docUrl: string;
  /** Quote it when you write to us. */
  readonly requestId: string;

  constructor(message: string, status = 0, body: ErrorBody = {}, requestId = '', options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.code = body.code ?? '';
    this.errors = body.errors ?? {};
    this.param = body.param ?? Object.keys(this.errors)[0] ?? '';
    this.docUrl = body.doc_url ?? '';
    this.requestId = body.requestId ?? requestId;
  }
}

/** 400, 422: the request breaks a rule, or fields are invalid (`errors`). */
export class InvalidRequestError extends DaftarError {}
/** 401: no key, or not a valid one. */
export class AuthenticationError extends DaftarError {}
/** 403: the key may not do this. */
export class PermissionError extends DaftarError {}
/** 404: there is no such thing, or it is not yours. */
export class NotFoundError extends DaftarError {}
/** 409: the `Idempotency-Key` was used for another request, or something changed meanwhile. */
export class ConflictError extends DaftarError {}
/** 429: too many requests. */
export class RateLimitError extends DaftarError {
  /** Seconds to wait. */
  retryAfter = 0;
}
/** 5xx: an error on our side; whether the call did something is unknown unless it is repeated with its key. */
export class ServerError extends DaftarError {}
/** No answer came: whether the call did something is unknown unless it is repeated with its key. */
export class ConnectionError extends DaftarError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, 0, {}, '', options);
  }
}
/** The webhook is not from Daftar, or is an old one sent again. */
export class SignatureError extends DaftarError {}

const CLASSES: Record<number, typeof DaftarError> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  413: InvalidRequestError,
  415: InvalidRequestError,
  422: InvalidRequestError,
  429: RateLimitError,
};

/** Makes the error of an answer. */
export function errorOf(status: number, body: ErrorBody, headers: Headers): DaftarError {
  const said = Array.isArray(body.message) ? body.message.join(' ') : body.message;
  const Class = CLASSES[status] ?? (status >= 500 ? ServerError : DaftarError);
  const error = new Class(said ?? `HTTP ${status}`, status, body, headers.get('x-request-id') ?? '');
  if (error instanceof RateLimitError) error.retryAfter = Number(headers.get('retry-after')) || 0;
  return error;
}
