/** What every import of a sheet into the store answers before anything is written. */
import * as z from 'zod/mini';

type Texts<F extends string> = { [K in F]: z.ZodMiniString };

/** A row as the sheet has it, with what is wrong by field; `row` is the sheet's own number, headings are row 1. */
export function importPreview<const F extends readonly [string, ...string[]]>(fields: F) {
  const texts = Object.fromEntries(fields.map((field) => [field, z.string()])) as Texts<F[number]>;
  return z.object({
    total: z.number(),
    valid: z.number(),
    duplicates: z.number(),
    invalid: z.number(),
    /** The first rows, those with errors first. */
    rows: z.array(
      z.object({
        ...texts,
        row: z.number(),
        errors: z.record(z.string(), z.array(z.string())),
        /** Already there (or earlier in the sheet): skipped and counted. */
        is_duplicate: z.boolean(),
      }),
    ),
  });
}
