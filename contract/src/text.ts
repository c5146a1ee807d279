import * as z from 'zod/mini';
import { toLatinDigits } from './digits.ts';
import { EMAIL_MAXIMUM, isEmail, sameEmail } from './email-address.ts';
import { OVERRIDES, seenText, withoutInvisible } from './invisible.ts';
import { readWhole } from './numbers.ts';
import { type Codes, reads } from './schema.ts';

export { isEmail, sameEmail, toLatinDigits, withoutInvisible };

/** Separators within numbers: spaces and dashes of every kind, dots, brackets, and invisible characters. */
const BETWEEN_CHARACTERS = /[\s\u0085().\p{Pd}\u2212\p{Cf}]/gu;

/** Normalizes a number or code (mobile, IBAN, national id, one-time code): without separators, digits as 0–9. */
export const compactNumber = (typed: string): string =>
  toLatinDigits(typed)
    .replace(BETWEEN_CHARACTERS, '')
    .replace(/\uff0b/g, '+');

/** PostgreSQL stores neither NUL nor an unpaired surrogate, so both are refused here. */
export const storable = (text: string) => !text.includes('\u0000') && (text as WellFormed).isWellFormed();
type WellFormed = string & { isWellFormed(): boolean };

/** Invisible characters: controls, line breaks, direction marks, and those without width. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Checks for all typed text: it can be stored, and has no direction overrides. */
const typed = () => [
  z.refine<string>(storable, { error: 'Invalid' }),
  z.refine<string>((value) => !OVERRIDES.test(value), { error: 'HiddenCharacters' }),
];
const visible = () => z.refine<string>((value) => !HIDDEN.test(value), { error: 'HiddenCharacters' });

