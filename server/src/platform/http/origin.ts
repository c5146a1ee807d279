import type { FastifyRequest } from 'fastify';
import { ForbiddenError } from './errors.ts';

/** Calls that a cookie alone authenticates must come from our own pages. @throws ForbiddenError 403 */
export function requireOwnOrigin(request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new ForbiddenError('http.crossSite');
  if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== request.host)) {
    throw new ForbiddenError('http.crossSite');
  }
}
