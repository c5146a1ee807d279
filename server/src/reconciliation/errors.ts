import type { MessageRef } from '@daftar/contract/validate';
import { ConflictError, InvalidError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** 422 on the file: it is not one that can be imported. */
export class FileRefused extends InvalidError {
  constructor(key: 'WrongEncoding' | 'TooManyRows' | 'EmptySheet', params?: MessageRef['params']) {
    super({ file: [params ? { key, params } : { key }] });
  }
}

/** Some rows cannot be read, so nothing was imported. */
export class RowsRefused extends InvalidError {
  constructor(count: number) {
    super({ file: [{ key: 'reconciliation.rowsRefused', params: { count } }] });
  }
}

/** The file does not add up to what the processor says beside it. */
export class ControlMismatch extends InvalidError {
  /** @param actual a number of lines, or an amount in piastres */
  constructor(field: 'expected_lines' | 'expected_net', actual: number) {
    const params: MessageRef['params'] = field === 'expected_lines' ? { actual } : { actualPiastres: actual };
    super({ [field]: [{ key: `reconciliation.mismatch.${field}`, params }] });
  }
}

/** The same file was imported already. */
export class ImportedAlready extends InvalidError {
  constructor(name: string) {
    super({ file: [{ key: 'reconciliation.importedAlready', params: { name } }] });
  }
}

/** There is no such profile, file or break. */
export class NothingThere extends NotFoundError {}

/** The account has a profile of this name. */
export class ProfileNameTaken extends InvalidError {
  constructor() {
    super({ name: [{ key: 'reconciliation.nameTaken' }] });
  }
}

/** There is no such account at a processor. */
export class NoAccount extends InvalidError {
  constructor() {
    super({ processor_account_id: [{ key: 'Invalid' }] });
  }
}

/** The file was taken back already. */
export class UndoneAlready extends RuleError {
  constructor() {
    super('reconciliation.undoneAlready');
  }
}

/** The break is closed. */
export class BreakClosed extends ConflictError {
  constructor() {
    super('reconciliation.breakClosed');
  }
}

/** The break is not about a payment that its processor lists as paid and that did not succeed here. */
export class NothingToAsk extends RuleError {
  constructor() {
    super('reconciliation.nothingToAsk');
  }
}

/** The break has as many files as it may have. */
export class TooMuchEvidence extends InvalidError {
  constructor(most: number) {
    super({ file: [{ key: 'reconciliation.tooMuchEvidence', params: { most } }] });
  }
}

/** A line cannot be about this payment. */
export class NoMatch extends InvalidError {
  constructor(
    why: 'notFound' | 'notPaid' | 'noRefund' | 'noChargeback' | 'several' | 'taken' | 'kind' | 'currency',
  ) {
    super({ reference: [{ key: `reconciliation.noMatch.${why}` }] });
  }
}

/** A batch cannot be booked. */
export class BatchRefused extends RuleError {
  constructor(why: 'booked' | 'notBooked' | 'undone' | 'currency' | 'costs' | 'statement' | 'writtenOff') {
    super(`reconciliation.batch.${why}`);
  }
}

/** A batch of the file is booked, so its lines stay. */
export class FileBooked extends RuleError {
  constructor() {
    super('reconciliation.fileBooked');
  }
}
