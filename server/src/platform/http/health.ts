import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Sql } from '../db/connect.ts';
import { isLoopback } from './loopback.ts';

const READY_TIMEOUT_MILLISECONDS = 2_000;

/**
 * `/healthz`: the process answers. `/readyz`: it can serve, the database too (503 otherwise, quickly).
 * `/metrics`: Prometheus text, for this machine only (a scraper elsewhere comes through a proxy here).
 */
export function registerHealth(server: FastifyInstance, pool: Sql): void {
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
    const ready = await answersInTime(pool);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable', database: ready });
  });
  server.get('/metrics', { config: { rateLimit: false } }, async (request, reply) => {
    if (!isLoopback(request.ip)) return reply.callNotFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

async function answersInTime(pool: Sql): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), READY_TIMEOUT_MILLISECONDS);
  });
  const asked = pool`select 1`.then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
