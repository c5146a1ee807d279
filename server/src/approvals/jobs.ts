import type { JobHandlers, Schedule } from '../platform/jobs/worker.ts';
import { expireRequests } from './expire.ts';

/** Job handlers by job name. */
export const approvalJobs: JobHandlers = {
  /** Expires requests that nobody decided in time. */
  'expire-approvals': expireRequests,
};

/** When the clock starts these jobs. */
export const approvalSchedules: readonly Schedule[] = [{ job: 'expire-approvals', cron: '*/5 * * * *' }];
