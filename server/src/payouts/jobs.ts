import type { JobHandlers, Schedule } from '../platform/jobs/worker.ts';
import { expirePayouts } from './service.ts';

/** The jobs of this noun by name. */
export const payoutJobs: JobHandlers = {
  /** Gives back the money of payouts that nobody redeemed in time. */
  'expire-payouts': async (app) => {
    await expirePayouts(app);
  },
};

/** The scheduled ones. */
export const payoutSchedules: readonly Schedule[] = [{ job: 'expire-payouts', cron: '*/5 * * * *' }];
