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
import type { JobHandlers, Schedule } from './handlers.ts';
import { Orphans, SCHEDULED } from './orphans.ts';
import type { Pulse } from './pulse.ts';

/** Connections of one queue at most; jobs that wait for others outside hold none. */
const MOST_CONNECTIONS = 8;
const POLL_MILLISECONDS = 2_000;
/** So many failures in a row to fetch a job, of each that runs at once, are no accident. */
const FAILURES = 2;
/** How often jobs that are locked but run nowhere are looked for. */
const ORPHANS_MILLISECONDS = 2_000;
/** A job counts as running this long after it ended, while its outcome is being written down. */
const SETTLING_MILLISECONDS = 10_000;
/** A queue that asks for jobs and is not answered for so long waits on a connection that is no more. */
const SILENT_SECONDS = 12;
/** What begins by connecting and asking is done by then, or its connections are cut. */
const START_MILLISECONDS = 15_000;
/** A queue that ends has this long, once its jobs have, to write down their outcomes. */
const END_MILLISECONDS = 3_000;

/** A queue as it is given out: what it runs, and for how many at once. */
export interface RunnerOptions {
  /** The name of its connections, and what its jobs are locked under. */
  worker: string;
  handlers: JobHandlers;
  schedules: readonly Schedule[];
  concurrency: number;
  sockets: Sockets;
  pulse: Pulse;
  /** Jobs at work in this process, also those of a runner that was left behind. */
  atWork: Set<string>;
  /** Whether the database is known not to answer, or not to commit: then silence is no fault of the connections. */
  databaseAway: () => boolean;
}

/** One life of a queue. */
export interface Running {
  /** Resolves with the reason when it will fetch no more; also after {@link end}. */
  gaveUp: Promise<string>;
  /**
   * Fetches no more, and resolves when it has ended or was left behind: its connections cut, what still runs forgotten.
   * Jobs under way are waited for, or not (`at once`: then for no more than a moment).
   */
  end(how: 'after its jobs' | 'at once'): Promise<void>;
}

/** Starts to run jobs. @throws what connecting or the first questions throw. */
export async function startRunner(app: App, url: string, options: RunnerOptions): Promise<Running> {
  const { worker, concurrency, pulse, atWork } = options;
  const sockets = new Sockets(0, options.sockets);
  const pool = new pg.Pool({
    connectionString: url,
    // One listens, one looks for orphans, the others fetch and complete.
    max: Math.min(concurrency + 3, MOST_CONNECTIONS),
    application_name: worker,
    connectionTimeoutMillis: 5_000,
    stream: () => sockets.make(),
  });
  // A connection that is lost is reported to whoever uses it; here it must only not end the process.
  const lost = (error: Error) => app.log.debug({ err: error }, 'the job queue lost a connection');
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  const cut = () => {
    pool.end().catch(() => {});
    sockets.cut();
  };

  const events = new EventEmitter() as WorkerEvents;
  // What a job is locked by: a name under which we can be seen to be alive.
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
    // Unbatched, the queue leaves a failure to write down an outcome unhandled, which ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  const runner = await inTime(starting, cut);

  let giveUp: (reason: string) => void = () => {};
  const gaveUp = new Promise<string>((resolve) => {
    giveUp = resolve;
  });
  // A failure of its first question is remembered by the queue and answers every later one; only a new start helps.
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
  // It ends by itself when an outcome cannot be written down. When two cannot, that end never comes.
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
    // It rejects when it has stopped already.
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

/** The runner, or within the time it has the reason why there is none; then nothing of it is left. */
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

/** The jobs of one runner that are at work, and those whose outcome is being written down. */
class Jobs {
  /** Those of the whole process, over all its runners. */
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

  /** Resolves when none is at work. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#idle = resolve;
      if (this.#running.size === 0) resolve();
    });
  }

  /** No outcome will be written down any more: those that have ended are given back, the others when they end. */
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
      async (payload: unknown, { job }: JobHelpers) => {
        await jobs.run(String(job.id), () => handle(app, payload));
        pulse.beat();
      },
    ]),
  );

/**
 * One kind never runs twice at once (its queue) nor waits twice (its key): a run that takes longer than the pause between
 * two is followed by one more, not by all that were due meanwhile.
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
    // Fewer connections than jobs at once is meant: a job takes one of the queue's only to be fetched and completed.
    if (message.includes('maxPoolSize')) return;
    app.log[by[level as keyof typeof by] ?? 'debug']({ scope }, message);
  });
}
