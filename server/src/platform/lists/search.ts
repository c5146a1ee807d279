import { searchKey, toLatinDigits } from '@daftar/contract/text';

/** `%`, `_` and the escape itself, to be taken literally by LIKE. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** What somebody typed into a filter, as PostgreSQL can compare it: trimmed, without NUL (which no stored text has). */
export function typedText(typed: string): string {
  return typed.replaceAll('\u0000', '').trim();
}

/** LIKE pattern for a `search_key(…)` column that contains what was typed. */
export function containsPattern(typed: string): string {
  return `%${escapeLike(searchKey(typedText(typed)))}%`;
}

/** LIKE pattern for a `search_key(…)` column that begins with what was typed. */
export function beginsPattern(typed: string): string {
  return `${escapeLike(searchKey(typedText(typed)))}%`;
}

/**
 * LIKE pattern for a column of references (`TRX-7K3M9Q2D`): typed in any case, whole or only its beginning, with its
 * kind or without, O for 0 and I or L for 1 as Crockford's alphabet wants it. One pattern, so that an index serves it.
 */
export function referencePattern(typed: string, kind: string): string {
  return `${escapeLike(wholeReference(typed, kind))}%`;
}

/** A reference as it is stored, of one typed in any case, with its kind or without. */
export function wholeReference(typed: string, kind: string): string {
  const upper = toLatinDigits(typedText(typed)).toUpperCase();
  const [, named, rest] = /^([A-Z]{3})-(.*)$/s.exec(upper) ?? [];
  const bare = upper.startsWith(kind) ? upper.slice(kind.length) : upper;
  const code = (rest ?? bare).replaceAll('O', '0').replace(/[IL]/g, '1');
  return `${named ?? kind}-${code}`;
}
