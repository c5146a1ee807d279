import * as z from 'zod/mini';
import { iban } from './egypt.ts';
import { ownPasswordFields } from './step-up.ts';
import { optionalSwiftText } from './swift.ts';
import { optionalParagraphs, optionalText, text } from './text.ts';

export const TRANSFER_FORMATS = ['pain.001', 'csv'] as const;
export type TransferFormat = (typeof TRANSFER_FORMATS)[number];

/** The fields that a column of a CSV transfer file can contain. */
export const TRANSFER_FIELDS = [
  'end_to_end_id',
  'amount',
  'currency',
  'name',
  'latin_name',
  'town',
  'iban',
  'account_number',
  'bank',
  'branch',
  'bic',
  'text',
  'day',
] as const;
export type TransferField = (typeof TRANSFER_FIELDS)[number];

/** The columns of a CSV file, one a line: `iban = Beneficiary IBAN`. */
const Columns = z.pipe(
  optionalParagraphs(2_000),
  z.transform((typed: string, ctx): { field: TransferField; heading: string }[] => {
    const lines = typed
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    const columns = lines.map((line) => {
      const [field = '', ...heading] = line.split('=');
      return { field: field.trim() as TransferField, heading: heading.join('=').trim() || field.trim() };
    });
    const isKnown = columns.every(({ field }) => TRANSFER_FIELDS.includes(field));
    if (isKnown && new Set(columns.map(({ heading }) => heading)).size === columns.length) return columns;
    ctx.issues.push({ code: 'custom', message: 'Invalid', input: typed });
    return z.NEVER;
  }),
);

const Bic = z.pipe(
  optionalText(11),
  z.transform((typed: string, ctx): string => {
    const bic = typed.toUpperCase();
    if (bic === '' || /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(bic)) return bic;
    ctx.issues.push({ code: 'custom', message: 'Invalid', input: typed });
    return z.NEVER;
  }),
);

/** The meanings of a bank's status of a transfer; `open` is not final and changes nothing. */
export const ANSWER_MEANINGS = ['paid', 'rejected', 'returned', 'open'] as const;
export type AnswerMeaning = (typeof ANSWER_MEANINGS)[number];

/** Messages of ISO 20022 in which a file of transfers can be written. */
export const PAIN_MESSAGES = ['pain.001.001.09', 'pain.001.001.03'] as const;
/** Codes of the party that pays the charges; an empty one leaves the element out of the file. */
export const CHARGE_BEARERS = ['', 'SLEV', 'SHAR', 'DEBT', 'CRED'] as const;
/** The form of our address: absent, structured, or structured with the street as a free line. */
export const ADDRESS_FORMS = ['none', 'structured', 'hybrid'] as const;

/** A code of an external code list, such as `SALA`; empty: not in the file. */
const Code = z.pipe(
  optionalText(4),
  z.transform((typed: string, ctx): string => {
    const code = typed.toUpperCase();
    if (/^[A-Z0-9]{0,4}$/.test(code)) return code;
    ctx.issues.push({ code: 'custom', message: 'Invalid', input: typed });
    return z.NEVER;
  }),
);

/** Words of a bank, one a line. */
const Words = z.pipe(
  optionalParagraphs(1_000),
  z.transform((typed: string): string[] => [
    ...new Set(
      typed
        .split(/[\n,،]/)
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    ),
  ]),
);

/** The options of one of our accounts: what its bank requires in files of transfers, and the statuses in its answers. */
export const BankAccountOptionsForm = z
  .object({
    message: z.enum(PAIN_MESSAGES, { error: 'Invalid' }),
    /** Identifies the sender of the file to the bank; empty: not in the file. */
    initiator_id: optionalSwiftText(35),
    charge_bearer: z.enum(CHARGE_BEARERS, { error: 'Invalid' }),
    service_level: Code,
    category_purpose: Code,
    purpose: Code,
    /** Replaces the account's name, for banks that accept only Latin letters; empty: the account's name is used. */
    latin_name: optionalSwiftText(70),
    address: z.enum(ADDRESS_FORMS, { error: 'Invalid' }),
    street: optionalSwiftText(70),
    town: optionalSwiftText(35),
    /** ISO 3166, two letters. */
    country: Code,
    words: z.object({ paid: Words, rejected: Words, returned: Words, open: Words }),
    ...ownPasswordFields,
  })
  .check(
    z.refine(({ address, town }) => address === 'none' || town !== '', { error: 'Required', path: ['town'] }),
    z.refine(({ address, country }) => (country === '' ? address === 'none' : /^[A-Z]{2}$/.test(country)), {
      error: 'Invalid',
      path: ['country'],
    }),
    z.refine(
      ({ words }) => {
        const all = Object.values(words)
          .flat()
          .map((word) => word.toLowerCase());
        return new Set(all).size === all.length;
      },
      { error: 'Invalid', path: ['words'] },
    ),
  );
export type BankAccountOptions = Omit<z.output<typeof BankAccountOptionsForm>, 'current_password'>;

const OptionsOnWire = z.object({
  message: z.enum(PAIN_MESSAGES),
  initiator_id: z.string(),
  charge_bearer: z.enum(CHARGE_BEARERS),
  service_level: z.string(),
  category_purpose: z.string(),
  purpose: z.string(),
  latin_name: z.string(),
  address: z.enum(ADDRESS_FORMS),
  street: z.string(),
  town: z.string(),
  country: z.string(),
  words: z.object({
    paid: z.array(z.string()),
    rejected: z.array(z.string()),
    returned: z.array(z.string()),
    open: z.array(z.string()),
  }),
});

/** An account of the provider's from which merchants are paid. */
export const BankAccountOfOursForm = z
  .object({
    name: text(70),
    bank_name: text(100),
    iban: iban(),
    bic: Bic,
    format: z.enum(TRANSFER_FORMATS, { error: 'Invalid' }),
    columns: Columns,
    ...ownPasswordFields,
  })
  .check(
    z.refine(
      ({ format, columns }) =>
        format !== 'csv' ||
        // An invalid list of columns has its own error.
        !Array.isArray(columns) ||
        (['end_to_end_id', 'amount'] as const).every((wanted) =>
          columns.some(({ field }) => field === wanted),
        ),
      { error: 'TransferColumnsNeedId', path: ['columns'] },
    ),
  );
export type BankAccountOfOursForm = z.output<typeof BankAccountOfOursForm>;

export const BankAccountOfOurs = z.object({
  id: z.number(),
  name: z.string(),
  bank_name: z.string(),
  iban: z.string(),
  bic: z.string(),
  format: z.enum(TRANSFER_FORMATS),
  columns: z.array(z.object({ field: z.enum(TRANSFER_FIELDS), heading: z.string() })),
  options: OptionsOnWire,
  state: z.enum(['on', 'off']),
});
export type BankAccountOfOurs = z.output<typeof BankAccountOfOurs>;
