import type * as z from 'zod/mini';

/** Any schema; each endpoint keeps its own narrower type. */
// biome-ignore lint/suspicious/noExplicitAny: the widest type there is, so that every schema fits.
export type Schema = z.ZodMiniType<any, any>;

/** Numbers that stand for words: `{ pending: 0, success: 1 }`. */
export type Codes = Readonly<Record<string, number>>;

/** How a schema reads in the description of the API. */
export interface Reading {
  /** Its JSON Schema. */
  json: Record<string, unknown>;
  /** Names of its numbers. */
  codes?: Codes;
}

const readings = new WeakMap<object, Reading>();

/**
 * Says how a schema reads in the description of the API, which does not see what a transform takes nor what a number means.
 * Checks nothing.
 */
/* @__NO_SIDE_EFFECTS__ */
export function reads<S extends object>(schema: S, json: Reading['json'], codes?: Codes): S {
  readings.set(schema, codes ? { json, codes } : { json });
  return schema;
}

/** What `reads` said of a schema. */
export const readingOf = (schema: object): Reading | undefined => readings.get(schema);

/**
 * `when` of a rule about several fields: reports it together with other errors, unless one of its own fields is
 * invalid.
 */
export const whenRight =
  (...fields: string[]) =>
  (form: { value: unknown; issues: readonly { path?: PropertyKey[] | undefined }[] }): boolean =>
    form.value?.constructor === Object && !form.issues.some(({ path }) => fields.includes(String(path?.[0])));
