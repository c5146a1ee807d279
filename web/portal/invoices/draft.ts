/** An invoice half filled in, kept in this browser until it is saved or given up. */
import type { Mode } from '../shared/mode.ts';
import { EMPTY_FORM, type InvoiceValues } from './form-values.ts';

export interface Draft {
  values: InvoiceValues;
  /** ISO 8601: when something was last typed. */
  at: string;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Drafts of one merchant's mode are not another's. */
export const draftKey = (businessAccountId: number, mode: Mode): string =>
  `daftar.draft.invoice.${businessAccountId}.${mode}`;

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((each) => Number.isSafeInteger(each));

/** Takes from what was kept only what a form of this release holds. */
function restore(kept: Record<string, unknown>): InvoiceValues {
  const known = Object.entries(EMPTY_FORM).map(([name, empty]) => {
    const value = kept[name];
    const fits = Array.isArray(empty) ? isNumbers(value) : typeof value === typeof empty;
    return [name, fits ? value : empty];
  });
  const values = Object.fromEntries(known) as InvoiceValues;
  return {
    ...values,
    currency_id: values.currency_id === 2 ? 2 : 1,
    language: values.language === 2 ? 2 : 1,
    fees_mode: values.fees_mode === 'percentage' ? 'percentage' : 'fixed',
    tax_mode: values.tax_mode === 'fixed' ? 'fixed' : 'percentage',
  };
}

/** The draft that is kept, or null. What cannot be read is none. */
export function readDraft(store: Store, key: string): Draft | null {
  try {
    const kept = JSON.parse(store.getItem(key) ?? 'null') as { values?: unknown; at?: unknown } | null;
    if (typeof kept?.values !== 'object' || kept.values === null || typeof kept.at !== 'string') return null;
    if (Number.isNaN(Date.parse(kept.at))) return null;
    return { values: restore(kept.values as Record<string, unknown>), at: kept.at };
  } catch {
    return null;
  }
}

/** Keeps a draft; a browser that keeps nothing is no reason to fail. */
export function writeDraft(store: Store, key: string, draft: Draft): void {
  try {
    store.setItem(key, JSON.stringify(draft));
  } catch {
    // The form works without it.
  }
}

export function clearDraft(store: Store, key: string): void {
  try {
    store.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
