import type { KeyOf } from '@daftar/contract/error-codes';
import { INVOICE_STATUS } from '@daftar/contract/invoices';
import { InvalidError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** The invoice does not exist, or belongs to another merchant or mode. */
export class InvoiceNotFound extends NotFoundError {}

const NOT_UNPAID: Record<number, KeyOf<400>> = {
  [INVOICE_STATUS.paid]: 'invoices.alreadyPaid',
  [INVOICE_STATUS.canceled]: 'invoices.alreadyCanceled',
  [INVOICE_STATUS.expired]: 'invoices.alreadyExpired',
};

/** Only an unpaid invoice can be canceled, edited or resent; the message names its status. */
export class InvoiceNotUnpaid extends RuleError {
  constructor(status: number) {
    super(NOT_UNPAID[status] ?? 'invoices.alreadyPaid');
  }
}

/** A part of the invoice is paid, or somebody is paying now. */
export class InvoiceNotEditable extends RuleError {
  constructor(reason: 'paid-in-part' | 'being-paid') {
    super(reason === 'paid-in-part' ? 'invoices.paidInPart' : 'invoices.beingPaid');
  }
}

/** This customer has already paid. */
export class ShareNotUnpaid extends RuleError {
  constructor(status: string) {
    super(status === 'paid' ? 'invoices.sharePaid' : 'invoices.alreadyCanceled');
  }
}

/** The limit of messages from test mode or an unverified merchant is reached. */
export class MessagesWithheld extends RuleError {
  constructor() {
    super('invoices.withheld');
  }
}

/** An invoice cannot be resent by neither e-mail nor SMS. */
export class NoChannel extends InvalidError {
  constructor() {
    super({ by_email: [{ key: 'Required' }] });
  }
}
