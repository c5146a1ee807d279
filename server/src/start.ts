import { type Config, ConfigError, loadConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { type Listening, portSentence, whyNotStart } from './platform/before-start.mjs';
import type { App } from './platform/context.ts';
import { DataDirInUse, EmbeddedDatabaseError } from './platform/db/embedded.ts';
import { DatabaseUnreachable, MigrationError } from './platform/db/migrate-errors.ts';
import type { Pulse } from './platform/jobs/pulse.ts';
import type { WorkerOptions } from './platform/jobs/worker.ts';
import { systemClock } from './platform/time/clock.ts';
import { WrongSecret } from './platform/wrong-secret.ts';

type Product = typeof import('./product.ts');

/** An error that a person can fix, printed as one sentence without a stack. */
class StartError extends Error {}

const say = (line: string) => process.stdout.write(`${line}\n`);
/** Time for running requests and jobs to end after a signal. */
const SHUTDOWN_MILLISECONDS = 9_000;

/** With other processes behind the same address, time for the balancer to redirect traffic. */
const HANDOVER_MILLISECONDS = 2_000;

/** Concurrent scheduled jobs of a process; of each kind only one runs in all processes. */
const SCHEDULED_AT_ONCE = 3;

/** Cleanup functions, run newest first. */
const closers: (() => Promise<unknown>)[] = [];

/** Returns the ports of a process, in the order of listening. */
function portsOf({ role, host, port, metricsPort }: Config) {
  return {
    ...(metricsPort === null
      ? {}
      : { metrics: { host, port: metricsPort, variable: 'DAFTAR_METRICS_PORT' } }),
    ...(role === 'worker' ? {} : { http: { host, port, variable: 'PORT' } }),
  };
}

async function start(given: Config): Promise<void> {
  const ports = portsOf(given);
  // Checked before a database is started, migrated or filled in vain.
  const refusal = await whyNotStart({
    ports: Object.values(ports),
    dataDir: given.databaseUrl === null ? given.dataDir : null,
  });
  if (refusal !== null) throw new StartError(refusal);
  let spawned = () => {};
  const underWay = new Promise<void>((resolve) => {
    spawned = resolve;
  });
  const opening = openDatabase(given, say, () => spawned());
  // Registered before it is open, for a signal that arrives meanwhile.
  closers.push(async () => (await opening).close());
  // Most files are loaded while the database starts, not sooner, because loading blocks everything else.
  await Promise.race([underWay, opening]);
  const [product, database] = await Promise.all([import('./product.ts'), opening]);
  const log = product.createLog(given);
  const {
    sql: pool,
    limitsPool,
    patientPool,
    decisionPool,
    standby,
    breaker,
    writes,
    sockets,
  } = product.connectGuardedPool(given, database.url, log, {
    directUrl: database.directUrl,
  });
  if (given.tracing) {
    // Loaded only where there is a collector.
    const { startTracing } = await import('./platform/tracing/start.ts');
    const traces = startTracing(given.tracing, given, { sql: pool, log });
    closers.push(() => traces.end());
  }
  const pools = [pool, limitsPool, patientPool, decisionPool];
  closers.push(() => Promise.all(pools.map((each) => each.end({ timeout: 2 }))));
  if (standby) closers.push(() => standby.end());
  closers.push(async () => breaker.stop());
  closers.push(async () => writes.stop());
  const secrets = product.secretsOf(given);
  const { config } = secrets;
  const open = (async () => {
    await product.migrate(database.directUrl, { log: (line) => log.info(line) });
    await secrets.open(pool);
  })();
  // The server is built meanwhile; requests that need the database wait for it.
  open.catch(() => {});
  const queues: Pulse[] = [];
  const metrics = product.createMetrics(pool, breaker, {
    queues,
    writes,
    outboxAge: product.outboxAge,
    oldestUnasked: product.oldestUnasked,
    openBalances: product.openBalances,
    openBreaks: product.openBreaks,
    payments: product.measuredPayments,
  });
  const app: App = {
    db: pool,
    pool,
    limitsPool,
    ...(standby ? { standby } : {}),
    clock: systemClock,
    config,
    log,
    processors: product.processors,
  };
  const ends: (() => Promise<void>)[] = [];
  closers.push(() => Promise.allSettled(ends.map((end) => end())));
  const built =
    config.role === 'worker'
      ? null
      : await product.buildServer({ app, secrets, open, breaker, writes, metrics, queues });
  await open;
  writes.watch();
  if (!built) {
    // A server process does so by itself.
    const relay = product.relayNotifyOutbox(app);
    closers.push(() => relay.stop());
  }
  const { metrics: atMetrics, http: atHttp } = ports;
  if (atMetrics) {
    const readiness = {
      databaseAnswers: async () => !breaker.open && breaker.answers(),
      databaseWrites: () => !writes.stalled,
      ending: () => stopping,
      queues,
    };
    const health = await orStartError(atMetrics, () =>
      product.listenForHealth(atMetrics, readiness, metrics),
    );
    closers.push(() => health.close());
  }
  if (built) ends.push(() => built.drain.end(config.databaseUrl === null ? 0 : HANDOVER_MILLISECONDS));
  // Before jobs run, so that the demo's own history causes no messages.
  if (built && config.demo) await product.seedDemo(app, built.auth, say);
  if (built && atHttp) {
    await orStartError(atHttp, () => built.server.listen({ host: atHttp.host, port: atHttp.port }));
  }
  if (built && config.standIns) {
    const { connectStandIns } = await import('./processors/stand-ins.ts');
    const standIns = await connectStandIns(app);
    for (const { of, standIn } of standIns) {
      closers.push(() => standIn.close());
      say(`Stand-in of the processor ${of}, which takes live payments without money: ${standIn.url}`);
    }
  }
  if (config.role !== 'server') {
    // Loaded after the first answers, because the queue is large.
    const { startWorker } = await import('./platform/jobs/worker.ts');
    const work = async (options: WorkerOptions) => {
      const databaseAway = () => breaker.open || writes.stalled;
      const starting = startWorker(app, database.directUrl, { ...options, sockets, databaseAway });
      // A signal may come while it starts, since requests are answered already.
      ends.push(async () => (await starting).stop());
      queues.push((await starting).pulse);
    };
    const { asked, scheduled } = product.jobHandlersApart(product.gatewaysOf(config));
    await Promise.all([
      work({ name: 'jobs', handlers: asked }),
      // Scheduled jobs read many rows and call processors, so they have a worker of their own.
      work({
        name: 'schedules',
        handlers: scheduled,
        schedules: product.schedules,
        concurrency: SCHEDULED_AT_ONCE,
      }),
      // Webhooks wait for merchants' servers, which may be slow, so they have one as well.
      work({ name: 'webhooks', handlers: product.deliveryJobs, concurrency: product.DELIVERIES_AT_ONCE }),
    ]);
  }
  const status = product.watchStatus(app, () => breaker.open || writes.stalled);
  closers.push(async () => status.stop());
  await greet(app, product);
}

/** Awaits listening. @throws StartError with the reason when the port cannot be used. */
async function orStartError<T>(at: Listening, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen();
  } catch (error) {
    const sentence = portSentence(at, error as NodeJS.ErrnoException);
    throw sentence === null ? error : new StartError(sentence);
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
      `Demo operator at /ops: ${operator.email}, password ${operator.password}, authenticator key ${operator.secret}`,
    );
  }
  if (!config.production && !config.smtpUrl) say(`Messages sent: ${config.publicUrl}/dev/outbox`);
}

// Our output may be closed early (`npm start | head -1`); the server keeps running.
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

let stopRequests = 0;
// SIGHUP: the terminal was closed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopRequests += 1;
    if (stopRequests === 1) void stop(0);
    // The second may be the first again: npm passes on what its whole process group got.
    else if (stopRequests > 2) process.exit(1);
  });
}

function sentenceOf(error: unknown): string | null {
  const known = [ConfigError, StartError, EmbeddedDatabaseError, DataDirInUse, MigrationError, WrongSecret];
  if (known.some((kind) => error instanceof kind)) return (error as Error).message;
  if (!(error instanceof DatabaseUnreachable)) return null;
  return `The database at DATABASE_URL cannot be reached: ${error.message}.`;
}

/** Resolves when the product runs, or when the start has failed and reported why. */
export const started = (async () => {
  try {
    await start(loadConfig(process.env));
  } catch (error) {
    // A signal during the start closes resources that it waits for; that is a shutdown, not an error.
    if (!stopping) {
      process.stderr.write(`${sentenceOf(error) ?? (error as Error).stack}\n`);
      await stop(1);
    }
  }
})();
