import { parsePounds } from '@daftar/contract/money';
import { toLatinDigits } from '@daftar/contract/text';
import { formatNumber } from '../../ui/format.ts';
import type { Locale } from '../../ui/locale.ts';

/** Pounds with more digits than this are a slip of the finger. */
const WHOLE_DIGITS = 8;

export const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0', 'back'] as const;
export type Key = (typeof KEYS)[number];

const SEPARATOR = /[,،٬]/;
const ALL_SEPARATORS = /[,،٬\s]/g;

/** Digits with one point and two decimals, without what does not fit. */
function plainAmount(text: string): string {
  const latin = toLatinDigits(text)
    .replace(/\p{Cf}/gu, '')
    .replace('٫', '.')
    .replace(ALL_SEPARATORS, '');
  const [, whole = '', rest = ''] = /^(\d*)(\.\d{0,2})?/.exec(latin) ?? [];
  const plain = whole.replace(/^0+(?=\d)/, '').slice(0, WHOLE_DIGITS);
  return rest ? `${plain || '0'}${rest}` : plain;
}

/** The amount in an address or on the clipboard: as it is if its comma may be a decimal mark, so that it is refused and not changed. */
export const amountOf = (text: string): string =>
  SEPARATOR.test(text) && parsePounds(text) === null ? text : plainAmount(text);

/**
 * The amount after its field was edited.
 * @param before the amount that the field showed, with separators of our own
 * @param inserted what was typed or pasted; null if nothing was
 */
export const typedAmount = (text: string, before: string, inserted: string | null): string =>
  SEPARATOR.test(before) || SEPARATOR.test(inserted ?? '') ? amountOf(text) : plainAmount(text);

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
  // What cannot be read stays as it was typed.
  if (amount === '' || SEPARATOR.test(amount)) return amount;
  const [whole = '', decimals] = amount.split('.');
  const digits = [...(decimals ?? '')].map((digit) => formatNumber(Number(digit), locale)).join('');
  return formatNumber(Number(whole), locale) + (decimals === undefined ? '' : signOf('.', locale) + digits);
}
