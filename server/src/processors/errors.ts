import { OutsideError } from '../platform/db/errors.ts';

/**
 * Why a call to a processor has no answer.
 * - `unknown`: it may have been carried out (time-out, cut connection, 5xx, an answer that is no answer): ask.
 * - `busy`: it was certainly not carried out, and can be repeated later (429, SERVER_BUSY, connection refused).
 * - `refused`: it was certainly not carried out, and never will be like this (wrong credentials, invalid request).
 */
export type ProcessorErrorKind = 'unknown' | 'busy' | 'refused';

/** A processor did not answer, or refused to. Its message holds no secret and nothing of a card. */
export class ProcessorError extends OutsideError {
  override readonly name = 'ProcessorError';
  readonly kind: ProcessorErrorKind;
  /** The status of its HTTP reply; null without one. */
  readonly status: number | null;

  constructor(kind: ProcessorErrorKind, message: string, status: number | null = null, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.status = status;
  }
}
