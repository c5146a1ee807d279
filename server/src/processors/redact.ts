/** Blacks out what must not be stored of a notification: card data, and the headers that authenticate it. */
import { isCardNumber } from '@daftar/contract/checkout';

/** Fields whose whole value goes, in JSON and in forms. */
const SECRET_FIELDS =
  /("(?:cvv|cvc|csc|securityCode|security_code|password|secret|pin|token)"\s*:\s*")[^"]{1,500}(")/gi;
/** The same in a form, and in an address. */
const SECRET_NAME =
  /^(?:card_)?(?:cvv|cvc|csc|number|expiry|securityCode|security_code|password|secret|pin)$/i;
const FORM_FIELD = /(?<=^|[&?\s])(\w{1,40})=[^&\s"]{1,500}/g;
/** Digits of a card: 13 to 19, perhaps in groups, or with the middle masked already. */
const CARD_LIKE =
  /(?<![0-9A-Za-z])(?:\d[ -]?){12,18}\d(?![0-9A-Za-z])|(?<![0-9A-Za-z])\d{4,8}[xX*•]{2,12}\d{4}(?![0-9A-Za-z])/g;
/** The first digits of Visa, Mastercard, Meeza, Amex and others; a time in milliseconds begins with 1. */
const CARD_START = /^(?:4|5[0-8]|2[2-7]|3[4-7]|6)/;

/** Replaces card numbers by their last four digits, and codes by nothing. Stays valid JSON if it was. */
export function redactText(text: string): string {
  const named = text
    .replace(SECRET_FIELDS, '$1[redacted]$2')
    .replace(FORM_FIELD, (field, name: string) => (SECRET_NAME.test(name) ? `${name}=[redacted]` : field));
  return named.replace(CARD_LIKE, (found) => {
    const digits = found.replace(/\D/g, '');
    const isMasked = /[xX*•]/.test(found);
    if (!isMasked && !(CARD_START.test(digits) && isCardNumber(digits))) return found;
    // A bare JSON number must stay one.
    return isMasked ? `****${digits.slice(-4)}` : digits.slice(-4).padStart(digits.length, '9');
  });
}

/** Masks card numbers in what people read, such as a line of a settlement file: the first six and last four digits stay. */
export const maskCards = (text: string): string =>
  text.replace(CARD_LIKE, (found) => {
    const digits = found.replace(/\D/g, '');
    if (!(CARD_START.test(digits) && isCardNumber(digits))) return found;
    return `${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}`;
  });

/** Headers that are kept; everything else may authenticate somebody. */
const KEPT_HEADERS = ['content-type', 'user-agent', 'x-notification-id', 'x-notification-attempt', 'date'];

/** The headers that may be stored. */
export function redactHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value.slice(0, 500)]] : [];
    }),
  );
}

/** Names of query parameters that authenticate. */
const SECRET_PARAMETERS = /^(?:hmac|signature|secret|token|key)$/i;

/** The query that may be stored. */
export const redactQuery = (query: readonly (readonly [string, string])[]): [string, string][] =>
  query.map(([name, value]) => [
    storable(name),
    SECRET_PARAMETERS.test(name) || SECRET_NAME.test(name) ? '[redacted]' : storable(redactText(value)),
  ]);

/** Text without NUL, which PostgreSQL does not store. */
export const storable = (text: string): string => text.replaceAll('\u0000', '');
