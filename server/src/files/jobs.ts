import type { JobHandlers, Schedule } from '../platform/jobs/worker.ts';
import { sweepFiles } from './service.ts';

export const fileJobs: JobHandlers = {
  'sweep-files': async (app) => {
    await sweepFiles(app);
  },
};

export const fileSchedules: readonly Schedule[] = [{ job: 'sweep-files', cron: '41 * * * *' }];
