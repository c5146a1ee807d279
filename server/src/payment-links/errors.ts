import { LINK_STATUS } from '@daftar/contract/payment-links';
import { InvalidError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** Not there, or of another merchant or mode. */
export class LinkNotFound extends NotFoundError {}

/** Only an active link can be deactivated; says what it is instead. */
export class LinkNotActive extends RuleError {
  constructor(status: number) {
    super(status === LINK_STATUS.expired ? 'payment-links.alreadyExpired' : 'payment-links.alreadyInactive');
  }
}

export class PastDueDate extends InvalidError {
  constructor() {
    super({ due_date: [{ key: 'PastDueDate' }] });
  }
}

export class TotalTooLarge extends InvalidError {
  constructor() {
    super({ amount: [{ key: 'TotalTooLarge' }] });
  }
}

/** A way to pay that the merchant does not offer. */
export class MethodNotAllowed extends InvalidError {
  constructor() {
    super({ payment_methods: [{ key: 'MethodNotAllowed' }] });
  }
}
