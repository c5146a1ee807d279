/** Words for fields and values in entries of the audit log. */

import { PAYMENT_METHODS } from '@daftar/contract/lookups';
import { cairoMoment } from '@daftar/contract/moment';
import type texts from '../../locales/en/audit.json';
import { amountText, numberText, percentText } from '../platform/i18n/numbers.ts';
import { type Locale, sentenceOr, translate } from '../platform/i18n/translate.ts';
import { dayText } from '../platform/time/calendar-text.ts';

/** A field with a word in the catalogues: `field.…`. */
type AuditField = keyof typeof texts extends infer Key
  ? Key extends `field.${infer Name}`
    ? Name
    : never
  : never;

/** The values that an entry may log as before or after. */
export type LoggedSide = { readonly [Field in AuditField]?: unknown };

/** Type check of a logged side: neither a field without a word compiles, nor a side with unknown fields. */
export type Logged<Side> = [keyof Side] extends [never]
  ? never
  : Side & { readonly [Field in Exclude<keyof Side, AuditField>]: never };

/** Amounts in piastres whose name lacks the unit. */
const PIASTRES = new Set(['payment-link.value', 'invoice.value']);
/** Hundredths of a currency in another field. */
const HUNDREDTHS = new Set(['payment-link.total', 'invoice.total']);
/** Numbers that are identifiers, not quantities. */
const NAMES =
  /(?:^|_)id$|Id$|^(?:account|batch|bankAccount|key|merchant|profile|refund|transfer|version|category|sub_category)$/;

/** Fields whose parts have names given by the merchant. */
const THEIR_OWN = new Set(['metadata']);

/** Catalogue prefixes of the words of codes: of a field, or of one noun's field. */
const CODES: Readonly<Record<string, string>> = {
  'merchant.status': 'ops.merchantStatus.',
  'payment-link.status': 'linkStatus.',
  'invoice.status': 'invoiceStatus.',
  'incident.status': 'incidentStatus.',
  'approval.state': 'approvalState.',
  'approval.kind': 'approvals.kind.',
  'ops-approval.kind': 'ops.approvalKind.',
  businessType: 'businessType.',
  fulfilment: 'fulfilment.',
  language: 'language.',
  mode: 'audit.mode.',
  permissions: 'permission.',
};
/** Fields that are payment methods, by id or code. */
const METHODS = new Set(['method', 'methods', 'payment_method', 'allowedPaymentMethod', 'defaultPayment']);

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Returns the word of a field; the field itself if only another release knows it. */
export const fieldName = (locale: Locale, field: string): string =>
  sentenceOr(locale, `audit.field.${field}`, field);

function methodName(locale: Locale, value: string | number): string {
  const code = PAYMENT_METHODS.find((method) => method.id === value)?.code ?? value;
  return sentenceOr(locale, `paymentMethod.${code}`, String(value));
}

function numberOf(locale: Locale, noun: string, field: string, value: number): string {
  if (field.endsWith('Piastres') || PIASTRES.has(`${noun}.${field}`))
    return translate(locale, { key: 'audit.value.amount', params: { amountPiastres: value } });
  if (HUNDREDTHS.has(`${noun}.${field}`)) return amountText(locale, value, 'own');
  if (field.endsWith('Bps')) return percentText(locale, value / 100, 'own');
  return NAMES.test(field) ? String(value) : numberText(locale, value, 'own');
}

function wordOf(locale: Locale, noun: string, field: string, value: string | number | boolean): string {
  if (typeof value === 'boolean') return translate(locale, `audit.value.${value}`);
  if (METHODS.has(field)) return methodName(locale, value);
  const codes = CODES[`${noun}.${field}`] ?? CODES[field];
  const word = codes && sentenceOr(locale, `${codes}${value}`, '');
  if (word) return word;
  if (typeof value === 'number') return numberOf(locale, noun, field, value);
  if (MOMENT.test(value)) return cairoMoment(locale, new Date(value), 'own');
  return DAY.test(value) ? dayText(locale, value, 'own') : value;
}

/**
 * A value as screens show it: amounts, percentages, times and codes in words, what has parts with the word of each.
 * @param noun what the entry is about: `payment-link`
 * @returns null for no value: null, nothing typed, an empty list
 */
export function valueText(locale: Locale, noun: string, field: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  const comma = locale === 'ar' ? '، ' : ', ';
  if (Array.isArray(value)) {
    const each = value.flatMap((one) => valueText(locale, noun, field, one) ?? []);
    return each.length === 0 ? null : each.join(value.some((one) => typeof one === 'object') ? '\n' : comma);
  }
  if (typeof value === 'object') {
    const parts = Object.entries(value).flatMap(([name, part]) => {
      const text = valueText(locale, noun, name, part);
      return text === null ? [] : [`${THEIR_OWN.has(field) ? name : fieldName(locale, name)}: ${text}`];
    });
    return parts.length === 0 ? null : parts.join(comma);
  }
  return wordOf(locale, noun, field, value as string | number | boolean);
}
