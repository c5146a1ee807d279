import { INVOICE_STATUS } from '@daftar/contract/invoices';
import { InvalidError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** Not there, or of another merchant or mode. */
export class InvoiceNotFound extends NotFoundError {}

const NOT_UNPAID: Record<number, string> = {
  [INVOICE_STATUS.paid]: 'invoices.alreadyPaid',
  [INVOICE_STATUS.canceled]: 'invoices.alreadyCanceled',
  [INVOICE_STATUS.expired]: 'invoices.alreadyExpired',
};

/** Only an unpaid invoice can be canceled, edited or sent again; says what it is instead. */
export class InvoiceNotUnpaid extends RuleError {
  constructor(status: number) {
    super(NOT_UNPAID[status] ?? 'invoices.alreadyPaid');
  }
}

/** Somebody has paid a part of it, or is paying at this moment. */
export class InvoiceNotEditable extends RuleError {
  constructor(reason: 'paid-in-part' | 'being-paid') {
    super(reason === 'paid-in-part' ? 'invoices.paidInPart' : 'invoices.beingPaid');
  }
}

/** This customer has paid. */
export class ShareNotUnpaid extends RuleError {
  constructor(status: string) {
    super(status === 'paid' ? 'invoices.sharePaid' : 'invoices.alreadyCanceled');
  }
}

/** Past the limit of messages that leave test mode, or a merchant that nobody has verified. */
export class MessagesWithheld extends RuleError {
  constructor() {
    super('invoices.withheld');
  }
}

/** Sent again, but by neither e-mail nor SMS. */
export class NoChannel extends InvalidError {
  constructor() {
    super({ by_email: [{ key: 'Required' }] });
  }
}
