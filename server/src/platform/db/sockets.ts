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
  readonly #silenceMilliseconds: number;
  readonly #within: Sockets | undefined;
  #dialled = 0;

  /**
   * @param silenceMilliseconds a dialled connection that was asked something and says nothing for this long is dead,
   *   whatever the kernel believes of it (a firewall that forgot it, a machine that is gone): it alone is cut. Longer
   *   than any statement may take; 0 waits for ever.
   * @param within whose sockets these are among: they are cut with all of those, or alone.
   */
  constructor(silenceMilliseconds = 0, within?: Sockets) {
    this.#silenceMilliseconds = silenceMilliseconds;
    this.#within = within;
  }

  /** A socket on its way to the database, for postgres.js. */
  dial({ host, port, path }: Target): Socket {
    const socket = this.make();
    const at = this.#dialled++ % host.length;
    if (path) socket.connect(path);
    else {
      const name = host[at] ?? 'localhost';
      socket.connect(port[at] ?? 5432, name);
      // The driver asks for the certificate of this name, where the connection is one over TLS.
      Object.assign(socket, { host: name });
    }
    let answered = false;
    socket.once('data', () => {
      answered = true;
    });
    // Without an error postgres.js would connect again and again at once, and never tell who waits.
    socket.once('end', () => {
      if (!answered) socket.destroy(new Cut('The connection was closed before the database answered'));
    });
    if (this.#silenceMilliseconds > 0) this.#expectAnswers(socket);
    return socket;
  }

  /** By overriding its methods, not by listening: the driver takes every listener off. Over TLS neither is called. */
  #expectAnswers(socket: Socket): void {
    let silence: NodeJS.Timeout | undefined;
    const dead = () => socket.destroy(new Cut(`No answer in ${this.#silenceMilliseconds} ms`));
    const write = socket.write;
    socket.write = (...args: unknown[]) => {
      silence ??= setTimeout(dead, this.#silenceMilliseconds).unref();
      return Reflect.apply(write, socket, args) as boolean;
    };
    const push = socket.push;
    socket.push = (...args: unknown[]) => {
      clearTimeout(silence);
      silence = undefined;
      return Reflect.apply(push, socket, args) as boolean;
    };
    socket.once('close', () => clearTimeout(silence));
  }

  /** A socket that its user connects, for pg. */
  make(): Socket {
    const socket = new Socket();
    socket.setNoDelay(true);
    this.#keep(socket);
    return socket;
  }

  #keep(socket: Socket): void {
    // By looking, not by listening: over TLS the driver takes every listener off.
    for (const each of this.#open) if (each.destroyed) this.#open.delete(each);
    this.#open.add(socket);
    if (this.#within) this.#within.#keep(socket);
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
