/** Blacks out what must not be stored of a notification: card data, and the headers that authenticate it. */
import { isCardNumber } from '@daftar/contract/checkout';
import { REPEATED_REFERENCE } from '../platform/references.ts';

/** Fields whose whole value goes, in JSON and in forms. */
const SECRET_FIELDS =
  /("(?:cvv|cvc|csc|securityCode|security_code|password|secret|pin|token)"\s*:\s*")[^"]{1,500}(")/gi;
/** The same in a form, and in an address. */
const SECRET_NAME =
  /^(?:card_)?(?:cvv|cvc|csc|number|expiry|securityCode|security_code|password|secret|pin)$/i;
const FORM_FIELD = /(?<=^|[&?\s])(\w{1,40})=[^&\s"]{1,500}/g;
/** A card whose middle is masked already. */
const MASKED = /(?<![0-9A-Za-z])\d{4,8}[xX*•]{2,12}\d{4}(?![0-9A-Za-z])/g;
/** How many digits a card has. */
const CARD_LENGTH = { least: 13, most: 19 };
/** The first digits of Visa, Mastercard, Meeza, Amex and others; a time in milliseconds begins with 1. */
const CARD_START = /^(?:4|5[0-8]|2[2-7]|3[4-7]|6)/;

/** Replaces card numbers by their last four digits, and codes by nothing. Stays valid JSON if it was. */
export function redactText(text: string): string {
  const named = text
    .replace(SECRET_FIELDS, '$1[redacted]$2')
    .replace(FORM_FIELD, (field, name: string) => (SECRET_NAME.test(name) ? `${name}=[redacted]` : field));
  // A bare JSON number must stay one.
  return replaceCards(
    named.replace(MASKED, (found) => `****${found.slice(-4)}`),
    (digits) => digits.slice(-4).padStart(digits.length, '9'),
  );
}

/** Masks card numbers in what people read, such as a line of a settlement file: the first six and last four digits stay. */
export const maskCards = (text: string): string =>
  text
    // A reference of ours may be digits alone, which with the number behind it look like a card, and is matched by.
    .split(REPEATED_REFERENCE)
    .map((part, at) => (at % 2 === 1 ? part : replaceCards(part, maskedCard)))
    .join('');

const maskedCard = (digits: string) =>
  `${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}`;

/** Replaces card numbers, in one or in groups, also where other numbers stand beside them. */
function replaceCards(text: string, by: (digits: string) => string): string {
  // Digits at odd places, what is between them at even ones.
  const parts = text.split(/(\d+)/);
  let written = parts[0]!;
  for (let at = 1; at < parts.length; ) {
    const card = cardAt(parts, at);
    const end = card?.end ?? at + 1;
    written += (card ? by(card.digits) : parts[at]!) + parts[end]!;
    at = end + 1;
  }
  return written;
}

/** The longest card number that begins with these digits: groups with a space or a dash between them, and no letter at either end. */
function cardAt(parts: readonly string[], from: number): { digits: string; end: number } | null {
  if (ENDS_IN_WORD.test(parts[from - 1]!)) return null;
  let digits = '';
  let found: { digits: string; end: number } | null = null;
  for (let at = from; at < parts.length; at += 2) {
    digits += parts[at];
    if (digits.length > CARD_LENGTH.most) break;
    const end = at + 1;
    const isCard = digits.length >= CARD_LENGTH.least && CARD_START.test(digits) && isCardNumber(digits);
    if (isCard && !STARTS_IN_WORD.test(parts[end]!)) found = { digits, end };
    if (parts[end] !== ' ' && parts[end] !== '-') break;
  }
  return found;
}

const ENDS_IN_WORD = /[A-Za-z]$/;
const STARTS_IN_WORD = /^[A-Za-z]/;

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
