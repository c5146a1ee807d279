import type { App } from '../context.ts';

/** Handles one kind of job. If it throws, the queue retries later, at growing intervals. */
// biome-ignore lint/suspicious/noExplicitAny: each handler knows its own payload; the queue carries JSON.
export type JobHandler = (app: App, payload: any) => Promise<void>;
export type JobHandlers = Readonly<Record<string, JobHandler>>;

/** A scheduled job: minute, hour and day as in crontab, in UTC. */
export interface Schedule {
  job: string;
  cron: string;
}
