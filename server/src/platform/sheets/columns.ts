/** Finds the column of a file for each field: by headings, by remembered choices, and by the caller's own. */
import type { ChosenColumns, ImportedColumn } from '@daftar/contract/imports';
import { InvalidError } from '../http/errors.ts';
import { plainHeading } from './csv-text.ts';
import type { SheetRow } from './sheet.ts';

/** A column that an import reads. */
export interface ImportColumn {
  /** The field's name in the API, which is also accepted as a heading and used in errors. */
  field: string;
  required: boolean;
  /**
   * Its headings in every language, best first; compared without case, spaces, signs and Arabic diacritics. If a file
   * has several of them, the first with a value counts, row by row.
   */
  headings: readonly string[];
  /**
   * Headings of columns that together make up the field, such as first and last name, if none of `headings` has a
   * value.
   */
  joined?: readonly (readonly string[])[];
}

/** Choices made by people, which take precedence over known headings. */
export interface ColumnChoices {
  /** The caller's, by heading or key. */
  sent: ChosenColumns;
  /** Those of earlier imports, by key. */
  remembered: ChosenColumns;
}

export const NO_CHOICES: ColumnChoices = { sent: new Map(), remembered: new Map() };

/**
 * The columns with a field's values: the first source with a value counts; several columns of one source are joined.
 */
type Sources = readonly (readonly number[])[];

/** The columns found in a file. */
export interface FoundColumns {
  places: [field: string, sources: Sources][];
  /** Required fields without a column. */
  missing: ImportColumn[];
  keys: string[];
  /** The caller's choices, by key. */
  chosen: ChosenColumns;
}

/** Longer headings are compared by their beginning. */
const LONGEST_KEY = 300;

/**
 * Returns keys of columns: their plain heading, `name#2` for a repeated one, `#3` for the third column if it has none.
 */
function keysOf(headings: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return headings.map((heading, place) => {
    const plain = plainHeading(heading).slice(0, LONGEST_KEY);
    if (plain === '') return `#${place + 1}`;
    const times = (seen.get(plain) ?? 0) + 1;
    seen.set(plain, times);
    return times === 1 ? plain : `${plain}#${times}`;
  });
}

/** Returns the caller's choices by key. @throws InvalidError on `columns` for a heading that the file does not have. */
function chosenBy(keys: readonly string[], sent: ChosenColumns): Map<string, string | null> {
  const chosen = new Map<string, string | null>();
  for (const [heading, field] of sent) {
    const key = keys.includes(heading) ? heading : plainHeading(heading).slice(0, LONGEST_KEY);
    if (!keys.includes(key)) {
      throw InvalidError.field('columns', 'MissingColumn', { column: heading.slice(0, 100) });
    }
    chosen.set(key, field);
  }
  return chosen;
}

/** Returns columns whose headings are those of a field, without columns that people assigned. */
function knownSources(
  keys: readonly string[],
  { field, headings, joined = [] }: ImportColumn,
  assigned: ReadonlySet<number>,
): Sources {
  const placeOf = (name: string) => keys.indexOf(plainHeading(name).slice(0, LONGEST_KEY));
  const whole = [field, ...headings].map((name) => [placeOf(name)]);
  const parts = joined.map((each) => each.map(placeOf));
  return [...whole, ...parts]
    .map((places) => places.filter((place) => place >= 0 && !assigned.has(place)))
    .filter((places) => places.length > 0);
}

/**
 * Finds the columns of each field. If people assign several columns to a field, the first with a value counts, before
 * those with a known heading; for a field that may be joined, such as a name, they are joined in the file's order.
 * @throws InvalidError on `columns`
 */
export function findColumns(
  headings: readonly string[],
  columns: readonly ImportColumn[],
  { sent, remembered }: ColumnChoices,
): FoundColumns {
  const keys = keysOf(headings);
  const chosen = chosenBy(keys, sent);
  const assigned = new Map<number, string | null>();
  for (const [place, key] of keys.entries()) {
    const field = chosen.has(key) ? chosen.get(key) : remembered.get(key);
    if (field !== undefined) assigned.set(place, field);
  }
  const taken = new Set(assigned.keys());
  const places: FoundColumns['places'] = [];
  const missing: ImportColumn[] = [];
  for (const column of columns) {
    const known = knownSources(keys, column, taken);
    const own = [...taken].filter((place) => assigned.get(place) === column.field);
    const together = () => [...new Set([...own, ...known.flat()])].sort((a, b) => a - b);
    const isJoined = own.length > 0 && column.joined !== undefined && column.joined.length > 0;
    const sources = isJoined ? [together()] : [...own.map((place) => [place]), ...known];
    if (sources.length > 0) places.push([column.field, sources]);
    else if (column.required) missing.push(column);
  }
  return { places, missing, keys, chosen };
}

/** Number and maximum length of a column's sample values. */
const SAMPLES = 3;
const SAMPLE_LENGTH = 100;

/** Describes the assignment of each column; columns without a heading and without a value are omitted. */
export function describeColumns(
  headings: readonly string[],
  { keys, places }: FoundColumns,
  rows: readonly SheetRow[],
): ImportedColumn[] {
  return headings.flatMap((heading, place) => {
    const samples: string[] = [];
    for (const { cells } of rows) {
      const cell = cells[place];
      if (cell) samples.push(cell.slice(0, SAMPLE_LENGTH));
      if (samples.length >= SAMPLES) break;
    }
    if (heading === '' && samples.length === 0) return [];
    const field = places.find(([, sources]) => sources.some((each) => each.includes(place)))?.[0] ?? null;
    return [{ key: keys[place]!, heading: heading.slice(0, LONGEST_KEY), field, samples }];
  });
}
