import { randomBytes } from 'node:crypto';
import type { App } from '../context.ts';
import { Sockets } from '../db/sockets.ts';
import type { JobHandlers, Schedule } from './handlers.ts';
import { Pulse } from './pulse.ts';
import { type Running, startRunner } from './runner.ts';

export type { JobHandler, JobHandlers, Schedule } from './handlers.ts';

export interface Worker {
  /** Liveness of its polling for jobs. */
  pulse: Pulse;
  /** Lets running jobs finish, then ends. */
  stop(): Promise<void>;
}

export interface WorkerOptions {
  /** The name of this queue for people (default `jobs`). */
  name?: string;
  handlers: JobHandlers;
  schedules?: readonly Schedule[];
  /** The sockets of its connections, so that they can be cut. */
  sockets?: Sockets;
  /** Concurrent jobs. */
  concurrency?: number;
  /** Returns whether the database is known not to answer or commit (default: never). */
  databaseAway?: () => boolean;
}

const CONCURRENCY = 4;
/** Pauses between restarts grow from the first to the second. */
const RESTART_MILLISECONDS = { least: 250, most: 5_000 };

/**
 * Runs jobs of the queue until stopped, in any number of processes. graphile-worker stops if the database disappears at
 * the wrong moment, and may not even end (it waits forever after two results that could not be recorded). It is then
 * abandoned, its connections are cut, and new ones are started until one runs, so that a worker survives every outage.
 * @throws errors of the first start.
 */
export async function startWorker(app: App, url: string, options: WorkerOptions): Promise<Worker> {
  const ending = new AbortController();
  const inJobs: App = { ...app, ending: ending.signal };
  const { name = 'jobs', concurrency = CONCURRENCY, schedules = [], handlers } = options;
  const pulse = new Pulse(name, app.clock);
  const all = {
    // PostgreSQL truncates a connection's name to 63 characters. The name stays the same after restarts, so that
    // running jobs of an abandoned runner stay locked by us.
    worker: `daftar-worker-${randomBytes(9).toString('hex')}`,
    handlers,
    schedules,
    concurrency,
    sockets: options.sockets ?? new Sockets(),
    pulse,
    atWork: new Set<string>(),
    databaseAway: options.databaseAway ?? (() => false),
  };
  let wake = () => {};
  let running: Running = await startRunner(inJobs, url, all);
  const startAgain = async () => {
    let wait = RESTART_MILLISECONDS.least;
    while (!ending.signal.aborted) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, wait).unref();
      });
      if (ending.signal.aborted) return;
      wait = Math.min(wait * 2, RESTART_MILLISECONDS.most);
      try {
        running = await startRunner(inJobs, url, all);
        return;
      } catch (error) {
        app.log.warn({ err: error, queue: name }, 'the job queue could not be started');
      }
    }
  };
  const supervise = async () => {
    while (!ending.signal.aborted) {
      const reason = await running.gaveUp;
      if (ending.signal.aborted) return;
      app.log.error({ queue: name, reason }, 'the job queue stopped; starting it again');
      await running.end('at once');
      await startAgain();
    }
  };
  const supervised = supervise();
  return {
    pulse,
    async stop() {
      ending.abort();
      wake();
      await running.end('after its jobs');
      // It may have been restarting at this moment.
      await supervised;
      await running.end('after its jobs');
    },
  };
}
