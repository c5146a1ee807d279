/** Figures and moments as documents and messages write them: Latin digits in both languages. */
import { formatPounds } from '@daftar/contract/money';
import type { Locale } from './translate.ts';

/** 123450 → `1,234.50` */
export function groupedAmount(hundredths: number): string {
  const [whole = '', part] = formatPounds(hundredths).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${part}`;
}

/** 1 July 2026 at 10:00, in a zone that is named where the sentence stands. */
export function momentText(locale: Locale, moment: Date, timeZone: 'UTC' | 'Africa/Cairo'): string {
  const tag = locale === 'ar' ? 'ar-EG-u-nu-latn' : 'en-GB';
  return new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(moment);
}
