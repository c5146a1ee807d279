/** Fields that the forms of links and invoices share. */
import * as z from 'zod/mini';
import { OwnFields } from './integration-fields.ts';
import { CURRENCY, PAYMENT_METHOD, PAYMENT_METHOD_IDS, type PaymentMethodId } from './lookups.ts';
import { isMoment } from './moment.ts';
import { Amount, Percentage, PositiveAmount } from './money.ts';
import { reads, whenRight } from './schema.ts';
import { Id, oneCode, optionalParagraphs, Switch, text } from './text.ts';

/** The language of a link or invoice. */
export const LANGUAGE = { arabic: 1, english: 2 } as const;
export type LanguageId = (typeof LANGUAGE)[keyof typeof LANGUAGE];

const charge = (form: { fixed: number; percentage: number }) => form.fixed === 0 || form.percentage === 0;

/** Fields that links and invoices share; the totals are computed from them. */
export const PayableFields = {
  invoice_name: text(150),
  description: optionalParagraphs(2000),
  currency_id: oneCode(CURRENCY),
  amount: PositiveAmount,
  fixed_fees: z._default(Amount, 0),
  percentage_fees: z._default(Percentage, 0),
  fixed_tax: z._default(Amount, 0),
  percentage_tax: z._default(Percentage, 0),
  /** ISO 8601 with a zone. The server checks that it is in the future, by its own clock. */
  due_date: z.string().check(
    z.minLength(1, { error: 'Required' }),
    z.refine((value: string) => value === '' || isMoment(value), { error: 'InvalidDate' }),
  ),
  /** Empty means all methods that the merchant allows. */
  payment_methods: reads(
    z.pipe(
      z.optional(z.nullable(z.array(z.union([z.number(), z.string()])))),
      z.transform((given, ctx): PaymentMethodId[] => {
        const ids = (given ?? []).map((id) =>
          PAYMENT_METHOD_IDS.find((known) => String(known) === String(id)),
        );
        const known = ids.filter((id) => id !== undefined);
        if (known.length === ids.length) return [...new Set(known)];
        // One message for the field instead of one per entry, because the form has a single control for it.
        ctx.issues.push({ code: 'custom', message: 'Invalid', input: given });
        return z.NEVER;
      }),
    ),
    { type: ['array', 'null'], items: { type: 'integer', enum: PAYMENT_METHOD_IDS } },
    PAYMENT_METHOD,
  ),
  notify_by_email: z._default(Switch, false),
  notify_by_sms: z._default(Switch, false),
  require_email: z._default(Switch, false),
  require_name: z._default(Switch, false),
  require_address: z._default(Switch, false),
  require_phone: z._default(Switch, false),
  language: oneCode(LANGUAGE),
  notes: optionalParagraphs(2000),
  business_account_id: z.optional(z.nullable(Id)),
  ...OwnFields,
} as const;

export interface ChargeForm {
  fixed_fees: number;
  percentage_fees: number;
  fixed_tax: number;
  percentage_tax: number;
}

/** Refuses a fixed amount together with a percentage, for fees and for tax. */
export const oneModeOfCharge = [
  z.refine<ChargeForm>((form) => charge({ fixed: form.fixed_fees, percentage: form.percentage_fees }), {
    error: 'FixedAndPercentage',
    path: ['percentage_fees'],
    when: whenRight('fixed_fees', 'percentage_fees'),
  }),
  z.refine<ChargeForm>((form) => charge({ fixed: form.fixed_tax, percentage: form.percentage_tax }), {
    error: 'FixedAndPercentage',
    path: ['percentage_tax'],
    when: whenRight('fixed_tax', 'percentage_tax'),
  }),
] as const;
