import type { Schema } from '@daftar/contract/schema';
import { type FieldMessages, type Validated, validate } from '@daftar/contract/validate';
import type * as z from 'zod/mini';
import { InvalidError } from '../http/errors.ts';
import type { UploadedFile } from '../http/multipart.ts';
import { plainHeading } from './csv-text.ts';
import { readChunks } from './read.ts';
import type { SheetLimits, SheetRow } from './sheet.ts';

/** A column that an import reads. */
export interface ImportColumn {
  /** The field's name in the API, which is also accepted as a heading and used in errors. */
  field: string;
  required: boolean;
  /** Its headings in every language; compared without case, spaces, signs and Arabic diacritics. */
  headings: readonly string[];
}

/** A validated row of an import. */
export interface ValidatedRow<T> {
  row: number;
  /** The sheet's values by field. */
  raw: Record<string, string>;
  result: Validated<T>;
}

/** The name of a row's error in the API: `row 7 · email`. */
export const rowField = (row: number, field: string) => `row ${row} · ${field}`;

/** 422 with at most this many errors, to bound the reply. */
const MAXIMUM_ERRORS = 1_000;

/** Finds the column of each field. @throws InvalidError naming every missing required one. */
function placesOf(said: readonly string[], columns: readonly ImportColumn[]): Map<string, number> {
  const headings = said.map(plainHeading);
  const places = new Map<string, number>();
  const missing: FieldMessages = {};
  for (const { field, required, headings: names } of columns) {
    const known = [field, ...names].map(plainHeading);
    const place = headings.findIndex((heading) => known.includes(heading));
    if (place >= 0) places.set(field, place);
    else if (required) {
      missing[rowField(1, field)] = [{ key: 'MissingColumn', params: { column: names[0] ?? field } }];
    }
  }
  if (Object.keys(missing).length > 0) throw new InvalidError(missing);
  return places;
}

/** Normalizes values that spreadsheets change, such as numbers without their leading zero. */
type Tidy = (raw: Record<string, string>) => Record<string, unknown>;

/** How the rows of a sheet are validated. */
export interface Table<S extends Schema> {
  columns: readonly ImportColumn[];
  schema: S;
  tidy?: Tidy;
  limits: SheetLimits;
}

/**
 * Reads the rows of a file, validated by a schema of the contract, in chunks, so that other requests run in between.
 * @param whose as {@link readChunks}
 * @throws SheetRefused, and as {@link rowValidator}
 */
export async function* validatedChunks<S extends Schema>(
  whose: number,
  file: UploadedFile | null,
  { columns, schema, tidy, limits }: Table<S>,
): AsyncGenerator<ValidatedRow<z.output<S>>[]> {
  let validateRow: ReturnType<typeof rowValidator<S>> | null = null;
  const known = columns.flatMap(({ field, headings }) => [field, ...headings]);
  for await (const { headings, rows } of readChunks(whose, file, { headings: known, ...limits })) {
    validateRow ??= rowValidator(headings, columns, schema, tidy);
    yield rows.map(validateRow);
  }
}

/** Creates a validator of rows under these headings. @throws InvalidError when a required column is missing. */
function rowValidator<S extends Schema>(
  headings: readonly string[],
  columns: readonly ImportColumn[],
  schema: S,
  tidy: Tidy = (raw) => raw,
): (row: SheetRow) => ValidatedRow<z.output<S>> {
  const places = [...placesOf(headings, columns)];
  return ({ row, cells, problems }) => {
    const raw = Object.fromEntries(places.map(([field, place]) => [field, cells[place] ?? '']));
    const found: FieldMessages = {};
    for (const [place, key] of problems ?? []) {
      // A stray quotation mark may have swallowed other cells and rows, so its row is refused whatever its column.
      const field =
        places.find(([, each]) => each === place)?.[0] ?? (key === 'StrayQuote' && places[0]?.[0]);
      if (field) found[field] = [{ key }];
    }
    const checked = validate(schema, tidy(raw));
    if (Object.keys(found).length === 0) return { row, raw, result: checked };
    return { row, raw, result: { ok: false, errors: checked.ok ? found : { ...checked.errors, ...found } } };
  };
}

/** Refuses all rows if any is invalid. @throws InvalidError with `row 7 · email` for each error. */
export function refuseBadRows(rows: readonly ValidatedRow<unknown>[]): void {
  const errors: FieldMessages = {};
  let count = 0;
  for (const { row, result } of rows) {
    if (result.ok) continue;
    for (const [field, messages] of Object.entries(result.errors)) {
      if (count >= MAXIMUM_ERRORS) break;
      errors[rowField(row, field)] = messages;
      count += 1;
    }
  }
  if (count > 0) throw new InvalidError(errors);
}
