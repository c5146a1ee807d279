import type { JobHandlers, Schedule } from '../platform/jobs/worker.ts';
import { releaseDueOrders } from './stock.ts';

/** Job handlers by job name. */
export const orderJobs: JobHandlers = {
  'release-orders': async (app) => {
    await releaseDueOrders(app, null);
  },
};

/** Runs every minute. */
export const orderSchedules: readonly Schedule[] = [{ job: 'release-orders', cron: '* * * * *' }];
