import { maskEmail, maskMobile } from '@daftar/contract/masks';
import { toLatinDigits } from '@daftar/contract/text';
import { HIDDEN, hideSecrets, isKnownName, isSecretName } from '../platform/redact/secrets.ts';

/** Maximum number of characters stored of a body. */
export const KEPT_CHARACTERS = 4_096;
const DEPTH = 12;

/**
 * Fields whose value is never stored, at any depth and with any text around these letters, so that a new field with
 * such a name is omitted by default.
 */
const SECRET =
  /card|cvv|cvc|passw|passphrase|pwd|secret|token|credential|authori[sz]ation|(?:^|[_-])auth(?:$|[_-])|bearer|jwt|cookie|session|signature|(?:api|access|private|signing)[_-]?key|code|otp|iban|swift|account_?number|national_?id|identity|passkey|step_?up/i;
/** Fields that match the pattern above but are no secrets. */
const OPEN: ReadonlySet<string> = new Set([
  'statusCode',
  'reason_code',
  'currency_code',
  'error_code',
  'error_codes',
]);
/** Fields with text about a person. */
const PERSONAL =
  /^(?:(?:customer|payer|first|last|full|account|signatory|shopper|chargeback)_?)?name(?:_?(?:en|ar))?$|address|landmark|birth|^dob$|^notes?$|^description$|^message_?text$|^(?:q|keyword|search)$/i;

/** Fields with a person's address or number; a search may contain a part of one, which no pattern recognises. */
const REACHED = /^(?:(?:customer|payer|shopper)_?)?(?:e_?mail|mobile|phone)(?:_?number)?$/i;

/** Bounded by the length of addresses, so that long texts are matched in linear time. */
const EMAIL = /[^\s@<>"',;:()/]{1,64}@[^\s@<>"',;:()/]{1,255}/g;
/** Mobile numbers with or without the country code, also in groups. */
const MOBILE = /(?<!\d)(?:(?:\+|00)?2[ .-]?0|(?:\+|00)20[ .-]?|0)1[0-25](?:[ .-]?\d){8}(?!\d)/g;
/** National ids: a century, a day of birth, and seven digits, also in groups. */
const NATIONAL_ID =
  /(?<!\d)[23][ .-]?\d[ .-]?\d[ .-]?(?:0[ .-]?[1-9]|1[ .-]?[0-2])[ .-]?[0-3][ .-]?\d(?:[ .-]?\d){7}(?!\d)/g;

/** Masks numbers of people and cards, in any digits. Text without any is unchanged. */
function redactNumbers(text: string): string {
  const latin = toLatinDigits(text);
  const hidden = latin
    .replace(MOBILE, (found) =>
      maskMobile(
        found
          .replaceAll(/\D/g, '')
          .replace(/^(?:00)?20?(?=1|01)/, '')
          .replace(/^(?=1)/, '0'),
      ),
    )
    .replace(NATIONAL_ID, HIDDEN);
  return hidden === latin ? text : hidden;
}

/** Masks a card number, or a mobile number with the country code that passes Luhn's check. */
const hiddenNumber = (digits: string): string =>
  /^00201[0-25]\d{8}$/.test(digits) ? maskMobile(digits.slice(3)) : HIDDEN;

/** Returns text with everything masked that identifies people, cards, keys and pages. */
export function redactText(text: string): string {
  return redactNumbers(hideSecrets(text, hiddenNumber).replace(EMAIL, (found) => maskEmail(found)));
}

const maskWords = (text: string): string => (text === '' ? '' : `${[...text][0]}•••`);

function redactField(name: string, value: unknown, depth: number): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if ((SECRET.test(name) && !OPEN.has(name)) || isSecretName(name)) return HIDDEN;
  if (typeof value === 'string' && PERSONAL.test(name)) return maskWords(value);
  if (typeof value === 'string' && REACHED.test(name)) {
    const hidden = redactText(value);
    return hidden === value ? maskWords(value) : hidden;
  }
  // Used for lookups, whatever its digits are.
  if (isKnownName(name) && /^\d{1,40}$/.test(String(value))) return value;
  return redact(value, depth);
}

/** Returns a value of a body without secrets and with personal data masked. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  // As digits it could be a card or mobile number.
  if (typeof value === 'number') return Math.abs(value) >= 1e9 ? HIDDEN : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH) return HIDDEN;
  if (Array.isArray(value)) return value.map((each) => redact(each, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [redactText(name), redactField(name, each, depth + 1)]),
  );
}

/** Truncates a text without splitting its last character. */
export const cut = (text: string, most: number): string =>
  Buffer.from(text.slice(0, most), 'utf8').toString('utf8').replaceAll('\u0000', '');

/** Returns a body as stored: redacted JSON of at most `KEPT_CHARACTERS`. */
export function keptBody(value: unknown): { text: string; isCut: boolean } {
  if (value === undefined || value === null) return { text: '', isCut: false };
  const text = JSON.stringify(redact(value));
  return { text: cut(text, KEPT_CHARACTERS), isCut: text.length > KEPT_CHARACTERS };
}

/**
 * Returns an error's body as stored: its `code` names the kind of error, not a secret.
 * @param body the reply, parsed
 */
export function keptReply(body: unknown, status: number): { text: string; isCut: boolean } {
  if (status < 400 || typeof body !== 'object' || body === null) return keptBody(body);
  const { code, doc_url: docUrl, ...rest } = body as Record<string, unknown>;
  return keptBody({ ...rest, ...(code ? { error_code: code } : {}), ...(docUrl ? { doc_url: docUrl } : {}) });
}

/** Returns the query of a URL as stored. */
export function keptQuery(query: string): string {
  if (query === '') return '';
  const kept = [...new URLSearchParams(query)].map(([name, value]) => {
    const shown = redactField(name, value, 0);
    return `${redactText(name)}=${String(shown)}`;
  });
  return cut(kept.join('&'), 500);
}
