import { InvalidError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** The transaction does not exist, or belongs to another merchant or mode. */
export class RefundedTransactionNotFound extends NotFoundError {}

/** Only a successful payment with a refundable amount can be refunded. */
export class NotRefundable extends RuleError {
  constructor() {
    super('refunds.notRefundable');
  }
}

/** An AmanCard payment can only be refunded by a one-time code, and no other payment by one. */
export class WrongRefundChannel extends RuleError {
  constructor(needsCode: boolean) {
    super(needsCode ? 'refunds.needsCode' : 'refunds.notAman');
  }
}

/** The amount exceeds what is refundable. */
export class ExceedsRefundable extends InvalidError {
  constructor() {
    super({ amount: [{ key: 'AmountExceedsRefundable' }] });
  }
}

/** The payer disputes the payment: the card network decides who gets the money. */
export class DisputedNow extends RuleError {
  constructor() {
    super('refunds.disputedNow');
  }
}

/** A kiosk payment requires a bank account to refund to. */
export class BankAccountNeeded extends InvalidError {
  constructor(fields: string[]) {
    super(Object.fromEntries(fields.map((field) => [field, [{ key: 'Required' }]])));
  }
}

/** Above the limit of messages that leave test mode: the code would not be delivered. */
export class CodeWithheld extends RuleError {
  constructor() {
    super('refunds.aman.withheld');
  }
}

/** No refund waits for a person under this id. */
export class NoRefundWaits extends NotFoundError {}

/** The processor's id belongs to another refund of the account. */
export class RefundIdTaken extends InvalidError {
  constructor() {
    super({ processor_refund_id: [{ key: 'refunds.idTaken' }] });
  }
}
