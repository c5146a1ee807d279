/** Which requests are in flight, for the bar at the top of the screen. */
import { useSyncExternalStore } from 'react';

let inFlight: ReadonlySet<symbol> = new Set();
const listeners = new Set<() => void>();

function change(next: ReadonlySet<symbol>): void {
  inFlight = next;
  for (const listener of listeners) listener();
}

export const activity = {
  /** @returns what to call when the request has ended. */
  begin(): () => void {
    const request = Symbol('request');
    change(new Set([...inFlight, request]));
    return () => {
      if (!inFlight.has(request)) return;
      change(new Set([...inFlight].filter((each) => each !== request)));
    };
  },
  /** A 401, a 403 or a lost connection takes the bar away at once. */
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
