import type { MessageRef } from '@daftar/contract/validate';
import { ConflictError, InvalidError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** 422 on the file: it cannot be imported. */
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

/** The totals of the file differ from the control totals that the processor gave with it. */
export class ControlMismatch extends InvalidError {
  /** @param actual a number of lines, or an amount in piastres */
  constructor(field: 'expected_lines' | 'expected_net', actual: number) {
    const params: MessageRef['params'] = field === 'expected_lines' ? { actual } : { actualPiastres: actual };
    super({ [field]: [{ key: `reconciliation.mismatch.${field}`, params }] });
  }
}

/** The same file has been imported before. */
export class ImportedAlready extends InvalidError {
  constructor(name: string) {
    super({ file: [{ key: 'reconciliation.importedAlready', params: { name } }] });
  }
}

/** The profile, file or break does not exist. */
export class NothingThere extends NotFoundError {}

/** The account already has a profile with this name. */
export class ProfileNameTaken extends InvalidError {
  constructor() {
    super({ name: [{ key: 'reconciliation.nameTaken' }] });
  }
}

/** The account at a processor does not exist. */
export class NoAccount extends InvalidError {
  constructor() {
    super({ processor_account_id: [{ key: 'Invalid' }] });
  }
}

/** The import of the file has already been undone. */
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

/** The break has the maximum number of files. */
export class TooMuchEvidence extends InvalidError {
  constructor(most: number) {
    super({ file: [{ key: 'reconciliation.tooMuchEvidence', params: { most } }] });
  }
}

/** The line cannot be matched with this payment. */
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

/** A batch of the file is booked, so the import cannot be undone. */
export class FileBooked extends RuleError {
  constructor() {
    super('reconciliation.fileBooked');
  }
}
