import { INVOICE_STATUS } from '@daftar/contract/invoices';

/** Returns whether a user may cancel an invoice; final states do not change. */
export function mayDeactivate(status: number): boolean {
  return status === INVOICE_STATUS.unpaid;
}

/** Returns why an invoice cannot be edited; null when nobody has paid or is paying. */
export function editRefusal(invoice: {
  status: number;
  paidCount: number;
  isBeingPaid: boolean;
}): 'not-unpaid' | 'paid-in-part' | 'being-paid' | null {
  if (invoice.status !== INVOICE_STATUS.unpaid) return 'not-unpaid';
  if (invoice.paidCount > 0) return 'paid-in-part';
  return invoice.isBeingPaid ? 'being-paid' : null;
}
