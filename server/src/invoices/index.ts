/** Exports what the application mounts and runs for invoices. */
import { addPayableSource } from '../checkout/index.ts';
import { invoiceSource } from './payable.ts';

export { invoiceChecks } from './checks.ts';
export { invoiceJobs, invoiceSchedules } from './jobs.ts';
export { registerInvoices } from './routes.ts';

addPayableSource(invoiceSource);
