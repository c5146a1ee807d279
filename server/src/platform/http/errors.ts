import type { SheetPlace } from '@daftar/contract/envelope';
import type { ErrorKey, FieldKey, KeyOf } from '@daftar/contract/error-codes';
import type { ErrorRef, FieldMessages, MessageRef } from '@daftar/contract/validate';

/**
 * An error reported to the caller: an HTTP status and a catalogue sentence. Any other thrown error is a defect,
 * answered by 500 and a request id only.
 */
export class AppError extends Error {
  readonly status: number;
  readonly ref: ErrorRef;
  /** Messages by field, for 422. */
  fields: FieldMessages | undefined;
  /** Fixed English sentences that the portal matches (duplicates). */
  fixedMessages: string[] | undefined;
  /** Field errors sent as catalogue keys (sign-up: EmailTaken, MobileTaken). */
  rawFields: Record<string, FieldKey[]> | undefined;
  /** The cells of an imported file to which the names in `fields` refer. */
  places: Record<string, SheetPlace> | undefined;
  /** The field that an error without `fields` concerns. */
  param: string | undefined;
  retryAfterSeconds: number | undefined;

  constructor(status: number, key: ErrorKey, params?: MessageRef['params']) {
    super(key);
    this.name = new.target.name;
    this.status = status;
    this.ref = params ? { key, params } : { key };
  }
}

/** 400: a business rule is violated. `key` is `noun.sentence` of the server's catalogue. */
export class RuleError extends AppError {
  constructor(key: KeyOf<400>, params?: MessageRef['params']) {
    super(400, key, params);
  }
}

/** 401: there is no session, or it has ended; never a business rule. */
export class UnauthorizedError extends AppError {
  constructor(key: KeyOf<401> = 'http.unauthorized') {
    super(401, key);
  }
}

/** 403: the caller is known but not permitted. */
export class ForbiddenError extends AppError {
  constructor(key: KeyOf<403> = 'http.forbidden', params?: MessageRef['params']) {
    super(403, key, params);
  }
}

/** 403 with a fixed sentence for each field whose value is taken. */
export class DuplicateError extends AppError {
  constructor(sentences: Readonly<Record<string, string>>) {
    super(403, 'http.duplicate');
    this.fixedMessages = Object.values(sentences);
    this.param = Object.keys(sentences)[0];
  }
}

/** 404: it does not exist or belongs to another merchant; the reply does not reveal which. */
export class NotFoundError extends AppError {
  constructor(key: KeyOf<404> = 'http.notFound') {
    super(404, key);
  }
}

/** 422: errors by field. */
export class InvalidError extends AppError {
  constructor(fields: FieldMessages) {
    super(422, 'http.invalid');
    this.fields = fields;
  }

  /** An error of one field, by a key of the contract's messages. */
  static field(field: string, key: FieldKey, params?: MessageRef['params']): InvalidError {
    return new InvalidError({ [field]: [params ? { key, params } : { key }] });
  }
}

/** 409: it conflicts with the current state. */
export class ConflictError extends AppError {
  constructor(key: KeyOf<409>) {
    super(409, key);
  }
}

/** 429: too many requests, with the time until the next attempt. */
export class TooManyError extends AppError {
  /** A challenge whose proof of work lets the caller continue now (`contract/src/challenge.ts`). */
  readonly challenge: string | undefined;

  /** @param how.key another sentence for the reason. */
  constructor(retryAfterSeconds: number, how: { challenge?: string; key?: KeyOf<429> } = {}) {
    const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
    const count = Math.ceil(seconds / 60);
    if (how.key) super(429, how.key);
    else super(429, count > 1 ? 'http.tooManyMinutes' : 'http.tooMany', { count });
    this.retryAfterSeconds = seconds;
    this.challenge = how.challenge;
  }
}

/** 503: temporarily unavailable; worth retrying in a few seconds. */
export class UnavailableError extends AppError {
  constructor(key: KeyOf<503> = 'http.unavailable') {
    super(503, key);
    this.retryAfterSeconds = 5;
  }
}

/** 503: overloaded; nothing was done. */
export class OverloadedError extends AppError {
  constructor(retryAfterSeconds: number) {
    super(503, 'http.overloaded');
    this.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterSeconds));
  }
}
