/** Drafts of links and invoices, stored in this browser until they are saved or discarded. */
import { IDEMPOTENCY_KEPT_HOURS } from '@daftar/contract/endpoint';
import type { Submission } from '../../ui/form.tsx';
import type { Mode } from '../shared/mode.ts';
import { isOwnRows } from '../shared/own-values.ts';
import type { PayableValues } from './values.ts';

/** An entry that was sent without a reply: it may have been created. */
export interface Unanswered extends Submission {
  /** ISO 8601: when it was sent. */
  at: string;
}

export interface Draft<V extends PayableValues> {
  values: V;
  /** ISO 8601: the last change. */
  at: string;
  unanswered: Unanswered | null;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The storage key of a draft, separate by merchant and mode. */
export const draftKey = (noun: 'invoice' | 'payment-link', businessAccountId: number, mode: Mode): string =>
  `daftar.draft.${noun}.${businessAccountId}.${mode}`;

/** Whether the server still knows an entry's key, so that sending it again creates nothing twice. */
export const isRecognised = ({ at }: Unanswered, now: number): boolean =>
  now - Date.parse(at) < IDEMPOTENCY_KEPT_HOURS * 3_600_000;

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((each) => Number.isSafeInteger(each));
const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** Takes only values that this release's form has. */
export function restore<V extends PayableValues>(kept: Record<string, unknown>, empty: V): V {
  const known = Object.entries(empty).map(([name, nothing]) => {
    const value = kept[name];
    const fits =
      name === 'metadata'
        ? isOwnRows(value)
        : Array.isArray(nothing)
          ? isNumbers(value)
          : typeof value === typeof nothing;
    return [name, fits ? value : nothing];
  });
  const values = Object.fromEntries(known) as V;
  return {
    ...values,
    currency_id: values.currency_id === 2 ? 2 : 1,
    language: values.language === 2 ? 2 : 1,
    fees_mode: values.fees_mode === 'percentage' ? 'percentage' : 'fixed',
    tax_mode: values.tax_mode === 'fixed' ? 'fixed' : 'percentage',
  };
}

function restoreUnanswered(kept: unknown): Unanswered | null {
  const { values, key, at } = (kept ?? {}) as Partial<Record<keyof Unanswered, unknown>>;
  return typeof values === 'string' && typeof key === 'string' && isMoment(at) ? { values, key, at } : null;
}

/** Reads the stored draft, or null. An unreadable one is ignored. `empty`: the values of an empty form. */
export function readDraft<V extends PayableValues>(store: Store, key: string, empty: V): Draft<V> | null {
  try {
    const kept = JSON.parse(store.getItem(key) ?? 'null') as Partial<Record<keyof Draft<V>, unknown>> | null;
    if (typeof kept?.values !== 'object' || kept.values === null || !isMoment(kept.at)) return null;
    return {
      values: restore(kept.values as Record<string, unknown>, empty),
      at: kept.at,
      unanswered: restoreUnanswered(kept.unanswered),
    };
  } catch {
    return null;
  }
}

/** Stores a draft; fails silently without storage. */
export function writeDraft<V extends PayableValues>(store: Store, key: string, draft: Draft<V>): void {
  try {
    store.setItem(key, JSON.stringify(draft));
  } catch {
    // The form works without storage.
  }
}

/** Deletes a draft, if there is storage. */
export function clearDraft(store: Store, key: string): void {
  try {
    store.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
