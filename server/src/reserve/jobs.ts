import type { JobHandlers, Schedule } from '../platform/jobs/worker.ts';
import { releaseDue } from './service.ts';

/** Job handlers by job name. */
export const reserveJobs: JobHandlers = {
  /** Makes held shares of settlements available on their day. */
  'release-reserves': releaseDue,
};

/** Hourly, so that a machine that was off releases soon after; the first run of a day releases all that is due. */
export const reserveSchedules: readonly Schedule[] = [{ job: 'release-reserves', cron: '12 * * * *' }];
