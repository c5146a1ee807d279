import { AppError, ConflictError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** The account, file or transfer does not exist. */
export class TransferNotFound extends NotFoundError {}

/** No transfer is due, or none that is due can be made. */
export class NothingToTransfer extends RuleError {
  constructor() {
    super('bank-transfers.nothing');
  }
}

/** The account is retired. */
export class AccountRetired extends RuleError {
  constructor() {
    super('bank-transfers.retired');
  }
}

/** The file is no draft any more, or a second operator has been asked to release it. */
export class NoDraft extends ConflictError {
  constructor(state: 'waiting' | 'over') {
    super(`bank-transfers.noDraft.${state}`);
  }
}

/** The file cannot be downloaded before its release. */
export class NotReleased extends RuleError {
  constructor() {
    super('bank-transfers.notReleased');
  }
}

/** The day of the transfers has passed. */
export class DayPassed extends RuleError {
  constructor() {
    super('bank-transfers.dayPassed');
  }
}

/** A settlement or payout in the file may not be transferred now. */
export class NotToBeSent extends AppError {
  constructor(reference: string) {
    super(400, 'bank-transfers.notToBeSent', { reference });
  }
}

/** This answer has been applied before. */
export class AnsweredBefore extends ConflictError {
  constructor() {
    super('bank-transfers.answeredBefore');
  }
}
