import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import {
  type CronItem,
  parseCronItems,
  type Runner,
  run,
  type WorkerEvents,
  Logger as WorkerLogger,
} from 'graphile-worker';
import pg from 'pg';
import type { App } from '../context.ts';
import type { Sockets } from '../db/sockets.ts';
import { freeOrphanedJobs } from './orphans.ts';

/** One kind of job. Throwing makes the queue try again later, with growing pauses. */
// biome-ignore lint/suspicious/noExplicitAny: each handler knows its own payload; the queue carries JSON.
export type JobHandler = (app: App, payload: any) => Promise<void>;
export type JobHandlers = Readonly<Record<string, JobHandler>>;

/** A job that the queue itself starts: minute, hour, day as in crontab, in UTC. */
export interface Schedule {
  job: string;
  cron: string;
}

export interface Worker {
  /** Lets running jobs finish, then ends. */
  stop(): Promise<void>;
}

export interface WorkerOptions {
  handlers: JobHandlers;
  schedules?: readonly Schedule[];
  /** Where the connections' sockets come from, so that they can be cut. */
  sockets?: Sockets;
  /** Jobs at once. */
  concurrency?: number;
}

const CONCURRENCY = 4;
/** Connections of one queue at most; jobs that wait for others outside hold none. */
const MOST_CONNECTIONS = 8;
const POLL_MILLISECONDS = 2_000;
/** Pauses between two attempts to start again grow from the first to the second. */
const RESTART_MILLISECONDS = { least: 250, most: 5_000 };
/** So many failures in a row to fetch a job, of each that runs at once, are no accident. */
const FAILURES = 2;
/** How often jobs that are locked but run nowhere are looked for. */
const ORPHANS_MILLISECONDS = 3_000;
/** A job counts as running this long after it ended, while its outcome is being written down. */
const SETTLING_MILLISECONDS = 10_000;

/**
 * Runs jobs of the queue until stopped. Any number of processes may run them side by side. The queue gives up when the
 * database goes away at the wrong moment; it is started again until it runs, so a worker outlives every outage.
 * @throws what the first start throws.
 */
export async function startWorker(app: App, url: string, options: WorkerOptions): Promise<Worker> {
  let stopping = false;
  let wake = () => {};
  let running = await startRunner(app, url, options);

  const supervise = async () => {
    let pause = RESTART_MILLISECONDS.least;
    while (!stopping) {
      await running.ended;
      while (!stopping) {
        app.log.error('the job queue stopped; starting it again');
        await new Promise<void>((resolve) => {
          wake = resolve;
          setTimeout(resolve, pause).unref();
        });
        if (stopping) return;
        pause = Math.min(pause * 2, RESTART_MILLISECONDS.most);
        try {
          running = await startRunner(app, url, options);
          pause = RESTART_MILLISECONDS.least;
          break;
        } catch (error) {
          app.log.warn({ err: error }, 'the job queue could not be started');
        }
      }
    }
  };
  const supervised = supervise();

  return {
    async stop() {
      stopping = true;
      wake();
      await running.stop();
      // It may have been starting anew at this very moment.
      await supervised;
      await running.stop();
    },
  };
}

interface Running {
  /** Settles when the queue has stopped, for whatever reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

async function startRunner(app: App, url: string, options: WorkerOptions): Promise<Running> {
  const { sockets, concurrency = CONCURRENCY } = options;
  // PostgreSQL keeps 63 characters of a connection's name.
  const name = `daftar-worker-${randomBytes(9).toString('hex')}`;
  const pool = new pg.Pool({
    connectionString: url,
    // One listens, the others fetch and complete.
    max: Math.min(concurrency + 2, MOST_CONNECTIONS),
    application_name: name,
    connectionTimeoutMillis: 5_000,
    ...(sockets ? { stream: () => sockets.make() } : {}),
  });
  // A connection that is lost is reported to whoever uses it; here it must only not end the process.
  const lost = (error: Error) => app.log.debug({ err: error }, 'the job queue lost a connection');
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  const events = new EventEmitter() as WorkerEvents;
  // What a job is locked by: a name under which we can be seen to be alive.
  events.once('pool:create', ({ workerPool }) => {
    workerPool.id = name;
  });
  const jobsHere = new Set<string>();
  events.on('job:start', ({ job }) => void jobsHere.add(String(job.id)));
  events.on('job:complete', ({ job }) => {
    setTimeout(() => jobsHere.delete(String(job.id)), SETTLING_MILLISECONDS).unref();
  });
  let runner: Runner;
  try {
    runner = await run({
      pgPool: pool,
      concurrency,
      noHandleSignals: true,
      pollInterval: POLL_MILLISECONDS,
      taskList: tasksOf(app, options.handlers),
      parsedCronItems: parseCronItems(cronItemsOf(options.schedules ?? [])),
      logger: loggerOf(app),
      events,
      // Unbatched, the queue leaves a failure to write down an outcome unhandled, which ends the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
  } catch (error) {
    await pool.end().catch(() => {});
    throw error;
  }
  // A failure of its first question is remembered by the queue and answers every later one; only a new start helps.
  let failures = 0;
  const answered = () => {
    failures = 0;
  };
  events.on('job:start', answered).on('worker:getJob:empty', answered);
  events.on('worker:getJob:error', () => {
    failures += 1;
    if (failures === FAILURES * concurrency) runner.stop().catch(() => {});
  });
  const stopLooking = lookForOrphans(app, name, jobsHere);
  const ended = runner.promise
    .catch((error: unknown) => app.log.error({ err: error }, 'the job queue failed'))
    .then(async () => {
      stopLooking();
      await pool.end().catch(() => {});
    });
  return {
    ended,
    async stop() {
      // It rejects when it has stopped already.
      await runner.stop().catch(() => {});
      await ended;
    },
  };
}

/** Releases, now and every few seconds, jobs that are locked but not running anywhere. */
function lookForOrphans(app: App, worker: string, running: ReadonlySet<string>): () => void {
  const look = () => {
    freeOrphanedJobs(app.pool, worker, running).catch((error: unknown) => {
      app.log.debug({ err: error }, 'looking for jobs that run nowhere failed');
    });
  };
  look();
  const timer = setInterval(look, ORPHANS_MILLISECONDS).unref();
  return () => clearInterval(timer);
}

const tasksOf = (app: App, handlers: JobHandlers) =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [name, (payload: unknown) => handle(app, payload)]),
  );

const cronItemsOf = (schedules: readonly Schedule[]): CronItem[] =>
  schedules.map(({ job, cron }) => ({
    task: job,
    match: cron,
    options: { maxAttempts: 3 },
    identifier: job,
  }));

function loggerOf(app: App): WorkerLogger {
  const by = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  return new WorkerLogger((scope) => (level, message) => {
    // Fewer connections than jobs at once is meant: a job takes one of the queue's only to be fetched and completed.
    if (message.includes('maxPoolSize')) return;
    app.log[by[level as keyof typeof by] ?? 'debug']({ scope }, message);
  });
}
