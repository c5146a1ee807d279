import { type Config, ConfigError, loadConfig } from './config.ts';
import { openDatabase } from './database.ts';
import type { App } from './platform/context.ts';
import { DataDirInUse, EmbeddedDatabaseError } from './platform/db/embedded.ts';
import { classifyDbError } from './platform/db/errors.ts';
import { DatabaseUnreachable, MigrationError } from './platform/db/migrate-errors.ts';
import type { Pulse } from './platform/jobs/pulse.ts';
import type { WorkerOptions } from './platform/jobs/worker.ts';
import { systemClock } from './platform/time/clock.ts';
import { WrongSecret } from './platform/wrong-secret.ts';

type Product = typeof import('./product.ts');

/** A mistake that a person can put right: told in one sentence, without a stack. */
class StartError extends Error {}

const say = (line: string) => process.stdout.write(`${line}\n`);
/** In-flight requests and jobs get this long after a signal. */
const SHUTDOWN_MILLISECONDS = 9_000;

/** With other processes behind the same address, they are given this long to be sent what would come here. */
const HANDOVER_MILLISECONDS = 2_000;

/** Scheduled jobs under way at once in a process; of one kind only one in all processes. */
const SCHEDULED_AT_ONCE = 3;

/** What must be undone at the end, newest first. */
const closers: (() => Promise<unknown>)[] = [];

async function start(given: Config): Promise<void> {
  let spawned = () => {};
  const underWay = new Promise<void>((resolve) => {
    spawned = resolve;
  });
  const opening = openDatabase(given, say, () => spawned());
  // Before it is open, for a signal that comes meanwhile.
  closers.push(async () => (await opening).close());
  // Nearly all files are read while the database starts: no sooner, because reading lets nothing else happen.
  await Promise.race([underWay, opening]);
  const [product, database] = await Promise.all([import('./product.ts'), opening]);
  const log = product.createLog(given);
  const {
    sql: pool,
    limitsPool,
    breaker,
    writes,
    sockets,
  } = product.connectGuardedPool(given, database.url, log, {
    directUrl: database.directUrl,
  });
  // postgres.js asks something of its own on each new connection, and nobody hears when that is lost with it.
  process.on('unhandledRejection', (error) => {
    if (classifyDbError(error).kind !== 'unavailable') throw error;
    log.warn({ err: error }, 'a connection to the database was lost as it was made');
  });
  closers.push(() => Promise.all([pool, limitsPool].map((each) => each.end({ timeout: 2 }))));
  closers.push(async () => breaker.stop());
  closers.push(async () => writes.stop());
  const secrets = product.secretsOf(given);
  const { config } = secrets;
  const open = (async () => {
    await product.migrate(database.directUrl, { log: (line) => log.info(line) });
    await secrets.open(pool);
  })();
  // The server is built meanwhile, and whoever needs the database waits for it.
  open.catch(() => {});
  const queues: Pulse[] = [];
  const metrics = product.createMetrics(pool, breaker, { queues, writes, outboxAge: product.outboxAge });
  const app: App = { db: pool, pool, limitsPool, clock: systemClock, config, log };
  const ends: (() => Promise<void>)[] = [];
  closers.push(() => Promise.allSettled(ends.map((end) => end())));
  const built =
    config.role === 'worker'
      ? null
      : await product.buildServer({ app, secrets, open, breaker, writes, metrics, queues });
  await open;
  writes.watch();
  if (config.metricsPort !== null) {
    const readiness = {
      databaseAnswers: async () => !breaker.open && breaker.answers(),
      databaseWrites: () => !writes.stalled,
      ending: () => stopping,
      queues,
    };
    const at = { host: config.host, port: config.metricsPort, variable: 'DAFTAR_METRICS_PORT' };
    const health = await orWhyNotAt(at, () => product.listenForHealth(at, readiness, metrics));
    closers.push(() => health.close());
  }
  if (built) ends.push(() => built.drain.end(config.databaseUrl === null ? 0 : HANDOVER_MILLISECONDS));
  // Before jobs run: the demo's own history is not news.
  if (built && config.demo) await product.seedDemo(app, built.auth, say);
  if (built) {
    const at = { host: config.host, port: config.port, variable: 'PORT' };
    await orWhyNotAt(at, () => built.server.listen({ host: at.host, port: at.port }));
  }
  if (config.role !== 'server') {
    // Read after the first answers: the queue is large.
    const { startWorker } = await import('./platform/jobs/worker.ts');
    const work = async (options: WorkerOptions) => {
      const databaseAway = () => breaker.open || writes.stalled;
      const starting = startWorker(app, database.directUrl, { ...options, sockets, databaseAway });
      // A signal may come while it starts, as requests are answered already.
      ends.push(async () => (await starting).stop());
      queues.push((await starting).pulse);
    };
    const { asked, scheduled } = product.jobHandlersApart(product.gatewaysOf(config));
    await Promise.all([
      work({ name: 'jobs', handlers: asked }),
      // They go through many rows, and ask processors: they take no place of what somebody waits for.
      work({
        name: 'schedules',
        handlers: scheduled,
        schedules: product.schedules,
        concurrency: SCHEDULED_AT_ONCE,
      }),
      // Neither do servers of merchants, which may be slow.
      work({ name: 'webhooks', handlers: product.deliveryJobs, concurrency: product.DELIVERIES_AT_ONCE }),
    ]);
  }
  await greet(app, product);
}