/** A visible character: no white space, control, filler or character without width. */
const SEEN = /[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

const LINE_ENDS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** Joins text into one line: tabs and line breaks become a space. */
export const oneLine = (text: string): string => text.replace(LINE_ENDS, ' ');
/** The same without invisible characters. Direction overrides stay, so that they are refused. */
const seenLine = (text: string): string => {
  const line = oneLine(text);
  return OVERRIDES.test(line) ? line : seenText(line);
};
const asTyped = (text: string) => text;
const plainReference = (text: string) => withoutInvisible(oneLine(text));

/** Required text, normalized by `tidy`, of at most `max` characters, at least one of them visible. */
export const required = (max: number, tidy: (text: string) => string) =>
  z.string().check(
    z.overwrite(tidy),
    z.trim(),
    z.minLength(1, { error: 'Required' }),
    z.maxLength(max),
    ...typed(),
    z.refine((value: string) => value === '' || SEEN.test(value), { error: 'Required' }),
  );

const given = (max: number, tidy: (text: string) => string) =>
  z.optional(z.nullable(z.string().check(z.overwrite(tidy), z.trim(), z.maxLength(max), ...typed())));

const blankIfAbsent = (max: number, tidy: (text: string) => string) =>
  z.pipe(
    given(max, tidy),
    z.transform((value: string | null | undefined) => value ?? ''),
  );

const keptIfAbsent = (max: number, tidy: (text: string) => string) =>
  z.pipe(
    given(max, tidy),
    z.transform((value: string | null | undefined) => (value === null ? '' : value)),
  );

/** Required text on one line, trimmed, of at most `max` characters, at least one of them visible. */
export const text = (max = 255) => required(max, seenLine);

/** The same with line breaks: notes, reasons, messages, addresses. */
export const paragraphs = (max: number) => required(max, asTyped);

/** Optional text on one line: absent, null and blank all become the empty string. */
export const optionalText = (max = 255) => blankIfAbsent(max, seenLine);

/** The same with line breaks. */
export const optionalParagraphs = (max: number) => blankIfAbsent(max, asTyped);

/** Single-line text of a partial update: absent keeps the stored one, null and blank clear it. */
export const keptText = (max: number) => keptIfAbsent(max, oneLine);

/** Multi-line text of a partial update: absent keeps the stored one, null and blank clear it. */
export const keptParagraphs = (max: number) => keptIfAbsent(max, asTyped);

/**
 * A required reference, code or id from a merchant's own system: copied invisible characters are removed, so that
 * values that look alike are equal.
 */
export const reference = (max = 64) => required(max, plainReference).check(visible());

/** The same, optional: absent, null and blank all become the empty string. */
export const optionalReference = (max = 64) => blankIfAbsent(max, plainReference).check(visible());

/** A numeric code of the given length that was sent or shown to a person, in either script and with any separators. */
export const digitCode = (length: number, error: 'InvalidOtp' | 'InvalidCvv' = 'InvalidOtp', most = length) =>
  reads(
    z.pipe(
      z.union([z.string(), z.number()]),
      z.transform((value: string | number, ctx): string => {
        const code = compactNumber(String(value).slice(0, 100));
        if (/^\d+$/.test(code) && code.length >= length && code.length <= most) return code;
        ctx.issues.push({ code: 'custom', message: code === '' ? 'Required' : error, input: value });
        return z.NEVER;
      }),
    ),
    { type: 'string', pattern: `^\\d{${length}${most === length ? '' : `,${most}`}}$` },
  );

/** An e-mail address, in the normalized form of {@link sameEmail}. `key` is the message key of its error. */
export function email(key: 'InvalidEmail' | 'EmailInvalid' = 'InvalidEmail') {
  return reads(
    z.string().check(
      z.overwrite(sameEmail),
      z.minLength(1, { error: 'Required' }),
      z.refine((value: string) => value === '' || (storable(value) && isEmail(value)), { error: key }),
    ),
    { type: 'string', format: 'email', maxLength: EMAIL_MAXIMUM },
  );
}

/**
 * A telephone number of any kind: mobile, landline or short number such as 19019. Spaces and punctuation are removed,
 * Arabic-Indic digits become 0–9.
 */
export const phone = () =>
  reads(
    z.pipe(
      z.union([z.string(), z.number()]),
      z.transform((value: string | number, ctx): string => {
        const number = compactNumber(String(value));
        if (/^\+?\d{3,15}$/.test(number)) return number;
        ctx.issues.push({
          code: 'custom',
          message: number === '' ? 'Required' : 'InvalidPhone',
          input: value,
        });
        return z.NEVER;
      }),
    ),
    { type: 'string', pattern: '^\\+?\\d{3,15}$' },
  );

/** A JSON boolean; 1/0, "1"/"0" and "true"/"false" are accepted too. */
export const Switch = reads(
  z.pipe(
    z.union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false'])]),
    z.transform((value): boolean => value === true || value === 1 || value === '1' || value === 'true'),
  ),
  { type: 'boolean' },
);

/** A positive integer id, as JSON number or text. */
export const Id = reads(
  z.pipe(
    z.union([z.number(), z.string()]),
    z.transform((value: number | string, ctx): number => {
      const id = readWhole(value);
      if (id !== null && id > 0) return id;
      ctx.issues.push({ code: 'custom', message: value === '' ? 'Required' : 'Invalid', input: value });
      return z.NEVER;
    }),
  ),
  { type: 'integer', minimum: 1 },
);

/** Path parameters of most endpoints. */
export const IdParams = z.object({ id: Id });

/** One of a set of numbers, as JSON number or text (statuses, languages, periods). */
export function oneOf<const T extends readonly number[]>(values: T) {
  return reads(
    z.pipe(
      z.union([z.number(), z.string()]),
      z.transform((value: number | string, ctx): T[number] => {
        const parsed = readWhole(value);
        if (parsed !== null && values.includes(parsed)) return parsed as T[number];
        ctx.issues.push({ code: 'custom', message: value === '' ? 'Required' : 'Invalid', input: value });
        return z.NEVER;
      }),
    ),
    { type: 'integer', enum: values },
  );
}

/** One of a set of named codes, as JSON number or text. */
export function oneCode<T extends Codes>(codes: T) {
  const values = Object.values(codes) as T[keyof T][];
  return reads(oneOf(values), { type: 'integer', enum: values }, codes);
}

/** A numeric code in a reply, with the names of its values. */
export const codeOf = (codes: Codes) =>
  reads(z.number(), { type: 'integer', enum: Object.values(codes) }, codes);

const parsedAddress = z.url({ protocol: /^https?$/ });
/** Returns whether text is a web address: http:// or https://. */
export const isWebAddress = (value: string) =>
  /^https?:\/\/[^\s"<>\\^`{|}]+$/i.test(value) && parsedAddress.safeParse(value).success;
