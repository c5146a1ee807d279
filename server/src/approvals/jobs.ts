import type { JobHandlers, Schedule } from '../platform/jobs/worker.ts';
import { expireRequests } from './expire.ts';

/** Job handlers by job name. */
export const approvalJobs: JobHandlers = {
  /** Expires requests that were not decided in time. */
  'expire-approvals': expireRequests,
};

/** The schedule of these jobs. */
export const approvalSchedules: readonly Schedule[] = [{ job: 'expire-approvals', cron: '*/5 * * * *' }];
