import { approvals } from '@daftar/contract/approvals';
import { chargebacks } from '@daftar/contract/chargebacks';
import { dashboard } from '@daftar/contract/dashboard';
import type { Endpoint } from '@daftar/contract/endpoint';
import { type NewsEvent, notifications } from '@daftar/contract/notifications';
import { payouts } from '@daftar/contract/payouts';
import { settlements } from '@daftar/contract/settlements';
import { tickets } from '@daftar/contract/tickets';
import { transactions } from '@daftar/contract/transactions';
import { useEffect } from 'react';
import { openStream } from '../shared/call.ts';
import { useMode } from '../shared/mode.ts';
import { invalidate } from '../shared/query-client.ts';
import { useSession } from '../shared/session.ts';
import { followEvents, type StreamEvent } from '../shared/stream.ts';

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 60_000;

/** Which queries a notification makes stale, by the prefix of its kind, besides the bell's. */
const CHANGES: readonly (readonly [prefix: string, endpoints: readonly Endpoint[]])[] = [
  ['payment-', [transactions.list, dashboard.statistics]],
  ['refund-', [transactions.list, transactions.details, dashboard.statistics]],
  ['payout-', [payouts.list, payouts.availableBalance, transactions.list, dashboard.statistics]],
  ['settlement-', [settlements.list, payouts.availableBalance, dashboard.statistics]],
  ['chargeback-', [chargebacks.list, transactions.details, dashboard.statistics]],
  ['ticket-', [tickets.list, tickets.ticket, tickets.messages]],
  ['approval-', [approvals.list, transactions.details, payouts.list, payouts.availableBalance]],
  ['approvals-', [approvals.settings, payouts.availableBalance]],
];

function hear({ event, data }: StreamEvent): void {
  const kind = event === 'notification' ? (data as NewsEvent).kind : '';
  const changed = CHANGES.find(([prefix]) => kind.startsWith(prefix))?.[1] ?? [];
  void invalidate(notifications.list, ...changed);
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
    tabs.addEventListener('message', (message: MessageEvent<StreamEvent>) => hear(message.data));
    const tell = (event: StreamEvent) => {
      hear(event);
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
