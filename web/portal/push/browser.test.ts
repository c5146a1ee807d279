import { afterEach, expect, test, vi } from 'vitest';
import { allowedBy, subscribe } from './browser.ts';

afterEach(() => vi.unstubAllGlobals());

test('a browser says whether it can be told things, and an iPhone that it must be installed first', () => {
  const able = { hasWorker: true, hasPush: true, isApple: false, permission: 'default' } as const;
  expect(allowedBy(able)).toBe('ready');
  expect(allowedBy({ ...able, permission: 'denied' })).toBe('denied');
  expect(allowedBy({ ...able, hasPush: false })).toBe('not-here');
  expect(allowedBy({ ...able, hasPush: false, permission: null, isApple: true })).toBe('install');
});

/** A browser whose person answers, with a subscription from before. */
function browser(answer: NotificationPermission) {
  const done: string[] = [];
  const manager = {
    getSubscription: async () => ({ unsubscribe: async () => done.push('ended the old one') }),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      done.push(`subscribed under ${applicationServerKey}`);
      return { toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'B', auth: 'a' } }) };
    },
  };
  vi.stubGlobal('Notification', { requestPermission: async () => answer });
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve({ pushManager: manager }) } });
  return done;
}

test('a device is subscribed anew under our key once the person agrees', async () => {
  const done = browser('granted');
  expect(await subscribe('KEY')).toEqual({ endpoint: 'https://push.example/1', p256dh: 'B', auth: 'a' });
  expect(done).toEqual(['ended the old one', 'subscribed under KEY']);
});

test('nothing is subscribed when the person says no', async () => {
  const done = browser('denied');
  expect(await subscribe('KEY')).toBeNull();
  expect(done).toEqual([]);
});
