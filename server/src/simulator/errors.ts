import { NotFoundError, RuleError } from '../platform/http/errors.ts';

/** No transaction of test mode with this id. */
export class SimulatedTransactionNotFound extends NotFoundError {}

/** The merchant is suspended, does not take the method that the scenario needs, or it is too late for it. */
export class CannotSimulate extends RuleError {
  constructor(why: 'suspended' | 'method' | 'noBalance' | 'over') {
    super(`simulator.${why}`);
  }
}
