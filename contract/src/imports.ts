/** The preview of an import from a file. */
import * as z from 'zod/mini';
import { reads } from './schema.ts';

/** Maximum number of columns that an import reads. */
export const IMPORT_MAXIMUM_COLUMNS = 64;
const LONGEST_HEADING = 300;

/** The field assigned to each heading; null skips the column. */
export type ChosenColumns = ReadonlyMap<string, string | null>;

/** The assignment of a file's column to a field. */
export const ImportedColumn = z.object({
  /** Identifies the column in `columns`: its heading in plain letters and digits; `#3` if it has no heading. */
  key: z.string(),
  heading: z.string(),
  /** Null: the column is skipped. */
  field: z.nullable(z.string()),
  /** Its first values, to recognize it by. */
  samples: z.array(z.string()),
});
export type ImportedColumn = z.output<typeof ImportedColumn>;

/** The columns of a file in a preview. */
export const importedColumns = {
  columns: z.array(ImportedColumn),
  /** Required fields to which no column is assigned; if there are any, no row is read. */
  missing: z.array(z.string()),
};

/**
 * Form of an import and of its preview. `columns` is JSON text that assigns columns of the file to fields, by heading
 * or by the preview's `key`: `{"Full name of client": "name", "Balance": null}`. Columns that it does not mention are
 * assigned by their headings.
 */
export function importForm<const F extends readonly [string, ...string[]]>(fields: F) {
  const columns = z.pipe(
    z.string({ error: 'Invalid' }),
    z.transform((text: string, ctx): ChosenColumns => {
      const refuse = () => {
        ctx.issues.push({ code: 'custom', message: 'Invalid', input: text });
        return z.NEVER;
      };
      let parsed: unknown;
      try {
        parsed = JSON.parse(text);
      } catch {
        return refuse();
      }
      if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return refuse();
      const entries = Object.entries(parsed);
      const isRight = entries.every(
        ([heading, field]) =>
          heading.trim() !== '' &&
          heading.length <= LONGEST_HEADING &&
          (field === null || fields.includes(field as string)),
      );
      if (!isRight || entries.length > IMPORT_MAXIMUM_COLUMNS) return refuse();
      return new Map(entries as [string, string | null][]);
    }),
  );
  return z.object({ columns: z.optional(reads(columns, { type: 'string' })) });
}

type Texts<F extends string> = { [K in F]: z.ZodMiniString };

/** Maximum number of rows in a preview. */
export const IMPORT_PREVIEW_ROWS = 200;

/** A row as in the file, with its errors by field; `row` is the file's own row number, headings are row 1. */
export function importPreview<const F extends readonly [string, ...string[]]>(fields: F) {
  const texts = Object.fromEntries(fields.map((field) => [field, z.string()])) as Texts<F[number]>;
  return z.object({
    ...importedColumns,
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
        /** Already exists, or repeated in the file: skipped and counted. */
        is_duplicate: z.boolean(),
      }),
    ),
  });
}
