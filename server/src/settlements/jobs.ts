import type { JobHandlers, Schedule } from '../platform/jobs/worker.ts';
import { settleAllDue } from './service.ts';

/** Job handlers by job name. */
export const settlementJobs: JobHandlers = {
  'settle-due': async (app) => {
    await settleAllDue(app);
  },
};

/**
 * Runs hourly, so that a machine that was off settles soon after. The first run of a working day settles all that is
 * due on it; later runs find nothing.
 */
export const settlementSchedules: readonly Schedule[] = [{ job: 'settle-due', cron: '5 * * * *' }];
