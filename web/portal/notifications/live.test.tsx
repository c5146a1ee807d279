/** When what a screen shows is read again because the stream of news opens. */
import { orders } from '@daftar/contract/orders';
import { transactions } from '@daftar/contract/transactions';
import { useQuery } from '@tanstack/react-query';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render, until } from '../../ui/testing/render.tsx';
import { queryClient, queryOf } from '../shared/query-client.ts';
import { session } from '../shared/session.ts';
import { useLiveNews } from './live.ts';

let asked: string[];
let say: (event: string, data: unknown) => void;
const timesOf = (path: string) => asked.filter((each) => each.endsWith(path)).length;
const times = () => ({ orders: timesOf(orders.list.path), transactions: timesOf(transactions.list.path) });

beforeEach(() => {
  queryClient.clear();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.stubGlobal('navigator', {
    ...navigator,
    locks: { request: (_name: string, _options: object, held: () => Promise<void>) => held() },
  });
  asked = [];
  let write: (text: string) => void;
  const stream = new ReadableStream<Uint8Array>({
    start: (to) => {
      write = (text) => to.enqueue(new TextEncoder().encode(text));
    },
  });
  say = (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const body = { status: true, data: [] };
    return {
      ok: true,
      status: 200,
      headers: new Headers(),
      json: async () => body,
      text: async () => JSON.stringify(body),
      body: url.endsWith('/stream') ? stream : null,
    };
  });
  vi.spyOn(session, 'get').mockReturnValue({
    token: 'token',
    permissions: new Set(),
    hasPermissions: true,
    isLive: false,
    canGoToggle: false,
    isLooking: false,
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});
afterAll(() => vi.unstubAllGlobals());

function Screen() {
  useLiveNews();
  useQuery(queryOf(orders.list));
  useQuery(queryOf(transactions.list));
  return null;
}

/** Shows a screen that was read so many milliseconds before its stream opens, which repeats what was announced in the last 15 seconds. */
async function showFor(milliseconds: number): Promise<void> {
  await render(<Screen />, queryClient);
  await until(() => expect(times()).toEqual({ orders: 1, transactions: 1 }));
  vi.setSystemTime(Date.now() + milliseconds);
  say('opened', { repeatedMilliseconds: 15_000 });
}

test('a screen is read again only for what was announced since, if the stream repeats that', async () => {
  await showFor(14_000);
  say('change', { noun: 'orders' });
  await until(() => expect(times()).toEqual({ orders: 2, transactions: 1 }));
});

test('a screen that is older than what the stream repeats is read again', async () => {
  await showFor(16_000);
  await until(() => expect(times()).toEqual({ orders: 2, transactions: 2 }));
});

test('a tab hears what the stream of its mode tells another tab', async () => {
  await showFor(0);
  const other = new BroadcastChannel('daftar-stream');
  other.postMessage({ mode: 'live', event: { event: 'change', data: { noun: 'transactions' } } });
  other.postMessage({ mode: 'test', event: { event: 'change', data: { noun: 'orders' } } });
  await until(() => expect(times()).toEqual({ orders: 2, transactions: 1 }));
  other.close();
});
