import type { FastifyInstance } from 'fastify';
import type { App } from '../platform/context.ts';
import { NotFoundError } from '../platform/http/errors.ts';
import { namedHost, ownHost } from './rules.ts';
import { findOwner } from './store.ts';

/**
 * `GET /tls/allowed?domain=…`: 200 when a proxy may obtain a certificate for a host, because it is ours or a
 * merchant's verified one; 404 otherwise. Called by Caddy's `on_demand_tls`. Reveals nothing that DNS does not.
 */
export function registerTlsQuestion(server: FastifyInstance, app: App): void {
  const ours = ownHost(app.config);
  server.get<{ Querystring: { domain?: unknown } }>('/tls/allowed', async (request, reply) => {
    const { domain } = request.query;
    const asked = typeof domain === 'string' ? domain : '';
    const host = namedHost(asked);
    const isTheirs = host !== null && typeof (await findOwner(app.db, host))?.owner === 'number';
    const isAllowed = isTheirs || host === ours || asked === ours;
    if (!isAllowed) throw new NotFoundError();
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send('yes\n');
  });
}
