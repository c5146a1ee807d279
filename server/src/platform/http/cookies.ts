import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';

type Served = Pick<Config, 'publicUrl'>;

const isHttps = ({ publicUrl }: Served) => publicUrl.startsWith('https:');

/**
 * A cookie of ours by its whole name. With https it begins with `__Secure-`, which browsers take over https alone: nobody
 * on the way plants one over plain http. `__Host-` would forbid the narrow paths that ours are bound to.
 */
export function cookieName(config: Served, name: string): string {
  return isHttps(config) ? `__Secure-${name}` : name;
}

/** The value that a browser sent of one of them. */
export function cookieOf(config: Served, request: FastifyRequest, name: string): string | undefined {
  return request.cookies[cookieName(config, name)];
}

/** What they all share: no script reads them, no other site has them sent, and no other path sees them. */
export function cookieOptions(config: Served, path: string) {
  return { path, httpOnly: true, sameSite: 'strict' as const, secure: isHttps(config) };
}
