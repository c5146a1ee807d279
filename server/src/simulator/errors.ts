import { RuleError } from '../platform/http/errors.ts';

/** The merchant is suspended, or does not take the method that the scenario needs. */
export class CannotSimulate extends RuleError {
  constructor(why: 'suspended' | 'method' | 'noBalance') {
    super(`simulator.${why}`);
  }
}
