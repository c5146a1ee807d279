import type { JobHandlers, Schedule } from '../platform/jobs/worker.ts';
import { releaseDueOrders } from './stock.ts';

/** The jobs of orders by name. */
export const orderJobs: JobHandlers = {
  'release-orders': async (app) => {
    await releaseDueOrders(app, null);
  },
};

/** The scheduled ones: every minute. */
export const orderSchedules: readonly Schedule[] = [{ job: 'release-orders', cron: '* * * * *' }];
