import type { JobHandlers, Schedule } from '../platform/jobs/worker.ts';
import { loadList, screenAll, screenMerchant } from './service.ts';

/** Job handlers by job name. */
export const screeningJobs: JobHandlers = {
  'screen-merchant': (app, { merchantId }: { merchantId: number }) => screenMerchant(app, merchantId),
  'load-screening-list': loadList,
  'screen-merchants': screenAll,
};

export const screeningSchedules: readonly Schedule[] = [
  { job: 'load-screening-list', cron: '*/5 * * * *' },
  { job: 'screen-merchants', cron: '40 1 * * *' },
];
