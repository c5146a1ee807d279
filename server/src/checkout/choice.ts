/** A payer's choice of the amount or quantity of a link, within its bounds. No I/O. */
import type { ChoiceView } from '@daftar/contract/checkout';
import { amountError, convert, parsePounds, RATE_SCALE, toPounds, totalOf } from '@daftar/contract/money';
import { countError, readCount } from '@daftar/contract/numbers';
import type { ErrorRef } from '@daftar/contract/validate';
import type { Payable } from './payable-source.ts';

/** The choice, or the reason why it is invalid. */
export type Chosen = { ok: true; chosen: number } | { ok: false; error: ErrorRef };

/** Returns whether a choice is within the bounds. */
const isOffered = ({ least, most }: ChoiceView, chosen: number): boolean =>
  Number.isSafeInteger(chosen) && chosen >= least && chosen <= most;

/** Reads the payer's typed text, in the digits of either language: an amount in hundredths, or a number of pieces. */
export function readChoice(choice: ChoiceView, typed: string): Chosen {
  const text = typed.slice(0, 40);
  const { kind, least, most } = choice;
  const chosen = kind === 'amount' ? parsePounds(text) : readCount(text);
  if (chosen !== null && isOffered(choice, chosen)) return { ok: true, chosen };
  const key = kind === 'amount' ? amountError(text, 0, 'AmountOutside') : countError(text, 'QuantityOutside');
  if (key && key !== 'AmountOutside' && key !== 'AmountTooLarge' && key !== 'QuantityOutside')
    return { ok: false, error: { key } };
  return kind === 'amount'
    ? { ok: false, error: { key: 'AmountOutside', params: { least: toPounds(least), most: toPounds(most) } } }
    : { ok: false, error: { key: 'QuantityOutside', params: { least, most } } };
}

/**
 * Returns the payable priced for the payer's choice; unchanged if its price is fixed.
 * @throws RangeError if the choice is outside the bounds: callers read it with {@link readChoice}
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

/** Returns the payable priced for its initial choice. */
export const firstOffered = (payable: Payable): Payable =>
  pricedAt(payable, payable.view.choice?.chosen ?? null);

/** Returns the number of pieces that a payment is for. */
export const quantityOf = ({ view: { choice } }: Payable): number =>
  choice?.kind === 'quantity' ? choice.chosen : 1;
