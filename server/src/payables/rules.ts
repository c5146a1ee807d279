import { convert, MAX_PIASTRES, totalOf } from '@daftar/contract/money';
import type { PaymentLinkFormValues } from '@daftar/contract/payment-links';

/** The amount and charges of a form, of links and invoices alike. */
export type ChargesForm = Pick<
  PaymentLinkFormValues,
  'amount' | 'fixed_fees' | 'percentage_fees' | 'fixed_tax' | 'percentage_tax'
>;

/** Totals of a link or invoice. `fees`, `tax` and `total` in hundredths of its currency, the value in EGP. */
export interface PayableTotals {
  fees: number;
  tax: number;
  total: number;
  valuePiastres: number;
}

/**
 * Calculates the totals of a form and their value in EGP at a scaled rate. Null when the total is larger than the API
 * allows.
 */
export function payableTotals(form: ChargesForm, rateScaled: number): PayableTotals | null {
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
 * Returns the offered methods: the requested ones, or all that the merchant allows if none are requested. Null when
 * one is not allowed, or there are none.
 */
export function acceptedMethods<M extends number>(asked: readonly M[], allowed: readonly M[]): M[] | null {
  const offered = asked.length === 0 ? [...allowed] : [...asked].sort((a, b) => a - b);
  return offered.length > 0 && offered.every((method) => allowed.includes(method)) ? offered : null;
}
