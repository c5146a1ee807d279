import { InvalidError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** The amount exceeds the available balance. */
export class ExceedsBalance extends InvalidError {
  constructor() {
    super({ amount: [{ key: 'AmountExceedsBalance' }] });
  }
}

/** No payout has this code. */
export class PayoutNotFound extends NotFoundError {}

/** Payouts of a suspended merchant cannot be collected. */
export class PayoutOfSuspended extends RuleError {
  constructor() {
    super('payouts.suspended');
  }
}

/** Only a payout that waits for collection can be collected or returned. */
export class PayoutOver extends RuleError {
  constructor() {
    super('payouts.notRequested');
  }
}

/** It is in a file of transfers that is on its way, which the bank answers. */
export class PayoutInFile extends RuleError {
  constructor() {
    super('payouts.inFile');
  }
}

/** The account that was asked for was changed, removed or stopped since. */
export class PayoutAccountChanged extends RuleError {
  constructor() {
    super('approvals.payoutAccountChanged');
  }
}
