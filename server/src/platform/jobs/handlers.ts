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
