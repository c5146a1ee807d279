import { beforeEach, describe, expect, test } from 'vitest';
import { ENDED, SIGNED_OUT, startWorker, type WorkerScope } from './worker.ts';

const ORIGIN = 'https://daftar.example';
type Listener = (event: Record<string, unknown>) => void;

let listeners: Map<string, Listener>;
let done: string[];
let network: () => Promise<Response>;
let pages: { url: string; focus(): Promise<unknown> }[];

beforeEach(() => {
  [listeners, done, pages] = [new Map(), [], []];
  network = async () => new Response('from the network');
  const note = (what: string) => async () => void done.push(what);
  startWorker(
    {
      location: { origin: ORIGIN },
      registration: {
        navigationPreload: { enable: note('preloads') },
        getNotifications: async () => [{ close: () => done.push('closed'), data: null }],
        showNotification: async (title: string, options: NotificationOptions) =>
          void done.push(`${title}: ${options.body} (${options.dir})`),
        pushManager: {
          getSubscription: async () => ({ unsubscribe: async () => done.push('unsubscribed') > 0 }),
        },
      },
      clients: {
        claim: note('claimed'),
        matchAll: async () => pages as never,
        openWindow: async (path: string) => void done.push(`opened ${path}`),
      },
      skipWaiting: note('took over'),
      fetch: () => network(),
      addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    } as unknown as WorkerScope,
    { html: '<p>No connection</p>', policy: "default-src 'none'" },
  );
});

/** Lets an event happen. @returns the answer to a request; undefined where the worker leaves it to the network. */
async function happen(type: string, event: object = {}): Promise<Response | undefined> {
  const work: Promise<unknown>[] = [];
  let answer: Promise<Response> | undefined;
  listeners.get(type)?.({
    waitUntil: (each: Promise<unknown>) => work.push(each),
    respondWith: (given: Promise<Response>) => {
      answer = given;
    },
    ...event,
  });
  await Promise.all(work);
  return answer;
}
const open = (path: string, mode = 'navigate') =>
  happen('fetch', { request: { url: new URL(path, ORIGIN).href, mode, method: 'GET' } });

describe('the service worker', () => {
  test('takes over at once, and lets the network answer while there is one', async () => {
    await happen('install');
    await happen('activate');
    expect(done).toEqual(['took over', 'preloads', 'claimed']);
    expect(await (await open('/transactions'))?.text()).toBe('from the network');
  });

  test('shows its own page without a connection, which runs nothing but what it is allowed', async () => {
    network = () => Promise.reject(new TypeError('Failed to fetch'));
    const shown = await open('/transactions?status=1');
    expect(shown?.status).toBe(503);
    expect(await shown?.text()).toBe('<p>No connection</p>');
    expect(shown?.headers.get('content-security-policy')).toBe("default-src 'none'");
    expect(shown?.headers.get('cache-control')).toBe('no-store');
  });

  test('touches nothing else: no call of the API, no file, no payer’s page, no other site', async () => {
    network = () => Promise.reject(new TypeError('Failed to fetch'));
    for (const path of [
      '/pay/token',
      '/store/lamps',
      '/ops/merchants',
      '/docs',
      '/terms',
      '/mail/unsubscribe/token',
      '/api/merchant/transactions',
    ])
      expect(await open(path), path).toBeUndefined();
    expect(await open('/assets/index.js', 'no-cors')).toBeUndefined();
    expect(await open('/api/merchant/transactions', 'cors')).toBeUndefined();
    expect(await open('https://elsewhere.example/dashboard')).toBeUndefined();
  });

  test('shows what it is sent, and something even where that is nothing', async () => {
    const news = { title: 'وصلتك دفعة', body: 'افتح دفتر', lang: 'ar', path: '/transactions/1', tag: 'n' };
    await happen('push', { data: { json: () => news } });
    await happen('push', { data: null });
    expect(done).toEqual(['وصلتك دفعة: افتح دفتر (rtl)', 'Daftar: undefined (undefined)']);
  });

  test('a press leads to its screen, in the portal’s window that is open, and never to another site', async () => {
    const press = (path: unknown) =>
      happen('notificationclick', { notification: { close: () => undefined, data: path } });
    for (const path of [
      '/transactions/1',
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      undefined,
    ])
      await press(path);
    const window = (path: string) => ({
      url: new URL(path, ORIGIN).href,
      focus: async () => ({ navigate: async (to: string) => done.push(`led from ${path} to ${to}`) }),
    });
    // A payment that is under way or the console beside it would be lost.
    pages = [window('/pay/token'), window('/ops/merchants'), window('/store/lamps/cart')];
    await press('/till');
    pages.push(window('/transactions'));
    await press('/till');
    expect(done).toEqual([
      'opened /transactions/1',
      ...Array.from({ length: 4 }, () => 'opened /'),
      'opened /till',
      'led from /transactions to /till',
    ]);
  });

  test('forgets at signing out what it was told, and hears nothing more', async () => {
    await happen('message', { data: 'something else' });
    expect(done).toEqual([]);
    await happen('message', { data: SIGNED_OUT });
    expect(done.splice(0)).toEqual(['closed', 'unsubscribed']);
    await happen('message', { data: ENDED });
    expect(done).toEqual(['closed']);
  });
});
