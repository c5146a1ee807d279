import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A wire to PostgreSQL that can be made to behave badly. */
export interface Wire {
  /** The same database, reached over this wire. */
  url: string;
  /** From now on nothing passes, in open connections and in new ones: the other side is frozen. */
  stall(): void;
  /** The same, of connections that are open now alone; new ones pass. They never learn of it. */
  freeze(): void;
  /** Everything passes this much later, each way. */
  delay(milliseconds: number): void;
  /** Ends every connection and takes no new ones: the other side is gone. */
  refuse(): Promise<void>;
  /** Everything passes again, also what waited. */
  heal(): Promise<void>;
  /** Connections open now. */
  connections(): number;
  close(): Promise<void>;
}

interface Pair {
  client: Socket;
  upstream: Socket;
  /** What came while nothing passed, in order. */
  waiting: (() => void)[];
  frozen: boolean;
}

/** Starts a wire to the server of a database URL. */
export async function startWire(databaseUrl: string): Promise<Wire> {
  const target = new URL(databaseUrl);
  const pairs = new Set<Pair>();
  let stalled = false;
  let delayMilliseconds = 0;

  const forward = (from: Socket, to: Socket, pair: Pair) => {
    from.on('data', (chunk) => {
      const pass = () => to.writable && to.write(chunk);
      if (stalled || pair.frozen) pair.waiting.push(pass);
      // Timers of one length fire in the order they were set, so bytes stay in order.
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
