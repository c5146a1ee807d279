import type * as z from 'zod/mini';

/** Any schema; each endpoint keeps its own narrow type. */
// biome-ignore lint/suspicious/noExplicitAny: the widest type there is, so that every schema fits.
export type Schema = z.ZodMiniType<any, any>;
