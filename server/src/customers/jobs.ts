import type { JobHandlers } from '../platform/jobs/worker.ts';
import { mergeSearchIndex } from './store-import.ts';

export const customerJobs: JobHandlers = {
  'index-customers': (app) => mergeSearchIndex(app.db),
};
