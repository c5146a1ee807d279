/** Numbers within sentences, in the language's own digits for screens, or in Latin digits. */
import { toPounds } from '@daftar/contract/money';

/** `own`: the language's digits, for screens. `latin`: for documents, e-mails and SMS (see `written.ts`). */
export type Digits = 'own' | 'latin';

const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const numbers = { en: new Intl.NumberFormat('en'), ar: new Intl.NumberFormat('ar-EG') };
const share = { style: 'percent', maximumFractionDigits: 2 } as const;
const percents = { en: new Intl.NumberFormat('en', share), ar: new Intl.NumberFormat('ar-EG', share) };
const amounts = { en: new Intl.NumberFormat('en', decimals), ar: new Intl.NumberFormat('ar-EG', decimals) };

/** 1234 → `1,234` or `١٬٢٣٤` */
export const numberText = (locale: 'en' | 'ar', value: number, digits: Digits): string =>
  numbers[digits === 'own' ? locale : 'en'].format(value);

/** 2.75 → `2.75%` or `٢٫٧٥٪` */
export const percentText = (locale: 'en' | 'ar', percent: number, digits: Digits): string =>
  percents[digits === 'own' ? locale : 'en'].format(percent / 100);

/** 123450 piastres → `1,234.50` or `١٬٢٣٤٫٥٠`, without a currency. */
export const amountText = (locale: 'en' | 'ar', piastres: number, digits: Digits): string =>
  amounts[digits === 'own' ? locale : 'en'].format(toPounds(piastres));
