import { OutsideError } from '../platform/db/errors.ts';

/**
 * The reason why a call to a processor has no result.
 * - `unknown`: it may have been executed (time-out, cut connection, 5xx, an unreadable answer): ask for the state.
 * - `busy`: it was certainly not executed, and can be repeated later (429, SERVER_BUSY, connection refused).
 * - `refused`: it was certainly not executed, and will not be if repeated unchanged (wrong credentials, invalid
 * request).
 */
export type ProcessorErrorKind = 'unknown' | 'busy' | 'refused';

/** A processor did not answer, or refused. The message contains no secret and no card data. */
export class ProcessorError extends OutsideError {
  override readonly name = 'ProcessorError';
  readonly kind: ProcessorErrorKind;
  /** The status of its HTTP reply; null if there was none. */
  readonly status: number | null;

  constructor(kind: ProcessorErrorKind, message: string, status: number | null = null, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.status = status;
  }
}
