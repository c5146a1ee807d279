import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { type Pulse, silentQueues } from '../jobs/pulse.ts';
import { NotFoundError } from './errors.ts';
import { asksLoopback, isLocal } from './loopback.ts';
import type { Metrics } from './metrics.ts';

/** What readiness is judged by. */
export interface Readiness {
  /** Whether the database answers now, told within a few seconds. */
  databaseAnswers(): Promise<boolean>;
  /** Whether it commits what is written, as far as is known. */
  databaseWrites(): boolean;
  /** Whether this process is about to end. */
  ending(): boolean;
  /** The queues of jobs that run in this process; more may come while it starts. */
  queues: readonly Pulse[];
}

/**
 * `/healthz`: the process answers. `/readyz`: it can serve, the database too, and is not about to end (503 otherwise, quickly).
 * A queue that looks for no jobs is named there, and nothing more: people are served all the same.
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
  const maySee = (request: FastifyRequest) => isLocal(request) && asksLoopback(request);
  addRoutes(server, readiness, metrics, { maySee, judgesQueues: false });
}

/**
 * The same three addresses on a listener of their own, open to whoever reaches it: a worker has no other, and a scraper
 * on another machine is not let in by the public one. Here a queue that looks for no jobs makes the process unready.
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
