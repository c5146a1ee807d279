import { searchKey } from '@daftar/contract/text';

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
 * LIKE patterns for a column of references (`TRX-7K3M9Q2D`, upper case): typed with or without its kind, in any case,
 * whole or only its beginning.
 */
export function referencePatterns(typed: string, kind: string): [string, string] {
  const upper = escapeLike(searchKey(typedText(typed)).toUpperCase());
  return [`${upper}%`, `${kind}-${upper}%`];
}
