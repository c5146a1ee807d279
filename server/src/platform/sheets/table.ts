import type { Schema } from '@daftar/contract/schema';
import { searchKey } from '@daftar/contract/text';
import { type FieldMessages, type MessageRef, type Validated, validate } from '@daftar/contract/validate';
import type * as z from 'zod/mini';
import { InvalidError } from '../http/errors.ts';
import type { UploadedFile } from '../http/multipart.ts';
import { readStretches } from './read.ts';
import type { SheetLimits, SheetRow } from './sheet.ts';

/** A column that an import reads. */
export interface ImportColumn {
  /** The wire's name: it heads the column too, and names the field in errors. */
  field: string;
  required: boolean;
  /** Its headings, in every language; compared without case, spaces, signs and Arabic diacritics. */
  headings: readonly string[];
}

/** One row of an import, judged. */
export interface JudgedRow<T> {
  row: number;
  /** What the sheet says, by field. */
  raw: Record<string, string>;
  result: Validated<T>;
}

/** No heading that we know is longer. */
const LONGEST_HEADING = 200;

const plain = (heading: string) =>
  searchKey(heading.slice(0, LONGEST_HEADING)).replace(/[^\p{L}\p{N}]/gu, '');

/** How a row's error is named on the wire: `row 7 · email`. */
export const rowField = (row: number, field: string) => `row ${row} · ${field}`;

/** 422 with at most this many errors: the first say enough, and a reply is no place for megabytes. */
const MAXIMUM_ERRORS = 1_000;

/** Which column of the sheet holds each field. @throws InvalidError naming every required one that is missing. */
function placesOf(said: readonly string[], columns: readonly ImportColumn[]): Map<string, number> {
  const headings = said.map(plain);
  const places = new Map<string, number>();
  const missing: FieldMessages = {};
  for (const { field, required, headings: names } of columns) {
    const known = [field, ...names].map(plain);
    const place = headings.findIndex((heading) => known.includes(heading));
    if (place >= 0) places.set(field, place);
    else if (required) {
      missing[rowField(1, field)] = [{ key: 'MissingColumn', params: { column: names[0] ?? field } }];
    }
  }
  if (Object.keys(missing).length > 0) throw new InvalidError(missing);
  return places;
}

/** Undoes what spreadsheets do to values, such as dropping leading zeros. */
type Tidy = (raw: Record<string, string>) => Record<string, unknown>;

/** What a sheet's rows are judged by. */
export interface Table<S extends Schema> {
  columns: readonly ImportColumn[];
  schema: S;
  tidy?: Tidy;
  limits: SheetLimits;
}

/**
 * The rows of a file, judged by a schema of the contract as they are read, a stretch at a time: others are served between.
 * @param whose as {@link readStretches} @throws SheetRefused, and as {@link rowJudge}
 */
export async function* judgedStretches<S extends Schema>(
  whose: number,
  file: UploadedFile | null,
  { columns, schema, tidy, limits }: Table<S>,
): AsyncGenerator<JudgedRow<z.output<S>>[]> {
  let judge: ReturnType<typeof rowJudge<S>> | null = null;
  for await (const { headings, rows } of readStretches(whose, file, limits)) {
    judge ??= rowJudge(headings, columns, schema, tidy);
    yield rows.map(judge);
  }
}

/**
 * What judges each row under some headings by a schema of the contract.
 * @throws InvalidError when a required column is missing.
 */
function rowJudge<S extends Schema>(
  headings: readonly string[],
  columns: readonly ImportColumn[],
  schema: S,
  tidy: Tidy = (raw) => raw,
): (row: SheetRow) => JudgedRow<z.output<S>> {
  const places = [...placesOf(headings, columns)];
  return ({ row, cells, problems }) => {
    const raw = Object.fromEntries(places.map(([field, place]) => [field, cells[place] ?? '']));
    const found: FieldMessages = {};
    for (const [field, place] of problems ? places : []) {
      const key = problems?.get(place);
      if (key) found[field] = [{ key }];
    }
    const judged = validate(schema, tidy(raw));
    if (Object.keys(found).length === 0) return { row, raw, result: judged };
    return { row, raw, result: { ok: false, errors: judged.ok ? found : { ...judged.errors, ...found } } };
  };
}

/** All or nothing. @throws InvalidError with `row 7 · email` for each thing that is wrong. */
export function refuseBadRows(rows: readonly JudgedRow<unknown>[]): void {
  const errors: Record<string, MessageRef[]> = {};
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
