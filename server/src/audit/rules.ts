import type { AuditRow } from '@daftar/contract/audit';

type Change = Pick<AuditRow['changes'][number], 'field' | 'before' | 'after'>;

type Json = Record<string, unknown> | null;

const isWord = (value: unknown) => typeof value === 'string' || typeof value === 'number';

/** Formats a value: a word as it is, a list of words with commas, anything else as JSON. */
const wordOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return Array.isArray(value) && value.length > 0 && value.every(isWord)
    ? value.join(', ')
    : JSON.stringify(value);
};

/** Lists the fields that a write changed, in the order they were recorded. */
export function changesOf(before: Json, after: Json): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.flatMap((field) => {
    const side = (json: Json) => (json && field in json ? wordOf(json[field]) : null);
    const change = { field, before: side(before), after: side(after) };
    return change.before === change.after ? [] : [change];
  });
}
