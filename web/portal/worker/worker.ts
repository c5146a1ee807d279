/**
 * The portal's service worker. It keeps nothing: no answer of the API, no page, no file of a release. A phone may be
 * shared, and what is not there cannot be shown to the next person or be of an earlier release (ADR 91). What it does
 * without a connection it has in itself: one page that says what cannot be shown.
 */

import { NOT_THE_PORTAL } from '@daftar/contract/addresses';
import type { PushNews } from '@daftar/contract/push';

/** The page that is shown without a connection, and the policy that allows its own style and script. */
export interface OfflinePage {
  html: string;
  policy: string;
}

interface Lasting {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetched extends Lasting {
  request: Request;
  preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
interface Shown {
  close(): void;
  data: unknown;
}
interface Page {
  url: string;
  focus(): Promise<Page>;
  navigate(path: string): Promise<unknown>;
}

/** The part of a worker's global scope that is used: browsers' own types of it exclude those of pages. */
export interface WorkerScope {
  location: { origin: string };
  registration: {
    navigationPreload?: { enable(): Promise<void> };
    getNotifications(): Promise<readonly Shown[]>;
    showNotification(title: string, options: NotificationOptions): Promise<void>;
    pushManager?: { getSubscription(): Promise<{ unsubscribe(): Promise<boolean> } | null> };
  };
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window' }): Promise<readonly Page[]>;
    openWindow(path: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  fetch(request: Request): Promise<Response>;
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetched) => void): void;
  addEventListener(
    type: 'push',
    listener: (event: Lasting & { data: { json(): unknown } | null }) => void,
  ): void;
  addEventListener(
    type: 'notificationclick',
    listener: (event: Lasting & { notification: Shown }) => void,
  ): void;
  addEventListener(type: 'message', listener: (event: Lasting & { data: unknown }) => void): void;
}

/** Sent by a page when its person has signed out. */
export const SIGNED_OUT = 'signed-out';
/** Sent by a page when its session has ended otherwise: the same person may sign in again. */
export const ENDED = 'ended';

/** Only a path of this site: `//elsewhere` would be another host. */
const pathOf = (told: unknown): string =>
  typeof told === 'string' && /^\/(?![\\/])/.test(told) ? told : '/';

/** Installs the worker's listeners. A new version takes over at once: it has nothing that an open page depends on. */
export function startWorker(scope: WorkerScope, offline: OfflinePage): void {
  scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
  scope.addEventListener('activate', (event) =>
    event.waitUntil(Promise.all([scope.registration.navigationPreload?.enable(), scope.clients.claim()])),
  );
  scope.addEventListener('fetch', (event) => {
    const { mode, url } = event.request;
    // Everything else goes to the network as if there were no worker.
    if (mode === 'navigate' && isScreen(url)) event.respondWith(open(event));
  });
  scope.addEventListener('push', (event) => event.waitUntil(tell(event.data)));
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(goTo(pathOf(event.notification.data)));
  });
  scope.addEventListener('message', (event) => {
    if (event.data === SIGNED_OUT || event.data === ENDED) event.waitUntil(forget(event.data === SIGNED_OUT));
  });

  /** Other pages of this site say themselves what is the matter. */
  function isScreen(url: string): boolean {
    const { origin, pathname } = new URL(url);
    return origin === scope.location.origin && !NOT_THE_PORTAL.test(pathname);
  }

  async function open({ request, preloadResponse }: Fetched): Promise<Response> {
    try {
      // The browser has asked already, while this worker woke up.
      return (await preloadResponse) ?? (await scope.fetch(request));
    } catch {
      return new Response(offline.html, {
        status: 503,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': offline.policy,
          'cache-control': 'no-store',
        },
      });
    }
  }

  /** Browsers take the right away from whoever is sent something and shows nothing. */
  async function tell(data: { json(): unknown } | null): Promise<void> {
    const { title, body, lang, path, tag } = (data?.json() ?? {}) as Partial<PushNews>;
    await scope.registration.showNotification(title || 'Daftar', {
      ...(body ? { body } : {}),
      ...(tag ? { tag } : {}),
      ...(lang ? { lang, dir: lang === 'ar' ? 'rtl' : 'ltr' } : {}),
      icon: '/icon-192.png',
      badge: '/icon-192.png',
      data: path,
    });
  }

  /** In the portal's window that is open, or a new one: a payment or the console in another one stays where it is. */
  async function goTo(path: string): Promise<void> {
    const page = (await scope.clients.matchAll({ type: 'window' })).find(({ url }) => isScreen(url));
    if (page) await (await page.focus()).navigate(path);
    else await scope.clients.openWindow(path);
  }

  /** What was told here is taken from the lock screen, and after signing out nothing more is told. */
  async function forget(isForGood: boolean): Promise<void> {
    for (const shown of await scope.registration.getNotifications()) shown.close();
    if (isForGood) await (await scope.registration.pushManager?.getSubscription())?.unsubscribe();
  }
}
