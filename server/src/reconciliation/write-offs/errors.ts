import { toPounds } from '@daftar/contract/money';
import { MAX_WRITTEN_OFF_PIASTRES } from '@daftar/contract/ops-write-offs';
import { ConflictError, NotFoundError, RuleError } from '../../platform/http/errors.ts';

/** There is no such break. */
export class NoBreak extends NotFoundError {}

/** Nothing of this break can be written off, or not yet. */
export class NotToWriteOff extends RuleError {
  constructor(why: 'kind' | 'notBooked' | 'nothing' | 'tooMuch' | 'arrived') {
    super(`reconciliation.writeOff.${why}`, { maximum: toPounds(MAX_WRITTEN_OFF_PIASTRES) });
  }
}

/** The break was closed, or is not written off. */
export class WriteOffOver extends ConflictError {
  constructor(why: 'closed' | 'none') {
    super(`reconciliation.writeOff.${why}`);
  }
}
