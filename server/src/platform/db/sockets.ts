import { Socket } from 'node:net';

/** The error of a cut connection; its code is classified as `unavailable`. */
class Cut extends Error {
  readonly code = 'CONNECTION_CLOSED';
}

/** The address that postgres.js connects to. */
export interface Target {
  host: string[];
  port: number[];
  /** A unix socket, instead of host and port. */
  path?: string | false;
}

/**
 * The sockets of a pool, so that they can be cut. Neither driver has a deadline: with a frozen database, or a network that
 * drops packets, connections and their queries would hang forever.
 */
export class Sockets {
  readonly #open = new Set<Socket>();
  readonly #silenceMilliseconds: number;
  readonly #within: Sockets | undefined;
  #dialled = 0;
  #cuts = 0;

  /**
   * @param silenceMilliseconds cuts a single dialled connection that has sent a request and received nothing for this long,
   *   although the kernel reports it open (a firewall dropped it, the machine is gone). Must exceed the longest statement;
   *   0 never cuts.
   * @param within a larger set that these sockets also belong to: they are cut with it, or on their own.
   */
  constructor(silenceMilliseconds = 0, within?: Sockets) {
    this.#silenceMilliseconds = silenceMilliseconds;
    this.#within = within;
  }

  /** Creates a socket and connects it to the database, for postgres.js. */
  dial({ host, port, path }: Target): Socket {
    const socket = this.make();
    const at = this.#dialled++ % host.length;
    if (path) socket.connect(path);
    else {
      const name = host[at] ?? 'localhost';
      socket.connect(port[at] ?? 5432, name);
      // Over TLS, the driver verifies the certificate against this name.
      Object.assign(socket, { host: name });
    }
    let answered = false;
    socket.once('data', () => {
      answered = true;
    });
    // Without an error, postgres.js would reconnect in a loop without back-off and never fail the waiting queries.
    socket.once('end', () => {
      if (!answered) socket.destroy(new Cut('The connection was closed before the database answered'));
    });
    if (this.#silenceMilliseconds > 0) this.#expectAnswers(socket);
    return socket;
  }

  /**
   * Dials the found host. If these sockets were cut meanwhile, cuts the new one too, as soon as the driver has taken it
   * over.
   */
  async dialWhenFound(finding: Promise<Target>): Promise<Socket> {
    const cuts = this.#cuts;
    const socket = this.dial(await finding);
    if (cuts !== this.#cuts) setImmediate(() => socket.destroy(new Cut('The connection was cut')));
    return socket;
  }

  /** Overrides the socket's methods, because the driver removes every listener. Over TLS neither method is called. */
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

  /** Creates a socket that pg connects itself. */
  make(): Socket {
    const socket = new Socket();
    socket.setNoDelay(true);
    this.#keep(socket);
    return socket;
  }

  #keep(socket: Socket): void {
    // Polled instead of a `close` listener: over TLS the driver removes every listener.
    for (const each of this.#open) if (each.destroyed) this.#open.delete(each);
    this.#open.add(socket);
    if (this.#within) this.#within.#keep(socket);
  }

  /** Cuts every connection. Queries of pg fail immediately; a pool of postgres.js must have been ended before. */
  cut(): void {
    this.#cuts += 1;
    for (const socket of this.#open) {
      // The driver may have removed its listener, and an unhandled error event ends the process.
      socket.on('error', () => {});
      socket.destroy(new Cut('The connection was cut'));
    }
    this.#open.clear();
  }
}
