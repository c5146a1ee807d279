import { InvalidError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** The payment does not exist, or no money was received. */
export class CostlyPaymentNotFound extends NotFoundError {}

/** The payment was made without an account at a processor, so it has no acquirer. */
export class NoAcquirer extends RuleError {
  constructor() {
    super('acquirer-costs.noAcquirer');
  }
}

/** The account has another cost with this reference. */
export class CostReferenceTaken extends InvalidError {
  constructor() {
    super({ reference: [{ key: 'acquirer-costs.referenceTaken' }] });
  }
}

/** The entry would give back more than was charged. */
export class MoreThanCharged extends InvalidError {
  constructor() {
    super({ amount: [{ key: 'acquirer-costs.moreThanCharged' }] });
  }
}
