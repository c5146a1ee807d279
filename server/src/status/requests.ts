import type { StatusComponent } from '@daftar/contract/status';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bearerOf } from '../platform/http/guard.ts';
import { count } from './counts.ts';

/** Returns the component of a request; null for those of the console and of machines. */
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

/** Counts the requests of a server by component; 5xx replies count as failed. */
export function countRequests(server: FastifyInstance, isKey: (token: string) => boolean): void {
  server.addHook('onResponse', (request, reply, done) => {
    const component = componentOf(request, isKey);
    if (component !== null) count(component, reply.statusCode >= 500);
    done();
  });
}
