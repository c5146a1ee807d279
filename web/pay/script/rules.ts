import { isCardNumber, readCardExpiry } from '@daftar/contract/checkout';
import { MOBILE_PATTERN, normaliseMobile } from '@daftar/contract/egypt';
import { compactNumber, isEmail, sameEmail, toLatinDigits, withoutInvisible } from '@daftar/contract/text';

export type Fault = 'required' | 'invalid' | 'expired';

const digitsOf = (value: string) => toLatinDigits(value).replace(/\D/g, '');

/** A card number in the groups printed on the card: 4-4-4-4-3, or 4-6-5 for American Express. */
export function groupCard(value: string): string {
  const digits = digitsOf(value).slice(0, 19);
  const groups = /^3[47]/.test(digits)
    ? /^(\d{0,4})(\d{0,6})(\d{0,5})/
    : /^(\d{0,4})(\d{0,4})(\d{0,4})(\d{0,4})(\d{0,3})/;
  const match = groups.exec(digits);
  return (match ?? []).slice(1).filter(Boolean).join(' ');
}

/** Formats an expiry while typing: `1`, `12 / `, `12 / 2`, `12 / 28`; `7` becomes `07 / `. */
export function slashExpiry(value: string, deleting: boolean): string {
  const text = withoutInvisible(toLatinDigits(value)).replace(/[\p{Pd}\u2212]/gu, '-');
  const whole = /^\s*(\d{1,2})\s*[/-]\s*(?:20)?(\d{2})\s*$/.exec(text);
  if (whole?.[1]) return `${whole[1].padStart(2, '0')} / ${whole[2]}`;
  let digits = digitsOf(text);
  if (/^[2-9]/.test(digits) || /^\d\s*\//.test(text)) digits = `0${digits}`;
  // 12/2028, typed without a slash.
  digits = digits.replace(/^(\d{2})20(\d{2})$/, '$1$2').slice(0, 6);
  if (digits.length < 2 || (deleting && digits.length === 2)) return digits;
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

/** The error of a field's value, by the rules that the server also applies; null without one. */
export function faultOf(check: string, value: string, now: Date): Fault | null {
  if (value.trim() === '') return 'required';
  switch (check) {
    case 'email':
      return isEmail(sameEmail(value)) ? null : 'invalid';
    case 'mobile':
      return MOBILE_PATTERN.test(normaliseMobile(value)) ? null : 'invalid';
    case 'card':
      return isCardNumber(value) ? null : 'invalid';
    case 'expiry': {
      const expiry = readCardExpiry(value);
      if (!expiry) return 'invalid';
      // A card is valid until the last day of its month.
      const after = new Date(expiry.year, expiry.month, 1);
      return after > now ? null : 'expired';
    }
    case 'cvv':
      return /^\d{3,4}$/.test(compactNumber(value)) ? null : 'invalid';
    case 'otp':
      return /^\d{6}$/.test(compactNumber(value)) ? null : 'invalid';
    default:
      return null;
  }
}
