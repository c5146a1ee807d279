import { INVOICE_STATUS, type InvoiceFormValues } from '@daftar/contract/invoices';
import { convert, MAX_PIASTRES, totalOf } from '@daftar/contract/money';

type Charges = Pick<
  InvoiceFormValues,
  'amount' | 'fixed_fees' | 'percentage_fees' | 'fixed_tax' | 'percentage_tax'
>;

/** What an invoice comes to. `fees`, `tax` and `total` in hundredths of its currency, the value in EGP. */
export interface InvoiceTotals {
  fees: number;
  tax: number;
  total: number;
  valuePiastres: number;
}

/** Totals of an invoice and its worth in EGP at a scaled rate. Null when the total is more than the wire takes. */
export function invoiceTotals(form: Charges, rateScaled: number): InvoiceTotals | null {
  const { feesPiastres, taxPiastres, totalPiastres } = totalOf(
    form.amount,
    { fixedPiastres: form.fixed_fees, basisPoints: form.percentage_fees },
    { fixedPiastres: form.fixed_tax, basisPoints: form.percentage_tax },
  );
  if (totalPiastres > MAX_PIASTRES) return null;
  const valuePiastres = convert(totalPiastres, rateScaled);
  return { fees: feesPiastres, tax: taxPiastres, total: totalPiastres, valuePiastres };
}

/**
 * The methods an invoice offers: those asked for, or all that the merchant allows when none are.
 * Null when one is not allowed, or when there is none to offer.
 */
export function offeredMethods<M extends number>(asked: readonly M[], allowed: readonly M[]): M[] | null {
  const offered = asked.length === 0 ? [...allowed] : [...asked].sort((a, b) => a - b);
  return offered.length > 0 && offered.every((method) => allowed.includes(method)) ? offered : null;
}

/** Whether an invoice may be canceled by hand. The end states stay what they are. */
export function mayDeactivate(status: number): boolean {
  return status === INVOICE_STATUS.unpaid;
}

/** Why an invoice cannot be edited, or null when it can: only one that nobody has paid or is paying. */
export function editRefusal(invoice: {
  status: number;
  paidCount: number;
  isBeingPaid: boolean;
}): 'not-unpaid' | 'paid-in-part' | 'being-paid' | null {
  if (invoice.status !== INVOICE_STATUS.unpaid) return 'not-unpaid';
  if (invoice.paidCount > 0) return 'paid-in-part';
  return invoice.isBeingPaid ? 'being-paid' : null;
}
