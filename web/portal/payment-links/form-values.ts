import type { ChoiceView } from '@daftar/contract/checkout';
import { parsePounds, toPounds } from '@daftar/contract/money';
import { readCount } from '@daftar/contract/numbers';
import type { PaymentLinkDetails, PaymentLinkFormInput } from '@daftar/contract/payment-links';
import { EMPTY_PAYABLE, MORE_FIELDS, type PayableValues, savedValues, wireOf } from '../payables/values.ts';

/** What the form holds. */
export type LinkFormValues = PayableValues & {
  no_due_date: boolean;
  max_payment_count: string;
  no_payment_limit: boolean;
  /** The payer decides the amount, between these. */
  amount_open: boolean;
  min_amount: string;
  max_amount: string;
  /** Further amounts, with semicolons between them: `1,500` is one amount. */
  suggested_amounts: string;
  /** The payer decides how many, between these. */
  quantity_open: boolean;
  min_quantity: string;
  max_quantity: string;
  /** Where whoever paid is led, and who did not. */
  success_url: string;
  cancel_url: string;
};

export const EMPTY_FORM: LinkFormValues = {
  ...EMPTY_PAYABLE,
  no_due_date: false,
  max_payment_count: '1',
  no_payment_limit: false,
  amount_open: false,
  min_amount: '',
  max_amount: '',
  suggested_amounts: '',
  quantity_open: false,
  min_quantity: '1',
  max_quantity: '',
  success_url: '',
  cancel_url: '',
};

/** What the payer decides. */
export const CHOICE_FIELDS = [
  'amount_open',
  'min_amount',
  'max_amount',
  'suggested_amounts',
  'quantity_open',
  'min_quantity',
  'max_quantity',
] as const;

/** Where the payer is led. */
export const RETURN_FIELDS = ['success_url', 'cancel_url'] as const;

/** The fields that most links leave as they are. */
export const MORE_LINK_FIELDS = [
  ...MORE_FIELDS,
  'max_payment_count',
  'no_payment_limit',
  ...CHOICE_FIELDS,
  ...RETURN_FIELDS,
] as const satisfies readonly (keyof LinkFormValues)[];

/** Turning on what the payer decides turns off the other: it is either the amount or the quantity. */
export const decideAmount = (on: boolean): Partial<LinkFormValues> => ({
  amount_open: on,
  ...(on ? { quantity_open: false } : {}),
});
export const decideQuantity = (on: boolean): Partial<LinkFormValues> => ({
  quantity_open: on,
  ...(on ? { amount_open: false } : {}),
});

/** Typed amounts, one by one. */
const amountsOf = (typed: string): string[] =>
  typed
    .split(/[;؛\n]+/)
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** The form's own rules: whoever decides the quantity can choose more than one, and every suggested amount can be read. */
export const linkRules = (values: LinkFormValues): Record<string, string | undefined> => ({
  ...(values.quantity_open && readCount(values.max_quantity) === 1 && { max_quantity: 'MaximumTooLow' }),
  ...(values.amount_open &&
    // 50 100 may be two amounts, and 50, 100 too.
    amountsOf(values.suggested_amounts).some((each) => parsePounds(each) === null || /\s/.test(each)) && {
      suggested_amounts: 'payment-links:field.suggestedWrong',
    }),
});

/** What an address fills in: `?name=Lamp&amount=250`. An amount that is none is left out. */
export const prefilled = ({ name = '', amount = '' }: { name?: string; amount?: string }) => ({
  invoice_name: name,
  amount: parsePounds(amount) ? amount : '',
});

const pounds = (value: number | null) => (value === null ? '' : value.toFixed(2));

/** A link as form values. */
export const valuesOf = (link: PaymentLinkDetails): LinkFormValues => ({
  ...savedValues(link),
  no_due_date: link.due_date === null,
  max_payment_count: String(link.max_payment_count ?? 1),
  no_payment_limit: link.max_payment_count === null,
  amount_open: link.min_amount !== null,
  min_amount: pounds(link.min_amount),
  max_amount: pounds(link.max_amount),
  suggested_amounts: link.suggested_amounts.map((amount) => amount.toFixed(2)).join('; '),
  quantity_open: link.max_quantity > 1,
  min_quantity: String(link.min_quantity),
  max_quantity: link.max_quantity > 1 ? String(link.max_quantity) : '',
  success_url: link.success_url ?? '',
  cancel_url: link.cancel_url ?? '',
});

/** What the payer decides, for the API. */
function choicesOf(values: LinkFormValues): Partial<PaymentLinkFormInput> {
  if (values.amount_open) {
    const { min_amount, max_amount, suggested_amounts } = values;
    return { min_amount, max_amount, suggested_amounts: amountsOf(suggested_amounts) };
  }
  if (!values.quantity_open) return {};
  return { min_quantity: values.min_quantity, max_quantity: values.max_quantity };
}

/** The create call's body: no payment methods means all. */
export function payloadOf(values: LinkFormValues, businessAccountId?: number): PaymentLinkFormInput {
  const { amount_open, quantity_open, min_amount, max_amount, suggested_amounts, ...rest } = wireOf(values);
  const { min_quantity, max_quantity, ...shared } = rest;
  return {
    ...shared,
    success_url: values.success_url.trim(),
    cancel_url: values.cancel_url.trim(),
    ...choicesOf(values),
    due_date: values.no_due_date ? '' : values.due_date,
    max_payment_count: values.no_payment_limit ? 1 : values.max_payment_count,
    ...(businessAccountId ? { business_account_id: businessAccountId } : {}),
  };
}

/** What the payer would decide, as the payment page shows it; null where the price is fixed or something is lacking. */
export function choiceOf(values: LinkFormValues): ChoiceView | null {
  const chosen = parsePounds(values.amount);
  if (values.amount_open) {
    const [least, most] = [parsePounds(values.min_amount), parsePounds(values.max_amount)];
    if (chosen === null || least === null || most === null) return null;
    const others = amountsOf(values.suggested_amounts).flatMap((each) => parsePounds(each) ?? []);
    const suggested = others.length > 0 ? [...new Set([chosen, ...others])].sort((a, b) => a - b) : [];
    return { kind: 'amount', chosen, least, most, suggested };
  }
  const [least, most] = [readCount(values.min_quantity), readCount(values.max_quantity)];
  if (!values.quantity_open || least === null || most === null || most <= least) return null;
  return { kind: 'quantity', chosen: least, least, most, each: chosen ?? 0 };
}

/** Returns the payer's choices in the shape of a saved link. A bound that cannot be read counts as 0, or as one piece. */
export function decidedOf(values: LinkFormValues) {
  const { min_amount, max_amount, suggested_amounts = [], min_quantity, max_quantity } = choicesOf(values);
  const amount = (typed: number | string) => toPounds(parsePounds(typed) ?? 0);
  const pieces = (typed: number | string | undefined) => readCount(typed ?? 1) ?? 1;
  return {
    min_amount: min_amount == null ? null : amount(min_amount),
    max_amount: max_amount == null ? null : amount(max_amount),
    suggested_amounts: suggested_amounts.map(amount),
    min_quantity: pieces(min_quantity),
    max_quantity: pieces(max_quantity),
  };
}
