import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { clientAddress } from './addresses.ts';

/** Returns whether an address is a loopback address. */
function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '');
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}

/** Returns whether a request uses a loopback name or address of this machine. */
export function asksLoopback({ hostname }: FastifyRequest): boolean {
  return hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''));
}

/**
 * Returns whether a request comes from this machine. One forwarded by an unconfigured proxy does not count, although
 * the proxy may run here.
 */
export function isLocal(request: FastifyRequest): boolean {
  const { headers } = request;
  const unknownProxy =
    request.ips === undefined && (headers['x-forwarded-for'] ?? headers.forwarded) !== undefined;
  return !unknownProxy && isLoopback(clientAddress(request));
}
