/** What a payer decides of a link: the amount, or how many pieces, within its bounds. No I/O. */
import type { ChoiceView } from '@daftar/contract/checkout';
import { convert, parsePounds, RATE_SCALE, toPounds, totalOf } from '@daftar/contract/money';
import { toLatinDigits, withoutDirectionMarks } from '@daftar/contract/text';
import type { ErrorRef } from '@daftar/contract/validate';
import type { Payable } from './payable-source.ts';

/** What was decided, or why it cannot be. */
export type Chosen = { ok: true; chosen: number } | { ok: false; error: ErrorRef };

/** Whether something may be decided. */
const isOffered = ({ least, most }: ChoiceView, chosen: number): boolean =>
  Number.isSafeInteger(chosen) && chosen >= least && chosen <= most;

/** Thousands with their separators. A comma anywhere else may be somebody's decimal point: 12,50 is not 1250. */
const GROUPED = /^\d{1,3}(?:[,٬]\d{3})+(?:[.٫]\d*)?$/;

/** Reads what a payer typed, in the digits of either language: an amount in hundredths, or a number of pieces. */
export function readChoice(choice: ChoiceView, typed: string): Chosen {
  const written = withoutDirectionMarks(toLatinDigits(typed.slice(0, 40))).replace(/\s/g, '');
  const text = (GROUPED.test(written) ? written.replace(/[,٬]/g, '') : written).replace('٫', '.');
  if (text === '') return { ok: false, error: { key: 'Required' } };
  if (choice.kind === 'quantity') {
    const count = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    const { least, most } = choice;
    if (isOffered(choice, count)) return { ok: true, chosen: count };
    return { ok: false, error: { key: 'QuantityOutside', params: { least, most } } };
  }
  const amount = parsePounds(text);
  if (amount !== null && isOffered(choice, amount)) return { ok: true, chosen: amount };
  const bounds = { least: toPounds(choice.least), most: toPounds(choice.most) };
  return { ok: false, error: { key: 'AmountOutside', params: bounds } };
}

/**
 * The payable at the price of what its payer decided; unchanged where its price is fixed.
 * @throws RangeError if that is outside its bounds: callers read it by {@link readChoice}
 */
export function pricedAt(payable: Payable, chosen: number | null): Payable {
  const { view, charges, rateScaled } = payable;
  const { choice } = view;
  if (!choice || !charges || chosen === null) return payable;
  if (!isOffered(choice, chosen))
    throw new RangeError(`${chosen} is outside the bounds of ${view.reference}`);
  const subtotal = choice.kind === 'amount' ? chosen : choice.each * chosen;
  const { feesPiastres, taxPiastres, totalPiastres } = totalOf(subtotal, charges.fees, charges.tax);
  const valuePiastres = convert(totalPiastres, rateScaled);
  return {
    ...payable,
    valuePiastres,
    view: {
      ...view,
      subtotal,
      fees: feesPiastres,
      tax: taxPiastres,
      total: totalPiastres,
      charged: view.charged && { piastres: valuePiastres, rate: rateScaled / RATE_SCALE },
      choice: { ...choice, chosen },
    },
  };
}

/** The payable at what it offers first. */
export const firstOffered = (payable: Payable): Payable =>
  pricedAt(payable, payable.view.choice?.chosen ?? null);

/** How many pieces a payment is for. */
export const quantityOf = ({ view: { choice } }: Payable): number =>
  choice?.kind === 'quantity' ? choice.chosen : 1;
