import { formatNumber } from '../../ui/format.ts';
import type { Locale } from '../../ui/locale.ts';
import { cleanAmount } from '../../ui/money-input.tsx';

/** Pounds with more digits than this are a slip of the finger. */
const WHOLE_DIGITS = 8;

export const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0', 'back'] as const;
export type Key = (typeof KEYS)[number];

/** What may stand in the amount of whatever was typed or pasted: digits, one point, two decimals. */
export function amountOf(text: string): string {
  const [, whole = '', rest = ''] = /^(\d*)(\.\d{0,2})?/.exec(cleanAmount(text)) ?? [];
  const plain = whole.replace(/^0+(?=\d)/, '').slice(0, WHOLE_DIGITS);
  return rest ? `${plain || '0'}${rest}` : plain;
}

/** The amount after a key of the pad; one that does not fit changes nothing. */
export const press = (amount: string, key: Key): string =>
  key === 'back' ? amount.slice(0, -1) : amountOf(amount + key);

/** A digit or the decimal sign in a language. */
export function signOf(key: Exclude<Key, 'back'>, locale: Locale): string {
  if (key === '.') return locale === 'ar' ? '٫' : '.';
  return formatNumber(Number(key), locale);
}

/** The amount as it is being typed, in the digits of a language and with its groups. */
export function shownAmount(amount: string, locale: Locale): string {
  if (amount === '') return '';
  const [whole = '', decimals] = amount.split('.');
  const digits = [...(decimals ?? '')].map((digit) => formatNumber(Number(digit), locale)).join('');
  return formatNumber(Number(whole), locale) + (decimals === undefined ? '' : signOf('.', locale) + digits);
}
