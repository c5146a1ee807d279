/** The preview of an import from a file. */
import * as z from 'zod/mini';

type Texts<F extends string> = { [K in F]: z.ZodMiniString };

/** Rows that a preview shows at most. */
export const IMPORT_PREVIEW_ROWS = 200;

/** A row as in the sheet, with its errors by field; `row` is the sheet's own number, headings are row 1. */
export function importPreview<const F extends readonly [string, ...string[]]>(fields: F) {
  const texts = Object.fromEntries(fields.map((field) => [field, z.string()])) as Texts<F[number]>;
  return z.object({
    total: z.number(),
    valid: z.number(),
    duplicates: z.number(),
    invalid: z.number(),
    /** The first `IMPORT_PREVIEW_ROWS` rows, those with errors first. */
    rows: z.array(
      z.object({
        ...texts,
        row: z.number(),
        errors: z.record(z.string(), z.array(z.string())),
        /** Existing already, or repeated in the sheet: skipped and counted. */
        is_duplicate: z.boolean(),
      }),
    ),
  });
}
