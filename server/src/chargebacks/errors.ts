import { ConflictError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** Not there, or of another merchant or mode. */
export class ChargebackNotFound extends NotFoundError {}

/** An answer counts until the due date, and while nothing is decided. */
export class AnswerRefused extends RuleError {
  constructor(decided: boolean) {
    super(decided ? 'chargebacks.decided' : 'chargebacks.tooLate');
  }
}

/** A dispute is decided once. */
export class AlreadyDecided extends RuleError {
  constructor() {
    super('chargebacks.decided');
  }
}

/** The merchant has answered since whoever decides looked. */
export class AnsweredSince extends ConflictError {
  constructor() {
    super('chargebacks.answeredSince');
  }
}

/** No such payment, nothing left of it, or disputed already. */
export class NotDisputable extends RuleError {
  constructor() {
    super('chargebacks.notDisputable');
  }
}
