/** What the application mounts and runs of invoices. */
import { addPayableSource } from '../checkout/index.ts';
import { invoiceSource } from './payable.ts';

export { invoiceChecks } from './checks.ts';
export { invoiceJobs, invoiceSchedules } from './jobs.ts';
export { registerInvoices } from './routes.ts';

addPayableSource(invoiceSource);
