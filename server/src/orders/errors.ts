import { AppError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** Not there, or of another merchant or mode. */
export class OrderNotFound extends NotFoundError {}

/** 400: an order goes forward only, and a paid one is refunded, not canceled. */
export class StepNotLegal extends RuleError {
  constructor() {
    super('orders.stepNotLegal');
  }
}

/** 400: somebody is paying for it right now. */
export class OrderBusy extends RuleError {
  constructor() {
    super('orders.busy');
  }
}

/** 400: paid already, canceled, or not to be paid on delivery. */
export class CashNotExpected extends RuleError {
  constructor() {
    super('orders.cashNotExpected');
  }
}

/** 409: this number has as many unpaid orders on delivery as it may have, or they hold as many pieces as they may. */
export class CashHeld extends AppError {
  constructor() {
    super(409, 'CashHeld');
  }
}
