import { notifications } from '@daftar/contract/notifications';
import { useEffect } from 'react';
import { openStream } from '../shared/call.ts';
import { useMode } from '../shared/mode.ts';
import { invalidate } from '../shared/query-client.ts';
import { useSession } from '../shared/session.ts';
import { followEvents, type StreamEvent } from '../shared/stream.ts';
import type { Refresher } from './refresher.ts';

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 60_000;

/** Anything may have changed. */
const RESYNC: StreamEvent = { event: 'resync', data: null };

let refresher: Refresher | undefined;

/** Loaded with the first event: it imports the calls of many nouns, which the first screen does not need. */
async function hear(event: StreamEvent): Promise<void> {
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

/**
 * Keeps one stream open, with growing pauses after failures. Whenever it opens, what is on the screen is refetched: it may
 * have changed between its reply and the opening.
 */
async function stayConnected(told: (event: StreamEvent) => void, signal: AbortSignal): Promise<void> {
  let wait = FIRST_WAIT;
  while (!signal.aborted) {
    try {
      const response = await openStream(notifications.stream, signal);
      told(RESYNC);
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

/**
 * Live updates. Browsers open few connections per address, so tabs share one stream: one of them holds it and tells the
 * others. A tab that finds the stream held refetches what it read before it listened.
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
    const lead = () => stayConnected(tell, gone.signal);
    const followThenLead = () => {
      void hear(RESYNC);
      return navigator.locks.request(name, { signal: gone.signal }, lead);
    };
    navigator.locks
      .request(name, { ifAvailable: true }, (held) => (held ? lead() : undefined))
      .then(() => (gone.signal.aborted ? undefined : followThenLead()))
      .catch(() => undefined);
    return () => {
      gone.abort();
      tabs.close();
    };
  }, [mode, isSignedIn]);
}
