import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';

/** A port of this machine that nobody listens on, for a server that must know its address before it starts. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => {
    probe.once('listening', listening);
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => {
    probe.close(closed);
  });
  return port;
}
