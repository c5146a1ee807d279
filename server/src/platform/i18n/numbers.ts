/** Numbers within sentences, in the language's own digits for screens, or in Latin digits. */
import type { FigureText } from '@daftar/contract/message-params';
import { toPounds } from '@daftar/contract/money';

/** `own`: the language's digits, for screens. `latin`: for documents, e-mails and SMS (see `written.ts`). */
export type Digits = 'own' | 'latin';

const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const numbers = { en: new Intl.NumberFormat('en'), ar: new Intl.NumberFormat('ar-EG') };
const share = { style: 'percent', maximumFractionDigits: 2 } as const;
const percents = { en: new Intl.NumberFormat('en', share), ar: new Intl.NumberFormat('ar-EG', share) };
const amounts = { en: new Intl.NumberFormat('en', decimals), ar: new Intl.NumberFormat('ar-EG', decimals) };

/** 1234 → `1,234` or `١٬٢٣٤` */
export const numberText = <D extends Digits>(locale: 'en' | 'ar', value: number, digits: D): FigureText<D> =>
  numbers[digits === 'own' ? locale : 'en'].format(value) as FigureText<D>;

/** 2.75 → `2.75%` or `٢٫٧٥٪` */
export const percentText = <D extends Digits>(
  locale: 'en' | 'ar',
  percent: number,
  digits: D,
): FigureText<D> => percents[digits === 'own' ? locale : 'en'].format(percent / 100) as FigureText<D>;

/** 123450 piastres → `1,234.50` or `١٬٢٣٤٫٥٠`, without a currency. */
export const amountText = <D extends Digits>(
  locale: 'en' | 'ar',
  piastres: number,
  digits: D,
): FigureText<D> => amounts[digits === 'own' ? locale : 'en'].format(toPounds(piastres)) as FigureText<D>;
