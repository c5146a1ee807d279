import type { StatusComponent } from '@daftar/contract/status';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bearerOf } from '../platform/http/guard.ts';
import { count } from './counts.ts';

/** Whose request it is; the console's and what machines ask for are nobody's. */
function componentOf(request: FastifyRequest, isKey: (token: string) => boolean): StatusComponent | null {
  const { url } = request.routeOptions;
  if (url === undefined || url.startsWith('/api/ops')) return null;
  if (/^\/(mcp|scim)(\/|$)/.test(url)) return 'api';
  if (url.startsWith('/api')) {
    const token = bearerOf(request);
    return token !== null && isKey(token) ? 'api' : 'portal';
  }
  return /^\/(pay|store|sandbox\/store)(\/|$)/.test(url) ? 'payment-page' : null;
}

/** Counts the requests of a server by component; those failed that were answered 5xx. */
export function countRequests(server: FastifyInstance, isKey: (token: string) => boolean): void {
  server.addHook('onResponse', (request, reply, done) => {
    const component = componentOf(request, isKey);
    if (component !== null) count(component, reply.statusCode >= 500);
    done();
  });
}
