import { ConflictError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** The dispute does not exist, or belongs to another merchant or mode. */
export class ChargebackNotFound extends NotFoundError {}

/** A response is accepted until the due date, while the dispute is undecided. */
export class AnswerRefused extends RuleError {
  constructor(decided: boolean) {
    super(decided ? 'chargebacks.decided' : 'chargebacks.tooLate');
  }
}

/** The dispute is already decided. */
export class AlreadyDecided extends RuleError {
  constructor() {
    super('chargebacks.decided');
  }
}

/** The merchant has responded since the operator read the dispute. */
export class AnsweredSince extends ConflictError {
  constructor() {
    super('chargebacks.answeredSince');
  }
}

/** There is no such payment, nothing of it is left to dispute, or it is disputed already. */
export class NotDisputable extends RuleError {
  constructor() {
    super('chargebacks.notDisputable');
  }
}
