/** A DNS server on this machine that answers questions for TXT records, for tests. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { App } from '../../src/platform/context.ts';

const HEADER_BYTES = 12;
const [NO_ERROR, SERVER_FAILURE, NO_NAME] = [0, 2, 3];
const TXT = 16;

/** The DNS server of a test. */
export interface TestDns {
  /** Sets the value of a name's record; null takes the name away. */
  set(name: string, value: string | null): void;
  /** Whether it fails every question from now on. */
  fail(isFailing: boolean): void;
  /** The app with this server as its DNS. */
  of(app: App): App;
  close(): void;
}

/** Reads the name of a message's question; `end` is after its type and class. */
function questionOf(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

/** A TXT record of the name in the question. */
function recordOf(value: string): Buffer {
  const text = Buffer.from(value, 'latin1');
  const head = Buffer.alloc(12);
  // A pointer to the question's name, then type, class, life and length.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(text.length + 1, 10);
  return Buffer.concat([head, Buffer.from([text.length]), text]);
}

/** Starts it on a free port. */
export async function startTestDns(): Promise<TestDns> {
  const records = new Map<string, string>();
  let isFailing = false;
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const { name, end } = questionOf(message);
    const value = isFailing ? undefined : records.get(name);
    const code = isFailing ? SERVER_FAILURE : value === undefined ? NO_NAME : NO_ERROR;
    const head = Buffer.alloc(HEADER_BYTES);
    message.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8180 | code, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(value === undefined ? 0 : 1, 6);
    const answers = value === undefined ? [] : [recordOf(value)];
    socket.send(
      Buffer.concat([head, message.subarray(HEADER_BYTES, end), ...answers]),
      from.port,
      from.address,
    );
  });
  // Whoever forgets it does not keep the tests from ending.
  socket.unref();
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const dnsServers = [`127.0.0.1:${socket.address().port}`];
  return {
    set(name, value) {
      if (value === null) records.delete(name);
      else records.set(name, value);
    },
    fail(failing) {
      isFailing = failing;
    },
    of: (app) => ({ ...app, config: { ...app.config, dnsServers } }),
    close: () => socket.close(),
  };
}
