import type { AuditRow } from '@daftar/contract/audit';

type Json = Record<string, unknown> | null;

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What a write changed, field by field, in the order it was recorded; what stayed the same is left out. */
export function changesOf(before: Json, after: Json): AuditRow['changes'] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.flatMap((field) => {
    const side = (json: Json) => (json && field in json ? wordOf(json[field]) : null);
    const change = { field, before: side(before), after: side(after) };
    return change.before === change.after ? [] : [change];
  });
}
