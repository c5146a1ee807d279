import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';

type Served = Pick<Config, 'publicUrl'>;

const isHttps = ({ publicUrl }: Served) => publicUrl.startsWith('https:');

/**
 * Returns the full name of a cookie. With https it has the prefix `__Secure-`, so that it cannot be set over plain
 * http. `__Host-` would not allow the narrow paths of our cookies.
 */
export function cookieName(config: Served, name: string): string {
  return isHttps(config) ? `__Secure-${name}` : name;
}

/** Reads a cookie from a request. */
export function cookieOf(config: Served, request: FastifyRequest, name: string): string | undefined {
  return request.cookies[cookieName(config, name)];
}

/** Options of all our cookies: not readable by scripts, not sent from other sites, bound to a path. */
export function cookieOptions(config: Served, path: string) {
  return { path, httpOnly: true, sameSite: 'strict' as const, secure: isHttps(config) };
}
