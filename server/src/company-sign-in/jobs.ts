import type { JobHandlers, Schedule } from '../platform/jobs/worker.ts';
import { checkDomains } from './domain.ts';

export const companySignInJobs: JobHandlers = {
  'check-company-domains': async (app) => {
    await checkDomains(app);
  },
};

export const companySignInSchedules: readonly Schedule[] = [
  { job: 'check-company-domains', cron: '5,15,25,35,45,55 * * * *' },
];
