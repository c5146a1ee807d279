import type { JobHandlers, Schedule } from '../platform/jobs/worker.ts';
import { expireRequests } from './service.ts';

/** The jobs of this noun by name. */
export const approvalJobs: JobHandlers = {
  /** Ends requests that nobody decided in time. */
  'expire-approvals': expireRequests,
};

/** The scheduled ones. */
export const approvalSchedules: readonly Schedule[] = [{ job: 'expire-approvals', cron: '*/5 * * * *' }];
