import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { type Pulse, silentQueues } from '../jobs/pulse.ts';
import { NotFoundError } from './errors.ts';
import { asksLoopback, isLocal } from './loopback.ts';
import type { Metrics } from './metrics.ts';

/** The conditions of readiness. */
export interface Readiness {
  /** Returns whether the database answers now, determined within a few seconds. */
  databaseAnswers(): Promise<boolean>;
  /** Returns whether the database commits writes, as far as known. */
  databaseWrites(): boolean;
  /** Returns whether this process is about to exit. */
  ending(): boolean;
  /** The job queues of this process; more may be added while it starts. */
  queues: readonly Pulse[];
}

/**
 * `/healthz`: the process answers. `/readyz`: process and database can serve and the process is not ending; 503
 * otherwise, quickly. A stuck queue is named there without a 503, because requests are still served. `/metrics`:
 * Prometheus text, for this machine only, requested as `localhost` or `127.0.0.1` (scrapers elsewhere use {@link
 * listenForHealth}).
 */
export function registerHealth(server: FastifyInstance, readiness: Readiness, metrics: Metrics): void {
  server.addHook('onResponse', (request, reply, done) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
    };
    metrics.observe(labels, reply.elapsedTime / 1000);
    done();
  });
  // Refuses other host names, so that a page elsewhere whose name resolves to this machine (DNS rebinding) cannot read
  // them through somebody's browser.
  const maySee = (request: FastifyRequest) => isLocal(request) && asksLoopback(request);
  addRoutes(server, readiness, metrics, { maySee, judgesQueues: false });
}

/**
 * Serves the same three addresses on a separate port without access restrictions: for workers, and for scrapers on
 * other machines. Here a stuck queue makes the process unready.
 */
export async function listenForHealth(
  at: { host: string; port: number },
  readiness: Readiness,
  metrics: Metrics,
): Promise<{ close(): Promise<void> }> {
  const server = fastify({ forceCloseConnections: true });
  addRoutes(server, readiness, metrics, { maySee: () => true, judgesQueues: true });
  await server.listen({ host: at.host, port: at.port });
  return { close: () => server.close() };
}

function addRoutes(
  server: FastifyInstance,
  readiness: Readiness,
  metrics: Metrics,
  { maySee, judgesQueues }: { maySee: (request: FastifyRequest) => boolean; judgesQueues: boolean },
): void {
  const config = { rateLimit: false };
  server.get('/healthz', { config }, async () => ({ status: 'ok' }));
  server.get('/readyz', { config }, async (_request, reply) => {
    const database = await readiness.databaseAnswers();
    const silent = silentQueues(readiness.queues);
    const writes = readiness.databaseWrites();
    const serves = database && writes && !(judgesQueues && silent.length > 0);
    const status = readiness.ending() ? 'ending' : serves ? 'ok' : 'unavailable';
    return reply
      .code(status === 'ok' ? 200 : 503)
      .send({ status, database, writes, ...(silent.length > 0 ? { silent } : {}) });
  });
  server.get('/metrics', { config }, async (request, reply) => {
    if (!maySee(request)) throw new NotFoundError();
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}
