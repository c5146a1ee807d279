import type { AuditRow } from '@daftar/contract/audit';

type Json = Record<string, unknown> | null;

const isWord = (value: unknown) => typeof value === 'string' || typeof value === 'number';

/** A word as it is, a list of words with commas, anything else as JSON. */
const wordOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return Array.isArray(value) && value.length > 0 && value.every(isWord)
    ? value.join(', ')
    : JSON.stringify(value);
};

/** What a write changed, field by field, in the order it was recorded; what stayed the same is left out. */
export function changesOf(before: Json, after: Json): AuditRow['changes'] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.flatMap((field) => {
    const side = (json: Json) => (json && field in json ? wordOf(json[field]) : null);
    const change = { field, before: side(before), after: side(after) };
    return change.before === change.after ? [] : [change];
  });
}
