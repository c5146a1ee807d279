import { useEffect, useSyncExternalStore } from 'react';

export interface TitleDetail {
  title: string;
  value: string;
}

let current: TitleDetail | null = null;
const listeners = new Set<() => void>();

function set(detail: TitleDetail | null): void {
  current = detail;
  for (const listener of listeners) listener();
}

/**
 * Shows a label and its value in the title bar while this screen is shown ("Products", "128").
 * @public
 */
export function useTitleDetail(title: string, value: string | undefined): void {
  useEffect(() => {
    set(value === undefined ? null : { title, value });
    return () => set(null);
  }, [title, value]);
}

/** Returns what the title bar shows. */
export function useCurrentTitleDetail(): TitleDetail | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
