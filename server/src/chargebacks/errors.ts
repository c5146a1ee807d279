import { ConflictError, InvalidError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** The dispute does not exist, or belongs to another merchant or mode. */
export class ChargebackNotFound extends NotFoundError {}

/** The response is refused: it is accepted only until the due date, while the dispute is undecided. */
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

/** The dispute is still open. */
export class NotDecided extends RuleError {
  constructor() {
    super('chargebacks.notDecided');
  }
}

/** The processor reported the decision, so it cannot be an operator's mistake. */
export class DecidedByProcessor extends RuleError {
  constructor() {
    super('chargebacks.decidedByProcessor');
  }
}

/** The merchant has responded since the operator read the dispute. */
export class AnsweredSince extends ConflictError {
  constructor() {
    super('chargebacks.answeredSince');
  }
}

/** A decision for the merchant waits for a second operator. */
export class DecisionWaits extends ConflictError {
  constructor() {
    super('chargebacks.decisionWaits');
  }
}

/** The merchant has not responded and still can: deciding anyway requires confirmation. */
export class MerchantMayAnswer extends InvalidError {
  constructor() {
    super({ even_though_due: [{ key: 'MerchantMayAnswer' }] });
  }
}

/** There is no such payment, or no amount of it is left to dispute. */
export class NotDisputable extends RuleError {
  constructor() {
    super('chargebacks.notDisputable');
  }
}

/** Two disputes of a payment can only be told apart by their case IDs. */
export class CaseIdNeeded extends RuleError {
  constructor() {
    super('chargebacks.caseIdNeeded');
  }
}

/** Another dispute that is not withdrawn has this case ID. */
export class CaseElsewhere extends RuleError {
  constructor() {
    super('chargebacks.caseElsewhere');
  }
}

/** The amount exceeds the disputable rest. */
export class ExceedsDisputable extends InvalidError {
  constructor() {
    super({ amount: [{ key: 'AmountExceedsDisputable' }] });
  }
}

/** This case already has a dispute. */
export class CaseKnown extends InvalidError {
  constructor() {
    super({ case_id: [{ key: 'CaseKnown' }] });
  }
}

/** The case has already reached this stage, or a later one. */
export class StageReached extends InvalidError {
  constructor() {
    super({ stage: [{ key: 'StageReached' }] });
  }
}

/** The last day of the response has passed. */
export class DueInPast extends InvalidError {
  constructor() {
    super({ due_date: [{ key: 'DateInPast' }] });
  }
}

/** A processor's report cannot be booked: a person must look at it. */
export class UnexpectedDispute extends Error {}
