import type { CheckoutLocale } from '@daftar/contract/checkout';
import { cairoMoment } from '@daftar/contract/moment';
import type { MessageRef } from '@daftar/contract/validate';

type Params = Record<string, string | number>;

/** An amount in two parts, so that its currency can be smaller. */
export interface MoneyParts {
  amount: string;
  currency: string;
}

/** Sentences, numbers, money and dates of one language. */
export interface Words {
  locale: CheckoutLocale;
  dir: 'rtl' | 'ltr';
  /** A sentence of the page's catalogue. With `count` the plural form is looked up; other parameters are isolated. */
  t(key: string, params?: Params): string;
  /** A sentence of the contract's messages, as field errors are. */
  message(ref: MessageRef): string;
  /** Hundredths of a currency as text: 150.00 EGP. */
  money(hundredths: number, currency: string): string;
  moneyParts(hundredths: number, currency: string): MoneyParts;
  number(value: number, decimals?: number): string;
  /** A moment in Cairo time, with the zone. */
  moment(iso: string): string;
}

const FOREIGN: Record<CheckoutLocale, RegExp> = { ar: /[A-Za-z0-9+]/, en: /[\u0590-\u08ff]/ };

type Catalogue = Readonly<Record<string, string>>;

/** The texts of a language, from one page's catalogue and the contract's messages. */
export function wordsOf(locale: CheckoutLocale, catalogue: Catalogue, messages: Catalogue): Words {
  const tag = locale === 'ar' ? 'ar-EG' : 'en-GB';
  const plurals = new Intl.PluralRules(locale);
  const amounts = new Intl.NumberFormat(tag, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const number = (value: number, decimals = 0) =>
    new Intl.NumberFormat(tag, { maximumFractionDigits: decimals }).format(value);

  const sign = (currency: string): string => catalogue[`currency.${currency}`] ?? currency;

  /** Isolates a name in the other script, which would disturb the order of the sentence. */
  const isolate = (value: string) => (FOREIGN[locale].test(value) ? `\u2068${value}\u2069` : value);

  const fill = (sentence: string, params: Params | undefined) =>
    params
      ? sentence.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
          const value = params[name];
          if (value === undefined) return whole;
          return typeof value === 'number' ? number(value) : isolate(value);
        })
      : sentence;

  const moneyParts = (hundredths: number, currency: string): MoneyParts => ({
    amount: amounts.format(hundredths / 100),
    currency: sign(currency),
  });

  const words: Words = {
    locale,
    dir: locale === 'ar' ? 'rtl' : 'ltr',
    t(key, params) {
      const count = params?.count;
      const form = typeof count === 'number' ? `${key}_${plurals.select(count)}` : key;
      return fill(catalogue[form] ?? catalogue[key] ?? key, params);
    },
    message({ key, params }) {
      const count = params?.count;
      const form = typeof count === 'number' ? `${key}_${plurals.select(count)}` : key;
      const sentence = messages[form] ?? messages[key] ?? messages.Invalid ?? key;
      return fill(sentence, params);
    },
    money(hundredths, currency) {
      const { amount, currency: label } = moneyParts(hundredths, currency);
      return `${amount}\u00a0${label}`;
    },
    moneyParts,
    number,
    moment(iso) {
      const date = new Date(iso);
      return Number.isNaN(date.getTime())
        ? '–'
        : words.t('cairoTime', { date: cairoMoment(locale, date, 'own') });
    },
  };
  return words;
}
