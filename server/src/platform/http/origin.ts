import type { FastifyRequest } from 'fastify';
import { ForbiddenError } from './errors.ts';

/** Requires calls that are authenticated by a cookie to come from our own pages. @throws ForbiddenError 403 */
export function requireOwnOrigin(request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new ForbiddenError('http.crossSite');
  if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== request.host)) {
    throw new ForbiddenError('http.crossSite');
  }
}
