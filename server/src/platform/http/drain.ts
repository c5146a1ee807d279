import { Server as NetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Connections that were made just before listening ended get this long to say what they want. */
const SETTLE_MILLISECONDS = 300;
/** Requests that are still running after this long are cut off. */
const LAST_MILLISECONDS = 4_000;

/** Whether a server is ending. */
export interface Drain {
  readonly ending: boolean;
  /** Calls back as soon as the server begins to end: for replies that would stay open. */
  onEnding(listener: () => void): void;
  /**
   * Ends the server without losing a request: first it goes on serving for `graceMilliseconds`, while `/readyz` sends
   * new ones elsewhere and every answer tells the client to let go of its connection; then it listens no more, and what
   * is under way finishes. A connection that stays open all the same (half a request, a client that never lets go) is
   * cut in the end.
   */
  end(graceMilliseconds: number): Promise<void>;
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
        // An HTTP server that closes cuts idle connections at once, with the requests that are on their way in them.
        NetServer.prototype.close.call(server.server);
        await pause(SETTLE_MILLISECONDS);
      }
      const last = setTimeout(() => server.server.closeAllConnections(), LAST_MILLISECONDS);
      await server.close();
      clearTimeout(last);
    },
  };
}
