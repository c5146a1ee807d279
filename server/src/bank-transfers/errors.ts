import { AppError, ConflictError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** There is no such account, file or transfer. */
export class TransferNotFound extends NotFoundError {}

/** Nothing is to be transferred, or nothing of it can be. */
export class NothingToTransfer extends RuleError {
  constructor() {
    super('bank-transfers.nothing');
  }
}

/** The account is not used any more. */
export class AccountRetired extends RuleError {
  constructor() {
    super('bank-transfers.retired');
  }
}

/** It is no draft any more, or a second operator is asked to release it. */
export class NoDraft extends ConflictError {
  constructor(state: 'waiting' | 'over') {
    super(`bank-transfers.noDraft.${state}`);
  }
}

/** The file is to be downloaded only once it was released. */
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

/** A settlement or payout of the file may not be transferred now. */
export class NotToBeSent extends AppError {
  constructor(reference: string) {
    super(400, 'bank-transfers.notToBeSent', { reference });
  }
}

/** This answer was applied before. */
export class AnsweredBefore extends ConflictError {
  constructor() {
    super('bank-transfers.answeredBefore');
  }
}
