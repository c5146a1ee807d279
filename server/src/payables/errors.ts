import { InvalidError } from '../platform/http/errors.ts';

/** Due before it is made. */
export class PastDueDate extends InvalidError {
  constructor() {
    super({ due_date: [{ key: 'PastDueDate' }] });
  }
}

/** With its charges it comes to more than the wire takes. */
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
