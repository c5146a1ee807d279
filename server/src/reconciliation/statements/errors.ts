import type { MessageRef } from '@daftar/contract/validate';
import { ConflictError, InvalidError, NotFoundError, RuleError } from '../../platform/http/errors.ts';

/** There is no such account, statement, line or batch. */
export class NotThere extends NotFoundError {}

/** 422 on the file: it is no statement that continues those before. */
export class StatementRefused extends InvalidError {
  constructor(
    why:
      | 'otherAccount'
      | 'otherCurrency'
      | 'gap'
      | 'nothingNew'
      | 'notOver'
      | 'contradicts'
      | 'noLayout'
      | 'importedAlready',
    params?: MessageRef['params'],
  ) {
    super({ file: [{ key: `reconciliation.statement.${why}`, ...(params ? { params } : {}) }] });
  }
}

/** The file names no balance, or another one (`actual`, in piastres). */
export class BalanceWanted extends InvalidError {
  constructor(field: 'opening' | 'closing', actual?: number) {
    super({
      [field]: [
        actual === undefined
          ? { key: 'Required' }
          : { key: `reconciliation.statement.other.${field}`, params: { actualPiastres: actual } },
      ],
    });
  }
}

/** The statement cannot be taken back. */
export class StatementStays extends RuleError {
  constructor(why: 'booked' | 'notLast' | 'undone') {
    super(`reconciliation.statement.stays.${why}`);
  }
}

/** A line cannot be of these batches. */
export class NoLink extends InvalidError {
  constructor(why: 'batch' | 'sign' | 'booked') {
    super({ batches: [{ key: `reconciliation.statement.noLink.${why}` }] });
  }
}

/** The line is matched already, or is not matched with a batch, or its batch is booked. */
export class LineStays extends ConflictError {
  constructor(why: 'matched' | 'notMatched' | 'booked' | 'writtenOff') {
    super(`reconciliation.statement.line.${why}`);
  }
}

/** The bank's lines say nothing of this batch. */
export class NothingReceived extends RuleError {
  constructor() {
    super('reconciliation.statement.nothingReceived');
  }
}
