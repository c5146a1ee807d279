import type { JobHandlers, Schedule } from '../platform/jobs/worker.ts';
import { expireRequests } from './service.ts';

const BATCH = 200;

/** The jobs of this noun by name. */
export const approvalJobs: JobHandlers = {
  /** Ends requests that nobody decided in time. */
  'expire-approvals': async (app) => {
    while ((await expireRequests(app, BATCH)) === BATCH);
  },
};

/** The scheduled ones. */
export const approvalSchedules: readonly Schedule[] = [{ job: 'expire-approvals', cron: '*/5 * * * *' }];
