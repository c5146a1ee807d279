import type * as z from 'zod/mini';

/** Any schema; each endpoint keeps its own narrow type. */
// biome-ignore lint/suspicious/noExplicitAny: the widest type there is, so that every schema fits.
export type Schema = z.ZodMiniType<any, any>;

/**
 * `when` of a rule about several fields: it is said together with whatever else is wrong, not after that has been
 * corrected, unless one of those fields is wrong by itself.
 */
export const whenRight =
  (...fields: string[]) =>
  (form: { value: unknown; issues: readonly { path?: PropertyKey[] | undefined }[] }): boolean =>
    form.value?.constructor === Object && !form.issues.some(({ path }) => fields.includes(String(path?.[0])));
