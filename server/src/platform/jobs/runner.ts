import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type CronItem,
  type JobHelpers,
  parseCronItems,
  type Runner,
  run,
  type WorkerEvents,
  Logger as WorkerLogger,
} from 'graphile-worker';
import pg from 'pg';
import type { App } from '../context.ts';
import { Sockets } from '../db/sockets.ts';
import { writableAddress } from '../db/writable-address.ts';
import { causeOf, inSpan, SpanKind } from '../tracing/spans.ts';
import type { JobHandlers, Schedule } from './handlers.ts';
import { Orphans, SCHEDULED } from './orphans.ts';
import type { Pulse } from './pulse.ts';

/** Maximum number of connections of one queue; running jobs hold none of them. */
const MAX_CONNECTIONS = 8;
const POLL_MILLISECONDS = 2_000;
/** Consecutive failures to fetch a job, per slot, after which the runner is replaced. */
const FAILURES = 2;
/** Milliseconds between two searches for jobs that are locked but not running. */
const ORPHANS_MILLISECONDS = 2_000;
/** For how long a job counts as running after it ended, while its result is being recorded. */
const SETTLING_MILLISECONDS = 10_000;
/** Seconds without an answer after which a poll is considered to wait on a dead connection. */
const SILENT_SECONDS = 12;
/** Timeout of connecting and of the first queries, after which the connections are cut. */
const START_MILLISECONDS = 15_000;
/** Time to record results once the jobs of an ending queue have ended. */
const END_MILLISECONDS = 3_000;

/** The handlers of a queue, and its number of concurrent jobs. */
export interface RunnerOptions {
  /** The name of its connections, which also locks its jobs. */
  worker: string;
  handlers: JobHandlers;
  schedules: readonly Schedule[];
  concurrency: number;
  sockets: Sockets;
  pulse: Pulse;
  /** Jobs running in this process, including those of an abandoned runner. */
  atWork: Set<string>;
  /**
   * Returns whether the database is known not to answer or commit; then silence is not the fault of the connections.
   */
  databaseAway: () => boolean;
}

/** A running queue. */
export interface Running {
  /** Resolves with the reason when it stops fetching jobs; also after {@link end}. */
  gaveUp: Promise<string>;
  /**
   * Stops fetching, and resolves when it has ended or was abandoned: its connections cut, its running jobs ignored.
   * Waits for running jobs, or with `at once` only for a moment.
   */
  end(how: 'after its jobs' | 'at once'): Promise<void>;
}