/** What listening resolves with. @throws StartError with the reason when it cannot be listened there. */
async function orWhyNotAt<T>(
  { host, port, variable }: { host: string; port: number; variable: string },
  listen: () => Promise<T>,
): Promise<T> {
  try {
    return await listen();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} is in use; stop what listens there or set ${variable} to another one.`,
      );
    }
    if (code === 'EACCES') {
      throw new StartError(`Port ${port} needs more rights; set ${variable} to one above 1023.`);
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartError(`HOST ${host} is not an address of this machine.`);
    }
    throw error;
  }
}

async function greet(app: App, product: Product): Promise<void> {
  const { config } = app;
  if (config.role === 'worker') {
    say('Daftar is running jobs.');
    return;
  }
  say(`Daftar is running at ${config.publicUrl}`);
  if (config.demo) {
    say(`Demo merchant: ${product.DEMO_EMAIL}, password ${product.DEMO_PASSWORD}`);
    const operator = await product.demoOperator(app);
    say(
      `Demo operator at /ops: ${operator.email}, password ${operator.password}, authenticator ${operator.secret}`,
    );
  }
  if (!config.production && !config.smtpUrl) say(`Messages sent: ${config.publicUrl}/dev/outbox`);
}

// Whoever read our lines may leave (`npm start | head -1`): the server goes on serving.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

let stopping = false;
async function stop(code: number): Promise<never> {
  if (!stopping) {
    stopping = true;
    const deadline = setTimeout(() => process.exit(1), SHUTDOWN_MILLISECONDS);
    deadline.unref();
    for (const close of closers.reverse()) await close().catch(() => {});
  }
  process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    // The same key again is impatience: leave at once.
    process.once(signal, () => process.exit(1));
    void stop(0);
  });
}

function sentenceOf(error: unknown): string | null {
  const known = [ConfigError, StartError, EmbeddedDatabaseError, DataDirInUse, MigrationError, WrongSecret];
  if (known.some((kind) => error instanceof kind)) return (error as Error).message;
  if (!(error instanceof DatabaseUnreachable)) return null;
  return `The database at DATABASE_URL cannot be reached: ${error.message}.`;
}

/** Settles when the product runs, or when it has said why it does not. */
export const started = (async () => {
  try {
    await start(loadConfig(process.env));
  } catch (error) {
    // A signal meanwhile takes away what the start waits for: that is its end, and no mistake.
    if (!stopping) {
      process.stderr.write(`${sentenceOf(error) ?? (error as Error).stack}\n`);
      await stop(1);
    }
  }
})();
