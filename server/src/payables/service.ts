/** The payment terms that links and invoices share. */
import type { CurrencyCode, PaymentMethodId } from '@daftar/contract/lookups';
import type { PaymentLinkFormValues } from '@daftar/contract/payment-links';
import { allowedMethods, currencyCode, rateScaled } from '../lookups/service.ts';
import type { App, Caller } from '../platform/context.ts';
import { MethodNotAllowed, PastDueDate, TotalTooLarge } from './errors.ts';
import { acceptedMethods, type ChargesForm, type PayableTotals, payableTotals } from './rules.ts';

/** The fields that the forms of links and invoices share. */
type TermsForm = ChargesForm &
  Pick<PaymentLinkFormValues, 'currency_id' | 'payment_methods'> & { due_date: string | null };

/** Payment terms, fixed when a link or invoice is saved: the value in EGP keeps the rate of that moment. */
export interface Terms<Due extends Date | null = Date> extends PayableTotals {
  currency: CurrencyCode;
  rateScaled: number;
  dueAt: Due;
  paymentMethods: PaymentMethodId[];
  now: Date;
}

/** Refuses an amount whose total would exceed the maximum of the API. @throws TotalTooLarge 422 on `field` */
export function mustFit(form: ChargesForm, rate: number, field: string): void {
  if (!payableTotals(form, rate)) throw new TotalTooLarge(field);
}

/**
 * Calculates the terms of a form: totals, their value in EGP at the current rate, and every allowed method if none are
 * named.
 * @throws PastDueDate, TotalTooLarge, MethodNotAllowed 422; NoExchangeRate.
 */
export async function termsOf<Form extends TermsForm>(
  app: App,
  caller: Caller,
  form: Form,
): Promise<Terms<Form['due_date'] extends string ? Date : Date | null>> {
  const now = app.clock.now();
  const dueAt = form.due_date === null ? null : new Date(form.due_date);
  if (dueAt && dueAt <= now) throw new PastDueDate();
  const currency = currencyCode(form.currency_id);
  const rate = await rateScaled(app, currency);
  const totals = payableTotals(form, rate);
  if (!totals) throw new TotalTooLarge();
  const paymentMethods = acceptedMethods(form.payment_methods, await allowedMethods(app, caller));
  if (!paymentMethods) throw new MethodNotAllowed();
  const terms: Terms<Date | null> = { ...totals, currency, rateScaled: rate, dueAt, paymentMethods, now };
  return terms as Terms<Form['due_date'] extends string ? Date : Date | null>;
}
