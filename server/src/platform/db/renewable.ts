import { setTimeout as pause } from 'node:timers/promises';
import { type ConnectOptions, connect, type Sql } from './connect.ts';
import { Sockets } from './sockets.ts';

/** A handle on a connection pool that can be cut and replaced behind it. */
export interface RenewablePool {
  /** Runs queries on the current pool; the handle stays the same when the pool is replaced. */
  readonly sql: Sql;
  /** Fails all pending and new queries until the pool is renewed. */
  cut(): void;
  /** Replaces the pool for new queries. Queries running on the previous pool have `graceSeconds` to finish. */
  renew(graceSeconds: number): void;
}

/** A subscription to a notification channel, which is repeated on each new pool. */
interface Listener {
  channel: string;
  onNotify: (payload: string) => void;
  onListen: (() => void) | undefined;
  unlisten: () => Promise<void>;
}

const RELISTEN_MILLISECONDS = 250;

/**
 * Creates a pool of one PostgreSQL whose connections can be discarded all at once. postgres.js reuses the state of a lost
 * connection, and a query in flight at that moment can hang forever or break the next one; so a pool that lost the database
 * is never used again.
 */
export function renewablePool(url: string, options: ConnectOptions, listenUrl = url): RenewablePool {
  const silence = options.silenceMs ?? 0;
  let sockets = new Sockets(silence);
  let current = connect(url, { ...options, sockets });
  // The driver opens a separate connection for notifications, on the first `listen`.
  const connectListening = () =>
    listenUrl === url ? current : connect(listenUrl, { ...options, prepare: true, max: 1, sockets });
  let listening = connectListening();
  const listeners = new Set<Listener>();

  const listenOn = async (sql: Sql, listener: Listener) => {
    const { channel, onNotify, onListen } = listener;
    const { state, unlisten } = await sql.listen(channel, onNotify, onListen);
    listener.unlisten = unlisten;
    return state;
  };
  const listen = async (channel: string, onNotify: Listener['onNotify'], onListen?: () => void) => {
    const listener: Listener = { channel, onNotify, onListen, unlisten: async () => {} };
    listeners.add(listener);
    const state = await listenOn(listening, listener);
    return {
      state,
      unlisten: async () => {
        listeners.delete(listener);
        await listener.unlisten();
      },
    };
  };
  const listenAgain = async (sql: Sql, listener: Listener) => {
    while (sql === listening && listeners.has(listener)) {
      const listens = await listenOn(sql, listener).then(
        () => true,
        () => false,
      );
      if (listens) return;
      await pause(RELISTEN_MILLISECONDS, undefined, { ref: false });
    }
  };
  const end = (graceSeconds: number) => {
    const those = sockets;
    const pools = new Set([current, listening]);
    void Promise.allSettled([...pools].map((pool) => pool.end({ timeout: graceSeconds }))).finally(() =>
      those.cut(),
    );
  };

  const endAll: Sql['end'] = async (how) => {
    await Promise.all([...new Set([current, listening])].map((pool) => pool.end(how)));
  };
  const own: Record<string | symbol, unknown> = { listen, end: endAll };
  // Only the pool is replaced: a query that has started stays on its own pool.
  const sql = new Proxy(current, {
    apply: (_target, _self, args: Parameters<Sql>) => current(...args),
    get: (_target, name) => own[name] ?? Reflect.get(current, name),
    has: (_target, name) => Reflect.has(current, name),
  });
  return {
    sql,
    cut: () => end(0),
    renew(graceSeconds) {
      end(graceSeconds);
      sockets = new Sockets(silence);
      current = connect(url, { ...options, sockets });
      listening = connectListening();
      for (const listener of listeners) void listenAgain(listening, listener);
    },
  };
}
