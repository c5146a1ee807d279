/** Cookies and storage for tests of sessions without a browser. */
import { type CookieJar, createSession, type Session } from './session.ts';

/** In-memory cookies that expire; `now` in milliseconds. */
export function memoryJar(now: () => number): CookieJar & { daysLeft: (name: string) => number | null } {
  const cookies = new Map<string, { value: string; until: number }>();
  const alive = () => [...cookies].filter(([, { until }]) => until > now());
  return {
    read: () =>
      alive()
        .map(([name, { value }]) => `${name}=${value}`)
        .join('; '),
    write(cookie) {
      const [pair = '', ...attributes] = cookie.split(/;\s*/);
      const at = pair.indexOf('=');
      const age = Number(attributes.find((each) => each.startsWith('Max-Age='))?.slice(8));
      cookies.set(pair.slice(0, at), { value: pair.slice(at + 1), until: now() + age * 1000 });
    },
    daysLeft(name) {
      const found = alive().find(([each]) => each === name)?.[1];
      return found ? (found.until - now()) / 86_400_000 : null;
    },
  };
}

/** In-memory `Storage`. */
export function memoryStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

/** A session with a clock that the test controls. */
export function testSession(options: { channel?: BroadcastChannel } = {}) {
  const clock = { now: Date.UTC(2026, 0, 1) };
  const jar = memoryJar(() => clock.now);
  const storage = memoryStorage();
  const open = (): Session => createSession({ jar, storage, now: () => clock.now, ...options });
  return { clock, jar, storage, session: open(), open };
}
