import { Server as NetServer } from 'node:net';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Connections that were made just before listening ended get this long to say what they want. */
const SETTLE_MILLISECONDS = 300;
/** Requests that are still running after this long are cut off. */
const LAST_MILLISECONDS = 4_000;
/** A turn of the event loop that was as short as this had nobody waiting to be accepted at its end. */
const QUIET_TURN_MILLISECONDS = 1;
const MOST_TURNS = 200;

/** The shutdown state of a server. */
export interface Drain {
  readonly ending: boolean;
  /** Calls back as soon as the server begins to end: for replies that would stay open. */
  onEnding(listener: () => void): void;
  /**
   * Shuts the server down without losing a request. For `graceMilliseconds` it keeps serving, while `/readyz` sends new
   * requests elsewhere and every response asks the client to close its connection; then it stops listening and finishes
   * what is in progress. A connection that stays open even so (half a request, a client that never closes) is finally
   * cut.
   */
  end(graceMilliseconds: number): Promise<void>;
}

/**
 * Resolves right after the event loop has accepted every connection that waited for it, and read what was in those it
 * has. What still waits when listening ends is reset by the kernel, and what is unread in a connection that is cut is
 * lost: without this, all that came while the process was busy or had no turn.
 */
async function takeWhatWaits(): Promise<void> {
  await turn();
  for (let turns = 0; turns < MOST_TURNS; turns += 1) {
    const began = performance.now();
    await turn();
    if (performance.now() - began < QUIET_TURN_MILLISECONDS) return;
  }
}

/** Prepares a server to be ended. */
export function registerDrain(server: FastifyInstance): Drain {
  let ending = false;
  const listeners: (() => void)[] = [];
  server.addHook('onSend', async (_request, reply) => {
    if (ending) reply.header('connection', 'close');
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
        // An HTTP server that closes cuts idle connections at once, with the requests that are on their way in them.
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
