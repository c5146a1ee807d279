import type * as z from 'zod/mini';

/** Any schema; each endpoint keeps its own narrower type. */
// biome-ignore lint/suspicious/noExplicitAny: the widest type there is, so that every schema fits.
export type Schema = z.ZodMiniType<any, any>;

/** Named numeric codes: `{ pending: 0, success: 1 }`. */
export type Codes = Readonly<Record<string, number>>;

/** The form of a schema in the API description. */
export interface Reading {
  /** Its JSON Schema. */
  json: Record<string, unknown>;
  /** Names of its numeric codes. */
  codes?: Codes;
}

const readings = new WeakMap<object, Reading>();

/**
 * Sets the form of a schema in the API description, which cannot derive the input of a transform or the meaning of a
 * number. Checks nothing.
 */
/* @__NO_SIDE_EFFECTS__ */
export function reads<S extends object>(schema: S, json: Reading['json'], codes?: Codes): S {
  readings.set(schema, codes ? { json, codes } : { json });
  return schema;
}

/** Returns the form that `reads` set for a schema. */
export const readingOf = (schema: object): Reading | undefined => readings.get(schema);

/**
 * The `when` of a rule that involves several fields: reports it together with other errors, unless one of its own
 * fields is invalid.
 */
export const whenRight =
  (...fields: string[]) =>
  (form: { value: unknown; issues: readonly { path?: PropertyKey[] | undefined }[] }): boolean =>
    form.value?.constructor === Object && !form.issues.some(({ path }) => fields.includes(String(path?.[0])));
