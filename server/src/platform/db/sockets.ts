import { Socket } from 'node:net';

/** Why a connection of ours ended; a code that means "the database is away". */
class Cut extends Error {
  readonly code = 'CONNECTION_CLOSED';
}

/** Where postgres.js wants to connect to. */
export interface Target {
  host: string[];
  port: number[];
  /** A unix socket, instead of host and port. */
  path?: string | false;
}

/**
 * The sockets under a pool, so that they can be cut. Neither driver has a deadline of its own: a frozen database, or a
 * network that swallows packets, would keep connections and whatever waits on them for ever.
 */
export class Sockets {
  readonly #open = new Set<Socket>();
  #dialled = 0;

  /** A socket on its way to the database, for postgres.js. */
  dial({ host, port, path }: Target): Socket {
    const socket = this.make();
    const at = this.#dialled++ % host.length;
    if (path) socket.connect(path);
    else socket.connect(port[at] ?? 5432, host[at] ?? 'localhost');
    let answered = false;
    socket.once('data', () => {
      answered = true;
    });
    // Without an error postgres.js would connect again and again at once, and never tell who waits.
    socket.once('end', () => {
      if (!answered) socket.destroy(new Cut('The connection was closed before the database answered'));
    });
    return socket;
  }

  /** A socket that its user connects, for pg. */
  make(): Socket {
    const socket = new Socket();
    socket.setNoDelay(true);
    // By looking, not by listening: over TLS the driver takes every listener off.
    for (const each of this.#open) if (each.destroyed) this.#open.delete(each);
    this.#open.add(socket);
    return socket;
  }

  /** Cuts every connection. Whatever waits on one of pg fails now; a pool of postgres.js must have been ended before. */
  cut(): void {
    for (const socket of this.#open) {
      // Nobody may be listening any more, and an error nobody hears ends the process.
      socket.on('error', () => {});
      socket.destroy(new Cut('The connection was cut'));
    }
    this.#open.clear();
  }
}
