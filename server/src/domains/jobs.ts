import type { JobHandlers, Schedule } from '../platform/jobs/worker.ts';
import { checkDomains } from './service.ts';

export const domainJobs: JobHandlers = {
  'check-domains': async (app) => {
    await checkDomains(app);
  },
};

export const domainSchedules: readonly Schedule[] = [{ job: 'check-domains', cron: '*/10 * * * *' }];
