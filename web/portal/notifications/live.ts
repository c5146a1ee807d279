import { notifications, type OpenedEvent } from '@daftar/contract/notifications';
import { useEffect } from 'react';
import { openStream } from '../shared/call.ts';
import { type Mode, modeOf, useMode } from '../shared/mode.ts';
import { invalidate, keptSince } from '../shared/query-client.ts';
import { session, useSession } from '../shared/session.ts';
import { followEvents, type StreamEvent } from '../shared/stream.ts';
import type { Refresher } from './refresher.ts';

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 60_000;

/** Anything may have changed. */
const RESYNC: StreamEvent = { event: 'resync', data: null };

let refresher: Refresher | undefined;

/** Whether all that is kept was read after a moment of this machine's clock, which goes on while it sleeps. */
const isReadAfter = (moment: number) => keptSince() >= moment;

/**
 * Refetches what an event makes stale. A stream that opens repeats what was announced just before: nothing else can have
 * changed since a screen was read that is as young. What is needed for it comes with the first event: it imports the
 * calls of many nouns, which the first screen does not need.
 */
async function hear(event: StreamEvent): Promise<void> {
  if (event.event === 'opened') {
    const { repeatedMilliseconds } = event.data as OpenedEvent;
    if (isReadAfter(Date.now() - repeatedMilliseconds)) return;
  }
  const [{ staleAfter }, { Refresher }] = await Promise.all([import('./stale.ts'), import('./refresher.ts')]);
  refresher ??= start(Refresher);
  refresher.add(staleAfter(event));
}

function start(Made: typeof Refresher): Refresher {
  const made = new Made({
    now: () => performance.now(),
    later: (act, wait) => setTimeout(act, wait),
    isHidden: () => document.hidden,
    refresh: (endpoints) => void invalidate(...endpoints),
  });
  document.addEventListener('visibilitychange', () => made.plan());
  return made;
}

/** Waits, unless the stream is closed meanwhile. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Keeps one stream open, with growing pauses after failures. */
async function stayConnected(told: (event: StreamEvent) => void, signal: AbortSignal): Promise<void> {
  let wait = FIRST_WAIT;
  while (!signal.aborted) {
    try {
      const response = await openStream(notifications.stream, signal);
      wait = FIRST_WAIT;
      await followEvents(response, told);
    } catch {
      // Notifications are polled every five minutes in any case.
    }
    // Spread out, so that not everybody reconnects at once to a restarted server.
    await pause(wait * (0.5 + Math.random()), signal);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }
}

const NAME = 'daftar-stream';
/** Tells other tabs what the stream of a mode told this one. */
interface Told {
  mode: Mode;
  event: StreamEvent;
}
const tabs = typeof document === 'undefined' ? null : new BroadcastChannel(NAME);
const hearsTabsSince = Date.now();
tabs?.addEventListener('message', ({ data: { mode, event } }: MessageEvent<Told>) => {
  if (mode === modeOf(session.get())) void hear(event);
});

/**
 * Live updates. Browsers open few connections per address, so tabs share one stream: one of them holds it and tells the
 * others, which hear it from the moment the portal is loaded.
 */
export function useLiveNews(): void {
  const mode = useMode();
  const isSignedIn = useSession().token !== null;
  useEffect(() => {
    if (!isSignedIn || typeof navigator.locks === 'undefined') return;
    const gone = new AbortController();
    const tell = (event: StreamEvent) => {
      void hear(event);
      tabs?.postMessage({ mode, event } satisfies Told);
    };
    if (!isReadAfter(hearsTabsSince)) void hear(RESYNC);
    navigator.locks
      .request(`${NAME}-${mode}`, { signal: gone.signal }, () => stayConnected(tell, gone.signal))
      .catch(() => undefined);
    return () => gone.abort();
  }, [mode, isSignedIn]);
}
