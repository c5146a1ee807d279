import type { JobHandlers, Schedule } from '../platform/jobs/worker.ts';
import { expirePayouts } from './end.ts';

/** Job handlers by job name. */
export const payoutJobs: JobHandlers = {
  /** Returns the money of payouts that were not collected in time. */
  'expire-payouts': async (app) => {
    await expirePayouts(app);
  },
};

/** The schedule of these jobs. */
export const payoutSchedules: readonly Schedule[] = [{ job: 'expire-payouts', cron: '*/5 * * * *' }];
