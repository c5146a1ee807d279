/** A link or an invoice half filled in, kept in this browser until it is saved or given up. */
import { IDEMPOTENCY_KEPT_HOURS } from '@daftar/contract/endpoint';
import type { Submission } from '../../ui/form.tsx';
import type { Mode } from '../shared/mode.ts';
import type { PayableValues } from './values.ts';

/** An entry that was sent and whose answer never came: it may have been made. */
export interface Unanswered extends Submission {
  /** ISO 8601: when it was sent. */
  at: string;
}

export interface Draft<V extends PayableValues> {
  values: V;
  /** ISO 8601: when something was last typed. */
  at: string;
  unanswered: Unanswered | null;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Drafts of one merchant's mode are not another's. */
export const draftKey = (noun: 'invoice' | 'payment-link', businessAccountId: number, mode: Mode): string =>
  `daftar.draft.${noun}.${businessAccountId}.${mode}`;

/** Whether the server still knows the key of an entry, so that sending it again makes nothing twice. */
export const isRecognised = ({ at }: Unanswered, now: number): boolean =>
  now - Date.parse(at) < IDEMPOTENCY_KEPT_HOURS * 3_600_000;

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((each) => Number.isSafeInteger(each));
const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** Takes from what was kept only what a form of this release holds. */
function restore<V extends PayableValues>(kept: Record<string, unknown>, empty: V): V {
  const known = Object.entries(empty).map(([name, nothing]) => {
    const value = kept[name];
    const fits = Array.isArray(nothing) ? isNumbers(value) : typeof value === typeof nothing;
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

/** The draft that is kept, or null. What cannot be read is none. `empty`: what an empty form holds. */
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

/** Keeps a draft; a browser that keeps nothing is no reason to fail. */
export function writeDraft<V extends PayableValues>(store: Store, key: string, draft: Draft<V>): void {
  try {
    store.setItem(key, JSON.stringify(draft));
  } catch {
    // The form works without it.
  }
}

/** Forgets a draft, where the browser keeps any. */
export function clearDraft(store: Store, key: string): void {
  try {
    store.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
