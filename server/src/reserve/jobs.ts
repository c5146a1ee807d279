import type { JobHandlers, Schedule } from '../platform/jobs/worker.ts';
import { releaseDue } from './service.ts';

/** Job handlers by job name. */
export const reserveJobs: JobHandlers = {
  /** Makes held shares of settlements available on their day. */
  'release-reserves': releaseDue,
};

/** Hourly, so that a machine that was off releases soon after; a day's first run releases all of it. */
export const reserveSchedules: readonly Schedule[] = [{ job: 'release-reserves', cron: '12 * * * *' }];