/** Starts running jobs. @throws errors of connecting or of the first queries. */
export async function startRunner(app: App, url: string, options: RunnerOptions): Promise<Running> {
  const { worker, concurrency, pulse, atWork } = options;
  const sockets = new Sockets(0, options.sockets);
  const pool = new pg.Pool({
    connectionString: await writableAddress(url),
    // One connection listens, one searches for orphans, the others fetch and complete jobs.
    max: Math.min(concurrency + 3, MAX_CONNECTIONS),
    application_name: worker,
    connectionTimeoutMillis: 5_000,
    stream: () => sockets.make(),
  });
  // A lost connection is reported to whoever uses it; this listener only keeps it from ending the process.
  const lost = (error: Error) => app.log.debug({ err: error }, 'the job queue lost a connection');
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  const cut = () => {
    pool.end().catch(() => {});
    sockets.cut();
  };

  const events = new EventEmitter() as WorkerEvents;
  // The name that locks jobs, by which other workers see that we live.
  events.once('pool:create', ({ workerPool }) => {
    workerPool.id = worker;
  });
  const jobs = new Jobs(atWork);
  pulse.full = () => jobs.running >= concurrency;
  const starting = run({
    pgPool: pool,
    concurrency,
    noHandleSignals: true,
    pollInterval: POLL_MILLISECONDS,
    taskList: tasksOf(app, options.handlers, jobs, pulse),
    parsedCronItems: parseCronItems(cronItemsOf(options.schedules)),
    logger: loggerOf(app),
    events,
    // Without batching, the queue leaves a failure to record a result unhandled, which ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  const runner = await inTime(starting, cut);

  let giveUp: (reason: string) => void = () => {};
  const gaveUp = new Promise<string>((resolve) => {
    giveUp = resolve;
  });
  // The queue remembers a failure of its first query and repeats it for every later one; only a new start helps.
  let failures = 0;
  const answered = () => {
    failures = 0;
    pulse.beat();
  };
  events.on('job:start', answered).on('worker:getJob:empty', answered);
  events.on('worker:getJob:error', () => {
    failures += 1;
    if (failures >= FAILURES * concurrency) giveUp('it cannot fetch jobs');
  });
  // It ends by itself if a result cannot be recorded. If two cannot, it never ends.
  events.once('pool:gracefulShutdown', () => giveUp('it ended'));
  const ended = runner.promise
    .catch((error: unknown) => app.log.error({ err: error }, 'the job queue failed'))
    .then(() => giveUp('it ended'));

  const orphans = new Orphans(worker, (id) => atWork.has(id), app.clock);
  const began = app.clock.now().getTime();
  const look = () => {
    orphans.look(pool).catch((error: unknown) => {
      app.log.debug({ err: error }, 'looking for jobs that run nowhere failed');
    });
    const age = (app.clock.now().getTime() - began) / 1000;
    if (Math.min(age, pulse.silentSeconds) > SILENT_SECONDS && !options.databaseAway())
      giveUp(pulse.full() ? 'all its jobs hang' : 'it is not answered');
  };
  look();
  const timer = setInterval(look, ORPHANS_MILLISECONDS).unref();
  const end = async (how: 'after its jobs' | 'at once') => {
    clearInterval(timer);
    // Rejects if it has already stopped.
    runner.stop().catch(() => {});
    giveUp('it is to end');
    const late = new AbortController();
    const patience = (how === 'at once' ? Promise.resolve() : jobs.idle())
      .then(() => pause(END_MILLISECONDS, undefined, { signal: late.signal }))
      .catch(() => {});
    await Promise.race([ended, patience]);
    late.abort();
    jobs.leave();
    cut();
  };
  let over: Promise<void> | undefined;
  return {
    gaveUp,
    end(how) {
      over ??= end(how);
      return over;
    },
  };
}

/** Returns the runner, or throws within the time limit and leaves nothing of it behind. */
async function inTime(starting: Promise<Runner>, cut: () => void): Promise<Runner> {
  const timer = setTimeout(cut, START_MILLISECONDS);
  try {
    return await starting;
  } catch (error) {
    cut();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** The running jobs of one runner, and those whose result is being recorded. */
class Jobs {
  /** The jobs of the whole process, across all its runners. */
  readonly #atWork: Set<string>;
  readonly #running = new Set<string>();
  readonly #settling = new Map<string, NodeJS.Timeout>();
  #left = false;
  #idle: (() => void) | undefined;

  constructor(atWork: Set<string>) {
    this.#atWork = atWork;
  }

  get running(): number {
    return this.#running.size;
  }

  async run(id: string, work: () => Promise<void>): Promise<void> {
    this.#running.add(id);
    this.#atWork.add(id);
    try {
      await work();
    } finally {
      this.#running.delete(id);
      if (this.#left) this.#atWork.delete(id);
      else this.#settle(id);
      if (this.#running.size === 0) this.#idle?.();
    }
  }

  #settle(id: string): void {
    clearTimeout(this.#settling.get(id));
    const forget = () => {
      this.#settling.delete(id);
      if (!this.#running.has(id)) this.#atWork.delete(id);
    };
    this.#settling.set(id, setTimeout(forget, SETTLING_MILLISECONDS).unref());
  }

  /** Resolves when none is running. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#idle = resolve;
      if (this.#running.size === 0) resolve();
    });
  }

  /** Abandons them: ended jobs are released now, the others when they end. */
  leave(): void {
    this.#left = true;
    for (const [id, timer] of this.#settling) {
      clearTimeout(timer);
      if (!this.#running.has(id)) this.#atWork.delete(id);
    }
    this.#settling.clear();
  }
}

const tasksOf = (app: App, handlers: JobHandlers, jobs: Jobs, pulse: Pulse) =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      async (given: unknown, { job }: JobHelpers) => {
        const { traceparent, ...payload } = given as { traceparent?: string };
        const cause = causeOf(traceparent === undefined ? {} : { traceparent });
        const work = () => inSpan(`job ${name}`, SpanKind.CONSUMER, {}, () => handle(app, payload), cause);
        await jobs.run(String(job.id), work);
        pulse.beat();
      },
    ]),
  );

/**
 * A scheduled job never runs twice at once (its queue) nor waits twice (its key): a run that takes longer than the
 * interval is followed by a single one, not by all that were due.
 */
export const scheduledOptions = (job: string) => ({
  maxAttempts: 3,
  queueName: SCHEDULED + job,
  jobKey: SCHEDULED + job,
});

const cronItemsOf = (schedules: readonly Schedule[]): CronItem[] =>
  schedules.map(({ job, cron }) => ({
    task: job,
    match: cron,
    options: scheduledOptions(job),
    identifier: job,
  }));

function loggerOf(app: App): WorkerLogger {
  const by = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  return new WorkerLogger((scope) => (level, message) => {
    // Fewer connections than concurrent jobs is intended: a job uses one only to be fetched and completed.
    if (message.includes('maxPoolSize')) return;
    app.log[by[level as keyof typeof by] ?? 'debug']({ scope }, message);
  });
}
