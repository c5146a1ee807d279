import { FOUND_KINDS, type Found } from '@daftar/contract/search';
import { RECENT_KEY } from './clear-recent.ts';

/** A result that was opened: enough to show it again. Its status and amount may have changed since. */
export type Recent = Pick<Found, 'kind' | 'id' | 'title' | 'reference'>;

const MAX_RECENT = 5;

type Store = Pick<Storage, 'getItem' | 'setItem'>;
type Kept = Record<string, Recent[]>;

const isRecent = (value: unknown): value is Recent => {
  const { kind, id, title, reference } = (value ?? {}) as Partial<Record<keyof Recent, unknown>>;
  return (
    FOUND_KINDS.some((each) => each === kind) &&
    Number.isSafeInteger(id) &&
    typeof title === 'string' &&
    typeof reference === 'string'
  );
};

function read(store: Store): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(store.getItem(RECENT_KEY) ?? 'null');
    return typeof kept === 'object' && kept !== null ? { ...kept } : {};
  } catch {
    return {};
  }
}

/** Returns what was opened last from the search in this tab, newest first. `place`: merchant, mode and role looked as. */
export function recentOf(store: Store, place: string): Recent[] {
  const list = read(store)[place];
  return Array.isArray(list) ? list.filter(isRecent).slice(0, MAX_RECENT) : [];
}

/** Puts a result in front of them. */
export function remember(store: Store, place: string, { kind, id, title, reference }: Recent): void {
  const others = recentOf(store, place).filter((each) => each.kind !== kind || each.id !== id);
  const kept: Kept = { [place]: [{ kind, id, title, reference }, ...others].slice(0, MAX_RECENT) };
  try {
    store.setItem(RECENT_KEY, JSON.stringify({ ...read(store), ...kept }));
  } catch {
    // The search works without storage.
  }
}
