import type { Endpoint } from '@daftar/contract/endpoint';
import { notifications } from '@daftar/contract/notifications';
import { useEffect } from 'react';
import { openStream } from '../shared/call.ts';
import { useMode } from '../shared/mode.ts';
import { invalidate } from '../shared/query-client.ts';
import { useSession } from '../shared/session.ts';
import { followEvents, type StreamEvent } from '../shared/stream.ts';

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 60_000;

/** Refreshes follow each other no closer than this, however fast payments come in. */
const BETWEEN_REFRESHES = 1_500;

const stale = new Set<Endpoint>();
let refreshedAt = Number.NEGATIVE_INFINITY;
let isRefreshPlanned = false;

/** Asks anew for what open screens show of these: at once, or together with what else happens in the next moments. */
function refresh(endpoints: readonly Endpoint[]): void {
  for (const each of endpoints) stale.add(each);
  if (isRefreshPlanned) return;
  isRefreshPlanned = true;
  setTimeout(
    () => {
      isRefreshPlanned = false;
      refreshedAt = performance.now();
      void invalidate(...stale);
      stale.clear();
    },
    Math.max(0, refreshedAt + BETWEEN_REFRESHES - performance.now()),
  );
}

/** Fetched with the first event: it knows the calls of many nouns, which the first screen needs not wait for. */
async function hear(event: StreamEvent): Promise<void> {
  const { staleAfter } = await import('./stale.ts');
  refresh(staleAfter(event));
}

/** Waits, unless the stream is given up meanwhile. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Keeps one stream open, waiting longer each time it fails; what was missed in between is asked for again. */
async function stayConnected(told: (event: StreamEvent) => void, signal: AbortSignal): Promise<void> {
  let wait = FIRST_WAIT;
  while (!signal.aborted) {
    try {
      const response = await openStream(notifications.stream, signal);
      if (wait !== FIRST_WAIT) told({ event: 'resync', data: null });
      wait = FIRST_WAIT;
      await followEvents(response, told);
    } catch {
      // The bell is asked for every five minutes all the same.
    }
    // Spread out, so that a server that restarts is not asked by everybody at once.
    await pause(wait * (0.5 + Math.random()), signal);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }
}

/**
 * Live notifications. Browsers open few connections to one address, so the tabs of a browser share one stream: one of
 * them holds it and tells the others.
 */
export function useLiveNews(): void {
  const mode = useMode();
  const isSignedIn = useSession().token !== null;
  useEffect(() => {
    if (!isSignedIn || typeof navigator.locks === 'undefined') return;
    const gone = new AbortController();
    const name = `daftar-news-${mode}`;
    const tabs = new BroadcastChannel(name);
    tabs.addEventListener('message', (message: MessageEvent<StreamEvent>) => void hear(message.data));
    const tell = (event: StreamEvent) => {
      void hear(event);
      tabs.postMessage(event);
    };
    navigator.locks
      .request(name, { signal: gone.signal }, () => stayConnected(tell, gone.signal))
      .catch(() => undefined);
    return () => {
      gone.abort();
      tabs.close();
    };
  }, [mode, isSignedIn]);
}
