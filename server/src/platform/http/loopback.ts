import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** Whether an address is this machine itself. */
function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '');
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}

/** Whether a request asks for this machine by a name or number that no other has. */
export function asksLoopback({ hostname }: FastifyRequest): boolean {
  return hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''));
}

/**
 * Whether a request comes from this machine itself. One that was forwarded by a proxy nobody configured does not,
 * although the proxy may run here.
 */
export function isLocal(request: FastifyRequest): boolean {
  const { headers } = request;
  const unknownProxy =
    request.ips === undefined && (headers['x-forwarded-for'] ?? headers.forwarded) !== undefined;
  return !unknownProxy && isLoopback(request.ip);
}
