import { NotFoundError, RuleError } from '../platform/http/errors.ts';

/** Not there, or of another merchant. */
export class SettlementNotFound extends NotFoundError {}

/** A settlement goes to the bank once. */
export class AlreadyPaid extends RuleError {
  constructor() {
    super('settlements.paidAlready');
  }
}

/** The merchant has had the money paid out another way. */
export class NotCovered extends RuleError {
  constructor() {
    super('settlements.notCovered');
  }
}
