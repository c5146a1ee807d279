import { type CronItem, parseCronItems, run, Logger as WorkerLogger } from 'graphile-worker';
import type { App } from '../context.ts';

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

const CONCURRENCY = 4;

/** Runs jobs of the queue until stopped. Any number of processes may run them side by side. */
export async function startWorker(
  app: App,
  url: string,
  handlers: JobHandlers,
  schedules: readonly Schedule[],
): Promise<Worker> {
  const logger = new WorkerLogger((scope) => (level, message) => {
    const by = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
    app.log[by[level as keyof typeof by] ?? 'debug']({ scope }, message);
  });
  const taskList = Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [name, (payload: unknown) => handle(app, payload)]),
  );
  const cronItems: CronItem[] = schedules.map(({ job, cron }) => ({
    task: job,
    match: cron,
    options: { maxAttempts: 3 },
    identifier: job,
  }));
  const runner = await run({
    connectionString: url,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    pollInterval: 2_000,
    taskList,
    parsedCronItems: parseCronItems(cronItems),
    logger,
  });
  // A rejection here means the database went away; the queue's own retries bring it back, and stop() still works.
  runner.promise.catch((error: unknown) => app.log.error({ err: error }, 'the job queue stopped'));
  return { stop: () => runner.stop() };
}
