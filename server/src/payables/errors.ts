import { InvalidError } from '../platform/http/errors.ts';

/** The due date is before the creation. */
export class PastDueDate extends InvalidError {
  constructor() {
    super({ due_date: [{ key: 'PastDueDate' }] });
  }
}

/** The total with charges is larger than the API allows. */
export class TotalTooLarge extends InvalidError {
  constructor(field = 'amount') {
    super({ [field]: [{ key: 'TotalTooLarge' }] });
  }
}

/** The merchant does not offer this payment method. */
export class MethodNotAllowed extends InvalidError {
  constructor() {
    super({ payment_methods: [{ key: 'MethodNotAllowed' }] });
  }
}
