import type { JobHandlers, Schedule } from '../platform/jobs/worker.ts';
import { remindOfDocuments } from './service.ts';

/** Job handlers by job name. */
export const documentJobs: JobHandlers = {
  'remind-of-documents': remindOfDocuments,
};

/** In the morning of Cairo, and again in case the machine was off. */
export const documentSchedules: readonly Schedule[] = [{ job: 'remind-of-documents', cron: '20 7,11 * * *' }];
