import type { JobHandlers, Schedule } from '../platform/jobs/worker.ts';
import { linkCustomers } from './link.ts';
import { mergeSearchIndex } from './store-import.ts';

export const customerJobs: JobHandlers = {
  'index-customers': (app) => mergeSearchIndex(app.db),
  'link-customers': async (app) => {
    await linkCustomers(app);
  },
};

export const customerSchedules: readonly Schedule[] = [{ job: 'link-customers', cron: '* * * * *' }];
