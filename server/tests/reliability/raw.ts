import { connect, type Socket } from 'node:net';

/** The received bytes, parsed as one HTTP reply. */
export interface RawReply {
  /** 0: the connection was closed without a reply. */
  status: number;
  head: string;
  body: string;
}

/** Longer than any timeout of the server. */
const PATIENCE_MILLISECONDS = 25_000;

/** Opens a connection and sends exactly these bytes; what comes back until it is closed is the reply. */
export function sendRaw(port: number, ...parts: (string | Buffer)[]): Promise<RawReply> {
  return readReply(openRaw(port, ...parts));
}

/** Opens a connection, sends these bytes and leaves it open. */
export function openRaw(port: number, ...parts: (string | Buffer)[]): Socket {
  const socket = connect(port, '127.0.0.1');
  for (const part of parts) socket.write(part, 'latin1');
  // A server that has replied may close before it has read everything.
  socket.on('error', () => {});
  return socket;
}

/** Reads until the connection closes; status 0 without a reply. @throws Error on timeout. */
export function readReply(socket: Socket): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (part) => {
      text += part;
    });
    socket.setTimeout(PATIENCE_MILLISECONDS, () => {
      socket.destroy();
      reject(new Error(`No end after: ${text.slice(0, 200)}`));
    });
    socket.on('close', () => {
      const [head = '', ...body] = text.split('\r\n\r\n');
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
      resolve({ status, head, body: body.join('\r\n\r\n') });
    });
  });
}

/** A complete request as text; `Connection: close` unless the headers say otherwise. */
export function requestText(
  method: string,
  target: string,
  headers: Record<string, string> = {},
  body?: string,
): string {
  const all: Record<string, string> = { Host: 'localhost', Connection: 'close', ...headers };
  if (body !== undefined) all['Content-Length'] = String(Buffer.byteLength(body, 'latin1'));
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`;
}
