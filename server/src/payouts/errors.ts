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

/** The payout is in a file of transfers on its way to the bank; only the bank's answer can end it. */
export class PayoutInFile extends RuleError {
  constructor() {
    super('payouts.inFile');
  }
}

/** The requested account has been changed, removed or stopped since. */
export class PayoutAccountChanged extends RuleError {
  constructor() {
    super('approvals.payoutAccountChanged');
  }
}
