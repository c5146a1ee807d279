import * as z from 'zod/mini';
import { reads } from './schema.ts';
import { compactNumber } from './text.ts';

/** 01, then 0, 1, 2 or 5, then 8 digits. */
export const MOBILE_PATTERN = /^01[0125]\d{8}$/;

/** Prefixes of numbers in links and on cards: `tel:`, `https://wa.me/`, `Mob.:`. */
const BEFORE_PHONE =
  /^[\s\p{Cf}]*(?:(?:tel|callto|sms|smsto|phone|mobile|mob|whatsapp|هاتف|موبايل|محمول|تليفون|ت)[\s.]*:|(?:https?:\/\/)?wa\.me)[\s/]*/iu;
/** Suffixes of numbers in links: `;ext=1`, `?text=hello`. */
const BEHIND_PHONE = /[;?#]/;
/** Further signs that people write between the digits of a phone number. */
const BETWEEN_DIGITS = /(\d)[/\\_|·•\u2044\uff0f]+(?=\d)/g;

/** A phone number as people write it, without what stands before and between its digits. */
export function compactPhone(typed: string): string {
  const named = typed.replace(BEFORE_PHONE, '');
  const number = named === typed ? typed : (named.split(BEHIND_PHONE)[0] ?? '').replace(/^%2B/i, '+');
  return compactNumber(number).replace(BETWEEN_DIGITS, '$1');
}

/**
 * Normalizes an Egyptian mobile number to `01XXXXXXXXX`: accepts `tel:`, `+20`, `0020`, `20`, spaces, dashes, slashes,
 * brackets, and Arabic and full-width digits. The result may still not match the pattern.
 */
export function normaliseMobile(input: string): string {
  return compactPhone(input)
    .replace(/^(?:\+20|0020|20)(?=1\d{9}$)/, '0')
    .replace(/^(?:\+20|0020|20)(?=01\d{9}$)/, '');
}

/** An Egyptian mobile number, normalized. `key` is the message key of its error. */
export function mobile(key: 'InvalidMobile' | 'MobileInvalid' | 'Invalid' = 'InvalidMobile') {
  return reads(
    z.pipe(
      z.union([z.string(), z.number()]),
      z.transform((value: string | number, ctx): string => {
        const normal = normaliseMobile(String(value));
        if (MOBILE_PATTERN.test(normal)) return normal;
        ctx.issues.push({ code: 'custom', message: normal === '' ? 'Required' : key, input: value });
        return z.NEVER;
      }),
    ),
    // Without the pattern, because other spellings are accepted too.
    { type: 'string' },
  );
}

const IBAN_PATTERN = /^EG\d{27}$/;

/** Returns whether a string is an Egyptian IBAN: `EG` and 27 digits with valid check digits (ISO 13616). */
export function isIban(value: string): boolean {
  if (!IBAN_PATTERN.test(value)) return false;
  const digits = [...`${value.slice(4)}${value.slice(0, 4)}`]
    .map((each) => Number.parseInt(each, 36))
    .join('');
  return BigInt(digits) % 97n === 1n;
}

/** An Egyptian IBAN, in upper case and without spaces. */
export function iban() {
  return reads(
    z.pipe(
      z.string(),
      z.transform((value: string, ctx): string => {
        const normal = compactNumber(value).toUpperCase();
        if (isIban(normal)) return normal;
        ctx.issues.push({
          code: 'custom',
          message: normal === '' ? 'Required' : 'InvalidIban',
          input: value,
        });
        return z.NEVER;
      }),
    ),
    { type: 'string', pattern: '^EG\\d{27}$' },
  );
}

const SWIFT_PATTERN = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

/** A bank's SWIFT code (ISO 9362: 8 or 11 characters) in upper case and without spaces, or blank. */
export function swift() {
  return z.pipe(
    z.optional(z.nullable(z.string())),
    z.transform((value: string | null | undefined, ctx): string => {
      const normal = compactNumber(value ?? '').toUpperCase();
      if (normal === '' || SWIFT_PATTERN.test(normal)) return normal;
      ctx.issues.push({ code: 'custom', message: 'InvalidSwift', input: value });
      return z.NEVER;
    }),
  );
}

/** Masks an IBAN as `EG38…0002`: enough to recognize an account, too little to use it. */
export function maskIban(iban: string): string {
  return iban === '' ? '' : `${iban.slice(0, 4)}••••${iban.slice(-4)}`;
}
