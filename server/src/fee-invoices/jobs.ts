import type { JobHandlers, Schedule } from '../platform/jobs/worker.ts';
import { issueFeeInvoices } from './issue.ts';

/** Job handlers by job name. */
export const feeInvoiceJobs: JobHandlers = {
  'issue-fee-invoices': async (app) => {
    await issueFeeInvoices(app);
  },
};

/**
 * The first days of the month, early in the morning in Cairo, so that a machine that was off, or a merchant that failed,
 * is made up for on the next day. A run finds nothing when all is issued.
 */
export const feeInvoiceSchedules: readonly Schedule[] = [{ job: 'issue-fee-invoices', cron: '35 2 1-7 * *' }];
