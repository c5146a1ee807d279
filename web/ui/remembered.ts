import { useCallback, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
/** What was chosen where the browser keeps nothing. */
const unkept = new Map<string, string | null>();

function read(key: string): string | null {
  if (unkept.has(key)) return unkept.get(key) ?? null;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    unkept.delete(key);
  } catch {
    unkept.set(key, value);
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab has chosen.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Something a person chose, kept in this browser under a key and the same wherever it is shown; null for the default. */
export function useRemembered(key: string): [string | null, (value: string | null) => void] {
  const value = useSyncExternalStore(subscribe, () => read(key));
  const set = useCallback((next: string | null) => write(key, next), [key]);
  return [value, set];
}
