import { readWhole } from '@daftar/contract/numbers';
import { searchKey } from '@daftar/contract/search-key';
import { sameEmail, toLatinDigits, withoutInvisible } from '@daftar/contract/text';
import { InvalidError } from '../http/errors.ts';

/** Escapes `%`, `_` and the escape character for LIKE. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/**
 * Normalizes a typed filter: trimmed, without NUL, which no stored text contains, and without invisible marks that were
 * copied with a reference. Text of marks alone is kept, so that it matches nothing instead of everything.
 */
export function typedText(typed: string): string {
  const stored = typed.replaceAll('\u0000', '').trim();
  return withoutInvisible(stored).trim() || stored;
}

/** Reads a row number, such as a merchant's, in Latin or Arabic digits; null for any other text. */
export const typedNumber = (typed: string): number | null => readWhole(typedText(typed));

/**
 * Returns the search key of a typed text. For marks alone it is the text itself, so that it matches nothing instead of
 * everything.
 */
function typedKey(typed: string): string {
  const stored = typedText(typed);
  const text = stored.includes('@') ? sameEmail(stored) : stored;
  return escapeLike(searchKey(text) || text);
}

/** LIKE pattern for a `search_key(…)` column that contains the typed text. */
export function containsPattern(typed: string): string {
  return `%${typedKey(typed)}%`;
}

/** LIKE pattern for a column that starts with the typed text unchanged, such as a foreign reference. */
export function prefixPattern(typed: string): string {
  return `${escapeLike(toLatinDigits(typedText(typed)))}%`;
}

/** LIKE pattern for a `search_key(…)` column that starts with the typed text. */
export function beginsPattern(typed: string): string {
  return `${typedKey(typed)}%`;
}

/**
 * LIKE pattern for a column of references (`TRX-7K3M9Q2D`): typed in any case, in full or only the beginning, with or
 * without the prefix, O for 0 and I or L for 1 as in Crockford's alphabet. A single pattern, so that an index supports
 * it.
 */
export function referencePattern(typed: string, kind: string): string {
  return `${escapeLike(wholeReference(typed, kind))}%`;
}

/** The stored form of a reference that is typed in any case, with or without its prefix. */
export function wholeReference(typed: string, kind: string): string {
  const upper = toLatinDigits(typedText(typed))
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .split('-')
    .map((part) => part.trim())
    .join('-')
    .toUpperCase();
  const [, named, rest] = /^([A-Z]{3})-(.*)$/s.exec(upper) ?? [];
  const bare = upper.startsWith(kind) ? upper.slice(kind.length) : upper;
  const code = (rest ?? bare).replaceAll('O', '0').replace(/[IL]/g, '1');
  return `${named ?? kind}-${code}`;
}

/**
 * Refuses a text that matches more rows than can be processed, because a list without the others would look complete.
 * @throws InvalidError 422 on `q`
 */
export function fewEnough<R>(rows: readonly R[], most: number): readonly R[] {
  if (rows.length > most) throw InvalidError.field('q', 'TypeMore');
  return rows;
}
