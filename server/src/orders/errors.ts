import { AppError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** The order does not exist, or belongs to another merchant or mode. */
export class OrderNotFound extends NotFoundError {}

/** 400: an order only moves forward, and a paid one is refunded, not canceled. */
export class StepNotLegal extends RuleError {
  constructor() {
    super('orders.stepNotLegal');
  }
}

/** 400: somebody is paying the order. */
export class OrderBusy extends RuleError {
  constructor() {
    super('orders.busy');
  }
}

/** 400: the order is paid, canceled or not payable on delivery. */
export class CashNotExpected extends RuleError {
  constructor() {
    super('orders.cashNotExpected');
  }
}

/** 409: the number has the maximum number of unpaid orders on delivery, or they hold the maximum number of pieces. */
export class CashHeld extends AppError {
  constructor() {
    super(409, 'CashHeld');
  }
}
