import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy to PostgreSQL that can simulate network faults. */
export interface Wire {
  /** The URL of the database through this proxy. */
  url: string;
  /** Blocks open and new connections: the other side is frozen. */
  stall(): void;
  /** Blocks only connections that are open now; they never notice. */
  freeze(): void;
  /** Delays everything in both directions. */
  delay(milliseconds: number): void;
  /** Closes every connection and accepts none: the other side is gone. */
  refuse(): Promise<void>;
  /** Ends all faults and passes on what was blocked. */
  heal(): Promise<void>;
  /** The number of open connections. */
  connections(): number;
  close(): Promise<void>;
}

interface Pair {
  client: Socket;
  upstream: Socket;
  /** What was received while blocked, in order. */
  waiting: (() => void)[];
  frozen: boolean;
}

/** Starts a proxy to the server of a database URL. */
export async function startWire(databaseUrl: string): Promise<Wire> {
  const target = new URL(databaseUrl);
  const pairs = new Set<Pair>();
  let stalled = false;
  let delayMilliseconds = 0;

  const forward = (from: Socket, to: Socket, pair: Pair) => {
    from.on('data', (chunk) => {
      const pass = () => to.writable && to.write(chunk);
      if (stalled || pair.frozen) pair.waiting.push(pass);
      // Timers with the same delay fire in order, so bytes stay in order.
      else if (delayMilliseconds > 0) setTimeout(pass, delayMilliseconds);
      else pass();
    });
    from.on('error', () => {});
    from.on('close', () => to.destroy());
  };
  const accept = (client: Socket) => {
    const upstream = connect(Number(target.port), '127.0.0.1');
    const pair: Pair = { client, upstream, waiting: [], frozen: false };
    pairs.add(pair);
    client.on('close', () => pairs.delete(pair));
    forward(client, pair.upstream, pair);
    forward(pair.upstream, client, pair);
  };
  let server = createServer(accept);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const stop = async (which: Server) => {
    which.close();
    for (const { client, upstream } of pairs) {
      client.destroy();
      upstream.destroy();
    }
    await once(which, 'close');
  };

  const url = new URL(databaseUrl);
  url.port = String(port);
  url.search = '';
  return {
    url: url.href,
    stall() {
      stalled = true;
    },
    freeze() {
      for (const pair of pairs) pair.frozen = true;
    },
    delay(milliseconds) {
      delayMilliseconds = milliseconds;
    },
    refuse: () => stop(server),
    async heal() {
      stalled = false;
      delayMilliseconds = 0;
      for (const pair of pairs) {
        pair.frozen = false;
        for (const pass of pair.waiting.splice(0)) pass();
      }
      if (server.listening) return;
      server = createServer(accept);
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    connections: () => pairs.size,
    close: async () => {
      if (server.listening) await stop(server);
    },
  };
}
