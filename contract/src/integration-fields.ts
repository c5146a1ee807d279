/**
 * What a merchant's own software knows a link, an invoice, a customer, an order or a refund by: its number there, and
 * further values of its own. We keep, show, find, export and send them, and read no meaning into them.
 */
import * as z from 'zod/mini';
import { reads } from './schema.ts';
import { reference, Switch, storable } from './text.ts';

/** The most characters of a merchant reference. */
export const MERCHANT_REFERENCE_MAXIMUM = 100;
/** The most keys of metadata. */
export const METADATA_KEYS_MAXIMUM = 50;
/** The most characters of a key. */
export const METADATA_KEY_MAXIMUM = 40;
/** The most characters of a value. */
export const METADATA_VALUE_MAXIMUM = 500;

/** Flat: texts by key. */
export type Metadata = Record<string, string>;

/** Letters, digits, dots, dashes and underscores: what a filter's name, `metadata[key]`, can say without a doubt. */
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

/** Texts by key; one message for the field, whatever is wrong with it. */
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

/** Fields of a create or update call. What an update leaves out stays as it is; null or an empty text takes it away. */
export const OwnFields = {
  /** The merchant's own number for it. */
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
   * Refuses a `merchant_reference` that another of the same kind and mode has, whenever that one was made. Without it, several
   * may have the same.
   */
  merchant_reference_unique: z.optional(Switch),
  /** Replaces all of it. */
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

/** The body of a call that changes nothing else. */
export const OwnFieldsForm = z.object(OwnFields);
export type OwnFieldsForm = z.output<typeof OwnFieldsForm>;

/** The same in replies and webhooks. */
export const OwnFieldsReply = {
  /** The merchant's own number for it; null without one. */
  merchant_reference: z.nullable(z.string()),
  /** The merchant's own values by key; empty without any. */
  metadata: z.record(z.string(), z.string()),
} as const;

/** Filters of a list. */
export const OwnFilters = {
  /** Exactly as it was given. */
  merchant_reference: z.optional(z.string().check(z.maxLength(MERCHANT_REFERENCE_MAXIMUM))),
  /** Values by key, all of which it has exactly: `metadata[key]=value`. */
  metadata: z.optional(z.record(z.string(), z.string().check(z.maxLength(METADATA_VALUE_MAXIMUM)))),
} as const;

/** The most values that a list is asked for at once. */
const ASKED_MAXIMUM = 10;
const ASKED = /^metadata\[(.*)\]$/su;

/** Whether a parameter of a query asks for a value of metadata. */
export const asksMetadata = (name: string) => ASKED.test(name);

/** The key that a parameter asks for; undefined for any other parameter. */
export const askedKey = (name: string): string | undefined => ASKED.exec(name)?.[1];

/** The parameter that asks for the value of a key. */
export const askingFor = (key: string) => `metadata[${key}]`;

/**
 * Collects `metadata[key]=value` of a query.
 * @returns the values by key, or the name of a parameter that says none; undefined when nothing is asked.
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
