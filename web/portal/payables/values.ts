import { CURRENCY_IDS, type CurrencyId } from '@daftar/contract/lookups';
import { isMoment } from '@daftar/contract/moment';
import { convert, parsePercent, parsePounds, RATE_SCALE, toPounds, totalOf } from '@daftar/contract/money';
import { LANGUAGE } from '@daftar/contract/payables';
import {
  EMPTY_OWN,
  OWN_FIELDS,
  type Own,
  type OwnValues,
  ownPayload,
  ownRules,
  ownValuesOf,
} from '../shared/own-values.ts';

export type ChargeMode = 'fixed' | 'percentage';
export type ChargeName = 'fees' | 'tax';

/**
 * The values of every payable's form: the API's names, and for fees and tax whether they are on and how they are given.
 */
export type PayableValues = OwnValues & {
  invoice_name: string;
  description: string;
  currency_id: CurrencyId;
  amount: string;
  fees_on: boolean;
  fees_mode: ChargeMode;
  fixed_fees: string;
  percentage_fees: string;
  tax_on: boolean;
  tax_mode: ChargeMode;
  fixed_tax: string;
  percentage_tax: string;
  due_date: string;
  payment_methods: number[];
  notify_by_email: boolean;
  notify_by_sms: boolean;
  require_email: boolean;
  require_name: boolean;
  require_address: boolean;
  require_phone: boolean;
  language: number;
  notes: string;
};

/** The channels by which it is sent. */
export type SendBy = Pick<PayableValues, 'notify_by_email' | 'notify_by_sms'>;

export const EMPTY_PAYABLE: PayableValues = {
  invoice_name: '',
  description: '',
  currency_id: 1,
  amount: '',
  fees_on: false,
  fees_mode: 'fixed',
  fixed_fees: '',
  percentage_fees: '',
  tax_on: false,
  tax_mode: 'percentage',
  fixed_tax: '',
  percentage_tax: '',
  due_date: '',
  payment_methods: [],
  notify_by_email: false,
  notify_by_sms: false,
  require_email: false,
  require_name: false,
  require_address: false,
  require_phone: false,
  language: LANGUAGE.arabic,
  notes: '',
  ...EMPTY_OWN,
};

/** The fields that the totals depend on. */
export const CHARGED_BY = [
  'currency_id',
  'amount',
  'fees_on',
  'fees_mode',
  'fixed_fees',
  'percentage_fees',
  'tax_on',
  'tax_mode',
  'fixed_tax',
  'percentage_tax',
] as const satisfies readonly (keyof PayableValues)[];

/** The fields that most entries leave as they are. */
export const MORE_FIELDS = [
  'description',
  'fees_on',
  'fixed_fees',
  'percentage_fees',
  'tax_on',
  'fixed_tax',
  'percentage_tax',
  'payment_methods',
  'notify_by_email',
  'notify_by_sms',
  'require_email',
  'require_name',
  'require_address',
  'require_phone',
  'language',
  'notes',
  ...OWN_FIELDS,
] as const satisfies readonly (keyof PayableValues)[];

/** Whether any of some fields differs from what is usual. */
export const differs = <V extends object>(values: V, usual: V, fields: readonly (keyof V)[]): boolean =>
  fields.some((name) => JSON.stringify(values[name]) !== JSON.stringify(usual[name]));

/** Turning a charge off clears both of its values. */
export function switchCharge(name: ChargeName, on: boolean): Partial<PayableValues> {
  const cleared = on ? {} : { [`fixed_${name}`]: '', [`percentage_${name}`]: '' };
  return { [`${name}_on`]: on, ...cleared };
}

/** Changing how a charge is given clears the other value. */
export function changeMode(name: ChargeName, mode: ChargeMode): Partial<PayableValues> {
  const other = mode === 'fixed' ? 'percentage' : 'fixed';
  return { [`${name}_mode`]: mode, [`${other}_${name}`]: '' };
}

/** The field of a charge that is in use. */
export function activeField(values: PayableValues, name: ChargeName) {
  return `${values[`${name}_mode`]}_${name}` as const;
}

/** Fees and tax for the API: the value in use, and zero where the switch is off. */
export function chargesOf(values: PayableValues) {
  const charge = (field: `${ChargeMode}_${ChargeName}`, name: ChargeName) =>
    values[`${name}_on`] && field === activeField(values, name) ? values[field] || 0 : 0;
  return {
    fixed_fees: charge('fixed_fees', 'fees'),
    percentage_fees: charge('percentage_fees', 'fees'),
    fixed_tax: charge('fixed_tax', 'tax'),
    percentage_tax: charge('percentage_tax', 'tax'),
  };
}

/** What a form holds as the API takes it. */
export function wireOf<V extends PayableValues>(values: V) {
  const { fees_on: _, fees_mode: __, tax_on: ___, tax_mode: ____, ...wire } = values;
  return { ...wire, ...chargesOf(values), ...ownPayload(values) };
}

const blankOrZero = (text: string) => text.trim() === '' || parsePounds(text) === 0;

/** The screen's own rules: a charge that is on needs a value, and the due date is in the future. */
export function rulesOf(values: PayableValues, now: number): Record<string, string | undefined> {
  const lacking = (name: ChargeName) =>
    values[`${name}_on`] && blankOrZero(values[activeField(values, name)]);
  return {
    ...(lacking('fees') ? { [activeField(values, 'fees')]: 'Required' } : {}),
    ...(lacking('tax') ? { [activeField(values, 'tax')]: 'Required' } : {}),
    ...ownRules(values),
    ...(isMoment(values.due_date) && Date.parse(values.due_date) <= now ? { due_date: 'PastDueDate' } : {}),
  };
}

