import type { Schema } from '@daftar/contract/schema';
import { type FieldMessages, type Validated, validate } from '@daftar/contract/validate';
import type * as z from 'zod/mini';
import { InvalidError } from '../http/errors.ts';
import type { UploadedFile } from '../http/multipart.ts';
import { plainHeading } from './csv-text.ts';
import { readChunks } from './read.ts';
import type { Sheet, SheetLimits, SheetRow } from './sheet.ts';

/** A column that an import reads. */
export interface ImportColumn {
  /** The field's name in the API, which is also accepted as a heading and used in errors. */
  field: string;
  required: boolean;
  /**
   * Its headings in every language, best first; compared without case, spaces, signs and Arabic diacritics. Of several
   * that a file has, the first with a value counts, row by row.
   */
  headings: readonly string[];
  /** Headings of columns that make up the field together, such as first and last name, where none of `headings` has a value. */
  joined?: readonly (readonly string[])[];
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

/** Where the values of a field are: the first source with a value counts; one of several columns is joined. */
type Sources = readonly (readonly number[])[];

function sourcesOf(
  headings: readonly string[],
  { field, headings: names, joined = [] }: ImportColumn,
): Sources {
  const placeOf = (name: string) => headings.indexOf(plainHeading(name));
  const whole = [field, ...names].map((name) => [placeOf(name)]);
  const parts = joined.map((each) => each.map(placeOf));
  const found = [...whole, ...parts].map((places) => places.filter((place) => place >= 0));
  return found.filter((places) => places.length > 0);
}

const cellOf = (cells: readonly string[], sources: Sources): string => {
  for (const places of sources) {
    const parts = places.map((place) => cells[place] ?? '').filter(Boolean);
    if (parts.length > 0) return parts.join(' ');
  }
  return '';
};

/** Finds the columns of each field. @throws InvalidError naming every missing required one. */
function placesOf(
  { headings: said, headingsRow }: Omit<Sheet, 'rows'>,
  columns: readonly ImportColumn[],
): [string, Sources][] {
  const headings = said.map(plainHeading);
  const places: [string, Sources][] = [];
  const missing: FieldMessages = {};
  for (const column of columns) {
    const { field, required } = column;
    const sources = sourcesOf(headings, column);
    if (sources.length > 0) places.push([field, sources]);
    else if (required) {
      const params = { column: column.headings[0] ?? field };
      missing[rowField(headingsRow, field)] = [{ key: 'MissingColumn', params }];
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
  const known = columns.flatMap(({ field, headings, joined = [] }) => [field, ...headings, ...joined.flat()]);
  for await (const { rows, ...head } of readChunks(whose, file, { headings: known, ...limits })) {
    validateRow ??= rowValidator(head, columns, schema, tidy);
    yield rows.map(validateRow);
  }
}

/** Creates a validator of rows under these headings. @throws InvalidError when a required column is missing. */
function rowValidator<S extends Schema>(
  head: Omit<Sheet, 'rows'>,
  columns: readonly ImportColumn[],
  schema: S,
  tidy: Tidy = (raw) => raw,
): (row: SheetRow) => ValidatedRow<z.output<S>> {
  const places = placesOf(head, columns);
  return ({ row, cells, problems }) => {
    const raw = Object.fromEntries(places.map(([field, sources]) => [field, cellOf(cells, sources)]));
    const found: FieldMessages = {};
    for (const [place, key] of problems ?? []) {
      // A stray quotation mark may have swallowed other cells and rows, so its row is refused whatever its column.
      const field =
        places.find(([, sources]) => sources.some((each) => each.includes(place)))?.[0] ??
        (key === 'StrayQuote' && places[0]?.[0]);
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
