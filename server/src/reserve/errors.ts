import { RuleError } from '../platform/http/errors.ts';

/** The merchant is suspended or its settlements are on hold, so nothing of its reserve is released. */
export class ReserveStandsStill extends RuleError {
  constructor() {
    super('reserve.standsStill');
  }
}
