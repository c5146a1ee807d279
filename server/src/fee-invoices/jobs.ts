import type { JobHandlers, Schedule } from '../platform/jobs/worker.ts';
import { issueFeeInvoices } from './issue.ts';

/** Job handlers by job name. */
export const feeInvoiceJobs: JobHandlers = {
  'issue-fee-invoices': async (app) => {
    await issueFeeInvoices(app);
  },
};

/**
 * Runs on the first days of the month, early in the morning in Cairo; the later days catch up after a machine was
 * off, or for a merchant that failed. A run finds nothing when all is issued.
 */
export const feeInvoiceSchedules: readonly Schedule[] = [{ job: 'issue-fee-invoices', cron: '35 2 1-7 * *' }];
