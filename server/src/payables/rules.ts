import { convert, MAX_PIASTRES, totalOf } from '@daftar/contract/money';
import type { PaymentLinkFormValues } from '@daftar/contract/payment-links';

/** The amount and charges of a form: of a payment link as of an invoice. */
export type Charges = Pick<
  PaymentLinkFormValues,
  'amount' | 'fixed_fees' | 'percentage_fees' | 'fixed_tax' | 'percentage_tax'
>;

/** What a link or invoice comes to. `fees`, `tax` and `total` in hundredths of its currency, the value in EGP. */
export interface PayableTotals {
  fees: number;
  tax: number;
  total: number;
  valuePiastres: number;
}

/** Totals of a form and their worth in EGP at a scaled rate. Null when the total is more than the wire takes. */
export function payableTotals(form: Charges, rateScaled: number): PayableTotals | null {
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
 * The methods that are offered: those asked for, or all that the merchant allows when none are.
 * Null when one is not allowed, or when there is none to offer.
 */
export function offeredMethods<M extends number>(asked: readonly M[], allowed: readonly M[]): M[] | null {
  const offered = asked.length === 0 ? [...allowed] : [...asked].sort((a, b) => a - b);
  return offered.length > 0 && offered.every((method) => allowed.includes(method)) ? offered : null;
}
