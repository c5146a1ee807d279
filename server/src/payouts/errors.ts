import { InvalidError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** More than is available. */
export class ExceedsBalance extends InvalidError {
  constructor() {
    super({ amount: [{ key: 'AmountExceedsBalance' }] });
  }
}

/** No payout has this code. */
export class PayoutNotFound extends NotFoundError {}

/** Nothing is handed over to a suspended merchant. */
export class PayoutOfSuspended extends RuleError {
  constructor() {
    super('payouts.suspended');
  }
}

/** Only a payout that waits to be redeemed can be handed over or returned. */
export class PayoutOver extends RuleError {
  constructor() {
    super('payouts.notRequested');
  }
}
