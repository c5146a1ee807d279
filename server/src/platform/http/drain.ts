import { Server as NetServer } from 'node:net';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Time for connections opened just before listening ended to send their request. */
const SETTLE_MILLISECONDS = 300;
/** Requests that still run after this time are aborted. */
const LAST_MILLISECONDS = 4_000;
/** An event loop turn this short had no connection waiting to be accepted. */
const QUIET_TURN_MILLISECONDS = 1;
const MAX_TURNS = 200;

/** The shutdown of a server. */
export interface Drain {
  readonly ending: boolean;
  /** Calls back when the server begins to shut down; for replies that stay open. */
  onEnding(listener: () => void): void;
  /**
   * Shuts the server down without losing a request. For `graceMilliseconds` it keeps serving, while `/readyz` sends new
   * requests elsewhere and every response asks the client to close its connection; then it stops listening and finishes
   * what is in progress. Connections that stay open (half a request, a client that never closes) are finally closed.
   */
  end(graceMilliseconds: number): Promise<void>;
}

/**
 * Resolves once the event loop has accepted all waiting connections and read what they sent. When listening ends, the
 * kernel resets connections that were not accepted, and unread data of closed connections is lost; without this,
 * requests that arrived while the process was busy would fail.
 */
async function takeWhatWaits(): Promise<void> {
  await turn();
  for (let turns = 0; turns < MAX_TURNS; turns += 1) {
    const began = performance.now();
    await turn();
    if (performance.now() - began < QUIET_TURN_MILLISECONDS) return;
  }
}

/** Prepares a server for a graceful shutdown. */
export function registerDrain(server: FastifyInstance): Drain {
  let ending = false;
  const listeners: (() => void)[] = [];
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (ending) reply.header('connection', 'close');
    done();
  });
  return {
    get ending() {
      return ending;
    },
    onEnding: (listener) => {
      listeners.push(listener);
    },
    async end(graceMilliseconds) {
      ending = true;
      for (const listener of listeners) listener();
      if (server.server.listening) {
        await pause(graceMilliseconds);
        await takeWhatWaits();
        // A closing HTTP server closes idle connections at once, along with requests on their way in them.
        NetServer.prototype.close.call(server.server);
        await pause(SETTLE_MILLISECONDS);
        await takeWhatWaits();
      }
      const last = setTimeout(() => server.server.closeAllConnections(), LAST_MILLISECONDS);
      await server.close();
      clearTimeout(last);
    },
  };
}
