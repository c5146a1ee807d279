import { InvalidError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** The payment does not exist, or no money came. */
export class CostlyPaymentNotFound extends NotFoundError {}

/** The payment was made at no account of a processor, so no acquirer charges for it. */
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

/** More would be given back than was charged. */
export class MoreThanCharged extends InvalidError {
  constructor() {
    super({ amount: [{ key: 'acquirer-costs.moreThanCharged' }] });
  }
}
