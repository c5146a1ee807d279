import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One message as it arrived. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A merchant's server on this machine. */
export interface Receiver {
  url: string;
  received: Received[];
  /** How it answers from now on; 204 until told. */
  answer: (response: ServerResponse, received: Received) => void;
  close(): Promise<void>;
}

/** Starts a merchant's server that keeps what it is sent. */
export async function startReceiver(): Promise<Receiver> {
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const message = { headers: request.headers, body: Buffer.concat(chunks).toString('utf8') };
      receiver.received.push(message);
      receiver.answer(response, message);
    });
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received: [],
    answer: (response) => response.writeHead(204).end(),
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
  return receiver;
}
