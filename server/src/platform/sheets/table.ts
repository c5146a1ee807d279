import type { SheetPlace } from '@daftar/contract/envelope';
import type { ImportedColumn } from '@daftar/contract/imports';
import type { Schema } from '@daftar/contract/schema';
import { type ErrorRef, type FieldMessages, type Validated, validate } from '@daftar/contract/validate';
import type * as z from 'zod/mini';
import { InvalidError } from '../http/errors.ts';
import type { UploadedFile } from '../http/multipart.ts';
import {
  type ColumnChoices,
  describeColumns,
  type FoundColumns,
  findColumns,
  type ImportColumn,
  NO_CHOICES,
} from './columns.ts';
import { readChunks } from './read.ts';
import type { Serials } from './serial-days.ts';
import type { SheetLimits, SheetRow } from './sheet.ts';
import { splitColumn } from './split-cells.ts';

/** A validated row of an import. */
export interface ValidatedRow<T> {
  row: number;
  /** The sheet's values by field. */
  raw: Record<string, string>;
  result: Validated<T>;
}

/** Maximum number of errors in a 422 reply. */
const MAXIMUM_ERRORS = 1_000;

/** An error of one cell. */
interface CellError extends SheetPlace {
  messages: ErrorRef[];
}

/** 422 for cells of a file: each is named `row 7 · email` in `errors`, and described in `error_places`. */
function refuseCells(cells: readonly CellError[]): never {
  const named = cells.map(({ row, field, messages }) => ({
    name: `row ${row} · ${field}`,
    row,
    field,
    messages,
  }));
  const error = new InvalidError(Object.fromEntries(named.map(({ name, messages }) => [name, messages])));
  error.places = Object.fromEntries(named.map(({ name, row, field }) => [name, { row, field }]));
  throw error;
}

const cellOf = (cells: readonly string[], sources: readonly (readonly number[])[]): string => {
  for (const places of sources) {
    const parts = places.map((place) => cells[place] ?? '').filter(Boolean);
    if (parts.length > 0) return parts.join(' ');
  }
  return '';
};

/**
 * Normalizes values that spreadsheets change, such as numbers without their leading zero. `serials`: how a workbook counts its
 * days; null for text.
 */
type Tidy = (raw: Record<string, string>, serials: Serials | null) => Record<string, unknown>;

/** The validation of a sheet's rows. */
export interface Table<S extends Schema> extends ColumnOptions {
  columns: readonly ImportColumn[];
  schema: S;
  tidy?: Tidy;
  limits: SheetLimits;
}

/** Handling of columns that people assign to fields. */
export interface ColumnOptions {
  choices?: ColumnChoices;
  /** Called with the assignment of columns, before the first row is read. */
  onColumns?: (found: ReadColumns) => void;
  /** True: a file that lacks the column of a required field yields no rows, instead of being refused. */
  mayLackColumns?: boolean;
}

/** The assignment of a file's columns. */
export interface ReadColumns {
  columns: ImportedColumn[];
  /** Required fields without a column. */
  missing: string[];
  /** The caller's choices, by the key of the column. */
  chosen: FoundColumns['chosen'];
}

/**
 * Reads the rows of a file, validated by a schema of the contract, in chunks, so that other requests run in between.
 * @param whose as {@link readChunks}
 * @throws SheetRefused, InvalidError naming missing columns
 */
export async function* validatedChunks<S extends Schema>(
  whose: number,
  file: UploadedFile | null,
  table: Table<S>,
): AsyncGenerator<ValidatedRow<z.output<S>>[]> {
  const { columns, choices = NO_CHOICES, limits } = table;
  let validateRow: ReturnType<typeof rowValidator<S>> | null = null;
  const known = [
    ...columns.flatMap(({ field, headings, joined = [] }) => [field, ...headings, ...joined.flat()]),
    ...choices.sent.keys(),
    ...choices.remembered.keys(),
  ];
  for await (const { rows, headings, headingsRow, serials } of readChunks(whose, file, {
    headings: known,
    ...limits,
  })) {
    if (validateRow === null) {
      const found = findColumns(headings, columns, choices);
      table.onColumns?.({
        columns: describeColumns(headings, found, rows),
        missing: found.missing.map(({ field }) => field),
        chosen: found.chosen,
      });
      if (table.mayLackColumns && found.missing.length > 0) return;
      refuseMissing(found, headingsRow);
      validateRow = rowValidator(found, table, headings, serials ?? null);
    }
    yield rows.map(validateRow);
  }
}

/** Creates a validator of rows whose columns are found. */
function rowValidator<S extends Schema>(
  { places }: FoundColumns,
  { schema, tidy = (raw) => raw }: Table<S>,
  headings: readonly string[],
  serials: Serials | null,
): (row: SheetRow) => ValidatedRow<z.output<S>> {
  const fieldAt = (place: number) =>
    places.find(([, sources]) => sources.some((each) => each.includes(place)))?.[0];
  return ({ row, cells, problems }) => {
    const raw = Object.fromEntries(places.map(([field, sources]) => [field, cellOf(cells, sources)]));
    const found: FieldMessages = {};
    for (const [place, key] of problems ?? []) {
      // A stray quotation mark may have swallowed other cells and rows, so its row is refused whatever its column.
      const field = fieldAt(place) ?? (key === 'StrayQuote' && places[0]?.[0]);
      if (field) found[field] = [{ key }];
    }
    // The cells behind a split number are those of other columns.
    const split = serials === null ? splitColumn(headings, cells) : undefined;
    if (split !== undefined) found[fieldAt(split) ?? places[0]![0]] = [{ key: 'SplitAmount' }];
    const checked = validate(schema, tidy(raw, serials));
    if (Object.keys(found).length === 0) return { row, raw, result: checked };
    return { row, raw, result: { ok: false, errors: checked.ok ? found : { ...checked.errors, ...found } } };
  };
}

/** Refuses a file that lacks the column of a required field. @throws InvalidError naming each */
function refuseMissing({ missing }: FoundColumns, row: number): void {
  const cells = missing.map(({ field, headings }): CellError => {
    const params = { column: headings[0] ?? field };
    return { row, field, messages: [{ key: 'MissingColumn', params }] };
  });
  if (cells.length > 0) refuseCells(cells);
}

/** Refuses all rows if any is invalid. @throws InvalidError with `row 7 · email` for each error. */
export function refuseBadRows(rows: readonly ValidatedRow<unknown>[]): void {
  const cells: CellError[] = [];
  for (const { row, result } of rows) {
    if (cells.length >= MAXIMUM_ERRORS) break;
    if (result.ok) continue;
    for (const [field, messages] of Object.entries(result.errors)) cells.push({ row, field, messages });
  }
  if (cells.length > 0) refuseCells(cells.slice(0, MAXIMUM_ERRORS));
}
