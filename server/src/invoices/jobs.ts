import type { JobHandlers, Schedule } from '../platform/jobs/worker.ts';
import { expireInvoices } from './store-figures.ts';

/** The jobs of this noun by name. */
export const invoiceJobs: JobHandlers = {
  'expire-invoices': async (app) => {
    await expireInvoices(app.db, app.clock.now());
  },
};

/** Those of them that the clock starts. */
export const invoiceSchedules: readonly Schedule[] = [{ job: 'expire-invoices', cron: '* * * * *' }];
