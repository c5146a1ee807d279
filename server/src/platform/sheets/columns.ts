/** Finds which column of a file holds which field: by headings, by remembered choices, and by the caller's own. */
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
   * Its headings in every language, best first; compared without case, spaces, signs and Arabic diacritics. Of several
   * that a file has, the first with a value counts, row by row.
   */
  headings: readonly string[];
  /** Headings of columns that make up the field together, such as first and last name, where none of `headings` has a value. */
  joined?: readonly (readonly string[])[];
}

/** Choices that people made, which count more than headings that are known. */
export interface ColumnChoices {
  /** The caller's, by heading or key. */
  sent: ChosenColumns;
  /** Those of earlier imports, by key. */
  remembered: ChosenColumns;
}

export const NO_CHOICES: ColumnChoices = { sent: new Map(), remembered: new Map() };

/** Where the values of a field are: the first source with a value counts; one of several columns is joined. */
type Sources = readonly (readonly number[])[];

/** What was found about the columns of a file. */
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

/** Keys of columns: their plain heading, `name#2` for a repeated one, `#3` for the third column if it has none. */
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

/** The caller's choices by key. @throws InvalidError on `columns` for a heading that the file does not have. */
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

/** Columns whose headings are a field's, without those that people assigned. */
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
 * Finds the columns of each field. Of several columns that people assign to a field the first with a value counts, before
 * those with a known heading; those of a field that may be joined, such as a name, are joined in the file's order.
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

/** Values of a column shown to recognise it by. */
const SAMPLES = 3;
const SAMPLE_LENGTH = 100;

/** Describes how each column is read; columns without a heading and without a value are left out. */
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
