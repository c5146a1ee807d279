import { InvalidError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** The transaction is not there, or of another merchant or mode. */
export class RefundedTransactionNotFound extends NotFoundError {}

/** Only a payment that succeeded and has something left can be given back. */
export class NotRefundable extends RuleError {
  constructor() {
    super('refunds.notRefundable');
  }
}

/** An AmanCard payment is given back by a one-time code only; any other one never. */
export class WrongWay extends RuleError {
  constructor(needsCode: boolean) {
    super(needsCode ? 'refunds.needsCode' : 'refunds.notAman');
  }
}

/** More than is left of the payment. */
export class TooMuch extends InvalidError {
  constructor() {
    super({ amount: [{ key: 'AmountExceedsRefundable' }] });
  }
}

/** A kiosk payment has no way back of its own. */
export class BankAccountNeeded extends InvalidError {
  constructor(fields: string[]) {
    super(Object.fromEntries(fields.map((field) => [field, [{ key: 'Required' }]])));
  }
}
