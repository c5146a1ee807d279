import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { NotFoundError } from './errors.ts';
import { isLocal } from './loopback.ts';

/** What readiness is judged by. */
export interface Readiness {
  /** Whether the database answers now, told within a few seconds. */
  databaseAnswers(): Promise<boolean>;
  /** Whether this process is about to end. */
  ending(): boolean;
}

/**
 * `/healthz`: the process answers. `/readyz`: it can serve, the database too, and is not about to end (503 otherwise, quickly).
 * `/metrics`: Prometheus text, for this machine only (a scraper elsewhere comes through a proxy here).
 */
export function registerHealth(server: FastifyInstance, readiness: Readiness): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  server.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
    };
    durations.observe(labels, reply.elapsedTime / 1000);
  });
  server.get('/healthz', { config: { rateLimit: false } }, async () => ({ status: 'ok' }));
  server.get('/readyz', { config: { rateLimit: false } }, async (_request, reply) => {
    const database = await readiness.databaseAnswers();
    const status = readiness.ending() ? 'ending' : database ? 'ok' : 'unavailable';
    return reply.code(status === 'ok' ? 200 : 503).send({ status, database });
  });
  server.get('/metrics', { config: { rateLimit: false } }, async (request, reply) => {
    if (!isLocal(request)) throw new NotFoundError();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
