import { NotFoundError, RuleError } from '../platform/http/errors.ts';

/** The invoice does not exist, or belongs to another merchant. */
export class FeeInvoiceNotFound extends NotFoundError {}

/** Other credit notes have used up the rest of the invoice. */
export class CreditExceedsInvoice extends RuleError {
  constructor() {
    super('fee-invoices.creditExceeds');
  }
}
