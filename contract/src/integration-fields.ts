/**
 * Identification of a link, invoice, customer, order or refund in the merchant's own software: its number there, and
 * further values. We keep, show, find, export and send them without interpreting them.
 */
import * as z from 'zod/mini';
import { reads } from './schema.ts';
import { reference, Switch, storable } from './text.ts';

/** Maximum length of a merchant reference. */
export const MERCHANT_REFERENCE_MAXIMUM = 100;
/** Maximum number of metadata keys. */
export const METADATA_KEYS_MAXIMUM = 50;
/** Maximum length of a key. */
export const METADATA_KEY_MAXIMUM = 40;
/** Maximum length of a value. */
export const METADATA_VALUE_MAXIMUM = 500;

/** Flat: string values by key. */
export type Metadata = Record<string, string>;

/**
 * Letters, digits, dots, dashes and underscores: characters that are unambiguous in the filter name `metadata[key]`.
 */
const KEY = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*$/u;
const CONTROL = /\p{Cc}/u;

const isKey = (key: string) => key.length <= METADATA_KEY_MAXIMUM && storable(key) && KEY.test(key);
const isValue = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= METADATA_VALUE_MAXIMUM &&
  storable(value) &&
  !CONTROL.test(value);

const LIMITS = {
  keys: METADATA_KEYS_MAXIMUM,
  keyLength: METADATA_KEY_MAXIMUM,
  valueLength: METADATA_VALUE_MAXIMUM,
};

/** String values by key, with one message for any error in the field. */
const Metadata = z.pipe(
  z.record(z.string(), z.string()),
  z.transform((given: Metadata, ctx): Metadata => {
    const entries = Object.entries(given);
    const isRight =
      entries.length <= METADATA_KEYS_MAXIMUM &&
      entries.every(([key, value]) => isKey(key) && isValue(value));
    if (isRight) return given;
    ctx.issues.push({ code: 'custom', message: 'InvalidMetadata', params: LIMITS, input: given });
    return z.NEVER;
  }),
);

const cleared = (value: string | null) => (value === null || value.trim() === '' ? null : value.trim());

const MetadataValue = { type: 'string', maxLength: METADATA_VALUE_MAXIMUM };

/** Fields of create and update calls. An update keeps fields that are absent; null or an empty string clears them. */
export const OwnFields = {
  /** The merchant's own number for the object. */
  merchant_reference: z.optional(
    reads(
      z.pipe(
        z.nullable(z.union([z.literal(''), reference(MERCHANT_REFERENCE_MAXIMUM)])),
        z.transform(cleared),
      ),
      { type: ['string', 'null'], maxLength: MERCHANT_REFERENCE_MAXIMUM },
    ),
  ),
  /**
   * Refuses a `merchant_reference` that another object of the same kind and mode has, of any age. Without it, several
   * objects may share one.
   */
  merchant_reference_unique: z.optional(Switch),
  /** Replaces the whole metadata. */
  metadata: z.optional(
    reads(
      z.pipe(
        z.nullable(Metadata),
        z.transform((value): Metadata => value ?? {}),
      ),
      {
        type: ['object', 'null'],
        additionalProperties: MetadataValue,
        maxProperties: METADATA_KEYS_MAXIMUM,
      },
    ),
  ),
} as const;

/** The body of a call that changes only these fields. */
export const OwnFieldsForm = z.object(OwnFields);
export type OwnFieldsForm = z.output<typeof OwnFieldsForm>;

/** The same fields in replies and webhooks. */
export const OwnFieldsReply = {
  /** The merchant's own number for the object; null if it has none. */
  merchant_reference: z.nullable(z.string()),
  /** The merchant's own values by key; empty if there are none. */
  metadata: z.record(z.string(), z.string()),
} as const;

/** Filters of a list. */
export const OwnFilters = {
  /** Exact match. */
  merchant_reference: z.optional(z.string().check(z.maxLength(MERCHANT_REFERENCE_MAXIMUM))),
  /** Values by key, all of which must match exactly: `metadata[key]=value`. */
  metadata: z.optional(z.record(z.string(), z.string().check(z.maxLength(METADATA_VALUE_MAXIMUM)))),
} as const;

/** Maximum number of metadata values in one query. */
const ASKED_MAXIMUM = 10;
const ASKED = /^metadata\[(.*)\]$/su;

/** Returns whether a query parameter filters by a metadata value. */
export const asksMetadata = (name: string) => ASKED.test(name);

/** Returns the metadata key of a query parameter; undefined for any other parameter. */
export const askedKey = (name: string): string | undefined => ASKED.exec(name)?.[1];

/** Returns the query parameter for a metadata key. */
export const askingFor = (key: string) => `metadata[${key}]`;

/**
 * Collects the `metadata[key]=value` parameters of a query.
 * @returns the values by key, or the name of an invalid parameter; undefined if there are none.
 */
export function askedMetadata(query: Readonly<Record<string, unknown>>): Metadata | string | undefined {
  const asked = new Map<string, string>();
  for (const [name, value] of Object.entries(query)) {
    const key = askedKey(name);
    if (key === undefined) continue;
    if (!isKey(key) || !isValue(value) || asked.size === ASKED_MAXIMUM) return name;
    asked.set(key, value);
  }
  return asked.size === 0 ? undefined : Object.fromEntries(asked);
}
