import type { MessageRef } from '@daftar/contract/validate';
import { ConflictError, InvalidError, NotFoundError, RuleError } from '../../platform/http/errors.ts';

/** The account, statement, line or batch does not exist. */
export class NotThere extends NotFoundError {}

/** 422 on the file: it is no statement that continues the imported ones. */
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

/** The file has no balance, or one that differs from the form (`actual`, in piastres). */
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

/** The import of the statement cannot be undone. */
export class StatementStays extends RuleError {
  constructor(why: 'booked' | 'notLast' | 'undone') {
    super(`reconciliation.statement.stays.${why}`);
  }
}

/** The line cannot be matched with these batches. */
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

/** No bank line is matched with this batch. */
export class NothingReceived extends RuleError {
  constructor() {
    super('reconciliation.statement.nothingReceived');
  }
}
