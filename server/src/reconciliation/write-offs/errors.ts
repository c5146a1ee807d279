import { toPounds } from '@daftar/contract/money';
import { MAX_WRITTEN_OFF_PIASTRES } from '@daftar/contract/ops-write-offs';
import { ConflictError, NotFoundError, RuleError } from '../../platform/http/errors.ts';

/** The break does not exist. */
export class NoBreak extends NotFoundError {}

/** The break cannot be written off, or not yet. */
export class NotToWriteOff extends RuleError {
  constructor(why: 'kind' | 'notBooked' | 'nothing' | 'tooMuch' | 'arrived') {
    super(`reconciliation.writeOff.${why}`, { maximum: toPounds(MAX_WRITTEN_OFF_PIASTRES) });
  }
}

/** The break has been closed, or is not written off. */
export class WriteOffOver extends ConflictError {
  constructor(why: 'closed' | 'none') {
    super(`reconciliation.writeOff.${why}`);
  }
}
