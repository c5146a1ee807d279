import { NotFoundError, RuleError } from '../platform/http/errors.ts';

/** No test transaction has this id. */
export class SimulatedTransactionNotFound extends NotFoundError {}

/** The merchant is suspended or does not offer the required method, its link cannot be paid, or it is too late. */
export class CannotSimulate extends RuleError {
  constructor(why: 'suspended' | 'method' | 'notPayable' | 'noBalance' | 'over') {
    super(`simulator.${why}`);
  }
}
