import arMessages from '@daftar/contract/messages/ar.json' with { type: 'json' };
import enMessages from '@daftar/contract/messages/en.json' with { type: 'json' };
import arDocs from '../locales/ar/docs.json' with { type: 'json' };
import arPay from '../locales/ar/pay.json' with { type: 'json' };
import enDocs from '../locales/en/docs.json' with { type: 'json' };
import enPay from '../locales/en/pay.json' with { type: 'json' };

export type Locale = 'en' | 'ar';

const docs: Record<Locale, Record<string, string>> = { en: enDocs, ar: arDocs };
const messages: Record<Locale, Record<string, string>> = { en: enMessages, ar: arMessages };
const pay: Record<Locale, Record<string, string>> = { en: enPay, ar: arPay };

/** A sentence of `docs.json`. */
export const wordIn = (locale: Locale) => (key: string) => docs[locale][key] ?? key;

/** What a test card does, in the payment page's words. */
export const cardOutcome = (locale: Locale, outcome: string) => pay[locale][`testCard.${outcome}`] ?? outcome;

/** The name of a payment method. */
export const methodName = (locale: Locale, code: string) => messages[locale][`paymentMethod.${code}`] ?? code;