/** Totals of a payable in its currency, and in EGP where that is another one and the rate is known; null while one cannot be read. */
export interface PayableSums {
  subtotal: number | null;
  fees: number | null;
  tax: number | null;
  total: number | null;
  /** The amount at the rate; null for EGP. */
  converted: number | null;
  /** The total at the rate, which a payer is charged; null for EGP. */
  value: number | null;
}

const UNREADABLE: PayableSums = {
  subtotal: null,
  fees: null,
  tax: null,
  total: null,
  converted: null,
  value: null,
};

/** Calculates the totals of an incomplete form: empty fields count as zero, and there is no total of a number that cannot be read. */
export function sumsOf(values: PayableValues, rate: number | undefined): PayableSums {
  const chosen = (['fees', 'tax'] as const).filter((name) => values[`${name}_on`]);
  const amounts = [values.amount, ...chosen.map((name) => values[`fixed_${name}`])];
  const percentages = chosen.map((name) => values[`percentage_${name}`]);
  if (
    amounts.some((text) => text.trim() !== '' && parsePounds(text) === null) ||
    percentages.some((text) => text.trim() !== '' && parsePercent(text) === null)
  )
    return UNREADABLE;
  const hundredths = (text: string) => parsePounds(text) ?? 0;
  const amount = hundredths(values.amount);
  const charge = (name: ChargeName) => ({
    fixedPiastres: values[`${name}_on`] ? hundredths(values[`fixed_${name}`]) : 0,
    basisPoints: values[`${name}_on`] ? Math.min(parsePercent(values[`percentage_${name}`]) ?? 0, 10_000) : 0,
  });
  const { feesPiastres, taxPiastres, totalPiastres } = totalOf(amount, charge('fees'), charge('tax'));
  const scaled = Math.round((rate ?? 0) * RATE_SCALE);
  const inPounds = (piastres: number) =>
    values.currency_id === 1 || rate === undefined ? null : toPounds(convert(piastres, scaled));
  return {
    subtotal: toPounds(amount),
    fees: toPounds(feesPiastres),
    tax: toPounds(taxPiastres),
    total: toPounds(totalPiastres),
    converted: inPounds(amount),
    value: inPounds(totalPiastres),
  };
}

/** A saved link or invoice, as its details have it. */
interface SavedPayable extends Own {
  invoice_name: string;
  description: string;
  currency: { id: number };
  amount: number;
  fixed_fees: number;
  percentage_fees: number;
  fixed_tax: number;
  percentage_tax: number;
  due_date: string | null;
  payment_method: readonly { id: number }[];
  notify_by_email: boolean;
  notify_by_sms: boolean;
  require_email: boolean;
  require_name: boolean;
  require_address: boolean;
  require_phone: boolean;
  language: number;
  notes: string;
}

/** A saved link or invoice as form values. */
export function savedValues(saved: SavedPayable): PayableValues {
  const money = (value: number) => (value > 0 ? value.toFixed(2) : '');
  const percentage = (value: number) => (value > 0 ? String(value) : '');
  return {
    invoice_name: saved.invoice_name,
    description: saved.description,
    currency_id: CURRENCY_IDS.find((id) => id === saved.currency.id) ?? 1,
    amount: saved.amount.toFixed(2),
    fees_on: saved.fixed_fees > 0 || saved.percentage_fees > 0,
    fees_mode: saved.percentage_fees > 0 ? 'percentage' : 'fixed',
    fixed_fees: money(saved.fixed_fees),
    percentage_fees: percentage(saved.percentage_fees),
    tax_on: saved.fixed_tax > 0 || saved.percentage_tax > 0,
    tax_mode: saved.fixed_tax > 0 ? 'fixed' : 'percentage',
    fixed_tax: money(saved.fixed_tax),
    percentage_tax: percentage(saved.percentage_tax),
    due_date: saved.due_date ?? '',
    payment_methods: saved.payment_method.map(({ id }) => id),
    notify_by_email: saved.notify_by_email,
    notify_by_sms: saved.notify_by_sms,
    require_email: saved.require_email,
    require_name: saved.require_name,
    require_address: saved.require_address,
    require_phone: saved.require_phone,
    language: saved.language,
    notes: saved.notes,
    ...ownValuesOf(saved),
  };
}

/**
 * The start of another one like it: a due date that has passed is left to be chosen, the own number is the first one's, and where every method is offered, none
 * is marked, as when the first one was made.
 * @param methods that the merchant may offer
 */
export const another = <V extends PayableValues>(values: V, now: number, methods: readonly number[]): V => ({
  ...values,
  merchant_reference: '',
  due_date: isMoment(values.due_date) && Date.parse(values.due_date) > now ? values.due_date : '',
  payment_methods: methods.every((id) => values.payment_methods.includes(id)) ? [] : values.payment_methods,
});

/** The last minute (UTC) of the day some days after a moment. */
export function endOfDayAfter(now: number, days: number): string {
  const day = new Date(now + days * 86_400_000).toISOString().slice(0, 10);
  return `${day}T23:59:00.000Z`;
}
