import { parsePounds } from '@daftar/contract/money';
import type { PaymentLinkDetails, PaymentLinkFormInput } from '@daftar/contract/payment-links';
import { toLatinDigits } from '@daftar/contract/text';
import { chargesOf, EMPTY_PAYABLE, type PayableValues, savedValues } from '../payables/values.ts';

/** What the form holds. */
export type LinkFormValues = PayableValues & { max_payment_count: string };

export const EMPTY_FORM: LinkFormValues = { ...EMPTY_PAYABLE, max_payment_count: '1' };

/** What an address fills in: `?name=Lamp&amount=250`. An amount that is none is left out. */
export const prefilled = ({ name = '', amount = '' }: { name?: string; amount?: string }) => ({
  invoice_name: name,
  amount: parsePounds(amount) ? amount : '',
});

/** A link as form values. */
export const valuesOf = (link: PaymentLinkDetails): LinkFormValues => ({
  ...savedValues(link),
  max_payment_count: String(link.max_payment_count),
});

/** The create call's body: no payment methods means all. */
export function payloadOf(values: LinkFormValues, businessAccountId?: number): PaymentLinkFormInput {
  const { fees_on: _, fees_mode: __, tax_on: ___, tax_mode: ____, ...wire } = values;
  return {
    ...wire,
    ...chargesOf(values),
    max_payment_count: toLatinDigits(values.max_payment_count.trim()),
    ...(businessAccountId ? { business_account_id: businessAccountId } : {}),
  };
}
