/** Tracks requests in flight, for the progress bar at the top. */
import { useSyncExternalStore } from 'react';

let inFlight: ReadonlySet<symbol> = new Set();
const listeners = new Set<() => void>();

function change(next: ReadonlySet<symbol>): void {
  inFlight = next;
  for (const listener of listeners) listener();
}

export const activity = {
  /** Starts tracking a request. @returns a function to call when it ends */
  begin(): () => void {
    const request = Symbol('request');
    change(new Set([...inFlight, request]));
    return () => {
      if (!inFlight.has(request)) return;
      change(new Set([...inFlight].filter((each) => each !== request)));
    };
  },
  /** Clears all: a 401, a 403 or a lost connection hides the bar at once. */
  clear(): void {
    change(new Set());
  },
  busy: () => inFlight.size > 0,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Whether any request is in flight. */
export function useBusy(): boolean {
  return useSyncExternalStore(activity.subscribe, activity.busy);
}
