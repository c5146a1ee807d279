/** Blacks out data of a notification that must not be stored: card data, and the headers that authenticate it. */

import { maskedCard } from '../platform/redact/cards.ts';
import { CARD_FIELD, hideSecrets, isSecretName } from '../platform/redact/secrets.ts';
import { REPEATED_REFERENCE } from '../platform/references.ts';

/** A card number whose middle is already masked. */
const MASKED = /(?<![0-9A-Za-z])\d{4,8}[xX*•]{2,12}\d{4}(?![0-9A-Za-z])/g;

/** Replaces card numbers by their last four digits, and removes codes. Valid JSON stays valid. */
export const redactText = (text: string): string =>
  hideSecrets(
    text.replace(MASKED, (found) => `****${found.slice(-4)}`),
    // A bare JSON number must stay one.
    (digits) => digits.slice(-4).padStart(digits.length, '9'),
  );

/**
 * Masks card numbers in text for people, such as a line of a settlement file: the first six and last four digits stay.
 */
export const maskCards = (text: string): string =>
  text
    // One of our references may consist of digits only, which look like a card together with the number after it, and
    // are needed for matching.
    .split(REPEATED_REFERENCE)
    .map((part, at) => (at % 2 === 1 ? part : hideSecrets(part, maskedCard)))
    .join('');

/** Headers that are stored; all others may authenticate somebody. */
const KEPT_HEADERS = ['content-type', 'user-agent', 'x-notification-id', 'x-notification-attempt', 'date'];

/** The headers that may be stored. */
export function redactHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, redactText(value.slice(0, 500))]] : [];
    }),
  );
}

/** Names of query parameters that authenticate. */
const SECRET_PARAMETERS = /^(?:hmac|signature|secret|token|key)$/i;

/** Returns the query in a form that may be stored. */
export const redactQuery = (query: readonly (readonly [string, string])[]): [string, string][] =>
  query.map(([name, value]) => [
    storable(redactText(name)),
    SECRET_PARAMETERS.test(name) || isSecretName(name) || CARD_FIELD.test(name)
      ? '[redacted]'
      : storable(redactText(value)),
  ]);

/** Removes NUL, which PostgreSQL does not store. */
export const storable = (text: string): string => text.replaceAll('\u0000', '');
