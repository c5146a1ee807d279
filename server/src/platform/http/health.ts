import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { NotFoundError } from './errors.ts';
import { asksLoopback, isLocal } from './loopback.ts';
import type { Metrics } from './metrics.ts';

/** What readiness is judged by. */
export interface Readiness {
  /** Whether the database answers now, told within a few seconds. */
  databaseAnswers(): Promise<boolean>;
  /** Whether this process is about to end. */
  ending(): boolean;
}

/**
 * `/healthz`: the process answers. `/readyz`: it can serve, the database too, and is not about to end (503 otherwise, quickly).
 * `/metrics`: Prometheus text, for this machine only, asked as `localhost` or `127.0.0.1` (a scraper elsewhere uses the listener of {@link listenForHealth}).
 */
export function registerHealth(server: FastifyInstance, readiness: Readiness, metrics: Metrics): void {
  server.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
    };
    metrics.observe(labels, reply.elapsedTime / 1000);
  });
  // By no other name: a page elsewhere whose name is made to lead here must not read them in somebody's browser.
  addRoutes(server, readiness, metrics, (request) => isLocal(request) && asksLoopback(request));
}

/**
 * The same three addresses on a listener of their own, open to whoever reaches it: a worker has no other, and a scraper
 * on another machine is not let in by the public one.
 */
export async function listenForHealth(
  at: { host: string; port: number },
  readiness: Readiness,
  metrics: Metrics,
): Promise<{ close(): Promise<void> }> {
  const server = fastify({ forceCloseConnections: true });
  addRoutes(server, readiness, metrics, () => true);
  await server.listen({ host: at.host, port: at.port });
  return { close: () => server.close() };
}

function addRoutes(
  server: FastifyInstance,
  readiness: Readiness,
  metrics: Metrics,
  maySee: (request: FastifyRequest) => boolean,
): void {
  const config = { rateLimit: false };
  server.get('/healthz', { config }, async () => ({ status: 'ok' }));
  server.get('/readyz', { config }, async (_request, reply) => {
    const database = await readiness.databaseAnswers();
    const status = readiness.ending() ? 'ending' : database ? 'ok' : 'unavailable';
    return reply.code(status === 'ok' ? 200 : 503).send({ status, database });
  });
  server.get('/metrics', { config }, async (request, reply) => {
    if (!maySee(request)) throw new NotFoundError();
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}
