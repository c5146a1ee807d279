import { RuleError } from '../platform/http/errors.ts';

/** The merchant is suspended or its settlements are on hold, so its reserve is not released. */
export class ReserveStandsStill extends RuleError {
  constructor() {
    super('reserve.standsStill');
  }
}
