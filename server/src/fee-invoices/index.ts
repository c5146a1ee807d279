/** Exports what the application mounts and runs for fee invoices. */
export { feeInvoiceChecks } from './checks.ts';
export { issueCreditNote, lockCreditNotes, requireCreditable } from './credit.ts';
export { feeInvoiceJobs, feeInvoiceSchedules } from './jobs.ts';
export { registerFeeInvoices } from './routes.ts';
